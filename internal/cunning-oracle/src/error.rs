//! Errors in domain texts and queries, with their positions.
//!
//! The oracle stops at the first error. Good diagnostics are left to the planner.

use std::fmt;

/// What sort of mistake an [`OracleError`] reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is not TOML.
    Toml,
    /// A key has a value of the wrong shape, or is missing.
    Shape,
    /// A condition, effect or number is not written in the language.
    Syntax,
    /// A name means nothing, or means two things.
    Name,
    /// Both sides are understood but do not fit together.
    Type,
    /// The oracle does not read this part of the language.
    Unsupported,
    /// A named cap is exceeded.
    Limit,
}

/// A domain text or a query that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OracleError {
    kind: ErrorKind,
    place: String,
    message: String,
}

impl OracleError {
    pub(crate) fn new(kind: ErrorKind, place: &str, message: impl Into<String>) -> Self {
        Self { kind, place: place.to_owned(), message: message.into() }
    }

    /// What sort of mistake it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The key it was found at, such as `action.buy.when[1]`.
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Display for OracleError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for OracleError {}
