//! What an agent is doing: its goal, plan and beliefs.

use cunning_plan::model::{ActionId, FactId, GoalId};
use cunning_plan::{Arg, GroundActionId};

use super::MindEngine;
use crate::agent::{Chosen, Order};
use crate::message::{AgentId, OrderId, Value};
use crate::object_slots::arg;

/// A summary of what an agent is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The display name of the agent.
    pub name: String,
    /// The goal that the agent pursues.
    pub goal: Option<String>,
    /// The score of the goal, in millionths.
    pub score: i64,
    /// The remaining steps of the plan as text; the first one may be running.
    pub plan: Vec<String>,
    /// Whether a step is running.
    pub is_acting: bool,
    /// Whether the agent waits for a plan.
    pub is_planning: bool,
}

/// An order that an agent has received and that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedOrder {
    /// The id of the order.
    pub id: OrderId,
    /// The agent that gave the order; `None` for the game.
    pub from: Option<AgentId>,
    /// The ordered goal.
    pub goal: GoalId,
    /// The arguments of the goal; `None` for those that the agent chooses.
    pub args: Vec<Option<Value>>,
}

impl MindEngine {
    /// Returns the open orders of an agent, the oldest first.
    pub fn orders_of(&self, agent: AgentId) -> Vec<ReceivedOrder> {
        let agent = self.index_of(agent).and_then(|index| self.agents[index].agent.as_deref());
        let Some(agent) = agent else { return Vec::new() };
        let goals = &self.archetypes[agent.archetype].goals;
        let received = |order: &Order| {
            let goal = goals.get(order.goal)?.goal;
            Some(ReceivedOrder { id: order.id, from: order.from, goal, args: order.args.clone() })
        };
        agent.command.orders.iter().filter_map(received).collect()
    }

    /// Returns a summary of what an agent is doing; `None` if the agent does not exist.
    pub fn inspect(&self, agent: AgentId) -> Option<Inspection> {
        let agent = self.agents[self.index_of(agent)?].agent.as_deref()?;
        let archetype = &self.archetypes[agent.archetype];
        let goal = |chosen: &Chosen| {
            self.spec.planning.goals().get(archetype.goals[chosen.goal].goal).map(|goal| goal.name.clone())
        };
        Some(Inspection {
            name: agent.name.clone(),
            goal: agent.intention.chosen.as_ref().and_then(goal),
            score: agent.intention.chosen.as_ref().map_or(0, |chosen| chosen.score),
            plan: agent.execution.rest().iter().map(|&id| archetype.grounding.show(id)).collect(),
            is_acting: agent.execution.running.is_some(),
            is_planning: agent.intention.requested.is_some(),
        })
    }

    /// Returns the goal that an agent pursues, with its arguments.
    pub fn goal_of(&self, agent: AgentId) -> Option<(GoalId, Vec<Option<Value>>)> {
        let agent = self.agents[self.index_of(agent)?].agent.as_deref()?;
        let chosen = agent.intention.chosen.as_ref()?;
        let args = chosen.args.iter().map(|arg| arg.map(|arg| agent.value(arg))).collect();
        Some((self.archetypes[agent.archetype].goals[chosen.goal].goal, args))
    }

    /// Returns the remaining steps of an agent's plan; the first one may be running.
    pub fn plan_of(&self, agent: AgentId) -> Vec<(ActionId, Vec<Value>)> {
        let agent = self.index_of(agent).and_then(|index| self.agents[index].agent.as_deref());
        let Some(agent) = agent else { return Vec::new() };
        let grounding = &self.archetypes[agent.archetype].grounding;
        let step = |id: &GroundActionId| {
            (grounding.action(*id), grounding.bound_args(*id).map(|arg| agent.value(arg)).collect())
        };
        agent.execution.rest().iter().map(step).collect()
    }

    /// Returns the value that an agent believes a fact to have, and its confidence in millionths.
    pub fn belief(&self, agent: AgentId, fact: FactId, indices: &[Value]) -> Option<(Value, u32)> {
        let agent = self.agents[self.index_of(agent)?].agent.as_deref()?;
        let archetype = &self.archetypes[agent.archetype];
        let args: Option<Vec<Arg>> = indices.iter().map(|&value| arg(agent, value)).collect();
        let ground = archetype.grounding.ground_fact(fact, &args?)?;
        let value = agent.value_of(archetype.grounding.value(&agent.beliefs.memory.state, ground)?);
        Some((value, agent.beliefs.memory.confidence(archetype, ground, self.ctx.now_ms)))
    }
}
