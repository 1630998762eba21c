//! Goals, and the tests that a file brings along.

use super::{ActionId, Binding, Condition, GoalId, ObjectName, Param, ParamId, Setting, SourceSpan};
use crate::micros::Micros;

/// What an agent may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its name.
    pub name: String,
    /// Its parameters, in file order; one that is not bound means *some* object.
    pub params: Vec<Param>,
    /// What must hold.
    pub want: Vec<Condition>,
    /// What its author says about it.
    pub doc: Option<String>,
    /// Where its name stands.
    pub span: SourceSpan,
}

/// A planning problem with what is expected of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// The objects bound to the open types, in place of the domain's own.
    pub objects: Option<Vec<Binding>>,
    /// What differs from the domain's start.
    pub set: Vec<Setting>,
    /// The goal.
    pub goal: GoalId,
    /// The parameters of the goal that are bound, in the order they were written.
    pub args: Vec<(ParamId, Argument)>,
    /// The steps, if they are tested.
    pub plan: Option<Vec<ExpectedStep>>,
    /// The cost, if it is tested.
    pub cost: Option<Micros>,
    /// Whether there must be no plan; then the other expectations are absent.
    pub unsolvable: bool,
    /// Actions that the plan must have.
    pub uses: Vec<ActionId>,
    /// Actions that the plan must not have.
    pub avoids: Vec<ActionId>,
    /// What its author says about it.
    pub doc: Option<String>,
    /// Where its name stands.
    pub span: SourceSpan,
}

/// What a parameter is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An object.
    Object(ObjectName),
    /// An integer of the parameter's range.
    Number(i64),
}

/// An entry of the plan that a test expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedStep {
    /// A step with this action.
    Action(ActionId),
    /// Any number of steps, also none.
    Any,
}
