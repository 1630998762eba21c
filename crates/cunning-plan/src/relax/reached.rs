//! The cost of each fact from a state: `h_max` and `h_add`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Relaxation, TRUE, Target};
use crate::task::{Atom, Set, VarId};

/// The cost of unreachable facts, and of operators that must not be used.
pub(crate) const UNREACHABLE: u64 = u64::MAX;

/// How the costs of several conditions are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combine {
    /// By their maximum, which is never above the true cost.
    Max,
    /// By their sum, which is above the true cost when one action serves several, but more informative.
    Sum,
}

/// The costs from one state. Reuses its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    pub(super) costs: Vec<u64>,
    /// For each rule, the number of unmet conditions.
    missing: Vec<u32>,
    /// For each rule, the sum of the costs of its met conditions. Used by sums only.
    combined: Vec<u64>,
    /// For each rule, the condition that was met last, which is the most expensive one; `NONE` before that. Kept on
    /// request only.
    pub(super) supporters: Vec<u32>,
    /// For each proposition, the first of the rules that it is the supporter of, and for each rule the next one with the
    /// same supporter. Kept with the supporters.
    pub(super) first_supported: Vec<u32>,
    pub(super) next_supported: Vec<u32>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

/// No proposition, or no rule.
pub(super) const NONE: u32 = u32::MAX;

/// The options of an exploration besides combining by maximum.
const PLAIN: u8 = 0;
const SUM: u8 = 1;
const SUPPORTERS: u8 = 2;

impl Reached {
    /// Explores from some facts until nothing more can be reached. `prices` has a price for each operator.
    pub(crate) fn explore(
        &mut self,
        relaxation: &Relaxation,
        start: &[u32],
        prices: &[u64],
        combine: Combine,
    ) {
        match combine {
            Combine::Max => self.explore_with::<PLAIN>(relaxation, start, prices),
            Combine::Sum => {
                self.combined.clear();
                self.combined.resize(relaxation.operator_of.len(), 0);
                self.explore_with::<SUM>(relaxation, start, prices);
            }
        }
    }

    /// Explores by maximum and keeps the supporters.
    pub(super) fn explore_supported(&mut self, relaxation: &Relaxation, start: &[u32], prices: &[u64]) {
        self.supporters.clear();
        self.supporters.resize(relaxation.operator_of.len(), NONE);
        self.first_supported.clear();
        self.first_supported.resize(relaxation.proposition_count as usize, NONE);
        self.next_supported.resize(relaxation.operator_of.len(), NONE);
        self.explore_with::<SUPPORTERS>(relaxation, start, prices);
    }

    fn explore_with<const MODE: u8>(&mut self, relaxation: &Relaxation, start: &[u32], prices: &[u64]) {
        self.costs.clear();
        self.costs.resize(relaxation.proposition_count as usize, UNREACHABLE);
        self.missing.clear();
        self.missing.extend_from_slice(&relaxation.need_counts);
        self.queue.clear();
        self.costs[TRUE as usize] = 0;
        for &fact in start {
            self.costs[fact as usize] = 0;
        }
        // Facts of the start need no queue.
        self.settle::<MODE>(relaxation, TRUE, 0, prices);
        for &fact in start {
            self.settle::<MODE>(relaxation, fact, 0, prices);
        }
        while let Some(Reverse((cost, fact))) = self.queue.pop() {
            if cost <= self.costs[fact as usize] {
                self.settle::<MODE>(relaxation, fact, cost, prices);
            }
        }
    }

    /// Settles a fact, and with it the propositions that it is the first to meet.
    #[inline]
    fn settle<const MODE: u8>(&mut self, relaxation: &Relaxation, fact: u32, cost: u64, prices: &[u64]) {
        self.met::<MODE>(relaxation, fact, cost, prices);
        for &wide in relaxation.wider(fact) {
            if self.costs[wide as usize] == UNREACHABLE {
                self.costs[wide as usize] = cost;
                self.met::<MODE>(relaxation, wide, cost, prices);
            }
        }
    }

    /// Settles a proposition: rules that need it may fire.
    #[inline]
    fn met<const MODE: u8>(&mut self, relaxation: &Relaxation, proposition: u32, cost: u64, prices: &[u64]) {
        for &rule in relaxation.needed_by.get(proposition) {
            let at = rule as usize;
            // Propositions are settled in the order of their costs, so the last is the maximum.
            let mut combined = cost;
            if MODE == SUM {
                combined = self.combined[at].saturating_add(cost);
                self.combined[at] = combined;
            }
            self.missing[at] -= 1;
            if self.missing[at] > 0 {
                continue;
            }
            let price = prices[relaxation.operator_of[at] as usize];
            if price == UNREACHABLE {
                continue;
            }
            if MODE == SUPPORTERS {
                self.support(rule, proposition);
            }
            let cost = combined.saturating_add(price);
            for &fact in relaxation.makes.get(rule) {
                let known = &mut self.costs[fact as usize];
                if cost < *known {
                    *known = cost;
                    self.queue.push(Reverse((cost, fact)));
                }
            }
        }
    }

    /// Makes a proposition the supporter of a rule that has none.
    #[inline]
    pub(super) fn support(&mut self, rule: u32, proposition: u32) {
        self.supporters[rule as usize] = proposition;
        let first = &mut self.first_supported[proposition as usize];
        self.next_supported[rule as usize] = *first;
        *first = rule;
    }

    /// Returns the cost of each value of a variable; `None` if the variable is left out.
    #[inline]
    pub(crate) fn costs_of(&self, relaxation: &Relaxation, var: VarId, size: u32) -> Option<&[u64]> {
        let first = relaxation.first[var.index()]? as usize;
        self.costs.get(first..first + size as usize)
    }

    /// Returns the cost of the cheapest value of an atom; 0 if its variable is left out.
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

    /// Returns the cost of a target.
    pub(crate) fn cost_of(&self, target: &Target, combine: Combine) -> u64 {
        let atom = |atom| self.least(target.atom(atom));
        let conjunction = |atoms: std::ops::Range<u32>| match combine {
            Combine::Max => atoms.map(atom).max().unwrap_or(0),
            Combine::Sum => atoms.map(atom).fold(0, u64::saturating_add),
        };
        target.conjunctions().map(conjunction).min().unwrap_or(UNREACHABLE)
    }

    /// Returns the cost of the cheapest of some facts.
    pub(super) fn least(&self, facts: &[u32]) -> u64 {
        facts.iter().map(|&fact| self.costs[fact as usize]).min().unwrap_or(UNREACHABLE)
    }
}
