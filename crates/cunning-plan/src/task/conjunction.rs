//! Conjunctions: sets of values for single variables, and relations between several.

use super::{Expr, Set, VarId};
use crate::model::Comparison;

/// A conjunction. Atoms are sorted by variable, one for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conjunction {
    pub(crate) atoms: Vec<Atom>,
    /// Conditions on several variables; only forward search supports these.
    pub(crate) relations: Vec<Relation>,
}

/// A condition that a variable has a value of a set, which is never the whole domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Atom {
    pub(crate) var: VarId,
    pub(crate) set: Set,
}

/// A comparison of two numbers that depend on the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    pub(crate) left: Expr,
    pub(crate) comparison: Comparison,
    pub(crate) right: Expr,
}

impl Conjunction {
    pub(crate) fn of_atom(atom: Atom) -> Self {
        Self { atoms: vec![atom], relations: Vec::new() }
    }

    pub(crate) fn of_relation(relation: Relation) -> Self {
        Self { atoms: Vec::new(), relations: vec![relation] }
    }

    /// Returns whether it holds in every state.
    pub(crate) fn is_true(&self) -> bool {
        self.atoms.is_empty() && self.relations.is_empty()
    }

    /// Returns the conjunction of both; `None` if it leaves some variable without a value.
    pub(crate) fn and(&self, other: &Self) -> Option<Self> {
        let mut atoms = Vec::with_capacity(self.atoms.len() + other.atoms.len());
        let (mut ours, mut theirs) = (self.atoms.iter().peekable(), other.atoms.iter().peekable());
        loop {
            let atom = match (ours.peek(), theirs.peek()) {
                (None, None) => break,
                (Some(one), Some(two)) if one.var == two.var => {
                    let set = one.set.intersect(two.set)?;
                    let var = one.var;
                    ours.next();
                    theirs.next();
                    Atom { var, set }
                }
                (Some(one), Some(two)) if one.var > two.var => {
                    let two = **two;
                    theirs.next();
                    two
                }
                (Some(one), _) => {
                    let one = **one;
                    ours.next();
                    one
                }
                (None, Some(two)) => {
                    let two = **two;
                    theirs.next();
                    two
                }
            };
            atoms.push(atom);
        }
        let mut relations = self.relations.clone();
        relations
            .extend(other.relations.iter().filter(|relation| !self.relations.contains(relation)).cloned());
        Some(Self { atoms, relations })
    }

    /// Adds another conjunction. Returns false if some variable is left without a value; then this one is invalid.
    fn narrow(&mut self, other: Self) -> bool {
        if self.is_true() {
            *self = other;
            return true;
        }
        for atom in other.atoms {
            // Conditions on a family mostly come in the order of its variables.
            if self.atoms.last().is_none_or(|last| last.var < atom.var) {
                self.atoms.push(atom);
                continue;
            }
            match self.atoms.binary_search_by_key(&atom.var, |atom| atom.var) {
                Ok(at) => match self.atoms[at].set.intersect(atom.set) {
                    Some(set) => self.atoms[at].set = set,
                    None => return false,
                },
                Err(at) => self.atoms.insert(at, atom),
            }
        }
        for relation in other.relations {
            if !self.relations.contains(&relation) {
                self.relations.push(relation);
            }
        }
        true
    }

    /// Returns whether it implies another one, as far as their atoms and relations show one by one.
    fn implies(&self, other: &Self) -> bool {
        if other.atoms.len() > self.atoms.len() || other.relations.len() > self.relations.len() {
            return false;
        }
        let mut ours = self.atoms.iter();
        // Both are sorted by variable.
        other.atoms.iter().all(|theirs| {
            ours.find(|ours| ours.var >= theirs.var)
                .is_some_and(|ours| ours.var == theirs.var && ours.set.is_within(theirs.set))
        }) && other.relations.iter().all(|relation| self.relations.contains(relation))
    }

    /// Calls `visit` with every variable that it reads.
    pub(crate) fn vars(&self, visit: &mut dyn FnMut(VarId)) {
        self.atoms.iter().for_each(|atom| visit(atom.var));
        for relation in &self.relations {
            relation.left.vars(visit);
            relation.right.vars(visit);
        }
    }

    /// Changes the variable numbers, which keep their order.
    pub(crate) fn renumber(&mut self, new: &impl Fn(VarId) -> Option<VarId>) {
        self.atoms.retain_mut(|atom| {
            let number = new(atom.var);
            atom.var = number.unwrap_or(atom.var);
            number.is_some()
        });
        for Relation { left, right, .. } in &mut self.relations {
            left.renumber(new);
            right.renumber(new);
        }
    }

    pub(crate) fn holds(&self, values: &impl Fn(VarId) -> u32) -> bool {
        self.holds_given(values, &[])
    }

    /// Like `holds`, with the numbers of a state.
    pub(crate) fn holds_given(&self, values: &impl Fn(VarId) -> u32, given: &[i64]) -> bool {
        self.atoms.iter().all(|atom| atom.set.contains(values(atom.var)))
            && self.relations.iter().all(|relation| relation.holds_given(values, given))
    }
}

impl Relation {
    /// Returns whether it holds; a relation with an undefined side does not.
    pub(crate) fn holds(&self, values: &impl Fn(VarId) -> u32) -> bool {
        self.holds_given(values, &[])
    }

    fn holds_given(&self, values: &impl Fn(VarId) -> u32, given: &[i64]) -> bool {
        match (self.left.value_given(values, given), self.right.value_given(values, given)) {
            (Some(left), Some(right)) => self.comparison.holds(left, right),
            _ => false,
        }
    }
}

/// Returns the disjunction of all combinations of one member from each list, except for those that imply another one;
/// `None` if there are more than `max`.
pub(crate) fn intersect_all(
    lists: impl IntoIterator<Item = Vec<Conjunction>>,
    max: usize,
) -> Option<Vec<Conjunction>> {
    lists.into_iter().try_fold(vec![Conjunction::default()], |all, list| intersect(all, list, max))
}

/// Returns the disjunction of all combinations of one member from each of two lists; `None` if there are more than
/// `max`.
pub(crate) fn intersect(
    mut ones: Vec<Conjunction>,
    mut others: Vec<Conjunction>,
    max: usize,
) -> Option<Vec<Conjunction>> {
    // A long conjunction that grows repeatedly is not copied each time.
    if let ([one], [other]) = (&mut ones[..], &mut others[..]) {
        if !one.narrow(std::mem::take(other)) {
            ones.clear();
        }
        return Some(ones);
    }
    let mut all: Vec<Conjunction> = Vec::new();
    for one in &ones {
        for other in &others {
            if let Some(both) = one.and(other)
                && !all.iter().any(|known| both.implies(known))
            {
                all.retain(|known| !known.implies(&both));
                // Checked early, so that impossible combinations take no time.
                if all.len() == max {
                    return None;
                }
                all.push(both);
            }
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each variable, the possible values, one bit each.
    fn conjunction(sets: &[(u32, u64)]) -> Conjunction {
        let atoms = sets.iter().map(|&(var, mask)| Atom { var: VarId(var), set: Set::Mask(mask) });
        Conjunction { atoms: atoms.collect(), relations: Vec::new() }
    }

    #[test]
    fn what_implies_another_is_absorbed() {
        let (low, high, any) = (0b0011, 0b1100, 0b0111);
        // (a low or b high) and (a any or b high): where a is low, a is any; and b high suffices.
        let one = vec![conjunction(&[(0, low)]), conjunction(&[(1, high)])];
        let two = vec![conjunction(&[(0, any)]), conjunction(&[(1, high)])];
        let both = intersect_all([one, two], 2);
        assert_eq!(both, Some(vec![conjunction(&[(0, low)]), conjunction(&[(1, high)])]));
    }

    #[test]
    fn a_weaker_one_that_comes_late_takes_the_place_of_stronger_ones() {
        let list = vec![
            conjunction(&[(0, 1), (1, 1)]),
            conjunction(&[(0, 1), (2, 1)]),
            conjunction(&[(2, 2)]),
            conjunction(&[(0, 3)]),
        ];
        let all = intersect_all([list], 3);
        assert_eq!(all, Some(vec![conjunction(&[(2, 2)]), conjunction(&[(0, 3)])]));
    }

    #[test]
    fn relations_imply_nothing_but_themselves() {
        let relation = |bound| {
            let left = Expr::Const(1);
            Conjunction::of_relation(Relation {
                left,
                comparison: Comparison::Less,
                right: Expr::Const(bound),
            })
        };
        let list = vec![relation(2), relation(3)];
        assert_eq!(intersect_all([list.clone()], 2), Some(list.clone()));
        let both = conjunction(&[(0, 1)]).and(&relation(2));
        let all = intersect_all([vec![both.clone().unwrap_or_default(), relation(2)]], 2);
        assert_eq!(all, Some(vec![relation(2)]));
        assert_eq!(intersect_all([vec![relation(2), both.unwrap_or_default()]], 2), Some(vec![relation(2)]));
    }

    #[test]
    fn too_many_are_refused() {
        let list = vec![conjunction(&[(0, 1)]), conjunction(&[(1, 1)])];
        assert_eq!(intersect_all([list.clone()], 1), None);
        assert_eq!(intersect_all([list.clone()], 2), Some(list));
    }
}
