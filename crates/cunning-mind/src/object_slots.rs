//! Object slots: the objects of the game that an agent knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_plan::model::{ObjectId, TypeId};
use cunning_plan::{Arg, Slot};

use crate::agent::{Agent, ObjectSlot};
use crate::compiled_archetype::CompiledArchetype;
use crate::limits::OBJECT_NAME_BYTES_MAX;
use crate::message::Value;
use crate::wire::wire_struct;

/// A bound object of the game.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) ty: TypeId,
    /// The display name of the object.
    pub(crate) name: Arc<str>,
}

wire_struct!(Object { ty, name });

/// Returns the part of a display name that is kept.
pub(crate) fn short(name: &str) -> &str {
    let ends = (0..=OBJECT_NAME_BYTES_MAX).rev().find(|&end| name.is_char_boundary(end));
    if name.len() > OBJECT_NAME_BYTES_MAX { &name[..ends.unwrap_or(0)] } else { name }
}

/// Converts a value to an argument of the agent; `None` if it is an object without a slot.
pub(crate) fn arg(agent: &Agent, value: Value) -> Option<Arg> {
    match value {
        Value::Int(number) => Some(Arg::Number(number)),
        Value::Object(object) => Some(Arg::Object(ObjectId::new(object))),
        Value::Handle(_) | Value::Point(_) => {
            let known = agent.object_slots.iter().find(|known| known.object == Some(value))?;
            Some(Arg::Slot(known.slot))
        }
        Value::None | Value::Bool(_) => None,
    }
}

/// Assigns a slot to a bound object: a free one, or that of the object that was not mentioned for longest and that
/// the agent does not use.
pub(crate) fn know(
    agent: &mut Agent,
    archetype: &CompiledArchetype,
    objects: &BTreeMap<u64, Object>,
    handle: u64,
    now_ms: u64,
) {
    if let Some(known) =
        agent.object_slots.iter_mut().find(|known| known.object == Some(Value::Handle(handle)))
    {
        known.heard_ms = now_ms;
        return;
    }
    let Some(ty) = objects.get(&handle).map(|object| object.ty) else { return };
    let Some((_, slots)) = archetype.slots.iter().find(|(known, _)| *known == ty) else { return };
    let is_full =
        agent.object_slots.iter().all(|known| known.object.is_some() || !slots.contains(&known.slot));
    if is_full && let Some(query) = archetype.queries.iter().position(|query| query.fills == Some(ty)) {
        // The query decides whether it matters more than the objects with a slot.
        agent.meet(query, ty, handle);
        return;
    }
    let is_used = |known: &ObjectSlot| agent.is_about(archetype, Arg::Slot(known.slot));
    let candidates = agent.object_slots.iter().enumerate().filter(|(_, known)| slots.contains(&known.slot));
    let best = candidates
        .filter(|(_, known)| known.object.is_none() || !is_used(known))
        .min_by_key(|(at, known)| (known.object.is_some(), known.heard_ms, *at));
    let Some(at) = best.map(|(at, _)| at) else { return };
    if agent.object_slots[at].object.is_some() {
        forget(agent, archetype, at);
    }
    agent.object_slots[at] =
        ObjectSlot { object: Some(Value::Handle(handle)), heard_ms: now_ms, ..agent.object_slots[at] };
    archetype.grounding.bind(&mut agent.memory.state, agent.object_slots[at].slot);
    agent.memory.version += 1;
}

/// Assigns one of some slots to an object: a free one, or that of an object that is not a candidate and that the
/// agent does not use.
pub(crate) fn assign_slot(
    agent: &mut Agent,
    archetype: &CompiledArchetype,
    slots: &[Slot],
    object: Value,
    now_ms: u64,
    is_wanted: impl Fn(Value) -> bool,
) {
    let known = agent.object_slots.iter().enumerate().filter(|(_, known)| slots.contains(&known.slot));
    let can = |known: &ObjectSlot| {
        known
            .object
            .is_none_or(|other| !is_wanted(other) && !agent.is_about(archetype, Arg::Slot(known.slot)))
    };
    let best = known
        .filter(|(_, known)| can(known))
        .min_by_key(|(at, known)| (known.object.is_some(), known.heard_ms, *at));
    let Some(at) = best.map(|(at, _)| at) else { return };
    if agent.object_slots[at].object.is_some() {
        forget(agent, archetype, at);
    }
    agent.object_slots[at] = ObjectSlot { object: Some(object), heard_ms: now_ms, ..agent.object_slots[at] };
    archetype.grounding.bind(&mut agent.memory.state, agent.object_slots[at].slot);
    agent.memory.version += 1;
}

pub(crate) fn forget(agent: &mut Agent, archetype: &CompiledArchetype, at: usize) {
    agent.object_slots[at].object = None;
    let gone = Arg::Slot(agent.object_slots[at].slot);
    for answers in &mut agent.queries {
        answers.taken.retain(|arg| *arg != gone);
    }
    archetype.grounding.unbind(&mut agent.memory.state, agent.object_slots[at].slot);
    agent.memory.version += 1;
}
