//! Explanations: what each step of a plan is for, why there is no plan, why an action is not part of it, and why an action
//! that stands for a goal is a dead end.
//!
//! An explanation is plain data with every name resolved to text; [`std::fmt::Display`] turns it into sentences for
//! designers. Nothing is guessed: every statement was verified by planning, and what could not be settled within the
//! budget is reported as unknown.
//!
//! ```
//! use std::sync::Arc;
//! use cunning_plan::explain::{Situation, explain_failure};
//! use cunning_plan::{PlanRequest, read};
//!
//! let text = r#"
//! facts = { has_rum = "bool", drunk = "bool" }
//! action.drink = { when = ["has_rum"], then = ["drunk", "not has_rum"] }
//! goal.get_drunk = { want = ["drunk"] }
//! "#;
//! let domain = Arc::new(read(&cunning_diag::Source::new("rum.toml", text))?);
//! let goal = domain.goal_named("get_drunk").ok_or("no such goal")?;
//! let situation = Situation::for_failure(&domain, &PlanRequest::new(goal))?;
//! let explanation = explain_failure(&situation, 1000)?;
//! assert_eq!(explanation.missing[0].condition, "has_rum");
//! assert!(explanation.to_string().contains("no action makes it true"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod absence;
mod chain;
mod dead_ends;
mod failure;
mod follow;
mod links;
mod need;
mod nodes;
mod producers;
mod sentences;
mod unmet;
mod what_if;
mod words;

use std::sync::Arc;

use crate::ground::GroundingError;
use crate::ground::{GroundActionId, Grounding, State};
use crate::model::{Argument, GoalId, ParamId, PlanningDomain};
use crate::plan_request::PlanRequest;

pub use absence::{AbsenceExplanation, explain_absence};
pub use dead_ends::{DeadEnd, DeadEndExplanation, DeadEndReason, explain_dead_ends};
pub use failure::explain_failure;
pub use links::explain_plan;
pub use nodes::{NodeTale, tell_node};
pub(crate) use unmet::unmet;
pub(crate) use words::list;

/// A planning problem to explain.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The ground actions that the plan's steps name.
    pub grounding: Arc<Grounding>,
    /// The goal planned for.
    pub goal: GoalId,
    /// The arguments of the goal.
    pub args: Vec<(ParamId, Argument)>,
    /// The state planned from.
    pub state: State,
    /// The ground actions whose check was answered with *no*.
    pub refused: Vec<GroundActionId>,
}

impl Situation {
    /// Makes the situation of a request, grounded for planning.
    pub fn for_plan(domain: &Arc<PlanningDomain>, request: &PlanRequest) -> Result<Self, GroundingError> {
        Ok(Self::new(Grounding::for_request(domain, request)?, request))
    }

    /// Makes the situation of a request, grounded for finding out why there is no plan: facts that no action changes may
    /// be what is missing, too.
    pub fn for_failure(domain: &Arc<PlanningDomain>, request: &PlanRequest) -> Result<Self, GroundingError> {
        Ok(Self::new(Grounding::for_explaining(domain, request)?, request))
    }

    fn new(grounding: Arc<Grounding>, request: &PlanRequest) -> Self {
        Self {
            goal: request.goal,
            args: request.args.clone(),
            state: grounding.start(),
            refused: grounding.refused(&request.checks),
            grounding,
        }
    }
}

/// The answer to a question that may exceed the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The answer is yes.
    Yes,
    /// The answer is no.
    No,
    /// The budget was spent before there was an answer.
    Unknown,
}

/// A plan with the purpose of each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanExplanation {
    /// The goal's name.
    pub goal: String,
    /// The steps, in order.
    pub steps: Vec<StepExplanation>,
    /// The sum of their costs, in millionths.
    pub cost_micros: u64,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepExplanation {
    /// The ground action: `go(beach, docks)`.
    pub action: String,
    /// The action's name: `go`.
    pub name: String,
    /// The arguments, by parameter.
    pub args: Vec<(String, String)>,
    /// The cost, in millionths.
    pub cost_micros: u64,
    /// What the step is for. Empty only for steps of plans that are not optimal.
    pub purposes: Vec<Purpose>,
    /// The cheapest alternative without this step.
    pub alternative: Alternative,
}

/// What a step is for: its benefit for a later step or the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// The benefit for the later step or the goal.
    pub benefit: Benefit,
    /// The number of the later step, counted from 1; `None` for the goal.
    pub step: Option<usize>,
}

/// The benefit of a step for a later one or for the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Benefit {
    /// It makes this condition true, or keeps it true.
    Condition(String),
    /// It makes the later step possible, but not through a single condition: a number stays defined or in range.
    Possible,
    /// It makes the later step cheaper.
    Cheaper,
}

/// The cheapest continuation from a state without the ground action that the plan uses there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// Another plan from that state.
    Other {
        /// Its ground actions, in order.
        steps: Vec<String>,
        /// How much more the whole plan would cost, in millionths. Negative if the explained plan is not
        /// optimal.
        more_micros: i64,
    },
    /// There is no alternative.
    None,
    /// The budget was spent before there was an answer.
    Unknown,
}

/// Why there is no plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureExplanation {
    /// The goal's name.
    pub goal: String,
    /// The steps done before; empty if the explanation is about the start.
    pub after: Vec<String>,
    /// Why no state can meet the goal. The rest is empty then.
    pub impossible: Option<String>,
    /// The number of alternatives of the goal; the rest is about the closest one.
    pub way_count: usize,
    /// The conditions that must hold together.
    pub wants: Vec<Want>,
    /// Conditions that can each be met, but not together.
    pub conflict: Vec<String>,
    /// The missing conditions: if all of them could be made true at any time there would be a plan, and each of them is
    /// needed for it.
    pub missing: Vec<Missing>,
    /// The checks whose answer *no* prevents a plan.
    pub checks: Option<RefusedChecks>,
    /// The largest part of the goal that can be met.
    pub closest: Option<Closest>,
    /// Whether the budget sufficed for the whole explanation.
    pub is_complete: bool,
}

/// A condition that the goal wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// The condition.
    pub condition: String,
    /// Whether it can be met, regardless of the other conditions.
    pub alone: Answer,
}

/// A missing condition, and how the goal leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The condition in the domain language.
    pub condition: String,
    /// The conditions from the goal to the missing one, each needed for the one before.
    pub chain: Vec<Link>,
}

/// A condition between the goal and a missing condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The condition.
    pub condition: String,
    /// The fact that the condition is about.
    pub fact: String,
    /// The fact's value at the start, or after the steps that are done before.
    pub start: String,
    /// Whether it can be met by itself.
    pub alone: Answer,
    /// The actions that would make it true, the most promising first.
    pub producers: Vec<Producer>,
    /// The number of further producers that are not listed.
    pub more: usize,
    /// If it compares facts: the values that it requires.
    pub takes: Vec<String>,
    /// If no action would: why the fact never gets there.
    pub stuck: Option<Stuck>,
    /// Whether this is the action that was asked about, not a condition.
    pub is_action: bool,
}

/// Why a fact never gets the value it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// No action changes it.
    Unchanged,
    /// It should rise, and actions only lower it.
    Falls,
    /// It should fall, and actions only raise it.
    Rises,
    /// No action gives it this value (again).
    Never(bool),
    /// Actions change it, but not to this value: the actions with their changes.
    Elsewhere(Vec<(String, String)>),
}

/// An action that would make a condition true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    /// The ground action, or the action if it has no suitable ground action.
    pub action: String,
    /// The change of the fact; empty if there is no ground action.
    pub change: String,
    /// Values that the fact must have in between.
    pub through: Vec<String>,
    /// Why the action does not help.
    pub obstacle: Obstacle,
}

/// Why an action does not help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It needs conditions that cannot be met.
    Needs(Vec<Needed>),
    /// The check of this name does not allow it.
    Check(String),
    /// It makes these conditions false, which must hold at the same time.
    Undoes(Vec<String>),
    /// It can never be done, for this reason.
    Never(String),
    /// It can be done, but not together with the rest.
    Apart,
}

/// A condition that an action needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The condition.
    pub condition: String,
    /// The reason, if the action does not state the condition itself: a range, or a number that must be defined.
    pub because: Option<String>,
    /// Whether the condition depends on itself.
    pub is_cycle: bool,
}

/// Checks that prevent a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedChecks {
    /// The checks and the ground actions that they do not allow.
    pub said_no: Vec<(String, String)>,
    /// The plan if the answers were *yes*.
    pub steps: Vec<String>,
    /// The cost, in millionths.
    pub cost_micros: u64,
}

/// The largest part of a goal that can be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The conditions that can be met together.
    pub conditions: Vec<String>,
    /// The steps that meet them.
    pub steps: Vec<String>,
    /// The cost, in millionths.
    pub cost_micros: u64,
}
