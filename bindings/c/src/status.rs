//! Statuses: what every function returns, and how errors of minds become one.

use cunning_mind::{MindError, PlanError, RecordingError, RestoreError};

use crate::types::CunningStr;

/// The result of a call: `CUNNING_OK` or the number of an error. Numbers are never reused.
pub type CunningStatus = u32;

/// Lists the codes of the statuses.
macro_rules! statuses {
    ($($name:ident = $code:literal;)*) => {
        /// Returns the code of a status; `unknown-status` for a number that has none.
        fn code(status: CunningStatus) -> &'static str {
            match status {
                $($name => $code,)*
                _ => "unknown-status",
            }
        }

        /// Returns the status of a code.
        fn of_code(code: &str) -> CunningStatus {
            match code {
                $($code => $name,)*
                _ => CUNNING_INTERNAL,
            }
        }

        #[cfg(test)]
        const ALL: &[CunningStatus] = &[$($name),*];
    };
}

// The constants stand alone, because the generators of headers do not expand macros.

/// The call succeeded.
pub const CUNNING_OK: u32 = 0;
/// A pointer is null where something is needed, or not aligned.
pub const CUNNING_NULL: u32 = 1;
/// A text is not UTF-8.
pub const CUNNING_BAD_UTF8: u32 = 2;
/// A `struct_size` or a count is too small or too large.
pub const CUNNING_BAD_SIZE: u32 = 3;
/// The caller's array is too short. The count is set to the length that is needed.
pub const CUNNING_SHORT_BUFFER: u32 = 4;
/// A constant has no meaning here, such as the kind of a value.
pub const CUNNING_BAD_ENUM: u32 = 5;
/// The call is not possible at this point: for example `cunning_think` before `cunning_begin`.
pub const CUNNING_WRONG_ORDER: u32 = 6;
/// Another thread is using the minds.
pub const CUNNING_BUSY: u32 = 7;
/// An error inside the library. The minds can only be freed.
pub const CUNNING_INTERNAL: u32 = 8;
/// A JSON text is malformed or has an unknown key.
pub const CUNNING_BAD_JSON: u32 = 9;
/// A domain has mistakes; the diagnostics list them.
pub const CUNNING_BAD_DOMAIN: u32 = 10;
/// There is no plan, or none was found within the budget.
pub const CUNNING_NO_PLAN: u32 = 11;
/// The domain does not have a name. The error text may have a suggestion.
pub const CUNNING_UNKNOWN_NAME: u32 = 20;
/// The agent was removed, or never existed.
pub const CUNNING_NO_AGENT: u32 = 21;
/// The agent's archetype does not have the goal.
pub const CUNNING_FOREIGN_GOAL: u32 = 22;
/// The commander would be below the agent.
pub const CUNNING_COMMAND_CIRCLE: u32 = 23;
/// No object with this id is bound.
pub const CUNNING_NOT_BOUND: u32 = 24;
/// The object is bound under another type already.
pub const CUNNING_ALREADY_BOUND: u32 = 25;
/// Objects can be bound to open types only.
pub const CUNNING_CLOSED_TYPE: u32 = 26;
/// A fact or a parameter takes another type of value.
pub const CUNNING_WRONG_TYPE: u32 = 27;
/// A number is outside the range of the fact or parameter.
pub const CUNNING_OUT_OF_RANGE: u32 = 28;
/// A family or a table takes another number of indices.
pub const CUNNING_INDEX_COUNT: u32 = 29;
/// Every slot of the object's type is in use by the agent.
pub const CUNNING_NO_SLOT: u32 = 30;
/// The symbol is of another kind, or a reload removed its name or changed its type.
pub const CUNNING_DEAD_SYMBOL: u32 = 31;
/// A number is not finite, or too large for fixed point with six decimals.
pub const CUNNING_BAD_NUMBER: u32 = 32;
/// A limit is exceeded, for example of the number of agents.
pub const CUNNING_TOO_MANY: u32 = 33;
/// The domain cannot be grounded for planning.
pub const CUNNING_GROUNDING: u32 = 34;
/// The snapshot was taken from other minds, or from another version of the domain.
pub const CUNNING_FOREIGN_SNAPSHOT: u32 = 35;
/// The call is not possible while the minds are recorded or attached to the studio.
pub const CUNNING_RECORDING: u32 = 36;
/// Some bytes are malformed.
pub const CUNNING_MALFORMED: u32 = 37;
/// The bytes are not a save that this version can restore.
pub const CUNNING_BAD_SAVE: u32 = 38;
/// The order has ended, or never existed.
pub const CUNNING_NO_ORDER: u32 = 39;
/// The link for the studio could not be opened, or a recording could not be written.
pub const CUNNING_IO: u32 = 40;
/// The library was built without the link for the studio.
pub const CUNNING_NO_LINK: u32 = 41;

statuses! {
    CUNNING_OK = "ok";
    CUNNING_NULL = "null";
    CUNNING_BAD_UTF8 = "bad-utf8";
    CUNNING_BAD_SIZE = "bad-size";
    CUNNING_SHORT_BUFFER = "short-buffer";
    CUNNING_BAD_ENUM = "bad-enum";
    CUNNING_WRONG_ORDER = "wrong-order";
    CUNNING_BUSY = "busy";
    CUNNING_INTERNAL = "internal";
    CUNNING_BAD_JSON = "bad-json";
    CUNNING_BAD_DOMAIN = "bad-domain";
    CUNNING_NO_PLAN = "no-plan";
    CUNNING_UNKNOWN_NAME = "unknown-name";
    CUNNING_NO_AGENT = "no-agent";
    CUNNING_FOREIGN_GOAL = "foreign-goal";
    CUNNING_COMMAND_CIRCLE = "command-circle";
    CUNNING_NOT_BOUND = "not-bound";
    CUNNING_ALREADY_BOUND = "already-bound";
    CUNNING_CLOSED_TYPE = "closed-type";
    CUNNING_WRONG_TYPE = "wrong-type";
    CUNNING_OUT_OF_RANGE = "out-of-range";
    CUNNING_INDEX_COUNT = "index-count";
    CUNNING_NO_SLOT = "no-slot";
    CUNNING_DEAD_SYMBOL = "dead-symbol";
    CUNNING_BAD_NUMBER = "bad-number";
    CUNNING_TOO_MANY = "too-many";
    CUNNING_GROUNDING = "grounding";
    CUNNING_FOREIGN_SNAPSHOT = "foreign-snapshot";
    CUNNING_RECORDING = "recording";
    CUNNING_MALFORMED = "malformed";
    CUNNING_BAD_SAVE = "bad-save";
    CUNNING_NO_ORDER = "no-order";
    CUNNING_IO = "io";
    CUNNING_NO_LINK = "no-link";
}

/// Returns the code of a status as a text, such as `unknown-name`. The text is static: it is always valid.
#[unsafe(no_mangle)]
pub extern "C" fn cunning_status_text(status: CunningStatus) -> CunningStr {
    CunningStr::from_static(code(status))
}

/// A failed call: its status and, for people, a text.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: CunningStatus,
    pub(crate) text: String,
}

impl Failure {
    pub(crate) fn new(status: CunningStatus, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    /// Returns the failure as a JSON object with `code` and `error`.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::json!({ "code": code(self.status), "error": self.text })
    }
}

impl From<MindError> for Failure {
    fn from(error: MindError) -> Self {
        Self::new(of_code(error.code()), error.to_string())
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let status = match &error {
            PlanError::NoPlan(_) => CUNNING_NO_PLAN,
            PlanError::UnknownName(_) => CUNNING_UNKNOWN_NAME,
            PlanError::Invalid(error) => of_code(error.code()),
            PlanError::Grounding(_) => CUNNING_GROUNDING,
            _ => CUNNING_INTERNAL,
        };
        Self::new(status, error.to_string())
    }
}

impl From<RestoreError> for Failure {
    fn from(error: RestoreError) -> Self {
        let status = match &error {
            RestoreError::Setup(error) => of_code(error.code()),
            _ => CUNNING_BAD_SAVE,
        };
        Self::new(status, error.to_string())
    }
}

impl From<RecordingError> for Failure {
    fn from(error: RecordingError) -> Self {
        Self::new(CUNNING_IO, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_codes_are_distinct() {
        let mut codes: Vec<&str> = ALL.iter().map(|status| code(*status)).collect();
        assert!(ALL.windows(2).all(|pair| pair[0] < pair[1]));
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), ALL.len());
        assert!(ALL.iter().all(|status| of_code(code(*status)) == *status));
    }

    #[test]
    fn errors_of_minds_have_a_status_of_their_own() {
        let error = MindError::DeadHandle;
        assert_eq!(Failure::from(error).status, CUNNING_DEAD_SYMBOL);
        assert_eq!(Failure::from(MindError::OutsideHandler).status, CUNNING_INTERNAL);
    }
}
