//! Object slots: the objects of the game that an agent knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_plan::model::{ObjectId, TypeId};
use cunning_plan::{Arg, Slot};

use crate::agent::{Agent, ObjectSlot, Order, Unfulfilled};
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
            let known = agent.beliefs.object_slots.iter().find(|known| known.object == Some(value))?;
            Some(Arg::Slot(known.slot))
        }
        Value::None | Value::Bool(_) => None,
    }
}

/// Converts an argument to the game's terms; `Value::None` if it is an empty slot.
pub(crate) fn value(slots: &[ObjectSlot], arg: Arg) -> Value {
    match arg {
        Arg::Object(object) => Value::Object(object.index() as u32),
        Arg::Number(number) => Value::Int(number),
        Arg::Slot(slot) => {
            let known = slots.iter().find(|known| known.slot == slot);
            known.and_then(|known| known.object).unwrap_or(Value::None)
        }
    }
}

/// The reason for which an agent gets to know an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mention {
    /// A percept is about the object.
    Percept,
    /// An order is about the object, whether or not a query considers it important.
    Order,
}

/// Assigns a slot to a bound object: a free one, or that of the object that was not mentioned for longest and that
/// the agent does not use and no order keeps. Without such a slot the object stays unknown.
pub(crate) fn know(
    agent: &mut Agent,
    archetype: &CompiledArchetype,
    objects: &BTreeMap<u64, Object>,
    handle: u64,
    mention: Mention,
    now_ms: u64,
) {
    if let Some(known) =
        agent.beliefs.object_slots.iter_mut().find(|known| known.object == Some(Value::Handle(handle)))
    {
        known.heard_ms = now_ms;
        return;
    }
    let Some(ty) = objects.get(&handle).map(|object| object.ty) else { return };
    let Some((_, slots)) = archetype.slots.iter().find(|(known, _)| *known == ty) else { return };
    let is_full =
        agent.beliefs.object_slots.iter().all(|known| known.object.is_some() || !slots.contains(&known.slot));
    if is_full
        && mention == Mention::Percept
        && let Some(query) = archetype.queries.iter().position(|query| query.fills == Some(ty))
    {
        // The query decides whether it matters more than the objects with a slot.
        agent.meet(query, ty, handle);
        return;
    }
    let kept = agent.kept_by_orders(slots);
    let is_used = |known: &ObjectSlot| {
        agent.is_about(archetype, Arg::Slot(known.slot))
            || known.object.is_some_and(|object| kept.contains(&object))
    };
    let candidates =
        agent.beliefs.object_slots.iter().enumerate().filter(|(_, known)| slots.contains(&known.slot));
    let best = candidates
        .filter(|(_, known)| known.object.is_none() || !is_used(known))
        .min_by_key(|(at, known)| (known.object.is_some(), known.heard_ms, *at));
    let Some(at) = best.map(|(at, _)| at) else { return };
    if agent.beliefs.object_slots[at].object.is_some() {
        forget(agent, archetype, at);
    }
    fill(agent, archetype, at, Value::Handle(handle), now_ms);
}

/// Puts an object into an empty slot.
fn fill(agent: &mut Agent, archetype: &CompiledArchetype, at: usize, object: Value, now_ms: u64) {
    let ObjectSlot { slot, generation, .. } = agent.beliefs.object_slots[at];
    let generation = generation.wrapping_add(1);
    agent.beliefs.object_slots[at] = ObjectSlot { slot, object: Some(object), heard_ms: now_ms, generation };
    archetype.grounding.bind(&mut agent.beliefs.memory.state, slot);
    agent.beliefs.memory.version += 1;
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
    let known =
        agent.beliefs.object_slots.iter().enumerate().filter(|(_, known)| slots.contains(&known.slot));
    let kept = agent.kept_by_orders(slots);
    let can = |known: &ObjectSlot| {
        known.object.is_none_or(|other| {
            let is_used = agent.is_about(archetype, Arg::Slot(known.slot));
            !is_wanted(other) && !is_used && !kept.contains(&other)
        })
    };
    let best = known
        .filter(|(_, known)| can(known))
        .min_by_key(|(at, known)| (known.object.is_some(), known.heard_ms, *at));
    let Some(at) = best.map(|(at, _)| at) else { return };
    if agent.beliefs.object_slots[at].object.is_some() {
        forget(agent, archetype, at);
    }
    fill(agent, archetype, at, object, now_ms);
}

/// Empties a slot.
pub(crate) fn forget(agent: &mut Agent, archetype: &CompiledArchetype, at: usize) {
    agent.beliefs.object_slots[at].object = None;
    agent.beliefs.object_slots[at].generation = agent.beliefs.object_slots[at].generation.wrapping_add(1);
    let gone = Arg::Slot(agent.beliefs.object_slots[at].slot);
    for answers in &mut agent.beliefs.queries {
        answers.taken.retain(|arg| *arg != gone);
    }
    let is_about = |known: &Unfulfilled| archetype.grounding.bound_args(known.action).any(|arg| arg == gone);
    agent.command.unfulfilled.retain(|known| !is_about(known));
    archetype.grounding.unbind(&mut agent.beliefs.memory.state, agent.beliefs.object_slots[at].slot);
    agent.beliefs.memory.version += 1;
}

impl Agent {
    /// Returns the objects that orders keep known. Of all slots of a type, orders keep all but one, and at least one:
    /// those of the orders that came first.
    fn kept_by_orders(&self, slots: &[Slot]) -> Vec<Value> {
        let most = slots.len().saturating_sub(1).max(1);
        let mut kept: Vec<Value> = Vec::new();
        for value in self.command.orders.iter().flat_map(|order| order.args.iter().flatten()) {
            let has_slot = |known: &ObjectSlot| known.object == Some(*value) && slots.contains(&known.slot);
            if kept.len() < most && !kept.contains(value) && self.beliefs.object_slots.iter().any(has_slot) {
                kept.push(*value);
            }
        }
        kept
    }

    /// Gives slots to the objects of orders that have none, as far as there are any.
    pub(crate) fn know_ordered(
        &mut self,
        archetype: &CompiledArchetype,
        objects: &BTreeMap<u64, Object>,
        now_ms: u64,
    ) {
        for order in 0..self.command.orders.len() {
            for at in 0..self.command.orders[order].args.len() {
                if let Some(Value::Handle(handle)) = self.command.orders[order].args[at]
                    && arg(self, Value::Handle(handle)).is_none()
                {
                    know(self, archetype, objects, handle, Mention::Order, now_ms);
                }
            }
        }
    }

    /// Returns the arguments of an order in terms of the agent's slots; `None` while one of its objects has no slot.
    pub(crate) fn resolve(&self, order: &Order) -> Option<Vec<Option<Arg>>> {
        let resolve = |value: &Option<Value>| match value {
            Some(value) => arg(self, *value).map(Some),
            None => Some(None),
        };
        order.args.iter().map(resolve).collect()
    }

    /// Returns the generation of each slot, for [`Agent::is_current`].
    pub(crate) fn generations(&self) -> Vec<u32> {
        self.beliefs.object_slots.iter().map(|known| known.generation).collect()
    }

    /// Returns whether all slots among some arguments still hold the objects that they held when the generations were
    /// taken.
    pub(crate) fn is_current(&self, generations: &[u32], mut args: impl Iterator<Item = Arg>) -> bool {
        args.all(|arg| match arg {
            Arg::Slot(slot) => {
                let mut slots = self.beliefs.object_slots.iter().zip(generations);
                slots.any(|(known, then)| known.slot == slot && known.generation == *then)
            }
            Arg::Object(_) | Arg::Number(_) => true,
        })
    }
}
