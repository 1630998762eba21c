//! Errors found while reading a domain. They have a span, but no files yet; `Problems` turns them into diagnostics.
//!
//! Section readers report errors in the same way.

use cunning_diag::{Code, DIAGNOSTICS_MAX, Diagnostic, Diagnostics, did_you_mean};

use crate::expr::SyntaxError;
use crate::model::{Files, SourceSpan};
use crate::{codes, tree::Text};

/// The result of reading one item.
pub type Checked<T> = Result<T, Box<ReadError>>;

/// An error in a domain file.
#[derive(Clone, Debug)]
pub struct ReadError {
    code: Code,
    message: String,
    span: SourceSpan,
    label: Option<(SourceSpan, String)>,
    hint: Option<String>,
    /// Whether it only follows from an error that is reported elsewhere.
    follows: bool,
}

impl ReadError {
    /// Makes an error at a span.
    pub fn new(code: Code, message: impl Into<String>, span: SourceSpan) -> Self {
        Self { code, message: message.into(), span, label: None, hint: None, follows: false }
    }

    /// Makes an error from a syntax error in a string.
    pub fn syntax(error: SyntaxError, text: &Text) -> Self {
        let code = if error.limit { codes::LIMIT } else { codes::SYNTAX };
        Self { hint: error.hint, ..Self::new(code, error.message, text.span_of(error.span)) }
    }

    /// Makes an error for a list that exceeds its limit.
    pub fn too_many(what: &str, count: usize, max: usize, span: SourceSpan) -> Self {
        Self::new(codes::LIMIT, format!("too many {what}: {count}, at most {max} are allowed"), span)
    }

    /// Marks the error as a consequence of another one. Such errors are not reported.
    #[must_use]
    pub fn follows_if(mut self, follows: bool) -> Self {
        self.follows |= follows;
        self
    }

    /// Adds a hint that says what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a label at a second span.
    #[must_use]
    pub fn label(mut self, span: SourceSpan, text: impl Into<String>) -> Self {
        self.label = Some((span, text.into()));
        self
    }

    /// Suggests the candidate that was probably meant, unless the error has a hint already. The search is expensive, so
    /// it is skipped for errors that are not reported.
    #[must_use]
    pub fn suggest<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        if self.follows || self.hint.is_some() {
            return self;
        }
        match did_you_mean(word, candidates) {
            Some(likely) => self.hint(format!("did you mean `{likely}`?")),
            None => self,
        }
    }

    /// Returns whether the error only follows from another one.
    pub(crate) fn is_consequence(&self) -> bool {
        self.follows
    }

    /// Returns the error as a failed result.
    pub fn fail<T>(self) -> Checked<T> {
        Err(Box::new(self))
    }

    fn diagnostic(self, files: &Files) -> Diagnostic {
        let mut diagnostic = files.point(Diagnostic::error(self.code, self.message), self.span);
        if let Some((span, text)) = self.label {
            diagnostic = files.label(diagnostic, span, &text);
        }
        match self.hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    }
}

/// The errors found so far, at most [`DIAGNOSTICS_MAX`]. Readers stop when the list is full.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<ReadError>);

impl Problems {
    pub(crate) fn push(&mut self, read_error: ReadError) {
        // The `from` of a query is read twice, for parameters and by the section reader.
        let is_same =
            |known: &ReadError| known.span.is_at(read_error.span) && known.message == read_error.message;
        if !self.is_full() && !read_error.follows && !self.0.iter().any(is_same) {
            self.0.push(read_error);
        }
    }

    /// Returns the value of a successful result; records the error of a failed one.
    pub(crate) fn keep<T>(&mut self, checked: Checked<T>) -> Option<T> {
        match checked {
            Ok(value) => Some(value),
            Err(read_error) => {
                self.push(*read_error);
                None
            }
        }
    }

    /// Returns whether the list is full.
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() >= DIAGNOSTICS_MAX
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn into_diagnostics(self, files: &Files) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        diagnostics.extend(self.0.into_iter().map(|read_error| read_error.diagnostic(files)));
        diagnostics
    }
}
