//! Explanations of why an agent has no plan.

use cunning_plan::explain::{FailureExplanation, Situation, explain_failure};
use cunning_plan::model::ParamId;

use super::MindEngine;
use crate::choose::score;
use crate::message::AgentId;

impl MindEngine {
    /// Explains why an agent has no plan: one explanation for each relevant goal that is not met, best goal first.
    /// Call it when the agent is idle for lack of a plan. It changes nothing, and uses at most `expansions_max`
    /// expansions per goal.
    pub fn why_no_plan(&mut self, agent: AgentId, expansions_max: u64) -> Vec<FailureExplanation> {
        let Some(index) = self.index_of(agent) else { return Vec::new() };
        let Some(agent) = self.agents[index].agent.as_deref() else { return Vec::new() };
        let archetype = &mut self.archetypes[agent.archetype];
        let mut wanted = score(agent, archetype, self.ctx.now_ms).unwrap_or_default();
        wanted.retain(|scored| {
            let compiled_goal = archetype.compiled_goal(scored.ranked.goal, &scored.ranked.args);
            scored.ranked.score > 0
                && compiled_goal
                    .is_some_and(|compiled_goal| !compiled_goal.is_met(&agent.beliefs.memory.state))
        });
        wanted.sort_by_key(|scored| std::cmp::Reverse(scored.ranked.score));
        let explain = |goal: usize, args: &[Option<cunning_plan::Arg>]| {
            let args = args.iter().enumerate().filter_map(|(param, arg)| {
                arg.map(|arg| (ParamId::new(param as u32), archetype.grounding.argument(arg)))
            });
            let situation = Situation {
                grounding: archetype.grounding.clone(),
                goal: archetype.goals[goal].goal,
                args: args.collect(),
                state: agent.beliefs.memory.state.clone(),
                refused: Vec::new(),
            };
            explain_failure(&situation, expansions_max).ok()
        };
        wanted.iter().filter_map(|scored| explain(scored.ranked.goal, &scored.ranked.args)).collect()
    }
}
