//! Why an agent turned to another goal: the belief whose change altered the ranking most.

use cunning_plan::model::{FactId, GoalId};
use cunning_plan::{Arg, FactValue, GroundFact};

use super::MindEngine;
use crate::agent::Agent;
use crate::compiled_archetype::{ArchetypeGoal, CompiledArchetype};
use crate::message::{AgentId, Value};
use crate::object_slots::arg;

/// A belief that the score of a goal reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreBelief {
    /// The fact.
    pub fact: FactId,
    /// The indices of the fact.
    pub indices: Vec<Value>,
    /// The believed value.
    pub value: Value,
}

/// A changed belief that altered the ranking of goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingChange {
    /// The belief as it is now.
    pub belief: ScoreBelief,
    /// The value that was believed before.
    pub before: Value,
}

impl MindEngine {
    /// Returns the beliefs that the scores of an agent's goals read. Keep them at a decision for
    /// [`MindEngine::why_goal`] at the next one.
    pub fn score_beliefs(&self, agent: AgentId) -> Vec<ScoreBelief> {
        let Some((agent, archetype)) = self.agent_and_archetype(agent) else { return Vec::new() };
        let mut facts: Vec<GroundFact> =
            archetype.goals.iter().flat_map(ArchetypeGoal::score_facts).collect();
        facts.sort_unstable();
        facts.dedup();
        facts.into_iter().filter_map(|fact| score_belief(agent, archetype, fact)).collect()
    }

    /// Returns the changed belief that speaks most for an agent's goal over its former one: the one without whose
    /// change the score of the goal would be lower, or that of the former goal higher, by the largest amount. `before`
    /// are the [`MindEngine::score_beliefs`] of the former decision. Returns `None` if no change of a belief altered the
    /// ranking: the goal was ordered, the former goal was met or is on cooldown, or another target was found.
    pub fn why_goal(
        &self,
        agent: AgentId,
        former: Option<GoalId>,
        before: &[ScoreBelief],
    ) -> Option<RankingChange> {
        let now = self.score_beliefs(agent);
        let (agent, archetype) = self.agent_and_archetype(agent)?;
        let chosen = archetype.goals.get(agent.intention.chosen.as_ref()?.goal)?;
        let former = former.filter(|former| *former != chosen.goal);
        let former = former.and_then(|goal| archetype.goals.iter().find(|known| known.goal == goal));
        let state = &agent.beliefs.memory.state;
        let mut best: Option<(i64, RankingChange)> = None;
        for belief in now {
            let is_same =
                |other: &&ScoreBelief| (other.fact, &other.indices) == (belief.fact, &belief.indices);
            let known = before.iter().find(is_same).map(|known| known.value);
            // Of an object that was unknown nothing was believed.
            let before = match (known, belief.value) {
                (Some(value), _) => value,
                (None, Value::Bool(_)) => Value::Bool(false),
                (None, _) => continue,
            };
            if before == belief.value {
                continue;
            }
            let Some((fact, value)) = ground(agent, archetype, &belief, before) else { continue };
            let mut earlier = state.clone();
            archetype.grounding.put(&mut earlier, fact, value);
            let gain = |goal: &ArchetypeGoal| {
                Some(goal.score(state)?.saturating_sub(goal.score(&earlier)?)).filter(|gain| *gain != 0)
            };
            let gain = gain(chosen).unwrap_or(0).saturating_sub(former.and_then(gain).unwrap_or(0));
            if gain > best.as_ref().map_or(0, |(best, _)| *best) {
                best = Some((gain, RankingChange { belief, before }));
            }
        }
        best.map(|(_, change)| change)
    }

    /// Returns whether a fact is relevant to a goal of an agent: the goal reads it, or the conditions, effects or costs of
    /// actions that can serve it.
    pub fn is_relevant_to(&self, agent: AgentId, goal: GoalId, fact: FactId, indices: &[Value]) -> bool {
        let Some((agent, archetype)) = self.agent_and_archetype(agent) else { return false };
        let Some(indices) = indices.iter().map(|&value| arg(agent, value)).collect::<Option<Vec<Arg>>>()
        else {
            return false;
        };
        let goal = archetype.goals.iter().find(|known| known.goal == goal);
        let fact = archetype.grounding.ground_fact(fact, &indices);
        goal.zip(fact).is_some_and(|(goal, fact)| goal.reads(fact))
    }

    fn agent_and_archetype(&self, agent: AgentId) -> Option<(&Agent, &CompiledArchetype)> {
        let agent = self.get(self.index_of(agent)?)?;
        Some((agent, self.archetypes.get(agent.archetype)?))
    }
}

/// Returns an agent's belief of a ground fact; `None` if it is about an empty slot.
fn score_belief(agent: &Agent, archetype: &CompiledArchetype, fact: GroundFact) -> Option<ScoreBelief> {
    let id = archetype.grounding.fact_of(fact)?;
    let indices: Vec<Value> =
        archetype.grounding.indices_of(fact).into_iter().map(|arg| agent.value(arg)).collect();
    if indices.contains(&Value::None) {
        return None;
    }
    let value = agent.value_of(archetype.grounding.value(&agent.beliefs.memory.state, fact)?);
    Some(ScoreBelief { fact: id, indices, value })
}

/// Returns a belief in terms of the grounding, with another value.
fn ground(
    agent: &Agent,
    archetype: &CompiledArchetype,
    belief: &ScoreBelief,
    value: Value,
) -> Option<(GroundFact, FactValue)> {
    let indices = belief.indices.iter().map(|&value| arg(agent, value)).collect::<Option<Vec<Arg>>>()?;
    let fact = archetype.grounding.ground_fact(belief.fact, &indices)?;
    let value = match value {
        Value::Bool(truth) => FactValue::Bool(truth),
        Value::None => FactValue::None,
        value => match arg(agent, value)? {
            Arg::Number(number) => FactValue::Int(number),
            Arg::Object(object) => FactValue::Object(object),
            Arg::Slot(slot) => FactValue::Slot(slot),
        },
    };
    Some((fact, value))
}
