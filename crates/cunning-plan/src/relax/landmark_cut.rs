//! LM-cut: a lower bound from disjunctive action landmarks.
//!
//! Repeatedly: find a set of operators of which every relaxed plan needs one (a cut between the start and the facts
//! that reach the goal for free), add the price of the cheapest, and subtract it from all of them. Rules of the same
//! use of an operator share its remaining price, so that a use that serves several cuts is not paid for twice; a rule
//! of any use costs as much as the cheapest of them. The estimate is admissible but not consistent.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::reached::NONE;
use super::{Combine, Reached, Relaxation, TRUE, Target, UNREACHABLE};

/// LM-cut with its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct LandmarkCut {
    reached: Reached,
    /// The remaining price of each use of an operator.
    remaining: Vec<u64>,
    /// For each operator, the remaining price of the cheapest use.
    least: Vec<u64>,
    /// For each proposition, its side of the cut.
    sides: Vec<Side>,
    stack: Vec<u32>,
    /// The operators of the cut and the use of each; `None` for all.
    cut: Vec<(u32, Option<u32>)>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Unknown,
    /// The goal is reached from it for free.
    Goal,
    /// It is reached from the start without crossing the cut.
    Start,
}

impl LandmarkCut {
    /// Returns the bound from the facts of a state to a target; `None` if the target cannot be reached.
    pub(crate) fn estimate(
        &mut self,
        relaxation: &Relaxation,
        start: &[u32],
        target: &Target,
        prices: &[u64],
    ) -> Option<u64> {
        self.remaining.clear();
        for (uses, &price) in relaxation.uses_of.iter().zip(prices) {
            self.remaining.resize(uses.end as usize, price);
        }
        self.least.clear();
        self.least.extend_from_slice(prices);
        self.reached.explore_supported(relaxation, start, prices);
        let at_first = self.reached.cost_of(target, Combine::Max);
        let mut bound = 0_u64;
        loop {
            match self.reached.cost_of(target, Combine::Max) {
                UNREACHABLE => return None,
                // Uses that cannot be distinguished may have been paid for too little.
                0 => return Some(bound.max(at_first)),
                _ => {}
            }
            self.find_goal_side(relaxation, target);
            self.find_cut(relaxation, start);
            let price = |&(operator, this_use): &(u32, Option<u32>)| match this_use {
                Some(this_use) => self.remaining[this_use as usize],
                None => self.least[operator as usize],
            };
            // Without a cut the target would be free.
            let least = self.cut.iter().map(price).min().filter(|&least| least > 0);
            let Some(least) = least else { return Some(bound.max(at_first)) };
            bound = bound.saturating_add(least);
            self.pay(relaxation, least);
            self.lower(relaxation);
        }
    }

    /// Subtracts a price from the operators in the cut.
    fn pay(&mut self, relaxation: &Relaxation, price: u64) {
        for &(operator, this_use) in &self.cut {
            let all = relaxation.uses_of[operator as usize].clone();
            let paid = this_use.map_or(all.clone(), |this_use| this_use..this_use + 1);
            paid.for_each(|this_use| self.remaining[this_use as usize] -= price);
            let left = all.map(|this_use| self.remaining[this_use as usize]);
            self.least[operator as usize] = left.min().unwrap_or(0);
        }
    }

    /// Returns the remaining price of a rule.
    #[inline]
    fn price(&self, relaxation: &Relaxation, rule: u32) -> u64 {
        match relaxation.use_of[rule as usize] {
            Some(this_use) => self.remaining[this_use as usize],
            None => self.least[relaxation.operator_of[rule as usize] as usize],
        }
    }

    /// Marks what reaches the target for free, along the most expensive condition of each rule.
    fn find_goal_side(&mut self, relaxation: &Relaxation, target: &Target) {
        self.sides.clear();
        self.sides.resize(relaxation.proposition_count as usize, Side::Unknown);
        self.stack.clear();
        for atoms in target.conjunctions() {
            let cost = |atom: &u32| self.reached.least(target.atom(*atom));
            // The first of the most expensive ones.
            let dearest = atoms.rev().max_by_key(cost);
            for &fact in dearest.map_or(&[][..], |atom| target.atom(atom)) {
                mark(&mut self.sides, &mut self.stack, fact);
            }
        }
        while let Some(fact) = self.stack.pop() {
            for &rule in relaxation.made_by.get(fact) {
                let supporter = self.reached.supporters[rule as usize];
                if supporter == NONE
                    || self.price(relaxation, rule) > 0
                    || self.sides[supporter as usize] == Side::Goal
                {
                    continue;
                }
                if supporter < relaxation.fact_count {
                    mark(&mut self.sides, &mut self.stack, supporter);
                } else {
                    self.sides[supporter as usize] = Side::Goal;
                    for &member in relaxation.members.get(supporter - relaxation.fact_count) {
                        mark(&mut self.sides, &mut self.stack, member);
                    }
                }
            }
        }
    }

    /// Explores from the start up to the goal's side; the operators that lead into it are the cut.
    fn find_cut(&mut self, relaxation: &Relaxation, start: &[u32]) {
        self.cut.clear();
        self.stack.clear();
        for &fact in [TRUE].iter().chain(start) {
            if self.sides[fact as usize] == Side::Unknown {
                self.sides[fact as usize] = Side::Start;
                self.stack.push(fact);
            }
        }
        while let Some(proposition) = self.stack.pop() {
            if proposition < relaxation.fact_count {
                for &wide in relaxation.wider(proposition) {
                    if self.sides[wide as usize] == Side::Unknown {
                        self.sides[wide as usize] = Side::Start;
                        self.stack.push(wide);
                    }
                }
            }
            for &rule in relaxation.needed_by.get(proposition) {
                if self.reached.supporters[rule as usize] != proposition {
                    continue;
                }
                let mut crosses = false;
                for &fact in relaxation.makes.get(rule) {
                    match self.sides[fact as usize] {
                        Side::Goal => crosses = true,
                        Side::Start => {}
                        Side::Unknown => {
                            self.sides[fact as usize] = Side::Start;
                            self.stack.push(fact);
                        }
                    }
                }
                if crosses {
                    let operator = relaxation.operator_of[rule as usize];
                    self.cut.push((operator, relaxation.use_of[rule as usize]));
                }
            }
        }
        // All uses of an operator come before any single one, which they include.
        self.cut.sort_unstable();
        self.cut.dedup_by(|next, kept| next == kept || next.0 == kept.0 && kept.1.is_none());
    }

    /// Lowers the costs of what became cheaper with the operators of the cut.
    fn lower(&mut self, relaxation: &Relaxation) {
        self.queue.clear();
        let cut = std::mem::take(&mut self.cut);
        for &(operator, _) in &cut {
            for rule in relaxation.rules_of[operator as usize].clone() {
                self.lower_effects(relaxation, rule);
            }
        }
        self.cut = cut;
        while let Some(Reverse((cost, fact))) = self.queue.pop() {
            if cost > self.reached.costs[fact as usize] {
                continue;
            }
            self.lower_rules(relaxation, fact);
            for &wide in relaxation.wider(fact) {
                if cost < self.reached.costs[wide as usize] {
                    self.reached.costs[wide as usize] = cost;
                    self.lower_rules(relaxation, wide);
                }
            }
        }
    }

    /// Updates the rules whose most expensive condition was a proposition that became cheaper.
    fn lower_rules(&mut self, relaxation: &Relaxation, proposition: u32) {
        for &rule in relaxation.needed_by.get(proposition) {
            if self.reached.supporters[rule as usize] != proposition {
                continue;
            }
            let costs = &self.reached.costs;
            let needs = relaxation.needs.get(rule).iter().rev();
            let dearest = needs.max_by_key(|&&need| costs[need as usize]).copied();
            self.reached.supporters[rule as usize] = dearest.unwrap_or(proposition);
            self.lower_effects(relaxation, rule);
        }
    }

    fn lower_effects(&mut self, relaxation: &Relaxation, rule: u32) {
        let supporter = self.reached.supporters[rule as usize];
        if supporter == NONE {
            return;
        }
        let price = self.price(relaxation, rule);
        let cost = self.reached.costs[supporter as usize].saturating_add(price);
        for &fact in relaxation.makes.get(rule) {
            let known = &mut self.reached.costs[fact as usize];
            if cost < *known {
                *known = cost;
                self.queue.push(Reverse((cost, fact)));
            }
        }
    }
}

fn mark(sides: &mut [Side], stack: &mut Vec<u32>, fact: u32) {
    if sides[fact as usize] != Side::Goal {
        sides[fact as usize] = Side::Goal;
        stack.push(fact);
    }
}
