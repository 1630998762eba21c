//! Which objects of the game an agent knows, and in which slot.

use std::collections::BTreeMap;

use cunning_plan::Arg;
use cunning_plan::model::{ObjectId, TypeId};

use crate::agent::{Agent, Known};
use crate::kind::Kind;
use crate::message::Value;

/// An argument in the agent's terms; `None` if it is an object that the agent does not know.
pub(crate) fn arg(agent: &Agent, value: Value) -> Option<Arg> {
    match value {
        Value::Int(number) => Some(Arg::Number(number)),
        Value::Object(object) => Some(Arg::Object(ObjectId::new(object))),
        Value::Handle(handle) => {
            let known = agent.known.iter().find(|known| known.handle == Some(handle))?;
            Some(Arg::Slot(known.slot))
        }
        Value::None | Value::Bool(_) => None,
    }
}

/// Gets to know an object that there is: in a free slot, or in that of the one it has not heard of for longest and does
/// not deal with.
pub(crate) fn know(
    agent: &mut Agent,
    kind: &Kind,
    objects: &BTreeMap<u64, TypeId>,
    handle: u64,
    now_ms: u64,
) {
    if let Some(known) = agent.known.iter_mut().find(|known| known.handle == Some(handle)) {
        known.heard_ms = now_ms;
        return;
    }
    let slots = objects.get(&handle).and_then(|ty| kind.slots.iter().find(|(known, _)| known == ty));
    let Some((_, slots)) = slots else { return };
    let is_used = |known: &Known| {
        let steps = agent.plan[agent.at.min(agent.plan.len())..].iter().copied();
        let mut all = steps.chain(agent.running.map(|running| running.action));
        all.any(|id| kind.grounding.bound_args(id).any(|arg| arg == Arg::Slot(known.slot)))
    };
    let candidates = agent.known.iter().enumerate().filter(|(_, known)| slots.contains(&known.slot));
    let best = candidates
        .filter(|(_, known)| known.handle.is_none() || !is_used(known))
        .min_by_key(|(at, known)| (known.handle.is_some(), known.heard_ms, *at));
    let Some(at) = best.map(|(at, _)| at) else { return };
    if agent.known[at].handle.is_some() {
        forget(agent, kind, at);
    }
    agent.known[at] = Known { handle: Some(handle), heard_ms: now_ms, ..agent.known[at] };
    kind.grounding.bind(&mut agent.memory.state, agent.known[at].slot);
    agent.memory.version += 1;
}

pub(crate) fn forget(agent: &mut Agent, kind: &Kind, at: usize) {
    agent.known[at].handle = None;
    kind.grounding.unbind(&mut agent.memory.state, agent.known[at].slot);
    agent.memory.version += 1;
}
