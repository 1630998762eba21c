//! What is asked of a domain: which goal, from which start, with which objects, numbers and answers.

use crate::micros::Micros;
use crate::model::{ActionId, Argument, Binding, GoalId, ObjectName, ParamId, Setting, TableId};

/// A planning problem in a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRequest {
    /// The goal.
    pub goal: GoalId,
    /// The parameters of the goal that are bound. One that is not means *some* object: the cheapest wins.
    pub args: Vec<(ParamId, Argument)>,
    /// What differs from the domain's own start; later settings win.
    pub set: Vec<Setting>,
    /// The objects bound to the open types, in place of the domain's own.
    pub objects: Option<Vec<Binding>>,
    /// Numbers of tables that differ from the domain's own.
    pub tables: Vec<TableNumber>,
    /// The numbers that the agent brings along.
    pub traits: Vec<(String, Micros)>,
    /// What the agent can do; every action of the domain if not given.
    pub actions: Option<Vec<ActionId>>,
    /// The answers to checks; of several that fit, the last counts, and a check without an answer is *yes*.
    pub checks: Vec<CheckAnswer>,
}

/// A number of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableNumber {
    /// The table.
    pub table: TableId,
    /// Its indices.
    pub key: Vec<ObjectName>,
    /// The number.
    pub value: Micros,
}

/// An answer to a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckAnswer {
    /// The check.
    pub check: String,
    /// The action it concerns; all that have the check if not given.
    pub action: Option<String>,
    /// The parameters it concerns, by name and value; all if empty.
    pub args: Vec<(String, String)>,
    /// The answer.
    pub yes: bool,
}

impl PlanRequest {
    /// The goal as the domain has it.
    pub fn new(goal: GoalId) -> Self {
        Self {
            goal,
            args: Vec::new(),
            set: Vec::new(),
            objects: None,
            tables: Vec::new(),
            traits: Vec::new(),
            actions: None,
            checks: Vec::new(),
        }
    }

    /// Whether the agent can do an action.
    pub(crate) fn allows(&self, action: ActionId) -> bool {
        self.actions.as_ref().is_none_or(|actions| actions.contains(&action))
    }
}
