//! Why a domain and a request cannot be turned into a planning task.

use crate::micros::Micros;
use crate::model::{
    Argument, FactId, GoalId, ObjectName, PlanningDomain, SourceSpan, TableId, TypeId, Value,
};

/// Why a domain cannot be grounded for a [`PlanRequest`](crate::PlanRequest), or why a state cannot be changed as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GroundingError {
    /// The grounded domain would exceed a fixed limit.
    #[error("more than {max} {what}")]
    LimitExceeded {
        /// What is limited, as a plural noun, such as "ground actions".
        what: &'static str,
        /// The limit.
        max: usize,
        /// The declaration that exceeds the limit.
        span: SourceSpan,
    },
    /// The request's goal is not a goal of this domain.
    #[error("the domain has no goal number {}", .goal.index())]
    UnknownGoal {
        /// The id that was given.
        goal: GoalId,
    },
    /// A setting's fact is not a fact of this domain.
    #[error("the domain has no fact number {}", .fact.index())]
    UnknownFact {
        /// The id that was given.
        fact: FactId,
    },
    /// A table number's table is not a table of this domain.
    #[error("the domain has no table number {}", .table.index())]
    UnknownTable {
        /// The id that was given.
        table: TableId,
    },
    /// A binding's type is not a type of this domain.
    #[error("the domain has no type number {}", .ty.index())]
    UnknownType {
        /// The id that was given.
        ty: TypeId,
    },
    /// Objects were bound to a type whose objects the domain lists itself.
    #[error("cannot bind objects to `{ty}`: it is not an open type")]
    TypeNotOpen {
        /// The name of the type.
        ty: String,
    },
    /// More objects were bound to an open type than it has slots.
    #[error("{count} objects are bound to `{ty}`, which has room for {max}: raise its `max`")]
    TooManyObjects {
        /// The name of the type.
        ty: String,
        /// The number of objects bound to it.
        count: usize,
        /// The type's `max`.
        max: usize,
    },
    /// A setting names an object that is not among the objects bound to its type.
    #[error("`{object}`, named by a setting of `{fact}`, is not bound: bind it to its type first")]
    UnboundObject {
        /// The name of the object.
        object: String,
        /// The name of the fact.
        fact: String,
    },
    /// A setting names objects for which the fact does not exist.
    #[error("`{fact}` does not exist for [{}]", .indices.join(", "))]
    NoGroundFact {
        /// The name of the fact.
        fact: String,
        /// The names of the objects it was indexed with.
        indices: Vec<String>,
    },
    /// A setting's value has the wrong type or is out of range.
    #[error("`{fact}` cannot have the value `{value}`")]
    InvalidValue {
        /// The name of the fact.
        fact: String,
        /// The value as domain files write it.
        value: String,
    },
    /// An argument of a goal or action has the wrong type or is out of range.
    #[error("the parameter `{param}` of `{of}` cannot be `{value}`")]
    InvalidArgument {
        /// The name of the goal or action.
        of: String,
        /// The name of the parameter.
        param: String,
        /// The argument as domain files write it.
        value: String,
    },
    /// A table number's key is incomplete or names an unknown object.
    #[error("the table `{table}` has no entry for [{}]", .key.join(", "))]
    NoTableEntry {
        /// The name of the table.
        table: String,
        /// The names of the objects given as key.
        key: Vec<String>,
    },
    /// The domain reads a trait that the request does not give.
    #[error("`trait.{name}` has no value")]
    MissingTrait {
        /// The name of the trait, without `trait.`.
        name: String,
    },
    /// A fact cannot change because the grounding has its value built in.
    #[error(
        "`{fact}` cannot change: no action writes it, so the grounding for this request keeps its first value"
    )]
    FixedFact {
        /// The name of the fact.
        fact: String,
    },
    /// A table cannot change because the grounding has its numbers built in.
    #[error("`{table}` cannot change: conditions or effects read it, or the grounding is for one request")]
    FixedTable {
        /// The name of the table.
        table: String,
    },
    /// A trait cannot change because the grounding has its value built in.
    #[error(
        "`trait.{name}` cannot change: conditions or effects read it, or the grounding is for one request"
    )]
    FixedTrait {
        /// The name of the trait, without `trait.`.
        name: String,
    },
    /// A cost factor is negative or too large.
    #[error("a cost factor must be from 0 to 4294, not {factor}")]
    InvalidFactor {
        /// The factor that was given.
        factor: Micros,
    },
}

impl GroundingError {
    /// Returns whether the domain is too large, rather than the request being wrong.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::LimitExceeded { .. })
    }
}

/// Returns the name of an object for messages.
pub(super) fn object_text(domain: &PlanningDomain, name: &ObjectName) -> String {
    match name {
        ObjectName::Bound(name) => name.clone(),
        ObjectName::Closed(id) => {
            domain.objects().get(*id).map_or_else(|| "?".into(), |object| object.name.clone())
        }
    }
}

/// Formats a value for messages.
pub(super) fn value_text(domain: &PlanningDomain, value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Object(name) => object_text(domain, name),
        Value::None => "none".into(),
    }
}

/// Formats an argument for messages.
pub(super) fn argument_text(domain: &PlanningDomain, argument: &Argument) -> String {
    match argument {
        Argument::Object(name) => object_text(domain, name),
        Argument::Number(value) => value.to_string(),
    }
}
