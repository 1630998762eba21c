//! Explanations: what each step of a plan was for, why there is no plan, why an action is not in it, why an action that
//! stands for a goal leads nowhere.
//!
//! An explanation is plain data with every name resolved to text; [`std::fmt::Display`] puts it into sentences for
//! designers. Nothing is guessed: whatever an explanation says was planned for, and what could not be settled within
//! the budget is said to be open.
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

/// What was planned for, and with what.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The ground actions that the plan's steps name.
    pub grounding: Arc<Grounding>,
    /// The goal.
    pub goal: GoalId,
    /// The parameters of the goal that are bound.
    pub args: Vec<(ParamId, Argument)>,
    /// The state planned from.
    pub state: State,
    /// The ground actions whose check said no.
    pub refused: Vec<GroundActionId>,
}

impl Situation {
    /// The situation of a request, grounded for planning.
    pub fn for_plan(domain: &Arc<PlanningDomain>, request: &PlanRequest) -> Result<Self, GroundingError> {
        Ok(Self::new(Grounding::for_request(domain, request)?, request))
    }

    /// The situation of a request, grounded for finding out why there is no plan: also facts that no action changes may
    /// be what is missing.
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

/// The answer to a question that may be too hard for the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The budget was spent before an answer.
    Unknown,
}

/// A plan, and what each step is for.
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
    /// Its parameters with what they are bound to.
    pub args: Vec<(String, String)>,
    /// Its cost, in millionths.
    pub cost_micros: u64,
    /// What it is for. Only a step of a plan that is not a best one may be for nothing.
    pub purposes: Vec<Purpose>,
    /// The cheapest way to go on without it.
    pub alternative: Alternative,
}

/// What a step is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// What it does for the later step or the goal.
    pub benefit: Benefit,
    /// The number of the later step, counted from 1; `None` for the goal.
    pub step: Option<usize>,
}

/// What a step does for a later one or for the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Benefit {
    /// Makes this condition true, or it would not be true without it.
    Condition(String),
    /// Makes it possible, in a way that no single condition tells: a number stays defined or within its range.
    Possible,
    /// Makes it cheaper.
    Cheaper,
}

/// The cheapest way to go on from a state without using a ground action that the plan uses there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// Another plan from there.
    Other {
        /// Its ground actions, in order.
        steps: Vec<String>,
        /// How much more the whole plan would cost, in millionths. Less than nothing if the plan explained is not a
        /// best one.
        more_micros: i64,
    },
    /// There is no other way.
    None,
    /// The budget was spent before an answer.
    Unknown,
}

/// Why there is no plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureExplanation {
    /// The goal's name.
    pub goal: String,
    /// The steps that are done before; none if it is about the start.
    pub after: Vec<String>,
    /// Why nothing can meet the goal, whatever the facts are. Then the rest is empty.
    pub impossible: Option<String>,
    /// In how many ways the goal could be met; the rest is about the nearest.
    pub way_count: usize,
    /// What must hold together.
    pub wants: Vec<Want>,
    /// Of wants that can each be met, some that cannot be met together.
    pub conflict: Vec<String>,
    /// What is missing: if each of these could be had at any time there would be a plan, and without one of them there
    /// would be none.
    pub missing: Vec<Missing>,
    /// The checks that said no and are to blame.
    pub checks: Option<RefusedChecks>,
    /// As much of what is wanted as can be met.
    pub closest: Option<Closest>,
    /// Whether the budget sufficed for everything that is said here.
    pub is_complete: bool,
}

/// A condition that the goal wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// The condition.
    pub condition: String,
    /// Whether it can be met, whatever becomes of the others.
    pub alone: Answer,
}

/// A condition that is missing, and the way to it from the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The condition, as the language has it.
    pub condition: String,
    /// From what the goal wants to what is missing, each needed for the one before.
    pub chain: Vec<Link>,
}

/// A condition on the way to what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The condition.
    pub condition: String,
    /// The fact it is about.
    pub fact: String,
    /// The fact's value at the start, or after the steps that are done before.
    pub start: String,
    /// Whether it can be met by itself.
    pub alone: Answer,
    /// What would bring it about, the most promising first.
    pub producers: Vec<Producer>,
    /// How many more there are.
    pub more: usize,
    /// If it compares facts: the values that it comes down to.
    pub takes: Vec<String>,
    /// If nothing would: what becomes of the fact instead.
    pub stuck: Option<Stuck>,
    /// Whether it is not a condition but the action that was asked for.
    pub is_action: bool,
}

/// What becomes of a fact that never becomes what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// No action changes it.
    Unchanged,
    /// It should rise, and actions only lower it.
    Falls,
    /// It should fall, and actions only raise it.
    Rises,
    /// It is a bool, and no action gives it this value (again).
    Never(bool),
    /// Actions change it, but not so: the actions and what they do to it.
    Elsewhere(Vec<(String, String)>),
}

/// An action that would bring a condition about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    /// The ground action, or the action if it has no ground action that would.
    pub action: String,
    /// What it does to the fact; empty if it has no ground action.
    pub change: String,
    /// Values that the fact must take in between.
    pub through: Vec<String>,
    /// Why it does not.
    pub obstacle: Obstacle,
}

/// Why an action does not help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It needs what cannot be met.
    Needs(Vec<Needed>),
    /// The check of this name said no.
    Check(String),
    /// It makes these false, which must hold at the same time.
    Undoes(Vec<String>),
    /// It can never be done, for this reason.
    Never(String),
    /// It can be done, but not so that everything comes together.
    Apart,
}

/// A condition that an action needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The condition.
    pub condition: String,
    /// Why, if the action does not say so itself: a range, a number that must be defined.
    pub because: Option<String>,
    /// Whether it needs in turn what it is needed for.
    pub is_circle: bool,
}

/// Checks without whose *no* there would be a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedChecks {
    /// The checks and the ground actions to which they said no.
    pub said_no: Vec<(String, String)>,
    /// The plan with *yes*.
    pub steps: Vec<String>,
    /// Its cost, in millionths.
    pub cost_micros: u64,
}

/// As much of a goal as can be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closest {
    /// What can be met together.
    pub conditions: Vec<String>,
    /// The plan for it.
    pub steps: Vec<String>,
    /// Its cost, in millionths.
    pub cost_micros: u64,
}
