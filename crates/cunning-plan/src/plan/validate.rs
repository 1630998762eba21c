//! Validation of plans: each step can be done in its state and has the stated cost, and the goal is met at the end.
//!
//! The plan is simulated; no search is involved. For any plan and state the result is a [`PlanFault`], never a panic.

use std::fmt;

use super::{Plan, PlanStep, show_cost};
use crate::compiled_goal::CompiledGoal;
use crate::explain::{list, unmet};
use crate::ground::{GroundActionId, Grounding, State};
use crate::relax::with_ranges;
use crate::task::{Conjunction, Operator};

/// Why a plan is not valid. Steps are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// The state belongs to another grounding than the goal.
    ForeignState,
    /// A step names an action that the goal's grounding does not have, or not under that id.
    ForeignAction {
        /// The number of the step.
        step: usize,
    },
    /// A step stands for a goal and has not been refined into actions.
    NotAtomic {
        /// The number of the step.
        step: usize,
        /// The ground action of the step.
        action: String,
    },
    /// A step cannot be done in the state before it.
    NotPossible {
        /// The number of the step.
        step: usize,
        /// The ground action of the step.
        action: String,
        /// The conditions that do not hold there. Empty if a number is undefined or an effect is impossible instead.
        unmet: Vec<String>,
    },
    /// A step has another cost than stated.
    CostDiffers {
        /// The number of the step.
        step: usize,
        /// The ground action of the step.
        action: String,
        /// The stated cost, in millionths.
        said_micros: u64,
        /// The actual cost, in millionths.
        real_micros: u64,
    },
    /// The plan's cost is not the sum of its steps' costs.
    TotalDiffers {
        /// The stated cost of the plan, in millionths.
        said_micros: u64,
        /// The sum of the steps' costs in millionths, saturating.
        real_micros: u64,
    },
    /// The goal is not met at the end.
    GoalNotMet {
        /// The conditions that do not hold, for the alternative of the goal that lacks fewest. Empty if the goal can
        /// never be met.
        unmet: Vec<String>,
    },
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ForeignState => f.write_str("the state belongs to another grounding"),
            Self::ForeignAction { step } => write!(f, "step {step} belongs to another grounding"),
            Self::NotAtomic { step, action } => {
                write!(f, "step {step}, `{action}`, stands for a goal and has not been refined")
            }
            Self::NotPossible { step, action, unmet } if unmet.is_empty() => {
                write!(
                    f,
                    "step {step}, `{action}`, cannot be done: a number is undefined, or an effect leaves its range"
                )
            }
            Self::NotPossible { step, action, unmet } => {
                let verb = if unmet.len() == 1 { "does" } else { "do" };
                write!(f, "step {step}, `{action}`, cannot be done: {} {verb} not hold", list(unmet))
            }
            Self::CostDiffers { step, action, said_micros, real_micros } => {
                let (said, real) = (show_cost(*said_micros), show_cost(*real_micros));
                write!(f, "step {step}, `{action}`, costs {real}, not {said}")
            }
            Self::TotalDiffers { said_micros, real_micros } => {
                let (said, real) = (show_cost(*said_micros), show_cost(*real_micros));
                write!(f, "the steps cost {real} in total, not {said}")
            }
            Self::GoalNotMet { unmet } if unmet.is_empty() => f.write_str("the goal can never be met"),
            Self::GoalNotMet { unmet } => {
                let verb = if unmet.len() == 1 { "does" } else { "do" };
                write!(f, "the goal is not met: {} {verb} not hold at the end", list(unmet))
            }
        }
    }
}

impl std::error::Error for PlanFault {}

impl Plan {
    /// Simulates the plan from a state to the goal, and returns the first fault.
    ///
    /// Checks are not asked: an action that the game would refuse is valid here.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use cunning_plan::{Plan, PlanFault, Planner, PlannerConfig, PlanRequest, read};
    /// use cunning_search::Status;
    ///
    /// let text = r#"
    /// facts = { has_rum = "bool", drunk = "bool" }
    /// action.buy = { then = ["has_rum"], cost = 2 }
    /// action.drink = { when = ["has_rum"], then = ["drunk", "not has_rum"] }
    /// goal.get_drunk = { want = ["drunk"] }
    /// "#;
    /// let domain = Arc::new(read(&cunning_diag::Source::new("rum.toml", text))?);
    /// let request = PlanRequest::new(domain.goal_named("get_drunk").ok_or("no such goal")?);
    /// let (mut planner, grounding) = Planner::for_request(&domain, &request, PlannerConfig::default())?;
    /// assert_eq!(planner.step(100), Status::Solved);
    /// let mut plan = planner.plan().ok_or("no plan")?;
    /// let compiled_goal = grounding.compiled_goal(request.goal, &request.args)?;
    /// assert_eq!(plan.validate(&compiled_goal, &grounding.start()), Ok(()));
    ///
    /// plan.steps.remove(0);
    /// let fault = plan.validate(&compiled_goal, &grounding.start()).err().ok_or("a fault: there is no rum")?;
    /// assert_eq!(fault.to_string(), "step 1, `drink`, cannot be done: `has_rum` does not hold");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn validate(&self, compiled_goal: &CompiledGoal, state: &State) -> Result<(), PlanFault> {
        let grounding = compiled_goal.grounding();
        if !grounding.has(state) {
            return Err(PlanFault::ForeignState);
        }
        let mut state = state.clone();
        let mut sum_micros: u64 = 0;
        for (at, step) in (1..).zip(&self.steps) {
            let cost_micros = follow(grounding, at, step, &mut state)?;
            sum_micros = sum_micros.saturating_add(cost_micros);
        }
        if sum_micros != self.cost_micros {
            return Err(PlanFault::TotalDiffers { said_micros: self.cost_micros, real_micros: sum_micros });
        }
        if !compiled_goal.is_met(&state) {
            return Err(PlanFault::GoalNotMet { unmet: unmet(grounding, compiled_goal.ways(), &state) });
        }
        Ok(())
    }
}

/// Applies a step and returns its cost.
fn follow(grounding: &Grounding, at: usize, step: &PlanStep, state: &mut State) -> Result<u64, PlanFault> {
    let is_known = |id: GroundActionId| (id.0 as usize) < grounding.ground_action_count();
    let is_foreign_part = step.part_of.is_some_and(|id| !is_known(id) || !grounding.is_sub_goal(id));
    if is_foreign_part || !is_known(step.id) || grounding.action(step.id) != step.action {
        return Err(PlanFault::ForeignAction { step: at });
    }
    let action = || grounding.show(step.id);
    if grounding.is_sub_goal(step.id) {
        return Err(PlanFault::NotAtomic { step: at, action: action() });
    }
    let Some(real_micros) = grounding.apply(step.id, state) else {
        let unmet = unmet(grounding, &conditions(grounding, step.id), state);
        return Err(PlanFault::NotPossible { step: at, action: action(), unmet });
    };
    if real_micros != step.cost_micros {
        let said_micros = step.cost_micros;
        return Err(PlanFault::CostDiffers { step: at, action: action(), said_micros, real_micros });
    }
    Ok(real_micros)
}

/// Returns the conditions of a ground action, for each of its operators.
pub(crate) fn conditions(grounding: &Grounding, id: GroundActionId) -> Vec<Conjunction> {
    let task = grounding.task();
    let effects = task.actions.get(id.0 as usize).map_or(&[][..], |task_action| &task_action.effects);
    let condition = |operator: &Operator| {
        with_ranges(task, &operator.pre, effects).unwrap_or_else(|| operator.pre.clone())
    };
    task.operators_of(id.0).iter().map(condition).collect()
}
