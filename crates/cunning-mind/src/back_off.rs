//! Back-off for goals that failed: longer with each failure, and shortened when a belief changes that is relevant to
//! the goal. A firm part of the time always passes, so that an agent with constantly changing beliefs does not plan
//! constantly.
//!
//! The effects of the agent's own steps do not shorten the back-off: a plan could already have used them.

use cunning_plan::GroundFact;

use crate::agent::{Agent, GoalState};
use crate::compiled_archetype::CompiledArchetype;

/// The first and the longest time for which a goal backs off.
const BACK_OFF_MS: u64 = 250;
const BACK_OFF_MS_MAX: u64 = 30_000;
/// The divisor that gives the firm part of that time, which is at least `BACK_OFF_MS`.
const FIRM_PART: u64 = 8;

impl Agent {
    /// Backs off from a goal, longer each time.
    pub(crate) fn back_off(&mut self, goal: usize, now_ms: u64) {
        let state = &mut self.intention.goals[goal];
        state.failures = state.failures.saturating_add(1);
        let wait_ms = BACK_OFF_MS << state.failures.min(16).saturating_sub(1);
        let wait_ms = wait_ms.min(BACK_OFF_MS_MAX);
        state.not_before_ms = now_ms + wait_ms;
        state.firm_until_ms = now_ms + (wait_ms / FIRM_PART).max(BACK_OFF_MS);
        let until = state.not_before_ms;
        self.wake_at(until);
    }

    /// Retries failed goals as soon as possible after a change to a belief that wakes the agent.
    pub(crate) fn reconsider(&mut self, archetype: &CompiledArchetype, fact: GroundFact, now_ms: u64) {
        if let Some(sooner_ms) = reconsider(&mut self.intention.goals, archetype, fact, now_ms) {
            self.wake_at(sooner_ms);
        }
    }
}

/// Shortens the back-off of the goals to which a changed belief is relevant. Returns when the first of them is
/// retried.
pub(crate) fn reconsider(
    goals: &mut [GoalState],
    archetype: &CompiledArchetype,
    fact: GroundFact,
    now_ms: u64,
) -> Option<u64> {
    let mut sooner_ms = None;
    for (state, goal) in goals.iter_mut().zip(&archetype.goals) {
        let is_left_alone = state.failures > 0 && state.not_before_ms > now_ms;
        if is_left_alone && goal.reads(fact) {
            state.not_before_ms = state.not_before_ms.min(state.firm_until_ms.max(now_ms));
            sooner_ms = Some(sooner_ms.map_or(state.not_before_ms, |ms: u64| ms.min(state.not_before_ms)));
        }
    }
    sooner_ms
}
