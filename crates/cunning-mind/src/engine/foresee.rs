//! The plan that an agent would make for a goal, for user interfaces that show it before an order is given.

use cunning_plan::Planner;
use cunning_plan::explain::{FailureExplanation, Situation, explain_failure};
use cunning_plan::model::{ActionId, GoalId, ParamId};
use cunning_search::Status;

use super::MindEngine;
use super::config::planner_config;
use crate::message::{AgentId, Value};
use crate::object_slots::arg;

/// What would come of a goal, with the present beliefs of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foresight {
    /// The goal is met already.
    Met,
    /// The steps of the plan.
    Plan(Vec<(ActionId, Vec<Value>)>),
    /// There is no plan.
    NoPlan {
        /// Why there is none.
        why: Box<FailureExplanation>,
        /// The names by which the explanation calls objects of the game.
        objects: Vec<(String, Value)>,
    },
    /// The agent does not have the goal, or knows nothing about one of the arguments.
    Unknown,
    /// The search ended with this status.
    Unclear(Status),
}

impl MindEngine {
    /// Plans for a goal as the agent would plan now, with at most `expansions_max` expansions. It changes nothing: the agent
    /// does not learn of it, and the recording does not contain it.
    pub fn foresee(
        &self,
        agent: AgentId,
        goal: GoalId,
        args: &[Option<Value>],
        expansions_max: u64,
    ) -> Foresight {
        let agent = self.index_of(agent).and_then(|index| self.agents[index].agent.as_deref());
        let Some(agent) = agent else { return Foresight::Unknown };
        let archetype = &self.archetypes[agent.archetype];
        let known: Vec<_> = args.iter().map(|value| value.and_then(|value| arg(agent, value))).collect();
        if args.iter().zip(&known).any(|(given, known)| given.is_some() && known.is_none()) {
            return Foresight::Unknown;
        }
        let Some(compiled_goal) = archetype
            .goals
            .iter()
            .any(|known| known.goal == goal)
            .then(|| archetype.compile_goal(goal, &known))
            .flatten()
        else {
            return Foresight::Unknown;
        };
        let state = &agent.beliefs.memory.state;
        if compiled_goal.is_met(state) {
            return Foresight::Met;
        }
        let mut barred = Vec::new();
        archetype.bar_others(&agent.beliefs.queries, &mut barred);
        let mut planner = Planner::new(planner_config());
        planner.begin(&compiled_goal, state, &barred);
        let status = planner.step(expansions_max);
        let grounding = &archetype.grounding;
        if let Some(plan) = planner.plan() {
            let steps = plan.steps.iter().map(|step| {
                let args = grounding.bound_args(step.id).map(|arg| agent.value(arg));
                (step.action, args.collect())
            });
            return Foresight::Plan(steps.collect());
        }
        if status != Status::Unsolvable {
            return Foresight::Unclear(status);
        }
        let args = known.iter().enumerate();
        let args = args.filter_map(|(at, arg)| Some((ParamId::new(at as u32), grounding.argument((*arg)?))));
        let situation = Situation {
            grounding: grounding.clone(),
            goal,
            args: args.collect(),
            state: state.clone(),
            refused: Vec::new(),
        };
        let slots = agent.beliefs.object_slots.iter();
        let objects =
            slots.filter_map(|known| Some((grounding.slot_name(known.slot).to_owned(), known.object?)));
        match explain_failure(&situation, expansions_max) {
            Ok(why) => Foresight::NoPlan { why: Box::new(why), objects: objects.collect() },
            Err(_) => Foresight::Unclear(status),
        }
    }
}
