//! Unmet conditions of a state.

use crate::ground::{Grounding, State};
use crate::task::{Atom, Conjunction, VarId};

use super::need::Need;
use super::words::Words;

/// Returns the conditions that do not hold in a state, for the alternative that lacks fewest; among equals, the one
/// whose numbers are nearest. Empty if there is no alternative.
pub(crate) fn unmet(grounding: &Grounding, ways: &[Conjunction], state: &State) -> Vec<String> {
    let words = Words { grounding, mark: None };
    let value = |var: VarId| state.values.get(var.index()).copied().unwrap_or(0);
    let distance = |atom: &Atom| {
        let (low, high) = atom.set.ends();
        let value = value(atom.var);
        u64::from(low.saturating_sub(value)) + u64::from(value.saturating_sub(high))
    };
    let lacks = |way: &Conjunction| {
        let atoms: Vec<Atom> =
            way.atoms.iter().copied().filter(|atom| !atom.set.contains(value(atom.var))).collect();
        let relations: Vec<_> =
            way.relations.iter().filter(|relation| !relation.holds(&value)).cloned().collect();
        (atoms, relations)
    };
    let nearest = ways.iter().map(lacks).min_by_key(|(atoms, relations)| {
        (atoms.len() + relations.len(), atoms.iter().map(distance).sum::<u64>())
    });
    let (atoms, relations) = nearest.unwrap_or_default();
    let atoms = atoms.into_iter().map(|atom| words.need(&Need::of_atom(&words, atom, &state.values)));
    atoms.chain(relations.iter().map(|relation| words.relation(relation))).collect()
}
