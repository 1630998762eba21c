//! A request to plan: the goal, the start, and the objects, numbers and answers to plan with.

use crate::micros::Micros;
use crate::model::{ActionId, Argument, Binding, GoalId, ObjectName, ParamId, Setting, TableId};

/// A request for a plan in a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRequest {
    /// The goal to reach.
    pub goal: GoalId,
    /// The arguments of the goal. A parameter without an argument means *some* object: the cheapest choice wins.
    pub args: Vec<(ParamId, Argument)>,
    /// Initial values that differ from the domain's start; later settings win.
    pub set: Vec<Setting>,
    /// The objects bound to the open types, replacing the domain's own.
    pub objects: Option<Vec<Binding>>,
    /// Table numbers that differ from the domain's.
    pub tables: Vec<TableNumber>,
    /// The traits of the agent, by name.
    pub traits: Vec<(String, Micros)>,
    /// The actions that the agent can do; all actions of the domain if `None`.
    pub actions: Option<Vec<ActionId>>,
    /// The answers to checks. If several match, the last one counts; a check without an answer counts as *yes*.
    pub checks: Vec<CheckAnswer>,
}

/// A number for one entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableNumber {
    /// The table that has the entry.
    pub table: TableId,
    /// The indices of the entry.
    pub key: Vec<ObjectName>,
    /// The number of the entry.
    pub value: Micros,
}

/// An answer to a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckAnswer {
    /// The name of the check.
    pub check: String,
    /// The action that the answer is about; all actions with the check if `None`.
    pub action: Option<String>,
    /// The arguments that the answer is about, by name and value; all if empty.
    pub args: Vec<(String, String)>,
    /// Whether the action is allowed.
    pub yes: bool,
}

impl PlanRequest {
    /// Makes a request for a goal from the domain's own start.
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

    /// Returns whether the agent can do an action.
    pub(crate) fn allows(&self, action: ActionId) -> bool {
        self.actions.as_ref().is_none_or(|actions| actions.contains(&action))
    }
}
