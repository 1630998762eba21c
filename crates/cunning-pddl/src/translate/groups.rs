//! Groups of atoms that become one fact with many values, because an invariant says that at most one of them holds.
//!
//! The value 0 stands for none of the atoms. The atoms of a part follow one another, in the order of the objects that
//! are counted over.

use std::collections::BTreeMap;

use super::actions::Translation;
use super::conditions::{Condition, Literal};
use super::invariants::{self, Candidate, Part};
use super::world::World;
use crate::model::{ObjectId, PredicateId};
use crate::types::KindId;

/// The most values of a group in the planner's sets of single values. In larger groups an atom that must not hold would
/// split an action in two.
const SMALL_MAX: usize = 64;
/// The most values of a group.
const VALUES_MAX: usize = 4096;

/// A group with an instance for each combination of objects.
pub(super) struct Group {
    pub(super) parts: Vec<Part>,
    /// The kinds of the objects that name an instance.
    pub(super) of: Vec<KindId>,
    /// The value of the first atom of each part.
    pub(super) first: Vec<usize>,
    /// The largest value.
    pub(super) last: usize,
}

/// The groups, and the group and part of each predicate.
#[derive(Default)]
pub(super) struct Groups {
    pub(super) all: Vec<Group>,
    of: BTreeMap<PredicateId, (usize, usize)>,
}

/// An atom of a group.
pub(super) struct Member<'g> {
    pub(super) group: usize,
    /// The index of the part in the group.
    pub(super) at: usize,
    pub(super) part: &'g Part,
    /// The value of the part's first atom.
    pub(super) first: usize,
}

impl Groups {
    /// Finds groups that cover as many atoms as possible.
    pub(super) fn find(world: &World<'_>, translation: &Translation<'_>) -> Self {
        let refused = predicates_refused(translation);
        let candidates = invariants::find(world, translation);
        let mut left: Vec<&Candidate> = candidates.iter().filter(|one| holds_at_first(world, one)).collect();
        let mut groups = Self::default();
        loop {
            let is_free = |part: &&Part| !groups.of.contains_key(&part.predicate);
            let open = left.iter().filter_map(|candidate| {
                let parts = candidate.0.iter().filter(is_free).cloned().collect();
                let group = Group::new(world, parts)?;
                let is_small = group.last < SMALL_MAX;
                let is_refused = |part: &Part| refused.contains(&part.predicate);
                (is_small || !group.parts.iter().any(is_refused)).then_some(group)
            });
            // The first of the largest ones.
            let mut best: Option<(usize, Group)> = None;
            for group in open {
                let atoms = group.last.saturating_mul(group.instances(world));
                if best.as_ref().is_none_or(|(most, _)| atoms > *most) {
                    best = Some((atoms, group));
                }
            }
            let Some((_, group)) = best else { return groups };
            for (at, part) in group.parts.iter().enumerate() {
                groups.of.insert(part.predicate, (groups.all.len(), at));
            }
            groups.all.push(group);
            left.retain(|candidate| candidate.0.iter().any(|part| !groups.of.contains_key(&part.predicate)));
        }
    }

    /// The place of a predicate's atoms in a group.
    pub(super) fn member(&self, predicate: PredicateId) -> Option<Member<'_>> {
        let &(group, at) = self.of.get(&predicate)?;
        let Group { parts, first, .. } = &self.all[group];
        Some(Member { group, at, part: &parts[at], first: first[at] })
    }
}

impl Group {
    /// A group of parts; `None` if it has no two values, or too many.
    fn new(world: &World<'_>, parts: Vec<Part>) -> Option<Self> {
        let kinds = |part: &Part| part.instance(&world.model.predicates[part.predicate.0].of);
        // The objects of one part include those of the others.
        let includes = |wide: &[KindId], narrow: &[KindId]| {
            let is_within = |(wide, narrow): (&KindId, &KindId)| {
                let classes = world.classes.of(*wide);
                world.classes.of(*narrow).iter().all(|class| classes.contains(class))
            };
            wide.iter().zip(narrow).all(is_within)
        };
        let all: Vec<Vec<KindId>> = parts.iter().map(kinds).collect();
        let of = all.iter().find(|wide| all.iter().all(|narrow| includes(wide, narrow)))?.clone();
        let mut first = Vec::with_capacity(parts.len());
        let mut last = 0;
        for part in &parts {
            first.push(last + 1);
            last += part
                .counted
                .map_or(1, |at| world.classes.size(world.model.predicates[part.predicate.0].of[at]));
        }
        let is_empty = of.iter().any(|&kind| world.classes.size(kind) == 0);
        ((2..VALUES_MAX).contains(&last) && !is_empty).then_some(Self { parts, of, first, last })
    }

    fn instances(&self, world: &World<'_>) -> usize {
        self.of.iter().map(|&kind| world.classes.size(kind)).fold(1, usize::saturating_mul)
    }
}

/// Whether at most one atom of each instance holds in the initial state.
fn holds_at_first(world: &World<'_>, candidate: &Candidate) -> bool {
    let mut held: BTreeMap<Vec<ObjectId>, (PredicateId, &[ObjectId])> = BTreeMap::new();
    world.model.init.iter().all(|(predicate, args)| {
        let Some(part) = candidate.0.iter().find(|part| part.predicate == *predicate) else { return true };
        let atom = (*predicate, args.as_slice());
        *held.entry(part.instance(args)).or_insert(atom) == atom
    })
}

/// The predicates that some condition wants not to hold, or that may be deleted without having held.
fn predicates_refused(translation: &Translation<'_>) -> Vec<PredicateId> {
    let mut refused = Vec::new();
    let mut visit = |condition: &Condition| negations(condition, &mut refused);
    visit(&translation.goal);
    for action in &translation.actions {
        visit(&action.condition);
        action.assignments.iter().for_each(|assignment| visit(&assignment.when));
        action.deltas.iter().for_each(|delta| visit(&delta.when));
    }
    for action in &translation.actions {
        for deletion in action.assignments.iter().filter(|assignment| !assignment.value) {
            let (predicate, args) = (deletion.predicate, deletion.args.clone());
            if !action.condition.says(&Literal::Holds { predicate, args, value: true }) {
                refused.push(predicate);
            }
        }
        // An effect that happens in some states only is turned round in backward search.
        for assignment in action.assignments.iter().filter(|assignment| !assignment.when.is_always()) {
            positives(&assignment.when, &mut refused);
        }
    }
    refused.sort_unstable();
    refused.dedup();
    refused
}

fn negations(condition: &Condition, found: &mut Vec<PredicateId>) {
    each_atom(condition, &mut |predicate, value| {
        if !value {
            found.push(predicate);
        }
    });
}

fn positives(condition: &Condition, found: &mut Vec<PredicateId>) {
    each_atom(condition, &mut |predicate, _| found.push(predicate));
}

fn each_atom(condition: &Condition, visit: &mut dyn FnMut(PredicateId, bool)) {
    match condition {
        Condition::All(members) | Condition::Any(members) => {
            for member in members {
                each_atom(member, visit);
            }
        }
        Condition::Literal(Literal::Holds { predicate, value, .. }) => visit(*predicate, *value),
        Condition::Literal(_) => {}
    }
}
