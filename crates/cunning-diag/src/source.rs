//! A named text and positions in it.
//!
//! Parsers use byte offsets ([`Span`]), people use lines and columns ([`Location`]). The conversion is done only here and
//! never panics.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A text with a name for diagnostics. Cloning shares the text.
///
/// A leading byte order mark is dropped, and offsets count from the first character after it. Parse [`Source::text`], not
/// the original string.
///
/// ```
/// use cunning_diag::{Location, Source};
///
/// let source = Source::new("ä.txt", "one\r\nzwölf\t!");
/// assert_eq!(source.location(0), Location { line: 1, column: 1 });
/// // The `!` is byte 12 and the seventh character of its line; a tab is one character.
/// assert_eq!(source.location(12), Location { line: 2, column: 7 });
/// ```
#[derive(Clone)]
pub struct Source(Arc<Inner>);

struct Inner {
    name: String,
    text: String,
    /// The byte offsets at which lines start, computed on demand.
    line_starts: OnceLock<Vec<u32>>,
}

impl Source {
    /// Makes a source from a name and a text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Self(Arc::new(Inner { name: name.into(), text, line_starts: OnceLock::new() }))
    }

    /// The name shown in diagnostics.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The text, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The line and column of a byte offset.
    ///
    /// An offset inside a character means that character, one inside a line break means the end of that line,
    /// and one past the end means the end of the text.
    pub fn location(&self, offset: u32) -> Location {
        let offset = self.clamp(offset);
        let line = self.line_starts().partition_point(|&start| start as usize <= offset).max(1);
        let content = self.line_content(line);
        let before = self.text().get(content.start..offset.min(content.end)).unwrap_or_default();
        Location { line: line as u32, column: before.chars().count() as u32 + 1 }
    }

    /// The empty span at the end of the text, for diagnostics about a missing end.
    pub fn end(&self) -> Span {
        Span::from(self.text().len()..self.text().len())
    }

    /// The span of a slice of [`Source::text`], so that parsers can split the text freely. A string from elsewhere gives the
    /// empty span at the end of the text.
    ///
    /// ```
    /// use cunning_diag::{Source, Span};
    ///
    /// let source = Source::new("a.txt", "width\t12\n");
    /// let word = source.text().split_whitespace().nth(1).unwrap_or_default();
    /// assert_eq!(source.span_of(word), Span::new(6, 8));
    /// ```
    pub fn span_of(&self, part: &str) -> Span {
        let text = self.text();
        let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
        if start <= text.len() && part.len() <= text.len() - start {
            Span::from(start..start + part.len())
        } else {
            self.end()
        }
    }

    /// The span with both ends clamped to the text, moved to character boundaries and put in order.
    pub(crate) fn clamp_span(&self, span: Span) -> Range<usize> {
        let start = self.clamp(span.start);
        start..self.clamp(span.end).max(start)
    }

    /// The span of a line (counted from 1) without its line break. Empty for a line that does not exist.
    pub(crate) fn line_content(&self, line: usize) -> Range<usize> {
        let starts = self.line_starts();
        let end = self.text().len();
        let start_of = |line: usize| starts.get(line - 1).map_or(end, |&start| start as usize);
        let (start, next) = (start_of(line.max(1)), start_of(line.max(1) + 1));
        let text = self.text().get(start..next).unwrap_or_default();
        let text = text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text));
        start..start + text.len()
    }

    fn clamp(&self, offset: u32) -> usize {
        let mut offset = (offset as usize).min(self.text().len());
        while !self.text().is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    fn line_starts(&self) -> &[u32] {
        self.0.line_starts.get_or_init(|| {
            let after_breaks = self.text().match_indices('\n').map(|(at, _)| at + 1);
            // Spans end at 4 GiB, so lines that start beyond are never needed.
            std::iter::once(0).chain(after_breaks.map_while(|at| u32::try_from(at).ok())).collect()
        })
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.name() == other.name() && self.text() == other.text())
    }
}

impl Eq for Source {}

impl fmt::Debug for Source {
    /// Shows only the name and the size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.name(), self.text().len())
    }
}

/// A range of bytes of a source, from `start` to `end`, exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty span at an offset, for diagnostics about something missing.
    pub const fn point(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }
}

impl From<Range<usize>> for Span {
    /// Offsets beyond 4 GiB become the largest offset.
    fn from(range: Range<usize>) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: offset(range.start), end: offset(range.end) }
    }
}

/// A line and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The line, counted from 1. Lines end with `\n` or `\r\n`.
    pub line: u32,
    /// The column, counted from 1 in characters; a tab is one.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: u32) -> (u32, u32) {
        let Location { line, column } = Source::new("t", text).location(offset);
        (line, column)
    }

    #[test]
    fn lines_and_columns_start_at_one() {
        assert_eq!(at("", 0), (1, 1));
        assert_eq!(at("ab\ncd", 0), (1, 1));
        assert_eq!(at("ab\ncd", 3), (2, 1));
        assert_eq!(at("ab\n", 3), (2, 1), "a final line break opens an empty line");
    }

    #[test]
    fn line_break_belongs_to_the_line_it_ends() {
        assert_eq!(at("ab\ncd", 2), (1, 3));
        assert_eq!(at("ab\r\ncd", 2), (1, 3));
        assert_eq!(at("ab\r\ncd", 3), (1, 3), "between the two bytes of a break");
        assert_eq!(at("ab\r\ncd", 4), (2, 1));
        assert_eq!(at("a\rb", 2), (1, 3), "a lone carriage return is an ordinary character");
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(at("äöü!", 6), (1, 4));
        assert_eq!(at("äöü!", 3), (1, 2), "inside a character means that character");
        assert_eq!(at("\t\tx", 2), (1, 3));
    }

    #[test]
    fn offsets_past_the_end_mean_the_end() {
        assert_eq!(at("ab\ncd", 99), (2, 3));
        assert_eq!(at("ab\ncd", u32::MAX), (2, 3));
    }

    #[test]
    fn byte_order_mark_is_not_part_of_the_text() {
        let source = Source::new("t", "\u{feff}ab");
        assert_eq!(source.text(), "ab");
        assert_eq!(source.location(1), Location { line: 1, column: 2 });
    }

    #[test]
    fn spans_from_ranges_saturate() {
        assert_eq!(Span::from(3..7), Span::new(3, 7));
        assert_eq!(Span::from(0..usize::MAX), Span::new(0, u32::MAX));
    }

    #[test]
    fn slices_have_spans() {
        let source = Source::new("t", "ab\r\n cd");
        let spans: Vec<Span> = source.text().lines().map(|line| source.span_of(line.trim())).collect();
        assert_eq!(spans, [Span::new(0, 2), Span::new(5, 7)]);
        assert_eq!(source.span_of(&source.text()[7..]), Span::point(7), "the empty end");
        assert_eq!(source.span_of(&String::from("cd")), Span::point(7), "not a slice of the text");
    }

    #[test]
    fn invalid_spans_are_clamped() {
        let source = Source::new("t", "äb");
        assert_eq!(source.clamp_span(Span::new(9, 1)), 3..3);
        assert_eq!(source.clamp_span(Span::new(1, 9)), 0..3);
    }
}
