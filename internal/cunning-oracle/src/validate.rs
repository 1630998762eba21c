//! An independent validator: performs each step of a plan and reports the first fault.

use crate::apply::Refusal;
use crate::domain::OracleDomain;
use crate::error::OracleError;
use crate::instance::{Instance, Slots};
use crate::limits::SLOTS_MAX;
use crate::query::{OracleQuery, Step};
use std::fmt;

/// The first thing wrong with a plan. Steps are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invalid {
    /// The query itself is invalid.
    OracleQuery(OracleError),
    /// A step cannot be done.
    Step {
        /// The step's position in the plan.
        step: usize,
        /// Why it cannot be done.
        why: StepFault,
    },
    /// All steps can be done, but the goal is not met at the end.
    GoalNotMet,
    /// The sum of costs is out of range.
    CostTooLarge,
}

/// Why a step of a plan cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepFault {
    /// The domain has no such action.
    UnknownAction,
    /// The action stands for a sub-goal; plans hold atomic steps only.
    SubGoal,
    /// The arguments are not exactly one value for each parameter.
    Arguments,
    /// Two effects of the ground action clash, so it does not exist.
    Clash,
    /// The game answered the action's check with no.
    Check,
    /// The condition at this position of `when` does not hold.
    Condition(usize),
    /// A number is divided by zero, too large, or a fraction where an integer is required.
    UndefinedNumber,
    /// An effect would take this fact out of its range.
    Range(String),
    /// None of the cost rules matches.
    NoCostRule,
    /// The cost is negative or not finite.
    Cost,
}

impl fmt::Display for Invalid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OracleQuery(error) => write!(out, "invalid query: {error}"),
            Self::Step { step, why } => write!(out, "step {step} cannot be done: {why:?}"),
            Self::GoalNotMet => write!(out, "the goal is not met at the end"),
            Self::CostTooLarge => write!(out, "the sum of costs is too large"),
        }
    }
}

impl std::error::Error for Invalid {}

impl OracleDomain {
    /// Simulates a plan from the query's start. Returns its cost in millionths and its number of steps, or the first
    /// reason why it is not a plan for the query's goal.
    ///
    /// ```
    /// use cunning_oracle::{Invalid, OracleDomain, OracleQuery, Step};
    /// let text = "[facts]\nlit = 'bool'\n[action.strike]\nthen = ['lit']\n[goal.light]\nwant = ['lit']";
    /// let domain = OracleDomain::parse(text)?;
    /// let query = OracleQuery::new("light");
    /// assert_eq!(domain.validate(&query, &[Step::new("strike", &[])]), Ok((1_000_000, 1)));
    /// assert_eq!(domain.validate(&query, &[]), Err(Invalid::GoalNotMet));
    /// # Ok::<(), cunning_oracle::OracleError>(())
    /// ```
    pub fn validate(&self, query: &OracleQuery, plan: &[Step]) -> Result<(u64, usize), Invalid> {
        let instance = Instance::new(self, query).map_err(Invalid::OracleQuery)?;
        let target = instance.target(query).map_err(Invalid::OracleQuery)?;
        let mut state = instance.start.clone();
        let mut after = Vec::new();
        let mut cost: u64 = 0;
        for (position, step) in plan.iter().enumerate() {
            let price = instance
                .follow(step, &state, &mut after)
                .map_err(|why| Invalid::Step { step: position, why })?;
            cost = cost.checked_add(price).ok_or(Invalid::CostTooLarge)?;
            std::mem::swap(&mut state, &mut after);
        }
        if target.is_met(&instance, &state) { Ok((cost, plan.len())) } else { Err(Invalid::GoalNotMet) }
    }
}

impl Instance<'_> {
    fn follow(&self, step: &Step, state: &[i32], after: &mut Vec<i32>) -> Result<u64, StepFault> {
        let action = self.domain.actions.iter().find(|action| action.name == step.action);
        let action = action.ok_or(StepFault::UnknownAction)?;
        if action.achieves.is_some() {
            return Err(StepFault::SubGoal);
        }
        if step.args.len() != action.parameters.len() {
            return Err(StepFault::Arguments);
        }
        let mut slots: Slots = [0; SLOTS_MAX];
        for (slot, parameter) in action.parameters.iter().enumerate() {
            let given = step.args.iter().find(|(name, _)| *name == parameter.name);
            let value = given.and_then(|(_, text)| self.argument(parameter, text));
            slots[slot] = value.ok_or(StepFault::Arguments)?;
        }
        if self.clashes(action, &mut slots) {
            return Err(StepFault::Clash);
        }
        if !self.check_passes(action, &slots) {
            return Err(StepFault::Check);
        }
        self.attempt(action, &mut slots, state, after).map_err(|refusal| match refusal {
            Refusal::Condition(position) => StepFault::Condition(position),
            Refusal::Undefined => StepFault::UndefinedNumber,
            Refusal::Range(fact) => StepFault::Range(self.domain.vocabulary.facts[fact].name.clone()),
            Refusal::NoCostRule => StepFault::NoCostRule,
            Refusal::Cost => StepFault::Cost,
        })
    }
}
