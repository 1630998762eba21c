//! One finding about a source: what, where, and what to do about it.
//!
//! Built in one expression by whoever finds it, read by whoever shows it. It owns its texts and shares its
//! source, so it outlives the reader.

use std::fmt;

use crate::source::{Location, Source, Span};
use crate::suggest::did_you_mean;
use crate::visible::{clip, visible_line};

/// How many labels a diagnostic keeps; an excerpt that points at more places explains nothing.
pub const LABELS_MAX: usize = 8;

/// How many notes a diagnostic keeps.
pub const NOTES_MAX: usize = 8;

/// Whether a finding makes the source unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The source cannot be used.
    Error,
    /// The source can be used, but probably does not mean what its author thinks.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// The stable name of a kind of finding, such as `walk/map-size`: users search for it and tests rely on it,
/// so it never changes once released, while messages may be reworded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// A code; by convention `room/what-is-wrong` in lower case.
    pub const fn new(code: &'static str) -> Self {
        Self(code)
    }

    /// The code as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A second place that helps to understand a diagnostic, such as an earlier definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The source pointed into; it need not be the one the diagnostic is about.
    pub source: Source,
    /// The place.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

/// One finding: a code and a message, with a place, labels, notes and a hint where there are any.
///
/// Texts may quote the user's input freely: they are clipped here and made printable when they are shown.
///
/// ```
/// use cunning_diag::{Code, Diagnostic, Source, Span};
///
/// const DUPLICATE: Code = Code::new("plan/duplicate-action");
/// let source = Source::new("guard.toml", "[action.patrol]\n[action.patrol]\n");
/// let diagnostic = Diagnostic::error(DUPLICATE, "the action `patrol` is defined twice")
///     .at(&source, Span::new(24, 30))
///     .label(&source, Span::new(8, 14), "defined here first")
///     .hint("rename one of the two");
/// assert_eq!(
///     diagnostic.to_string(),
///     "guard.toml:2:9: error[plan/duplicate-action]: the action `patrol` is defined twice"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    severity: Severity,
    code: Code,
    message: String,
    place: Option<(Source, Span)>,
    labels: Vec<Label>,
    notes: Vec<String>,
    hint: Option<String>,
}

impl Diagnostic {
    /// A finding that makes the source unusable.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// A finding that lets the source be used.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: Code, message: String) -> Self {
        let (labels, notes) = (Vec::new(), Vec::new());
        Self { severity, code, message: clip(message), place: None, labels, notes, hint: None }
    }

    /// Says where: the place that excerpt and location point at.
    #[must_use]
    pub fn at(mut self, source: &Source, span: impl Into<Span>) -> Self {
        self.place = Some((source.clone(), span.into()));
        self
    }

    /// Points at a second place. Past [`LABELS_MAX`] nothing is added.
    #[must_use]
    pub fn label(mut self, source: &Source, span: impl Into<Span>, text: impl Into<String>) -> Self {
        if self.labels.len() < LABELS_MAX {
            self.labels.push(Label { source: source.clone(), span: span.into(), text: clip(text.into()) });
        }
        self
    }

    /// Adds an explanation. Past [`NOTES_MAX`] nothing is added.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        if self.notes.len() < NOTES_MAX {
            self.notes.push(clip(note.into()));
        }
        self
    }

    /// Says what to do about it. A diagnostic has one hint; a later one replaces it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(clip(hint.into()));
        self
    }

    /// Hints at the candidate that was probably meant by an unknown word, if there is one.
    #[must_use]
    pub fn suggest<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match did_you_mean(word, candidates) {
            Some(likely) => self.hint(format!("did you mean `{likely}`?")),
            None => self,
        }
    }

    /// Whether it is an error or a warning.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The stable name of this kind of finding.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What is wrong, in one sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The source and the place in it.
    pub fn place(&self) -> Option<(&Source, Span)> {
        self.place.as_ref().map(|(source, span)| (source, *span))
    }

    /// Line and column of the place.
    pub fn location(&self) -> Option<Location> {
        self.place().map(|(source, span)| source.location(span.start))
    }

    /// The second places, in the order they were added.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The explanations, in the order they were added.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What to do about it. Named apart from [`Diagnostic::hint`], which sets it.
    pub fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Diagnostic {
    /// One line: place, severity, code and message, without control characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((source, span)) = self.place() {
            write!(f, "{}:{}: ", visible_line(source.name()), source.location(span.start))?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, visible_line(&self.message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TEXT_CHARS_MAX;

    const CODE: Code = Code::new("test/code");

    #[test]
    fn the_short_form_is_one_line_whatever_the_texts() {
        let source = Source::new("a\u{1b}[31m\nb", "x");
        let shown = Diagnostic::warning(CODE, "two\nlines\u{9b}2J").at(&source, Span::point(0)).to_string();
        assert_eq!(shown, "a␛[31m␊b:1:1: warning[test/code]: two␊lines\u{fffd}2J");
    }

    #[test]
    fn without_a_place_only_the_finding_is_told() {
        let diagnostic = Diagnostic::error(CODE, "nothing to read");
        assert_eq!(diagnostic.to_string(), "error[test/code]: nothing to read");
        assert_eq!(diagnostic.location(), None);
    }

    #[test]
    fn texts_labels_and_notes_are_bounded() {
        let source = Source::new("a", "x");
        let mut diagnostic = Diagnostic::error(CODE, "m".repeat(TEXT_CHARS_MAX + 1));
        for _ in 0..LABELS_MAX + NOTES_MAX {
            diagnostic = diagnostic.label(&source, Span::point(0), "l").note("n");
        }
        assert_eq!(diagnostic.message().chars().count(), TEXT_CHARS_MAX);
        assert!(diagnostic.message().ends_with('…'));
        assert_eq!((diagnostic.labels().len(), diagnostic.notes().len()), (LABELS_MAX, NOTES_MAX));
    }

    #[test]
    fn a_hopeless_word_leaves_the_hint_alone() {
        let diagnostic = Diagnostic::error(CODE, "m").hint("look again").suggest("zebra", ["at", "armed"]);
        assert_eq!(diagnostic.hint_text(), Some("look again"));
        assert_eq!(diagnostic.suggest("armd", ["at", "armed"]).hint_text(), Some("did you mean `armed`?"));
    }
}
