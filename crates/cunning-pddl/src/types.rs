//! The type hierarchy, and the kinds of variables: one type or `either` of several.
//!
//! `(either a b)` is the union of `a` and `b`. A type below it is `a`, `b`, a type below one of them, or a type whose
//! own parents (`c - (either a b)`) are all below it. A type that is declared several times (`c - a` and `c - b`) is below
//! the parents of each declaration. Whether a type is below a kind is computed once per kind, parents first, so deep
//! hierarchies are cheap.

use cunning_diag::FileSpan;
use std::collections::BTreeMap;

use crate::limits::{DECLARATIONS_MAX, KINDS_MAX};

/// Identifies a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TypeId(usize);

/// Identifies the kind of a variable, argument or object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KindId(pub(crate) usize);

/// The root of the hierarchy.
pub(crate) const OBJECT: TypeId = TypeId(0);

/// All types and kinds.
#[derive(Debug)]
pub(crate) struct Types {
    list: Vec<Type>,
    /// The types in an order in which parents come before those below them; types on cycles are missing.
    order: Vec<TypeId>,
    ids: BTreeMap<String, TypeId>,
    kinds: Vec<Kind>,
    kind_ids: BTreeMap<Vec<TypeId>, KindId>,
}

#[derive(Debug)]
struct Type {
    name: String,
    /// The span of its declaration; `None` for `object`.
    span: Option<FileSpan>,
    /// The parents of each declaration; `object` if there is none.
    parents: Vec<Vec<TypeId>>,
}

#[derive(Debug)]
struct Kind {
    /// The member types, sorted and without duplicates.
    types: Vec<TypeId>,
    /// Whether each type is below the kind.
    below: Vec<bool>,
}

impl Types {
    /// A hierarchy with only `object`.
    pub(crate) fn new() -> Self {
        let object = Type { name: "object".to_owned(), span: None, parents: Vec::new() };
        Self {
            list: vec![object],
            order: vec![OBJECT],
            ids: BTreeMap::from([("object".to_owned(), OBJECT)]),
            kinds: Vec::new(),
            kind_ids: BTreeMap::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The type with a name, ignoring case.
    pub(crate) fn find(&self, name: &str) -> Option<TypeId> {
        self.ids.get(&name.to_ascii_lowercase()).copied()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|ty| ty.name.as_str())
    }

    pub(crate) fn name(&self, ty: TypeId) -> &str {
        &self.list[ty.0].name
    }

    /// The span of a type's declaration.
    pub(crate) fn span(&self, ty: TypeId) -> Option<FileSpan> {
        self.list[ty.0].span
    }

    /// Adds a type. The name must be new.
    pub(crate) fn declare(&mut self, name: &str, span: Option<FileSpan>) -> TypeId {
        let id = TypeId(self.list.len());
        self.list.push(Type { name: name.to_owned(), span, parents: Vec::new() });
        self.ids.insert(name.to_ascii_lowercase(), id);
        id
    }

    /// Adds a declaration of a type with its parents; false if the type has too many.
    pub(crate) fn put_below(&mut self, ty: TypeId, parents: Vec<TypeId>) -> bool {
        let declarations = &mut self.list[ty.0].parents;
        if !declarations.contains(&parents) {
            declarations.push(parents);
        }
        declarations.len() <= DECLARATIONS_MAX
    }

    /// Ends the declarations, before the first call of `kind`. Returns a type that is its own ancestor, if there is one.
    pub(crate) fn close(&mut self) -> Option<TypeId> {
        for ty in self.list.iter_mut().skip(1).filter(|ty| ty.parents.is_empty()) {
            ty.parents.push(vec![OBJECT]);
        }
        let mut is_placed = vec![false; self.list.len()];
        self.order.clear();
        loop {
            let before = self.order.len();
            for (at, ty) in self.list.iter().enumerate() {
                if !is_placed[at] && ty.parents.iter().flatten().all(|parent| is_placed[parent.0]) {
                    is_placed[at] = true;
                    self.order.push(TypeId(at));
                }
            }
            if self.order.len() == before {
                break;
            }
        }
        // A type without a place in the order has a parent without one; following those leads into the cycle.
        let mut at = is_placed.iter().position(|is_placed| !is_placed)?;
        for _ in 0..self.list.len() {
            at = self.list[at].parents.iter().flatten().find(|parent| !is_placed[parent.0])?.0;
        }
        Some(TypeId(at))
    }

    /// The kind of these types; `None` if there are too many kinds.
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
        for &ty in &self.order {
            let is_below = |parents: &Vec<TypeId>| parents.iter().all(|parent| below[parent.0]);
            below[ty.0] = types.contains(&ty) || self.list[ty.0].parents.iter().any(is_below);
        }
        let id = KindId(self.kinds.len());
        self.kinds.push(Kind { types: types.clone(), below });
        self.kind_ids.insert(types, id);
        Some(id)
    }

    /// Whether every object of `one` kind is also of the `other` kind.
    pub(crate) fn is_below(&self, one: KindId, other: KindId) -> bool {
        let below = &self.kinds[other.0].below;
        self.kinds[one.0].types.iter().all(|ty| below[ty.0])
    }

    /// A kind in PDDL notation.
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
        let [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map(|name| types.declare(name, None));
        for (ty, parents) in [(c, vec![a]), (d, vec![a, b]), (e, vec![d]), (f, vec![OBJECT]), (f, vec![c])] {
            assert!(types.put_below(ty, parents));
        }
        assert_eq!(types.close(), None);
        let mut kind = |members: &[TypeId]| types.kind(members.to_vec()).unwrap();
        let [in_a, in_b, in_c, in_d, in_e, in_f] = [a, b, c, d, e, f].map(|ty| kind(&[ty]));
        let (in_any, in_both) = (kind(&[OBJECT]), kind(&[b, a, b]));
        for below in [in_a, in_b, in_c, in_d, in_e, in_f, in_both] {
            assert!(types.is_below(below, in_any) && types.is_below(below, in_both));
        }
        assert!(types.is_below(in_c, in_a) && types.is_below(in_e, in_d) && types.is_below(in_f, in_a));
        assert!(!types.is_below(in_d, in_a) && !types.is_below(in_both, in_a) && !types.is_below(in_a, in_c));
        assert!(!types.is_below(in_any, in_both));
        assert_eq!((types.show(in_both), types.show(in_c)), ("(either a b)".to_owned(), "c".to_owned()));
    }

    #[test]
    fn cycle_is_found_from_a_type_below_it() {
        let mut types = Types::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| types.declare(name, None));
        for (ty, parent) in [(a, b), (b, c), (c, b)] {
            types.put_below(ty, vec![parent]);
        }
        assert!(types.close().is_some_and(|ty| ty == b || ty == c));
    }
}
