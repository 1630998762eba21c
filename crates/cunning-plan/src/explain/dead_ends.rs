//! Why plans with actions that stand for goals could not be worked out.
//!
//! The planner remembers the first steps that it ruled out. Each is looked at where it happened: in the real state before
//! it, which may differ from what the plan above it believed.

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

/// Why no plan could be worked out to the end, though there may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEndExplanation {
    /// The goal's name.
    pub goal: String,
    /// The first steps that led nowhere. None if planning ended for another reason.
    pub dead_ends: Vec<DeadEnd>,
}

/// A step that stands for a goal and leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The plan that was to be worked out.
    pub plan: Vec<String>,
    /// The step of that plan, counted from 1.
    pub step: usize,
    /// Its ground action.
    pub action: String,
    /// The goal that it stands for, with its arguments: `have(rum)`.
    pub goal: String,
    /// Why it leads nowhere.
    pub reason: DeadEndReason,
}

/// Why a step that stands for a goal leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadEndReason {
    /// Its goal has no plan when its turn comes.
    NoPlan(Box<FailureExplanation>),
    /// Plans for its goal need steps that stand for goals in turn, and these lead nowhere. What was told before is left
    /// out.
    Inner(Vec<DeadEnd>),
    /// Its goal can be reached, but not so that the plan can go on.
    Spoils {
        /// How its goal was reached.
        steps: Vec<String>,
        /// The step that cannot be done then; `None` if all can, and the goal of the plan is not met.
        next: Option<String>,
        /// The conditions that do not hold.
        unmet: Vec<String>,
    },
    /// Too many goals lie within each other.
    TooDeep,
    /// Planning for its goal met a limit.
    Limit(String),
}

/// Explains why no plan with actions that stand for goals could be worked out to the end, as it is when planning ends
/// with [`Limit::Incomplete`](cunning_search::Limit::Incomplete). Takes at most so many expansions to plan again, and as
/// many to explain. The situation should be one [for failures](Situation::for_failure).
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
        let ways = compiled_goal.program().ways();
        explanation.dead_ends = site.dead_ends(planner.blames(), &ways, &mut Vec::new())?;
    }
    Ok(explanation)
}

/// Where a plan was worked out.
struct RefinementSite<'a> {
    situation: &'a Situation,
    /// The steps done before the first of the plan.
    before: Vec<GroundActionId>,
    /// The actions whose goals are being planned for, one within the other.
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

    /// The goal that a ground action stands for: `have(rum)`.
    fn goal_of(&self, id: GroundActionId) -> String {
        let Some((goal, bound)) = self.grounding().sub_goal(id) else { return String::new() };
        let name = self.grounding().domain().goals().get(goal).map_or("", |goal| goal.name.as_str());
        let args: Vec<String> = bound.iter().map(|bound| self.grounding().show_bound(*bound)).collect();
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
    }

    /// What became of the plans for a goal that can be met in some ways. A step that leads nowhere from one and the same
    /// state is told once.
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
                    let sub_aim = self.grounding().sub_aim(id);
                    let ways =
                        sub_aim.map(|compiled_goal| compiled_goal.program().ways()).unwrap_or_default();
                    DeadEndReason::Inner(site.dead_ends(inner, &ways, told)?)
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

    /// Why the goal of a step has no plan in the state before it. That the step itself stands for its goal is no way to
    /// reach it.
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
