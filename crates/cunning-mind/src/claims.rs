//! Claims: objects reserved by agents, so that two agents do not pursue the same one.
//!
//! A plan claims objects from its adoption to its end: those that its actions list under `claims`, and those of its
//! goal. Planning leaves out actions that need an object claimed by another agent.

use std::collections::BTreeMap;

use cunning_plan::GroundActionId;

use crate::agent::Agent;
use crate::compiled_archetype::CompiledArchetype;
use crate::message::{AgentId, Value};
use crate::tick_context::TickContext;
use crate::wire::wire_struct;

/// The claims of all agents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claims {
    pub(crate) holders: BTreeMap<Value, AgentId>,
}

wire_struct!(Claims { holders });

impl Claims {
    /// Returns another agent that has claimed an object.
    pub(crate) fn holder_besides(&self, agent: AgentId, object: Value) -> Option<AgentId> {
        self.holders.get(&object).copied().filter(|holder| *holder != agent)
    }
}

impl Agent {
    /// Adds the ground actions that need an object claimed by another agent.
    pub(crate) fn barred(
        &self,
        archetype: &CompiledArchetype,
        ctx: &TickContext,
        barred: &mut Vec<GroundActionId>,
    ) {
        if ctx.claims.holders.is_empty() {
            return;
        }
        for &(id, param) in &archetype.claiming {
            let object = archetype.grounding.bound_args(id).nth(param).map(|arg| self.value(arg));
            if object.is_some_and(|object| ctx.claims.holder_besides(self.id, object).is_some()) {
                barred.push(id);
            }
        }
    }

    /// Claims the objects that the plan needs. Returns the ground actions whose objects are already claimed.
    pub(crate) fn claim(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        plan: &[GroundActionId],
    ) -> Vec<GroundActionId> {
        let mut wanted = Vec::new();
        let mut refused = Vec::new();
        for &(id, param) in archetype.claiming.iter().filter(|(id, _)| plan.contains(id)) {
            let Some(arg) = archetype.grounding.bound_args(id).nth(param) else { continue };
            let object = self.value(arg);
            match ctx.claims.holder_besides(self.id, object) {
                Some(holder) => {
                    ctx.recorder.claim_refused(self.id, object, holder);
                    refused.push(id);
                }
                None => wanted.push(object),
            }
        }
        if refused.is_empty() {
            self.release(ctx);
            for object in wanted {
                if ctx.claims.holders.insert(object, self.id).is_none() {
                    ctx.recorder.claimed(self.id, object);
                    self.execution.claims.push(object);
                }
            }
        }
        refused
    }

    /// Releases all claims of the agent.
    pub(crate) fn release(&mut self, ctx: &mut TickContext) {
        for object in self.execution.claims.drain(..) {
            ctx.claims.holders.remove(&object);
            ctx.recorder.unclaimed(self.id, object);
        }
    }
}
