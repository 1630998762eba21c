//! Fallback actions: what an agent does while it waits for a plan, the first of its archetype's `meanwhile` actions
//! that can be done.
//!
//! A fallback action is a step like any other but not part of a plan: the plan does not wait for it, and its result
//! does not affect the goal.

use cunning_plan::GroundActionId;

use crate::agent::{Agent, Running};
use crate::compiled_archetype::CompiledArchetype;
use crate::tick_context::TickContext;

/// Time for which a failed fallback action is not tried again.
const FAILED_MS: u64 = 1000;

impl Agent {
    /// Returns whether the agent only waits for a plan and its archetype has fallback actions.
    pub(crate) fn waits(&self, archetype: &CompiledArchetype) -> bool {
        self.intention.requested.is_some()
            && self.execution.at >= self.execution.plan.len()
            && !self.lifecycle.is_dormant()
            && !archetype.fallbacks.is_empty()
    }

    /// Returns whether the running step is a fallback action.
    pub(crate) fn is_doing_fallback(&self) -> bool {
        self.execution.running.is_some_and(|running| running.is_fallback)
    }

    /// Starts the first fallback action that can be done, if there is one.
    pub(crate) fn start_fallback(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        if !self.waits(archetype) {
            return;
        }
        let mut barred = Vec::new();
        self.barred(archetype, ctx, &mut barred);
        archetype.bar_others(&self.beliefs.queries, &mut barred);
        let can = |id: &GroundActionId| {
            self.is_off_cooldown(archetype, *id, ctx.now_ms)
                && !barred.contains(id)
                && archetype.grounding.can_do(*id, &self.beliefs.memory.state)
        };
        if let Some(id) = archetype.fallbacks.iter().copied().find(can) {
            self.begin_step(archetype, ctx, id, true);
        }
    }

    /// Puts a failed fallback action on cooldown.
    pub(crate) fn back_off_fallback(&mut self, archetype: &CompiledArchetype, running: Running, now_ms: u64) {
        self.set_cooldown(archetype.grounding.action(running.action), now_ms + FAILED_MS);
    }
}

/// Returns the ground actions of an archetype's `meanwhile` list, in the order in which they are tried.
pub(crate) fn fallbacks(
    meanwhile: &[cunning_plan::model::ActionId],
    grounding: &cunning_plan::Grounding,
) -> Vec<GroundActionId> {
    let of = |action| grounding.ground_actions().filter(move |id| grounding.action(*id) == action);
    meanwhile.iter().copied().flat_map(of).collect()
}
