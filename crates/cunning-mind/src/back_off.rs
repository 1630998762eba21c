//! Leaving alone a goal that came to nothing: longer each time, but no longer than until a belief changes that matters for
//! it, and some of the time in any case, so that whoever hears something new all the time does not plan all the time.
//!
//! What an agent did itself is no reason to try again: whatever its own deeds lead to, a plan could have led to.

use cunning_plan::GroundFact;

use crate::agent::{Agent, GoalState};
use crate::compiled_archetype::CompiledArchetype;

/// How long a goal is left alone at first, and at most.
const BACK_OFF_MS: u64 = 250;
const BACK_OFF_MS_MAX: u64 = 30_000;
/// Which part of that time passes whatever changes; never less than it is left alone at first.
const FIRM_PART: u64 = 8;

impl Agent {
    /// Leaves a goal alone for a while, longer each time.
    pub(crate) fn back_off(&mut self, goal: usize, now_ms: u64) {
        let state = &mut self.goals[goal];
        state.failures = state.failures.saturating_add(1);
        let wait_ms = BACK_OFF_MS << state.failures.min(16).saturating_sub(1);
        let wait_ms = wait_ms.min(BACK_OFF_MS_MAX);
        state.not_before_ms = now_ms + wait_ms;
        state.firm_until_ms = now_ms + (wait_ms / FIRM_PART).max(BACK_OFF_MS);
        let until = state.not_before_ms;
        self.wake_at(until);
    }

    /// Tries goals again that came to nothing, as soon as may be: a belief has changed by which the mind thinks again.
    pub(crate) fn reconsider(&mut self, kind: &CompiledArchetype, fact: GroundFact, now_ms: u64) {
        if let Some(sooner_ms) = reconsider(&mut self.goals, kind, fact, now_ms) {
            self.wake_at(sooner_ms);
        }
    }
}

/// Shortens the time for which goals are left alone that a changed belief matters for; when the first of them is tried.
pub(crate) fn reconsider(
    goals: &mut [GoalState],
    kind: &CompiledArchetype,
    fact: GroundFact,
    now_ms: u64,
) -> Option<u64> {
    let mut sooner_ms = None;
    for (state, goal) in goals.iter_mut().zip(&kind.goals) {
        let is_left_alone = state.failures > 0 && state.not_before_ms > now_ms;
        if is_left_alone && goal.compiled_goal.reads(fact) {
            state.not_before_ms = state.not_before_ms.min(state.firm_until_ms.max(now_ms));
            sooner_ms = Some(sooner_ms.map_or(state.not_before_ms, |ms: u64| ms.min(state.not_before_ms)));
        }
    }
    sooner_ms
}
