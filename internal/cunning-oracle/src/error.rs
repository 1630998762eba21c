//! Errors in domain texts and queries, with their positions.
//!
//! The oracle stops at the first error. Good diagnostics are left to the planner.

use std::fmt;

/// The kind of an [`OracleError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is not TOML.
    Toml,
    /// A key has a value of the wrong shape, or is missing.
    Shape,
    /// A condition, effect or number has a syntax error.
    Syntax,
    /// A name is unknown or ambiguous.
    Name,
    /// Two sides have incompatible types.
    Type,
    /// The oracle does not read this part of the language.
    Unsupported,
    /// A named limit is exceeded.
    Limit,
}

/// A domain text or a query that cannot be read.
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

    /// Returns the kind of error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the key it was found at, such as `action.buy.when[1]`.
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
