//! A mistake on its way to becoming a diagnostic: it knows its place, but not yet the files.
//!
//! Readers of sections report what they find in the same way.

use cunning_diag::{Code, DIAGNOSTICS_MAX, Diagnostic, Diagnostics, did_you_mean};

use crate::expr::SyntaxError;
use crate::model::{Files, SourceSpan};
use crate::{codes, tree::Text};

/// The result of something that can go wrong in one way at a time.
pub type Checked<T> = Result<T, Box<ReadError>>;

/// A mistake.
#[derive(Clone, Debug)]
pub struct ReadError {
    code: Code,
    message: String,
    span: SourceSpan,
    label: Option<(SourceSpan, String)>,
    hint: Option<String>,
    /// Whether it only follows from a mistake that is reported elsewhere.
    follows: bool,
}

impl ReadError {
    /// A mistake at a place.
    pub fn new(code: Code, message: impl Into<String>, span: SourceSpan) -> Self {
        Self { code, message: message.into(), span, label: None, hint: None, follows: false }
    }

    /// A mistake in the syntax of a string.
    pub fn syntax(error: SyntaxError, text: &Text) -> Self {
        let code = if error.limit { codes::LIMIT } else { codes::SYNTAX };
        Self { hint: error.hint, ..Self::new(code, error.message, text.span_of(error.span)) }
    }

    /// Too many of something.
    pub fn too_many(what: &str, count: usize, max: usize, span: SourceSpan) -> Self {
        Self::new(codes::LIMIT, format!("too many {what}: {count}, at most {max} are allowed"), span)
    }

    /// Marks it as a consequence of another mistake, which would only distract from that one.
    #[must_use]
    pub fn follows_if(mut self, follows: bool) -> Self {
        self.follows |= follows;
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Points at a second place.
    #[must_use]
    pub fn label(mut self, span: SourceSpan, text: impl Into<String>) -> Self {
        self.label = Some((span, text.into()));
        self
    }

    /// Hints at the candidate that was probably meant, if there is one and no other hint. Looking for it is dear, so
    /// nobody looks for what nobody will read.
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

    /// Whether it only follows from another mistake.
    pub(crate) fn is_consequence(&self) -> bool {
        self.follows
    }

    /// The problem as what went wrong.
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

/// The mistakes found so far. Past [`DIAGNOSTICS_MAX`] none is kept, since nobody reads more; readers stop then.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<ReadError>);

impl Problems {
    pub(crate) fn push(&mut self, read_error: ReadError) {
        // What a query takes candidates from is read for parameters and for minds: one mistake, found twice.
        let is_same =
            |known: &ReadError| known.span.is_at(read_error.span) && known.message == read_error.message;
        if !self.is_full() && !read_error.follows && !self.0.iter().any(is_same) {
            self.0.push(read_error);
        }
    }

    /// What went right, or nothing after noting what went wrong.
    pub(crate) fn keep<T>(&mut self, checked: Checked<T>) -> Option<T> {
        match checked {
            Ok(value) => Some(value),
            Err(read_error) => {
                self.push(*read_error);
                None
            }
        }
    }

    /// Whether it is time to stop reading.
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
