//! Keeping the running plan: a new plan for the same goal replaces it only if it is clearly cheaper, so that an agent
//! does not turn back and forth between plans of nearly the same cost.

use cunning_plan::{GroundActionId, Plan, State};

use crate::agent::{Agent, Phase, Running};
use crate::choose::Ranked;
use crate::compiled_archetype::CompiledArchetype;
use crate::scheduler::Job;

/// The costs of two plans for one goal from the agent's present beliefs, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanCosts {
    /// The rest of the running plan.
    pub(crate) kept: u64,
    pub(crate) new: u64,
}

impl Agent {
    /// Returns the costs of both plans if the agent keeps its running plan instead of a new one.
    ///
    /// The rest of the running plan must still reach the goal at present prices, with no action that a check, claim
    /// or query refuses. A new plan that goes on with the current step is always better: it is newer.
    pub(crate) fn keeps_plan(
        &self,
        archetype: &mut CompiledArchetype,
        ranked: &Ranked,
        plan: &Plan,
        job: &Job,
        now_ms: u64,
    ) -> Option<PlanCosts> {
        let rest = self.execution.rest();
        let first = *rest.first()?;
        let is_for_it =
            self.intention.chosen.as_ref().is_some_and(|chosen| ranked.is(chosen.goal, &chosen.args));
        let goes_on = plan.steps.first().is_some_and(|step| step.id == first);
        let is_refused = rest.iter().any(|id| job.refused.contains(id));
        let keep = u64::try_from(archetype.definition().keep.get()).unwrap_or(0);
        if !is_for_it || goes_on || is_refused || keep == 0 {
            return None;
        }
        let running = self.execution.running.filter(|running| {
            running.action == first && !running.is_fallback && running.phase != Phase::Stopping
        });
        if running.is_none() && !job.needs_cooling && !self.is_off_cooldown(archetype, first, now_ms) {
            return None;
        }
        let cost_seed = self.cost_seed(ranked.goal, now_ms);
        let start = self.snapshot(archetype, cost_seed);
        let kept = self.rest_cost(archetype, ranked, start.clone(), running, now_ms)?;
        let new = cost(archetype, start, plan.steps.iter().map(|step| step.id))?.0;
        let is_cheaper = u128::from(new) * 1_000_000 <= u128::from(kept) * u128::from(1_000_000 - keep);
        (!is_cheaper).then_some(PlanCosts { kept, new })
    }

    /// Returns the cost of the rest of the plan from a state; `None` if it no longer reaches the goal. A running step
    /// counts by its remaining duration, if its action has one.
    fn rest_cost(
        &self,
        archetype: &mut CompiledArchetype,
        ranked: &Ranked,
        mut state: State,
        running: Option<Running>,
        now_ms: u64,
    ) -> Option<u64> {
        let mut rest = self.execution.rest();
        let mut total = 0;
        if let Some(running) = running {
            rest = &rest[1..];
            if running.phase == Phase::Hoping {
                for (fact, value) in &self.execution.hoped {
                    archetype.grounding.put(&mut state, *fact, *value);
                }
            } else {
                let cost = archetype.grounding.apply(running.action, &mut state)?;
                let spec = archetype.action_spec(running.action);
                total = spec.duration_ms.filter(|duration_ms| *duration_ms > 0).map_or(cost, |duration_ms| {
                    let left_ms = running.due_ms.saturating_sub(now_ms).min(duration_ms.into());
                    (u128::from(cost) * u128::from(left_ms) / u128::from(duration_ms)) as u64
                });
            }
        }
        let (cost, state) = cost(archetype, state, rest.iter().copied())?;
        let goal = archetype.compiled_goal(ranked.goal, &ranked.args)?;
        goal.is_met(&state).then(|| total.saturating_add(cost))
    }
}

/// Returns the cost of steps from a state, and the state after them; `None` if one of them cannot be done.
fn cost(
    archetype: &CompiledArchetype,
    mut state: State,
    steps: impl Iterator<Item = GroundActionId>,
) -> Option<(u64, State)> {
    let mut total: u64 = 0;
    for step in steps {
        total = total.saturating_add(archetype.grounding.apply(step, &mut state)?);
    }
    Some((total, state))
}
