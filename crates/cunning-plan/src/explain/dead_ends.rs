//! Dead ends: why plans with actions that stand for goals could not be refined.
//!
//! The planner keeps the first steps that it ruled out. Each is examined in the real state before it, which may
//! differ from what the outer plan expected.

use std::sync::Arc;

use cunning_search::Status;

use crate::ground::GroundingError;
use crate::ground::{Bound, GroundActionId, Grounding, State};
use crate::model::{Argument, ObjectName, ParamId};
use crate::plan::conditions;
use crate::planner::{Blame, Fault, Planner, PlannerConfig};
use crate::task::Conjunction;

use super::failure::explain_failure;
use super::unmet::unmet;
use super::{FailureExplanation, Situation};

/// Why no plan could be refined completely, although there may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEndExplanation {
    /// The goal's name.
    pub goal: String,
    /// The first dead ends. Empty if planning ended for another reason.
    pub dead_ends: Vec<DeadEnd>,
}

/// A step that stands for a goal and could not be refined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The plan that was being refined.
    pub plan: Vec<String>,
    /// The number of the step in that plan, counted from 1.
    pub step: usize,
    /// The ground action of the step.
    pub action: String,
    /// The goal that the step stands for, with its arguments: `have(rum)`.
    pub goal: String,
    /// Why the step could not be refined.
    pub reason: DeadEndReason,
}

/// Why a step that stands for a goal could not be refined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadEndReason {
    /// The goal has no plan in the state before the step.
    NoPlan(Box<FailureExplanation>),
    /// Plans for the goal contain steps that stand for goals themselves, and these are dead ends. Dead ends reported
    /// before are left out.
    Inner(Vec<DeadEnd>),
    /// The goal can be reached, but not in a way that lets the plan continue.
    Spoils {
        /// The steps that reach the goal.
        steps: Vec<String>,
        /// The step that cannot be done then; `None` if all can and the goal of the plan is not met.
        next: Option<String>,
        /// The conditions that do not hold.
        unmet: Vec<String>,
    },
    /// The nesting of goals is too deep.
    TooDeep,
    /// Planning for the goal exceeded a limit.
    Limit(String),
}

/// Explains why no plan with actions that stand for goals could be refined completely, after planning ended with
/// [`Limit::Incomplete`](cunning_search::Limit::Incomplete). Uses at most `expansions_max` expansions to plan again,
/// and as many to explain. The situation should be [for failures](Situation::for_failure).
pub fn explain_dead_ends(
    situation: &Situation,
    expansions_max: u64,
) -> Result<DeadEndExplanation, GroundingError> {
    let Situation { grounding, goal, args, state, refused } = situation;
    let compiled_goal = grounding.compiled_goal(*goal, args)?;
    let mut planner = Planner::new(PlannerConfig::default());
    planner.begin(&compiled_goal, state, refused);
    let status = planner.step(expansions_max);
    let name = grounding.domain().goals().get(*goal).map(|goal| goal.name.clone()).unwrap_or_default();
    let mut explanation = DeadEndExplanation { goal: name, dead_ends: Vec::new() };
    if !matches!(status, Status::Solved | Status::Unsolvable) {
        let site = RefinementSite { situation, before: Vec::new(), outer: Vec::new(), expansions_max };
        explanation.dead_ends = site.dead_ends(planner.blames(), compiled_goal.ways(), &mut Vec::new())?;
    }
    Ok(explanation)
}

/// The position of a plan that was being refined.
struct RefinementSite<'a> {
    situation: &'a Situation,
    /// The steps done before the plan.
    before: Vec<GroundActionId>,
    /// The nested actions whose goals are being planned for.
    outer: Vec<GroundActionId>,
    expansions_max: u64,
}

impl RefinementSite<'_> {
    fn grounding(&self) -> &Arc<Grounding> {
        &self.situation.grounding
    }

    fn show(&self, ids: &[GroundActionId]) -> Vec<String> {
        ids.iter().map(|id| self.grounding().show(*id)).collect()
    }

    /// Formats the goal that a ground action stands for: `have(rum)`.
    fn goal_of(&self, id: GroundActionId) -> String {
        let Some((goal, bound)) = self.grounding().sub_goal(id) else { return String::new() };
        let name = self.grounding().domain().goals().get(goal).map_or("", |goal| goal.name.as_str());
        let args: Vec<String> = bound.iter().map(|bound| self.grounding().show_bound(*bound)).collect();
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
    }

    /// Returns the dead ends of the plans for a goal with several alternatives. A dead end in the same state is
    /// reported once.
    fn dead_ends(
        &self,
        blames: &[Blame],
        ways: &[Conjunction],
        told: &mut Vec<(GroundActionId, State)>,
    ) -> Result<Vec<DeadEnd>, GroundingError> {
        let expansions_max = self.expansions_max / blames.len().max(1) as u64;
        let mut found = Vec::new();
        for blame in blames {
            let Some(&id) = blame.outline.get(blame.at) else { continue };
            let seen = (id, blame.state.clone());
            if told.contains(&seen) {
                continue;
            }
            told.push(seen);
            let reason = match &blame.fault {
                Fault::Ended(Status::Unsolvable) => {
                    DeadEndReason::NoPlan(Box::new(self.failure(blame, id, expansions_max)?))
                }
                Fault::Ended(Status::LimitExceeded(limit)) => DeadEndReason::Limit(limit.to_string()),
                Fault::Ended(_) => DeadEndReason::Limit("no answer".to_owned()),
                Fault::TooDeep => DeadEndReason::TooDeep,
                Fault::Inner(inner) => {
                    let before = self.before.iter().chain(&blame.before).copied().collect();
                    let outer = self.outer.iter().copied().chain([id]).collect();
                    let site = RefinementSite { situation: self.situation, before, outer, expansions_max };
                    let sub_goal = self.grounding().sub_goal_of(id);
                    let ways = sub_goal.as_ref().map_or(&[][..], |compiled_goal| compiled_goal.ways());
                    DeadEndReason::Inner(site.dead_ends(inner, ways, told)?)
                }
                Fault::Spoils { steps, next } => {
                    let conditions = next.map(|next| conditions(self.grounding(), next));
                    let conditions = conditions.as_deref().unwrap_or(ways);
                    DeadEndReason::Spoils {
                        steps: self.show(steps),
                        next: next.map(|next| self.grounding().show(next)),
                        unmet: unmet(self.grounding(), conditions, &blame.state),
                    }
                }
            };
            found.push(DeadEnd {
                plan: self.show(&blame.outline),
                step: blame.at + 1,
                action: self.grounding().show(id),
                goal: self.goal_of(id),
                reason,
            });
        }
        Ok(found)
    }

    /// Explains why the goal of a step has no plan in the state before it. The step itself is not allowed to reach
    /// its goal.
    fn failure(
        &self,
        blame: &Blame,
        id: GroundActionId,
        expansions_max: u64,
    ) -> Result<FailureExplanation, GroundingError> {
        let idle: Vec<GroundActionId> = self.outer.iter().copied().chain([id]).collect();
        let (goal, bound) = self.grounding().sub_goal(id).unwrap_or((self.situation.goal, Vec::new()));
        let argument = |bound: &Bound| match bound {
            Bound::Object(_) => Argument::Object(ObjectName::Bound(self.grounding().show_bound(*bound))),
            Bound::Number(number) => Argument::Number(*number),
        };
        let inner = Situation {
            grounding: Arc::new(self.grounding().with_idle(&idle)),
            goal,
            args: (0..).map(ParamId::new).zip(bound.iter().map(argument)).collect(),
            state: blame.state.clone(),
            refused: self.situation.refused.clone(),
        };
        let mut explanation = explain_failure(&inner, expansions_max)?;
        explanation.goal = self.goal_of(id);
        explanation.after = self.show(&self.before);
        explanation.after.extend(self.show(&blame.before));
        Ok(explanation)
    }
}
