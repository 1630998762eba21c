//! Types, their order, and the kinds of variables: one type or `either` of several.
//!
//! `(either a b)` is the union of `a` and `b`. A type below it is `a`, `b`, a type below one of them, or a type whose
//! own parents (`c - (either a b)`) are all below it. Whether a type is below a kind is computed once for each kind,
//! parents first, so that no hierarchy takes long to walk.

use std::collections::BTreeMap;

use crate::findings::Place;
use crate::limits::KINDS_MAX;

/// Names a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TypeId(usize);

/// Names the kind of a variable, argument or object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KindId(pub(crate) usize);

/// The type that every other is below.
pub(crate) const OBJECT: TypeId = TypeId(0);

/// All types and kinds.
#[derive(Debug)]
pub(crate) struct Types {
    list: Vec<Type>,
    ids: BTreeMap<String, TypeId>,
    kinds: Vec<Kind>,
    kind_ids: BTreeMap<Vec<TypeId>, KindId>,
}

#[derive(Debug)]
struct Type {
    name: String,
    /// Where it was declared; nothing for `object` and for parents that are only named.
    place: Option<Place>,
    parents: Vec<TypeId>,
}

#[derive(Debug)]
struct Kind {
    /// Sorted, none twice.
    types: Vec<TypeId>,
    /// For each type whether it is below the kind.
    below: Vec<bool>,
}

impl Types {
    /// Only `object`.
    pub(crate) fn new() -> Self {
        let mut types =
            Self { list: Vec::new(), ids: BTreeMap::new(), kinds: Vec::new(), kind_ids: BTreeMap::new() };
        types.declare("object", None);
        types.set_parents(OBJECT, Vec::new());
        types
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The type of a name; names differ in more than case.
    pub(crate) fn find(&self, name: &str) -> Option<TypeId> {
        self.ids.get(&name.to_ascii_lowercase()).copied()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|ty| ty.name.as_str())
    }

    pub(crate) fn name(&self, ty: TypeId) -> &str {
        &self.list[ty.0].name
    }

    /// Where a type was declared.
    pub(crate) fn place(&self, ty: TypeId) -> Option<Place> {
        self.list[ty.0].place
    }

    /// Adds a type below `object`. The name must be new.
    pub(crate) fn declare(&mut self, name: &str, place: Option<Place>) -> TypeId {
        let id = TypeId(self.list.len());
        self.list.push(Type { name: name.to_owned(), place, parents: vec![OBJECT] });
        self.ids.insert(name.to_ascii_lowercase(), id);
        id
    }

    pub(crate) fn set_parents(&mut self, ty: TypeId, parents: Vec<TypeId>) {
        self.list[ty.0].parents = parents;
    }

    /// A type that is its own ancestor, if there is one.
    pub(crate) fn on_cycle(&self) -> Option<TypeId> {
        let order = self.parents_first();
        let is_ordered = |ty: &TypeId| order.contains(ty);
        let mut at = (0..self.list.len()).map(TypeId).find(|ty| !is_ordered(ty))?;
        // Whoever has no place in the order has a parent without one; following them leads round the cycle.
        for _ in 0..self.list.len() {
            at = *self.list[at.0].parents.iter().find(|parent| !is_ordered(parent))?;
        }
        Some(at)
    }

    /// The types in an order in which parents come before those below them; types on cycles are missing.
    fn parents_first(&self) -> Vec<TypeId> {
        let mut is_placed = vec![false; self.list.len()];
        let mut order = Vec::with_capacity(self.list.len());
        loop {
            let before = order.len();
            for (at, ty) in self.list.iter().enumerate() {
                if !is_placed[at] && ty.parents.iter().all(|parent| is_placed[parent.0]) {
                    is_placed[at] = true;
                    order.push(TypeId(at));
                }
            }
            if order.len() == before {
                return order;
            }
        }
    }

    /// The kind of these types; nothing when there are too many kinds.
    pub(crate) fn kind(&mut self, mut types: Vec<TypeId>) -> Option<KindId> {
        types.sort_unstable();
        types.dedup();
        if let Some(&known) = self.kind_ids.get(&types) {
            return Some(known);
        }
        if self.kinds.len() == KINDS_MAX {
            return None;
        }
        let mut below = vec![false; self.list.len()];
        for ty in self.parents_first() {
            let parents = &self.list[ty.0].parents;
            let inherits = !parents.is_empty() && parents.iter().all(|parent| below[parent.0]);
            below[ty.0] = inherits || types.contains(&ty);
        }
        let id = KindId(self.kinds.len());
        self.kinds.push(Kind { types: types.clone(), below });
        self.kind_ids.insert(types, id);
        Some(id)
    }

    /// Whether whatever is of the one kind is also of the other.
    pub(crate) fn is_below(&self, one: KindId, other: KindId) -> bool {
        let below = &self.kinds[other.0].below;
        self.kinds[one.0].types.iter().all(|ty| below[ty.0])
    }

    /// A kind as it is written.
    pub(crate) fn show(&self, kind: KindId) -> String {
        let names: Vec<&str> =
            self.kinds[kind.0].types.iter().map(|ty| self.list[ty.0].name.as_str()).collect();
        match names[..] {
            [name] => name.to_owned(),
            _ => format!("(either {})", names.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_is_a_union() {
        let mut types = Types::new();
        let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|name| types.declare(name, None));
        types.set_parents(c, vec![a]);
        types.set_parents(d, vec![a, b]);
        types.set_parents(e, vec![d]);
        let mut kind = |members: &[TypeId]| types.kind(members.to_vec()).unwrap();
        let [in_a, in_b, in_c, in_d, in_e] = [a, b, c, d, e].map(|ty| kind(&[ty]));
        let (in_any, in_both) = (kind(&[OBJECT]), kind(&[b, a, b]));
        for below in [in_a, in_b, in_c, in_d, in_e, in_both] {
            assert!(types.is_below(below, in_any) && types.is_below(below, in_both));
        }
        assert!(types.is_below(in_c, in_a) && types.is_below(in_e, in_d));
        assert!(!types.is_below(in_d, in_a) && !types.is_below(in_both, in_a) && !types.is_below(in_a, in_c));
        assert!(!types.is_below(in_any, in_both));
        assert_eq!((types.show(in_both), types.show(in_c)), ("(either a b)".to_owned(), "c".to_owned()));
    }

    #[test]
    fn a_cycle_is_found_also_from_below() {
        let mut types = Types::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| types.declare(name, None));
        assert_eq!(types.on_cycle(), None);
        types.set_parents(a, vec![b]);
        types.set_parents(b, vec![c]);
        types.set_parents(c, vec![b]);
        assert!(types.on_cycle().is_some_and(|ty| ty == b || ty == c));
    }
}
