//! A diagnostic: what is wrong with a source, where, and what to do about it.
//!
//! It owns its texts and shares its source, so it outlives the reader.

use std::fmt;

use crate::source::{Location, Source, Span};
use crate::suggest::did_you_mean;
use crate::visible::{clip, visible_line};

/// The largest number of labels of a diagnostic.
pub const LABELS_MAX: usize = 8;

/// The largest number of notes of a diagnostic.
pub const NOTES_MAX: usize = 8;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The source cannot be used.
    Error,
    /// The source can be used but probably does not mean what its author intended.
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

/// The stable name of a kind of diagnostic, such as `walk/map-size`. Users search for it and tests rely on it, so it never
/// changes once released, while messages may be reworded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// Makes a code; by convention `area/what-is-wrong` in lower case.
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

/// A secondary location that helps to understand a diagnostic, such as an earlier definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The source of the location, which may differ from the source of the diagnostic.
    pub source: Source,
    /// The span in the source.
    pub span: Span,
    /// The text of the label.
    pub text: String,
}

/// A diagnostic: a code and a message, with an optional location, labels, notes and a hint.
///
/// Texts may quote user input: they are clipped here and made printable when they are shown.
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
    /// Makes an error.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// Makes a warning.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: Code, message: String) -> Self {
        let (labels, notes) = (Vec::new(), Vec::new());
        Self { severity, code, message: clip(message), place: None, labels, notes, hint: None }
    }

    /// Sets the location, which the excerpt points at.
    #[must_use]
    pub fn at(mut self, source: &Source, span: impl Into<Span>) -> Self {
        self.place = Some((source.clone(), span.into()));
        self
    }

    /// Adds a label at a secondary location. Labels beyond [`LABELS_MAX`] are ignored.
    #[must_use]
    pub fn label(mut self, source: &Source, span: impl Into<Span>, text: impl Into<String>) -> Self {
        if self.labels.len() < LABELS_MAX {
            self.labels.push(Label { source: source.clone(), span: span.into(), text: clip(text.into()) });
        }
        self
    }

    /// Adds a note. Notes beyond [`NOTES_MAX`] are ignored.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        if self.notes.len() < NOTES_MAX {
            self.notes.push(clip(note.into()));
        }
        self
    }

    /// Sets the hint: what to do about it. A later hint replaces it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(clip(hint.into()));
        self
    }

    /// Sets a hint with the candidate that was probably meant by an unknown word, if any.
    #[must_use]
    pub fn suggest<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match did_you_mean(word, candidates) {
            Some(likely) => self.hint(format!("did you mean `{likely}`?")),
            None => self,
        }
    }

    /// Returns whether it is an error or a warning.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// The message: what is wrong, in one sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The source and the span in it.
    pub fn place(&self) -> Option<(&Source, Span)> {
        self.place.as_ref().map(|(source, span)| (source, *span))
    }

    /// The line and column of the location.
    pub fn location(&self) -> Option<Location> {
        self.place().map(|(source, span)| source.location(span.start))
    }

    /// The labels, in the order in which they were added.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The notes, in the order in which they were added.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The hint. [`Diagnostic::hint`] sets it.
    pub fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Diagnostic {
    /// One line with location, severity, code and message, without control characters.
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
    fn short_form_is_one_line_for_any_text() {
        let source = Source::new("a\u{1b}[31m\nb", "x");
        let shown = Diagnostic::warning(CODE, "two\nlines\u{9b}2J").at(&source, Span::point(0)).to_string();
        assert_eq!(shown, "a␛[31m␊b:1:1: warning[test/code]: two␊lines\u{fffd}2J");
    }

    #[test]
    fn short_form_without_location() {
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
    fn word_without_suggestion_keeps_the_hint() {
        let diagnostic = Diagnostic::error(CODE, "m").hint("look again").suggest("zebra", ["at", "armed"]);
        assert_eq!(diagnostic.hint_text(), Some("look again"));
        assert_eq!(diagnostic.suggest("armd", ["at", "armed"]).hint_text(), Some("did you mean `armed`?"));
    }
}
