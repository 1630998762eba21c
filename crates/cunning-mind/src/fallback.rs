//! Something sensible to do while a plan is waited for: the first of an archetype's `meanwhile` actions that can be done.
//!
//! It is a step like any other, but no part of a plan: it is not waited for when the plan comes, and what becomes of it
//! says nothing about the goal.

use cunning_plan::GroundActionId;

use crate::agent::{Agent, Running};
use crate::compiled_archetype::CompiledArchetype;
use crate::tick_context::TickContext;

/// How long something that failed is not tried again meanwhile.
const FAILED_MS: u64 = 1000;

impl Agent {
    /// Whether it has nothing to do but to wait for a plan, and its kind knows what to do then.
    pub(crate) fn waits(&self, kind: &CompiledArchetype) -> bool {
        self.job.is_some() && self.at >= self.plan.len() && !self.is_dormant && !kind.fallbacks.is_empty()
    }

    /// Whether the step that runs is none of a plan.
    pub(crate) fn is_passing_time(&self) -> bool {
        self.running.is_some_and(|running| running.is_fallback)
    }

    /// Begins something to do meanwhile, if there is anything.
    pub(crate) fn start_stopgap(&mut self, kind: &CompiledArchetype, ctx: &mut TickContext) {
        if !self.waits(kind) {
            return;
        }
        let mut barred = Vec::new();
        self.barred(kind, ctx, &mut barred);
        kind.bar_others(&self.queries, &mut barred);
        let can = |id: &GroundActionId| {
            self.is_cool(kind, *id, ctx.now_ms)
                && !barred.contains(id)
                && kind.grounding.can_do(*id, &self.memory.state)
        };
        if let Some(id) = kind.fallbacks.iter().copied().find(can) {
            self.begin_step(kind, ctx, id, true);
        }
    }

    /// What failed meanwhile is left alone for a while.
    pub(crate) fn leave_alone(&mut self, kind: &CompiledArchetype, running: Running, now_ms: u64) {
        self.set_cooldown(kind.grounding.action(running.action), now_ms + FAILED_MS);
    }
}

/// The ground actions of an archetype that can be done meanwhile, in the order in which they are tried.
pub(crate) fn fallbacks(
    meanwhile: &[cunning_plan::model::ActionId],
    grounding: &cunning_plan::Grounding,
) -> Vec<GroundActionId> {
    let of = |action| grounding.ground_actions().filter(move |id| grounding.action(*id) == action);
    meanwhile.iter().copied().flat_map(of).collect()
}
