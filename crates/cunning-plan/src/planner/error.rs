//! Why a query cannot be planned for at all.

use std::fmt;

use crate::ground::GroundError;

/// Why a query cannot be planned for at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError(GroundError);

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            GroundError::Limit { what, max, .. } => write!(f, "more than {max} {what}"),
            GroundError::PlanRequest(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for PlanError {}

impl PlanError {
    /// Whether a limit was met, rather than the query being wrong.
    pub fn is_limit(&self) -> bool {
        matches!(self.0, GroundError::Limit { .. })
    }
}

impl From<GroundError> for PlanError {
    fn from(error: GroundError) -> Self {
        Self(error)
    }
}
