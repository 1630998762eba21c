//! Slots for objects of open types.
//!
//! A grounding for any states has as many slots of an open type as an agent can know objects of it. A variable for
//! each slot tells whether an object is bound to it. Ground actions over an unbound slot cannot be used, quantifiers
//! skip it, and its facts have their defaults. Binding and unbinding therefore change only a state.

use super::layout::Rest;
use super::{Bound, Grounder, Grounding, State};
use crate::model::{TypeId, TypeKind};
use crate::task::{Atom, Conjunction, Set, VarId};

/// The id of a slot of an open type in a [`Grounding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub(super) u32);

impl Slot {
    /// Returns the number of the slot among all objects of its grounding; see [`Grounding::slot_at`].
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl Grounding {
    /// Returns the slot with a [number](Slot::number); `None` if there is none.
    pub fn slot_at(&self, number: u32) -> Option<Slot> {
        self.layout.bound_var(number).map(|_| Slot(number))
    }

    /// Iterates over the slots of an open type, in order; empty in a grounding for one request, whose objects are
    /// fixed.
    pub fn slots(&self, ty: TypeId) -> impl Iterator<Item = Slot> {
        let is_open = self.domain.types().get(ty).is_some_and(|ty| matches!(ty.kind, TypeKind::Open { .. }));
        let members =
            is_open.then(|| self.universe.members(ty)).into_iter().flat_map(|members| members.iter());
        members.copied().filter(|&code| self.layout.bound_var(code).is_some()).map(Slot)
    }

    /// Returns the name of a slot: that of the object the grounding was made with, or one like `foe#3`.
    pub fn slot_name(&self, slot: Slot) -> &str {
        self.universe.name(slot.0)
    }

    /// Returns whether an object is bound to a slot.
    pub fn is_bound(&self, state: &State, slot: Slot) -> bool {
        self.layout.bound_var(slot.0).is_some_and(|var| state.value(var) == 1)
    }

    /// Binds an object to a slot. Its facts have their defaults until they are set.
    pub fn bind(&self, state: &mut State, slot: Slot) {
        self.set_bound(state, slot, 1);
    }

    /// Unbinds the object of a slot: its facts get their defaults, and facts whose value it was become `none`.
    pub fn unbind(&self, state: &mut State, slot: Slot) {
        self.set_bound(state, slot, 0);
        for (var, value) in (0..).map(VarId).zip(&mut state.values) {
            match self.layout.rest(var, slot.0) {
                Some(Rest::Is(rest)) => *value = rest,
                // `none` is the first value of every fact that may have it.
                Some(Rest::IsNot(lost)) if *value == lost => *value = 0,
                Some(Rest::IsNot(_)) | None => {}
            }
        }
    }

    fn set_bound(&self, state: &mut State, slot: Slot, value: u32) {
        let var = self.layout.bound_var(slot.0);
        if let Some(target) = var.and_then(|var| state.values.get_mut(var.index())) {
            *target = value;
        }
    }
}

impl Grounder<'_> {
    /// Returns the condition that all objects of a binding are bound.
    pub(super) fn presence(&self, binding: &[Bound]) -> Conjunction {
        let mut presence = Conjunction::default();
        for bound in binding {
            if let Bound::Object(code) = bound
                && let Some(var) = self.layout.bound_var(*code)
                && let Some(both) = presence.and(&is(var, 1))
            {
                presence = both;
            }
        }
        presence
    }

    /// Returns alternatives that require an object to be bound.
    pub(super) fn if_bound(&self, code: u32, ways: Vec<Conjunction>) -> Vec<Conjunction> {
        let Some(var) = self.bound_var(code) else { return ways };
        let presence = is(var, 1);
        // Alternatives that an absent object never meets need no extra condition.
        let guarded =
            |way: Conjunction| if self.fails_at_rest(&way, code) { Some(way) } else { way.and(&presence) };
        ways.into_iter().filter_map(guarded).collect()
    }

    /// Returns alternatives that hold trivially if an object is not bound.
    pub(super) fn unless_absent(&self, code: u32, mut ways: Vec<Conjunction>) -> Vec<Conjunction> {
        let Some(var) = self.bound_var(code) else { return ways };
        // Alternatives that an absent object always meets need no extra condition.
        if !ways.iter().any(|way| self.holds_at_rest(way, code)) {
            ways.push(is(var, 0));
        }
        ways
    }

    fn bound_var(&self, code: u32) -> Option<VarId> {
        self.layout.bound_var(code)
    }

    fn fails_at_rest(&self, way: &Conjunction, code: u32) -> bool {
        way.atoms.iter().any(|atom| match self.layout.rest(atom.var, code) {
            Some(Rest::Is(value)) => !atom.set.contains(value),
            Some(Rest::IsNot(value)) => atom.set.single() == Some(value),
            None => false,
        })
    }

    fn holds_at_rest(&self, way: &Conjunction, code: u32) -> bool {
        way.relations.is_empty()
            && way.atoms.iter().all(|atom| match self.layout.rest(atom.var, code) {
                Some(Rest::Is(value)) => atom.set.contains(value),
                Some(Rest::IsNot(value)) => {
                    Set::all_but(self.layout.size(atom.var), value).as_slice() == [atom.set]
                }
                None => false,
            })
    }
}

/// Returns the condition that a variable with two values has one of them.
fn is(var: VarId, value: u32) -> Conjunction {
    Conjunction::of_atom(Atom { var, set: Set::Mask(1 << value) })
}
