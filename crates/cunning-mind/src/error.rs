//! What can go wrong when agents are set up.

use std::fmt;

use cunning_plan::GroundingError;

/// Why something cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MindError {
    message: String,
}

impl MindError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for MindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MindError {}

impl From<GroundingError> for MindError {
    fn from(error: GroundingError) -> Self {
        Self::new(error.to_string())
    }
}
