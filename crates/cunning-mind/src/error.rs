//! The errors of this crate: enums with the names involved as fields, so that no caller has to parse a text.

use std::fmt;

use cunning_diag::did_you_mean;
use cunning_plan::GroundingError;
use thiserror::Error;

use crate::engine::AgentId;
use crate::value::GameObject;

/// The kind of thing that a name in a domain file refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NameKind {
    /// A fact or a family of facts.
    Fact,
    /// An action.
    Action,
    /// A goal.
    Goal,
    /// A type.
    Type,
    /// An object that the domain file lists.
    Object,
    /// A table of numbers.
    Table,
    /// A trait of agents.
    Trait,
    /// An archetype: a table `[agent.NAME]`.
    Archetype,
    /// A sensor of an archetype.
    Sensor,
    /// A check of an action.
    Check,
    /// A query for candidates.
    Query,
    /// A question that queries ask about places, such as `path` or `hides`.
    Question,
    /// A parameter of an action or a goal.
    Parameter,
}

impl NameKind {
    /// Returns the word for it in error messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Action => "action",
            Self::Goal => "goal",
            Self::Type => "type",
            Self::Object => "object",
            Self::Table => "table",
            Self::Trait => "trait",
            Self::Archetype => "archetype",
            Self::Sensor => "sensor",
            Self::Check => "check",
            Self::Query => "query",
            Self::Question => "question",
            Self::Parameter => "parameter",
        }
    }
}

impl fmt::Display for NameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A name that the domain does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown {kind} `{name}`{}", suggestion.as_ref().map(|likely| format!("; did you mean `{likely}`?")).unwrap_or_default())]
pub struct UnknownName {
    /// The kind of name that was looked up.
    pub kind: NameKind,
    /// The name as given.
    pub name: String,
    /// The existing name that was probably meant.
    pub suggestion: Option<String>,
}

impl UnknownName {
    /// Creates the error for a name, with a suggestion from the existing names.
    pub fn new<'a>(kind: NameKind, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let suggestion = did_you_mean(name, known).map(ToOwned::to_owned);
        Self { kind, name: name.to_owned(), suggestion }
    }
}

/// An error of a call to minds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MindError {
    /// The domain does not have this name.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The agent was removed, or never existed.
    #[error("agent {:#x} does not exist", .0.0)]
    NoAgent(AgentId),
    /// The agent's archetype does not have the goal.
    #[error("archetype `{archetype}` does not have the goal `{goal}`; add it to its `goals`")]
    ForeignGoal {
        /// The archetype of the agent.
        archetype: String,
        /// The goal that was ordered.
        goal: String,
    },
    /// The commander would be below the agent.
    #[error("agent {:#x} would command itself", .0.0)]
    CommandCircle(AgentId),
    /// No object with this id is bound.
    #[error("object {} is not bound; call `bind` first", .0.0)]
    NotBound(GameObject),
    /// The object is bound under another type already.
    #[error("object {} is already bound as `{bound_as}`; unbind it first", .object.0)]
    AlreadyBound {
        /// The object.
        object: GameObject,
        /// The type that it is bound to.
        bound_as: String,
    },
    /// Objects can be bound to open types only.
    #[error("type `{0}` is not open; only types with `open = true` take objects of the game")]
    ClosedType(String),
    /// A fact, a parameter or a handle wants another type of value.
    #[error("`{name}` takes {expected}, not {given}")]
    WrongType {
        /// The fact or parameter.
        name: String,
        /// The values that it takes, in words.
        expected: String,
        /// The value that was given.
        given: String,
    },
    /// A number is outside the fact's range.
    #[error("`{name}` is between {min} and {max}; {given} is outside")]
    OutOfRange {
        /// The fact or parameter.
        name: String,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
        /// The value that was given.
        given: i64,
    },
    /// A family or a table takes another number of indices.
    #[error("`{name}` takes {expected} indices, not {given}")]
    IndexCount {
        /// The fact or table.
        name: String,
        /// The number of indices that it takes.
        expected: usize,
        /// The number of indices that were given.
        given: usize,
    },
    /// Every slot of the object's type is in use by the agent.
    #[error("the agent has no free slot for object {}", .0.0)]
    NoSlot(GameObject),
    /// A typed handle refers to a fact that a reload removed or gave another type.
    #[error("the fact of this handle was removed or has another type since a reload; look it up again")]
    DeadHandle,
    /// A number is not finite, or too large for fixed point.
    #[error("{0} is not a number that fixed point with six decimals can hold")]
    BadNumber(String),
    /// A named limit is exceeded.
    #[error("more than {max} {what}")]
    TooMany {
        /// The things that there are too many of.
        what: &'static str,
        /// The limit.
        max: usize,
    },
    /// The domain cannot be grounded for planning.
    #[error(transparent)]
    Grounding(#[from] GroundingError),
    /// The snapshot was taken from other minds, or from another version of the domain.
    #[error("the snapshot belongs to other minds or to another domain")]
    ForeignSnapshot,
    /// Rolling back while recording is not possible.
    #[error("cannot roll back while recording; end the recording first")]
    Recording,
    /// Some bytes are malformed.
    #[error("malformed {what}: {problem}")]
    Malformed {
        /// What the bytes should contain.
        what: &'static str,
        /// The problem, in words.
        problem: String,
    },
    /// A recording does not fit the domain it is replayed with.
    #[error("the recording does not fit the domain: {0}")]
    ForeignRecording(String),
    /// Beliefs and deferred calls of a step are available only while a handler runs.
    #[error("a step has access to its agent only inside a handler of a `Runtime`")]
    OutsideHandler,
}

impl MindError {
    /// Returns a short stable code for the kind of error, the same in all bindings.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownName(_) => "unknown-name",
            Self::NoAgent(_) => "no-agent",
            Self::ForeignGoal { .. } => "foreign-goal",
            Self::CommandCircle(_) => "command-circle",
            Self::NotBound(_) => "not-bound",
            Self::AlreadyBound { .. } => "already-bound",
            Self::ClosedType(_) => "closed-type",
            Self::WrongType { .. } => "wrong-type",
            Self::OutOfRange { .. } => "out-of-range",
            Self::IndexCount { .. } => "index-count",
            Self::NoSlot(_) => "no-slot",
            Self::DeadHandle => "dead-symbol",
            Self::BadNumber(_) => "bad-number",
            Self::TooMany { .. } => "too-many",
            Self::Grounding(_) => "grounding",
            Self::ForeignSnapshot => "foreign-snapshot",
            Self::Recording => "recording",
            Self::Malformed { .. } => "malformed",
            Self::ForeignRecording(_) => "foreign-recording",
            Self::OutsideHandler => "outside-handler",
        }
    }

    pub(crate) fn malformed(what: &'static str, problem: impl Into<String>) -> Self {
        Self::Malformed { what, problem: problem.into() }
    }
}
