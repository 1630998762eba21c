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
    /// The remaining price of each use of an operator, then for each operator that of its cheapest use.
    remaining: Vec<u64>,
    /// For each proposition, its side of the cut.
    sides: Vec<Side>,
    stack: Vec<u32>,
    /// The operators of the cut, each with the place of its price.
    cut: Vec<(u32, u32)>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// The sum of all cuts, and for each operator the sum of the cuts with it.
    sum: u64,
    shares: Vec<u64>,
    /// The most expensive condition of the target before the first cut.
    dearest: u64,
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
        self.remaining.extend_from_slice(prices);
        self.reached.explore_supported(relaxation, start, prices);
        self.dearest = self.reached.cost_of(target, Combine::Max);
        self.sum = 0;
        self.shares.clear();
        self.shares.resize(prices.len(), 0);
        loop {
            match self.reached.cost_of(target, Combine::Max) {
                UNREACHABLE => return None,
                // Uses that cannot be distinguished may have been paid for too little.
                0 => return Some(self.sum.max(self.dearest)),
                _ => {}
            }
            self.find_goal_side(relaxation, target);
            self.find_cut(relaxation, start);
            // Without a cut the target would be free.
            let price = |&(_, slot): &(u32, u32)| self.remaining[slot as usize];
            let least = self.cut.iter().map(price).min().filter(|&least| least > 0);
            let Some(least) = least else { return Some(self.sum.max(self.dearest)) };
            self.sum = self.sum.saturating_add(least);
            self.pay(relaxation, least);
            self.lower(relaxation);
        }
    }

    /// Returns what is left of the last bound after an operator with a price: every plan still needs one of each cut
    /// without it.
    pub(crate) fn without(&self, operator: u32, price: u64) -> u64 {
        let cuts = self.sum.saturating_sub(self.shares[operator as usize]);
        cuts.max(self.dearest.saturating_sub(price))
    }

    /// Subtracts a price from the operators in the cut.
    fn pay(&mut self, relaxation: &Relaxation, price: u64) {
        for &(operator, slot) in &self.cut {
            let all = relaxation.uses_of[operator as usize].clone();
            let cheapest = relaxation.cheapest_use(operator);
            let paid = if slot == cheapest { all.clone() } else { slot..slot + 1 };
            paid.for_each(|this_use| self.remaining[this_use as usize] -= price);
            let left = all.map(|this_use| self.remaining[this_use as usize]);
            self.remaining[cheapest as usize] = left.min().unwrap_or(0);
            self.shares[operator as usize] += price;
        }
    }

    /// Returns the remaining price of a rule.
    #[inline]
    fn price(&self, relaxation: &Relaxation, rule: u32) -> u64 {
        self.remaining[relaxation.price_of[rule as usize] as usize]
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
        let Self { reached, stack, cut, .. } = self;
        // Slices, which stay in registers in the innermost loop.
        let sides = self.sides.as_mut_slice();
        let (first, next) = (reached.first_supported.as_slice(), reached.next_supported.as_slice());
        cut.clear();
        stack.clear();
        for &fact in [TRUE].iter().chain(start) {
            visit(sides, stack, fact);
        }
        while let Some(proposition) = stack.pop() {
            if proposition < relaxation.fact_count {
                for &wide in relaxation.wider(proposition) {
                    visit(sides, stack, wide);
                }
            }
            let mut rule = first[proposition as usize];
            while rule != NONE {
                let mut crosses = false;
                for &fact in relaxation.makes.get(rule) {
                    crosses |= visit(sides, stack, fact);
                }
                if crosses {
                    let operator = relaxation.operator_of[rule as usize];
                    cut.push((operator, relaxation.price_of[rule as usize]));
                }
                rule = next[rule as usize];
            }
        }
        // The price of all uses of an operator comes before those of single ones, which it includes.
        cut.sort_unstable_by_key(|&(operator, slot)| (operator, Reverse(slot)));
        let is_any = |&(operator, slot): &(u32, u32)| slot == relaxation.cheapest_use(operator);
        cut.dedup_by(|next, kept| next == kept || next.0 == kept.0 && is_any(kept));
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
        let mut next = std::mem::replace(&mut self.reached.first_supported[proposition as usize], NONE);
        while next != NONE {
            let rule = next;
            next = self.reached.next_supported[rule as usize];
            let costs = &self.reached.costs;
            let needs = relaxation.needs.get(rule).iter().rev();
            let dearest = needs.max_by_key(|&&need| costs[need as usize]).copied();
            self.reached.support(rule, dearest.unwrap_or(proposition));
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

/// Notes that a proposition is reached from the start, unless it is on the goal's side. Returns whether it is.
#[inline]
fn visit(sides: &mut [Side], stack: &mut Vec<u32>, proposition: u32) -> bool {
    let side = &mut sides[proposition as usize];
    match *side {
        Side::Goal => true,
        Side::Start => false,
        Side::Unknown => {
            *side = Side::Start;
            stack.push(proposition);
            false
        }
    }
}

fn mark(sides: &mut [Side], stack: &mut Vec<u32>, fact: u32) {
    if sides[fact as usize] != Side::Goal {
        sides[fact as usize] = Side::Goal;
        stack.push(fact);
    }
}
