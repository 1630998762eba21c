//! Renders diagnostics as text: message, location, excerpt with carets, notes and hint.
//!
//! `annotate-snippets` draws the layout. This file prepares its input: the first line of each span, made printable
//! character by character so that columns stay correct, and limited in size.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Span};
use crate::visible::{visible, visible_line};

/// The width of excerpts in characters.
const WIDTH_CHARS: usize = 100;

/// Spans further to the right in a line have no excerpt: drawing takes time proportional to their column, which would make
/// diagnostics of files with one huge line slow.
const COLUMN_MAX: usize = 1 << 16;

/// The style of rendered text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Plain text, for files, pipes and tests.
    #[default]
    Plain,
    /// Text with ANSI colours, for terminals.
    Ansi,
}

impl Diagnostic {
    /// Renders the diagnostic with its excerpts, without a final line break.
    ///
    /// Of a span over several lines the first line is shown; long lines are cut around it. The result contains no control
    /// characters except line breaks and, with [`Style::Ansi`], colours.
    pub fn render(&self, style: Style) -> String {
        let (level, renderer) = (level(self.severity()), renderer(style));
        let title = level.primary_title(visible_line(self.message())).id(self.code().as_str());
        let mut group = Group::with_title(title);
        for excerpt in excerpts(self) {
            group = excerpt.draw(group);
        }
        for note in self.notes() {
            group = group.element(Level::NOTE.message(visible_line(note)));
        }
        if let Some(hint) = self.hint_text() {
            group = group.element(Level::HELP.message(visible_line(hint)));
        }
        renderer.render(&[group])
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

fn renderer(style: Style) -> Renderer {
    match style {
        Style::Plain => Renderer::plain(),
        Style::Ansi => Renderer::styled(),
    }
    .term_width(WIDTH_CHARS)
}

/// A line of a source with the spans to underline.
struct Excerpt<'a> {
    source: &'a Source,
    line: usize,
    /// The span of the line in the source.
    content: Range<usize>,
    marks: Vec<Mark<'a>>,
}

/// A part of the source's text to underline.
struct Mark<'a> {
    range: Range<usize>,
    kind: AnnotationKind,
    text: Option<&'a str>,
}

/// One excerpt for each line with a span: first the diagnostic's, then those of the labels in order.
fn excerpts(diagnostic: &Diagnostic) -> Vec<Excerpt<'_>> {
    let primary = diagnostic.place().map(|(source, span)| (source, span, AnnotationKind::Primary, None));
    let labels = diagnostic
        .labels()
        .iter()
        .map(|label| (&label.source, label.span, AnnotationKind::Context, Some(label.text.as_str())));
    let mut excerpts: Vec<Excerpt<'_>> = Vec::new();
    for (source, span, kind, text) in primary.into_iter().chain(labels) {
        let line = source.location(span.start).line as usize;
        let content = source.line_content(line);
        let mark = Mark { range: within(source, span, &content), kind, text };
        match excerpts.iter_mut().find(|excerpt| excerpt.line == line && excerpt.source == source) {
            Some(excerpt) => excerpt.marks.push(mark),
            None => excerpts.push(Excerpt { source, line, content, marks: vec![mark] }),
        }
    }
    excerpts
}

/// The part of a span in its first line, limited to the width.
fn within(source: &Source, span: Span, content: &Range<usize>) -> Range<usize> {
    let range = source.clamp_span(span);
    let start = range.start.min(content.end);
    let end = range.end.clamp(start, content.end);
    let shown = source.text().get(start..end).unwrap_or_default();
    let fits = shown.char_indices().nth(WIDTH_CHARS / 2).map_or(shown.len(), |(at, _)| at);
    start..start + fits
}

impl<'a> Excerpt<'a> {
    fn draw(&self, group: Group<'a>) -> Group<'a> {
        let path = visible_line(self.source.name());
        let marks: Vec<Range<usize>> = self.marks.iter().map(|mark| self.columns(&mark.range)).collect();
        let rightmost = marks.iter().map(|mark| mark.end).max().unwrap_or_default();
        if rightmost > COLUMN_MAX {
            let first = marks.first().map_or(rightmost, |mark| mark.start);
            return group.element(Origin::path(path).line(self.line).char_column(first + 1));
        }
        let (shown, starts) = printable(self.text(&self.content).chars().take(rightmost + WIDTH_CHARS));
        let offset = |column: usize| starts.get(column).copied().unwrap_or(shown.len());
        let annotations: Vec<Annotation<'a>> = self
            .marks
            .iter()
            .zip(marks)
            .map(|(mark, columns)| {
                let span = offset(columns.start)..offset(columns.end);
                mark.kind.span(span).label(mark.text.map(visible_line))
            })
            .collect();
        group.element(Snippet::source(shown).path(path).line_start(self.line).annotations(annotations))
    }

    /// Converts a range of the source to characters of the line, counted from 0.
    fn columns(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.text(&(self.content.start..range.start)).chars().count();
        start..start + self.text(range).chars().count()
    }

    fn text(&self, range: &Range<usize>) -> &'a str {
        self.source.text().get(range.clone()).unwrap_or_default()
    }
}

/// A printable line and the byte offset of each of its characters. Tabs stay; `annotate-snippets` expands them.
fn printable(line: impl Iterator<Item = char>) -> (String, Vec<usize>) {
    let mut shown = String::new();
    let mut starts = Vec::new();
    for c in line {
        starts.push(shown.len());
        shown.push(if c == '\t' { c } else { visible(c) });
    }
    (shown, starts)
}
