//! What each fact costs to reach from a state: `h_max` and `h_add`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Relaxation, TRUE, Target};
use crate::task::{Atom, Set};

/// The cost of what cannot be reached, and of an operator that must not be used.
pub(crate) const UNREACHABLE: u64 = u64::MAX;

/// How the costs of several conditions are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combine {
    /// By their maximum: never more than the true cost.
    Max,
    /// By their sum: more than the true cost when one action serves several, but tells more.
    Sum,
}

/// The costs found from one state. Keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    pub(super) costs: Vec<u64>,
    missing: Vec<u32>,
    /// For each rule: what its conditions met so far cost together.
    combined: Vec<u64>,
    /// For each rule: the condition that was met last, the dearest. `NONE` before it fires.
    pub(super) supporters: Vec<u32>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

/// No proposition.
pub(super) const NONE: u32 = u32::MAX;

impl Reached {
    /// Explores from some facts until nothing more can be reached. `prices` has a price for each operator.
    pub(crate) fn explore(
        &mut self,
        relaxation: &Relaxation,
        start: &[u32],
        prices: &[u64],
        combine: Combine,
    ) {
        self.costs.clear();
        self.costs.resize(relaxation.proposition_count as usize, UNREACHABLE);
        self.missing.clear();
        self.missing.extend(relaxation.needs.lengths());
        self.combined.clear();
        self.combined.resize(self.missing.len(), 0);
        self.supporters.clear();
        self.supporters.resize(self.missing.len(), NONE);
        self.queue.clear();
        self.reach(TRUE, 0);
        for &fact in start {
            self.reach(fact, 0);
        }
        while let Some(Reverse((cost, fact))) = self.queue.pop() {
            if cost > self.costs[fact as usize] {
                continue;
            }
            self.met(relaxation, fact, cost, prices, combine);
            for &wide in relaxation.wider(fact) {
                if self.costs[wide as usize] == UNREACHABLE {
                    self.costs[wide as usize] = cost;
                    self.met(relaxation, wide, cost, prices, combine);
                }
            }
        }
    }

    /// A proposition is reached for good: rules that need it may fire.
    #[inline]
    fn met(
        &mut self,
        relaxation: &Relaxation,
        proposition: u32,
        cost: u64,
        prices: &[u64],
        combine: Combine,
    ) {
        for &rule in relaxation.needed_by.get(proposition) {
            let at = rule as usize;
            let combined = match combine {
                // Propositions come in the order of their costs.
                Combine::Max => cost,
                Combine::Sum => self.combined[at].saturating_add(cost),
            };
            self.combined[at] = combined;
            self.missing[at] -= 1;
            let price = prices[relaxation.operator_of[at] as usize];
            if self.missing[at] == 0 && price != UNREACHABLE {
                self.supporters[at] = proposition;
                for &fact in relaxation.makes.get(rule) {
                    self.reach(fact, combined.saturating_add(price));
                }
            }
        }
    }

    #[inline]
    fn reach(&mut self, fact: u32, cost: u64) {
        let known = &mut self.costs[fact as usize];
        if cost < *known {
            *known = cost;
            self.queue.push(Reverse((cost, fact)));
        }
    }

    /// What the cheapest value of an atom costs; nothing if its variable is left out.
    #[inline]
    pub(crate) fn least_of(&self, relaxation: &Relaxation, atom: &Atom) -> u64 {
        let Some(first) = relaxation.first[atom.var.index()] else { return 0 };
        match atom.set {
            Set::Mask(mut bits) => {
                let mut least = UNREACHABLE;
                while bits != 0 {
                    least = least.min(self.costs[(first + bits.trailing_zeros()) as usize]);
                    bits &= bits - 1;
                }
                least
            }
            Set::Interval(low, high) => {
                let facts = (first + low) as usize..=(first + high) as usize;
                self.costs[facts].iter().copied().min().unwrap_or(UNREACHABLE)
            }
        }
    }

    /// What a target costs.
    pub(crate) fn cost_of(&self, target: &Target, combine: Combine) -> u64 {
        let atom = |atom| self.least(target.atom(atom));
        let conjunction = |atoms: std::ops::Range<u32>| match combine {
            Combine::Max => atoms.map(atom).max().unwrap_or(0),
            Combine::Sum => atoms.map(atom).fold(0, u64::saturating_add),
        };
        target.conjunctions().map(conjunction).min().unwrap_or(UNREACHABLE)
    }

    /// The cost of the cheapest of some facts.
    pub(super) fn least(&self, facts: &[u32]) -> u64 {
        facts.iter().map(|&fact| self.costs[fact as usize]).min().unwrap_or(UNREACHABLE)
    }
}
