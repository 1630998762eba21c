//! Goals, and the tests of a domain file.

use super::{ActionId, Binding, Condition, GoalId, ObjectName, Param, ParamId, Setting, SourceSpan};
use crate::micros::Micros;

/// A goal that agents may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The name of the goal, by which plans are requested.
    pub name: String,
    /// The parameters, in file order; an unbound parameter means *some* object.
    pub params: Vec<Param>,
    /// The conditions that must hold.
    pub want: Vec<Condition>,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span of the name.
    pub span: SourceSpan,
}

/// A planning problem with its expected result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The name of the test, for reports.
    pub name: String,
    /// The objects bound to the open types, in place of the domain's own.
    pub objects: Option<Vec<Binding>>,
    /// Initial values that differ from the domain's start.
    pub set: Vec<Setting>,
    /// The goal to plan for.
    pub goal: GoalId,
    /// The parameters of the goal that are bound, in the order they were written.
    pub args: Vec<(ParamId, Argument)>,
    /// The expected steps, if they are tested.
    pub plan: Option<Vec<ExpectedStep>>,
    /// The expected cost, if it is tested.
    pub cost: Option<Micros>,
    /// Whether there must be no plan; the other expectations are absent then.
    pub unsolvable: bool,
    /// Actions that the plan must use.
    pub uses: Vec<ActionId>,
    /// Actions that the plan must not use.
    pub avoids: Vec<ActionId>,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span of the name.
    pub span: SourceSpan,
}

/// An argument of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An object, for object parameters.
    Object(ObjectName),
    /// An integer from the parameter's range.
    Number(i64),
}

/// An entry of the plan that a test expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedStep {
    /// A step with this action.
    Action(ActionId),
    /// Any number of steps, including none.
    Any,
}
