//! Objects of open types that come and go.
//!
//! A grounding for states of any kind has as many slots of an open type as an agent can know objects of it. A variable
//! for each slot tells whether something is bound to it. Ground actions over an unbound slot are closed, quantifiers pass
//! it over, and its facts rest at their defaults. So binding and unbinding change a state and nothing else.

use super::layout::Rest;
use super::{Bound, Grounder, Grounding, State};
use crate::model::{TypeId, TypeKind};
use crate::task::{Atom, Conjunction, Expr, Scale, Set, VarId};

/// Names a place for an object of an open type in a [`Grounding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub(super) u32);

impl Grounding {
    /// The slots of an open type, in order; none in a grounding for one request, whose objects stay.
    pub fn slots(&self, ty: TypeId) -> impl Iterator<Item = Slot> {
        let is_open = self.domain.types().get(ty).is_some_and(|ty| matches!(ty.kind, TypeKind::Open { .. }));
        let members =
            is_open.then(|| self.universe.members(ty)).into_iter().flat_map(|members| members.iter());
        members.copied().filter(|&code| self.layout.bound_var(code).is_some()).map(Slot)
    }

    /// The name of a slot: that of the object the grounding was made with, or one like `foe#3`.
    pub fn slot_name(&self, slot: Slot) -> &str {
        self.universe.name(slot.0)
    }

    /// Whether something is bound to a slot.
    pub fn is_bound(&self, state: &State, slot: Slot) -> bool {
        self.layout.bound_var(slot.0).is_some_and(|var| state.value(var) == 1)
    }

    /// Binds an object to a slot. What is known of it is to be set.
    pub fn bind(&self, state: &mut State, slot: Slot) {
        self.set_bound(state, slot, 1);
    }

    /// Unbinds the object of a slot: nothing is known of it any more, and facts whose value it was become `none`.
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
    /// That all objects of a binding are bound.
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

    /// Ways that count only if an object is bound.
    pub(super) fn if_bound(&self, code: u32, ways: Vec<Conjunction>) -> Vec<Conjunction> {
        let Some(var) = self.bound_var(code) else { return ways };
        let presence = is(var, 1);
        // What an absent object never meets need not ask for it.
        let guarded =
            |way: Conjunction| if self.fails_at_rest(&way, code) { Some(way) } else { way.and(&presence) };
        ways.into_iter().filter_map(guarded).collect()
    }

    /// Ways that must be met only if an object is bound.
    pub(super) fn unless_absent(&self, code: u32, mut ways: Vec<Conjunction>) -> Vec<Conjunction> {
        let Some(var) = self.bound_var(code) else { return ways };
        // What an absent object always meets need not ask for it.
        if !ways.iter().any(|way| self.holds_at_rest(way, code)) {
            ways.push(is(var, 0));
        }
        ways
    }

    fn bound_var(&self, code: u32) -> Option<VarId> {
        self.layout.bound_var(code)
    }

    /// A number that is defined if an object is absent and not otherwise.
    pub(super) fn undefined_if_bound(&self, code: u32) -> Option<Expr> {
        let quotient = [1, 0].map(|number| Box::new(Expr::Const(number)));
        let [one, zero] = quotient;
        let undefined = Expr::Binary(crate::model::Operator::Divide, Scale::Whole, one, zero);
        self.defined_if_bound(code, undefined)
    }

    /// A number that need be defined only if an object is bound; `None` if it always is.
    pub(super) fn defined_if_bound(&self, code: u32, number: Expr) -> Option<Expr> {
        Some(Expr::IfBound(self.layout.bound_var(code)?, Box::new(number)))
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

/// That a variable of two values has one of them.
fn is(var: VarId, value: u32) -> Conjunction {
    Conjunction::of_atom(Atom { var, set: Set::Mask(1 << value) })
}
