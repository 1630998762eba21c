//! Classes of objects: two objects are in one class if every kind of variable contains both or neither.
//!
//! Classes become closed types, and kinds become unions of classes.

use std::collections::BTreeMap;

use crate::model::{Model, ObjectId};
use crate::types::KindId;

/// An index into the list of classes.
pub(super) type ClassId = usize;

pub(super) struct Classes {
    /// The objects of each class, in file order. No class is empty.
    pub(super) objects: Vec<Vec<ObjectId>>,
    /// The class of each object.
    of_object: Vec<ClassId>,
    /// The classes of each kind of variable, in order.
    of_kind: Vec<Vec<ClassId>>,
}

impl Classes {
    pub(super) fn new(model: &Model) -> Self {
        let kinds = variable_kinds(model);
        let mut known: BTreeMap<Vec<bool>, ClassId> = BTreeMap::new();
        // Objects have few declared kinds, so the class is computed once per kind.
        let mut of_declared: BTreeMap<KindId, ClassId> = BTreeMap::new();
        let mut classes = Self { objects: Vec::new(), of_object: Vec::new(), of_kind: Vec::new() };
        for (at, object) in model.objects.iter().enumerate() {
            let class = *of_declared.entry(object.kind).or_insert_with(|| {
                let signature = kinds.iter().map(|&kind| model.types.is_below(object.kind, kind)).collect();
                let next = known.len();
                *known.entry(signature).or_insert(next)
            });
            classes.objects.resize_with(known.len(), Vec::new);
            classes.objects[class].push(ObjectId(at));
            classes.of_object.push(class);
        }
        classes.of_kind = vec![Vec::new(); kinds.last().map_or(0, |last| last.0 + 1)];
        for (signature, class) in known {
            for (&kind, _) in kinds.iter().zip(signature).filter(|(_, is_of)| *is_of) {
                classes.of_kind[kind.0].push(class);
            }
        }
        classes.of_kind.iter_mut().for_each(|list| list.sort_unstable());
        classes
    }

    /// The classes of a kind; none if the kind has no objects.
    pub(super) fn of(&self, kind: KindId) -> &[ClassId] {
        self.of_kind.get(kind.0).map_or(&[], Vec::as_slice)
    }

    /// The objects of a kind.
    pub(super) fn members(&self, kind: KindId) -> Vec<ObjectId> {
        self.of(kind).iter().flat_map(|&class| &self.objects[class]).copied().collect()
    }

    /// How many objects a kind has.
    pub(super) fn size(&self, kind: KindId) -> usize {
        self.of(kind).iter().map(|&class| self.objects[class].len()).sum()
    }

    pub(super) fn is_member(&self, object: ObjectId, kind: KindId) -> bool {
        self.of(kind).contains(&self.of_object[object.0])
    }

    /// Whether two kinds have objects in common.
    pub(super) fn overlap(&self, one: KindId, other: KindId) -> bool {
        self.of(one).iter().any(|class| self.of(other).contains(class))
    }
}

/// The kinds of all variables and arguments, sorted.
fn variable_kinds(model: &Model) -> Vec<KindId> {
    let signatures =
        model.predicates.iter().chain(&model.functions).flat_map(|signature| signature.of.clone());
    let variables = model.actions.iter().flat_map(|action| &action.variables).chain(&model.goal.variables);
    let mut kinds: Vec<KindId> = signatures.chain(variables.map(|variable| variable.kind)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
