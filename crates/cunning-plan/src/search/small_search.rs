//! Backward A* for small problems: a set of states fits in one word, and at most a hundred sets are stored.
//!
//! Most problems of games need a few dozen nodes. For these, the bookkeeping of an engine made for millions costs
//! more than the search itself. The same search (same successors, the estimate of
//! [`Heuristic::Max`](super::Heuristic::Max), same order of expansion) is therefore tried here first, on arrays that
//! stay in the first-level cache. Larger problems are started again by the engine.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cunning_search::Counters;

use super::regression::Regression;
use crate::compiled_goal::GoalProgram;
use crate::ground::State;
use crate::relax::{Projections, Relaxation, SmallSearchRule, UNREACHABLE};
use crate::task::{CLOSED, Prices, VarId};

/// The largest number of sets of states.
const NODES_MAX: usize = 128;
/// The size of the hash table, of which at most half is in use.
const SLOTS: usize = 2 * NODES_MAX;
/// The largest number of alternatives of a goal; goals with more are left to the general search.
const GOALS_MAX: usize = 16;
/// The largest number of rules; with more, the relaxed costs are better computed by a queue.
const RULES_MAX: usize = 128;
const NO_NODE: u32 = u32::MAX;

/// The relaxed rules of a task whose sets of states fit in one word.
#[derive(Clone, Debug)]
pub(crate) struct SmallSearchRules {
    dearest: Vec<SmallSearchRule>,
    shares: Vec<SmallSearchRule>,
}

impl SmallSearchRules {
    /// Creates the rules; `None` if the task does not fit.
    pub(crate) fn new(
        regression: &Regression,
        relaxation: &Relaxation,
        projections: Option<&Projections>,
    ) -> Option<Self> {
        if regression.width > 1 || !regression.ranges.is_empty() || regression.goals.len() > GOALS_MAX {
            return None;
        }
        let bit = |var: VarId| regression.fields[var.index()].shift;
        let dearest = relaxation.pocket_rules(bit, |operator| (operator, true))?;
        let shares = projections
            .map(|projections| projections.relaxation.pocket_rules(bit, |at| projections.operator(at)));
        let shares = shares.unwrap_or_else(|| Some(Vec::new()))?;
        (dearest.len() + shares.len() <= RULES_MAX).then_some(Self { dearest, shares })
    }
}

/// The status of a small search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SmallSearchStatus {
    Running,
    Solved,
    Unsolvable,
    /// The problem turned out too large; the general search takes over.
    Full,
}

/// The search with its memory.
pub(crate) struct SmallSearch {
    nodes: Vec<Node>,
    /// The number of a node plus one, by the hash of its set; 0 if free.
    slots: [u8; SLOTS],
    /// The queue: by least total cost, then largest known part, then order of discovery.
    open: BinaryHeap<(Reverse<u64>, u64, Reverse<u32>)>,
    /// For each bit, the cost of the value, and its share in a sum.
    costs: [u64; 64],
    shares: [u64; 64],
    start: u64,
    step: u64,
    /// For each regressor, the last expansion that tried it.
    tried: Vec<u32>,
    solution: u32,
    counters: Counters,
}

/// The input of a search.
#[derive(Clone, Copy)]
struct SmallSearchProgram<'p> {
    regression: &'p Regression,
    rules: &'p SmallSearchRules,
    prices: &'p [u64],
}

#[derive(Clone, Copy)]
struct Node {
    set: u64,
    g: u64,
    h: u64,
    parent: u32,
    operator: u32,
    is_closed: bool,
}

/// A set of states that a search has met.
pub(crate) struct SmallSearchNode {
    pub(crate) id: u32,
    pub(crate) parent: Option<u32>,
    pub(crate) operator: Option<u32>,
    pub(crate) g: u64,
    pub(crate) h: Option<u64>,
    pub(crate) is_expanded: bool,
    pub(crate) set: u64,
}

impl SmallSearch {
    /// The largest number of sets of states.
    pub(crate) const NODES_MAX: u32 = NODES_MAX as u32;

    pub(crate) fn new() -> Self {
        Self {
            nodes: Vec::with_capacity(NODES_MAX),
            slots: [0; SLOTS],
            open: BinaryHeap::new(),
            costs: [0; 64],
            shares: [0; 64],
            start: 0,
            step: 0,
            tried: Vec::new(),
            solution: NO_NODE,
            counters: Counters::default(),
        }
    }

    /// Starts at the goal.
    pub(crate) fn begin(
        &mut self,
        program: &GoalProgram,
        regression: &Regression,
        rules: &SmallSearchRules,
        state: &State,
        prices: &[u64],
        step: u64,
    ) {
        self.start = 0;
        for (field, value) in regression.fields.iter().zip(program.values(state)) {
            self.start |= 1 << (field.shift + value);
        }
        self.step = step;
        reach(&rules.dearest, prices, step, self.start, &mut self.costs);
        if !rules.shares.is_empty() {
            reach(&rules.shares, prices, step, self.start, &mut self.shares);
        }
        self.nodes.clear();
        self.slots = [0; SLOTS];
        self.open.clear();
        self.tried.clear();
        self.tried.resize(regression.regressor_count(), 0);
        self.solution = NO_NODE;
        self.counters = Counters::default();
        for goal in &regression.goals {
            self.reach_set(regression, rules, goal[0], 0, NO_NODE, u32::MAX);
        }
    }

    /// Continues for at most `budget` expansions. As in the engines, nothing is examined once the budget is used up,
    /// so a search ends when it is granted more expansions than it needs, and not before. Calls `expanded` with every
    /// expanded node.
    pub(crate) fn step(
        &mut self,
        regression: &Regression,
        rules: &SmallSearchRules,
        prices: &[u64],
        budget: u64,
        mut expanded: impl FnMut(u32),
    ) -> SmallSearchStatus {
        let program = SmallSearchProgram { regression, rules, prices };
        let mut left = budget;
        while left > 0 {
            let Some(&(Reverse(f), _, Reverse(at))) = self.open.peek() else {
                return SmallSearchStatus::Unsolvable;
            };
            let Node { set, g, h, is_closed, .. } = self.nodes[at as usize];
            if is_closed || g + h != f {
                self.open.pop();
                continue;
            }
            if self.start & !set == 0 {
                self.solution = at;
                return SmallSearchStatus::Solved;
            }
            left -= 1;
            self.open.pop();
            self.nodes[at as usize].is_closed = true;
            self.counters.expanded += 1;
            expanded(at);
            if !self.expand(program, at, set, g) {
                return SmallSearchStatus::Full;
            }
        }
        SmallSearchStatus::Running
    }

    /// Expands a node. Returns false if something does not fit.
    fn expand(&mut self, program: SmallSearchProgram<'_>, at: u32, set: u64, g: u64) -> bool {
        let regression = program.regression;
        let mut open = regression.full[0] & !set;
        while open != 0 {
            let field = regression.field_at[open.trailing_zeros() as usize];
            open &= !field;
            for &regressor in regression.moving(0, field.trailing_zeros()) {
                if !self.attempt(program, regressor, at, set, g) {
                    return false;
                }
            }
            let mut values = set & field & regression.widened[0];
            while values != 0 {
                for &regressor in regression.widening(0, values.trailing_zeros()) {
                    if !self.attempt(program, regressor, at, set, g) {
                        return false;
                    }
                }
                values &= values - 1;
            }
        }
        true
    }

    /// Tries a regressor, unless this expansion has tried it already. Returns false if the result does not fit.
    #[inline]
    fn attempt(
        &mut self,
        program: SmallSearchProgram<'_>,
        regressor: u32,
        at: u32,
        set: u64,
        g: u64,
    ) -> bool {
        let SmallSearchProgram { regression, rules, prices } = program;
        let expansion = self.counters.expanded as u32;
        if std::mem::replace(&mut self.tried[regressor as usize], expansion) == expansion {
            return true;
        }
        let regressor = regression.regressor(regressor);
        let price = prices[regressor.operator as usize];
        let mut before = [0];
        if price == CLOSED || !regression.regress(regressor, &[set], &mut before) {
            return true;
        }
        self.counters.generated += 1;
        let Some(g) = g.checked_add(Prices::with_step(price, self.step)) else { return false };
        self.reach_set(regression, rules, before[0], g, at, regressor.operator)
    }

    /// Adds a path to a set. Returns false if there is no room.
    #[inline]
    fn reach_set(
        &mut self,
        regression: &Regression,
        rules: &SmallSearchRules,
        set: u64,
        g: u64,
        parent: u32,
        operator: u32,
    ) -> bool {
        let mut slot = (set.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize % SLOTS;
        let at = loop {
            let Some(known) = self.slots[slot].checked_sub(1) else {
                let at = self.nodes.len();
                if at == NODES_MAX {
                    return false;
                }
                self.slots[slot] = at as u8 + 1;
                let h = self.estimate(regression, rules, set);
                let is_closed = h == UNREACHABLE;
                self.nodes.push(Node { set, g: u64::MAX, h, parent, operator, is_closed });
                break at;
            };
            if self.nodes[known as usize].set == set {
                break known as usize;
            }
            slot = (slot + 1) % SLOTS;
        };
        let node = &mut self.nodes[at];
        if node.is_closed || g >= node.g {
            return true;
        }
        let Some(f) = g.checked_add(node.h) else { return false };
        *node = Node { g, parent, operator, ..*node };
        self.open.push((Reverse(f), g, Reverse(at as u32)));
        true
    }

    /// Returns a lower bound of the remaining cost.
    #[inline]
    fn estimate(&self, regression: &Regression, rules: &SmallSearchRules, set: u64) -> u64 {
        let (mut dearest, mut sum) = (0_u64, 0_u64);
        let mut missing = self.start & !set;
        while missing != 0 {
            let values = set & regression.field_at[missing.trailing_zeros() as usize];
            missing &= missing - 1;
            dearest = dearest.max(least(&self.costs, values));
            if !rules.shares.is_empty() {
                sum = sum.saturating_add(least(&self.shares, values));
            }
        }
        dearest.max(sum)
    }

    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    /// Visits all sets in the order of their discovery, with whether they are on the path of the plan.
    pub(crate) fn visit(&self, mut visit: impl FnMut(SmallSearchNode, bool)) {
        let way = std::iter::successors(self.nodes.get(self.solution as usize), |node| {
            self.nodes.get(node.parent as usize)
        });
        let way: Vec<u64> = way.map(|node| node.set).collect();
        for (id, node) in (0..).zip(&self.nodes) {
            let has_parent = node.parent != NO_NODE;
            let is_dead_end = node.h == UNREACHABLE;
            let shown = SmallSearchNode {
                id,
                parent: has_parent.then_some(node.parent),
                operator: has_parent.then_some(node.operator),
                g: if is_dead_end { 0 } else { node.g },
                h: (!is_dead_end).then_some(node.h),
                is_expanded: node.is_closed && !is_dead_end,
                set: node.set,
            };
            visit(shown, way.contains(&node.set));
        }
    }

    /// Iterates over the operators of the plan, in order.
    pub(crate) fn plan(&self) -> impl Iterator<Item = u32> {
        let mut at = self.solution;
        std::iter::from_fn(move || {
            let node = self.nodes.get(at as usize)?;
            at = node.parent;
            self.nodes.get(at as usize)?;
            Some(node.operator)
        })
    }
}

/// Returns the index of the lowest of some bits. The mask changes nothing but avoids a bounds check.
#[inline]
fn lowest(bits: u64) -> usize {
    bits.trailing_zeros() as usize & 63
}

/// Returns the cost of the cheapest of some values.
#[inline]
fn least(costs: &[u64; 64], mut values: u64) -> u64 {
    let mut least = UNREACHABLE;
    while values != 0 {
        least = least.min(costs[lowest(values)]);
        values &= values - 1;
    }
    least
}

/// Computes the cost of each value by the rules: passes over them in alternating directions until no cost falls.
fn reach(rules: &[SmallSearchRule], prices: &[u64], step: u64, start: u64, costs: &mut [u64; 64]) {
    *costs = [UNREACHABLE; 64];
    let mut bits = start;
    while bits != 0 {
        costs[lowest(bits)] = 0;
        bits &= bits - 1;
    }
    let mut reached = start;
    let mut is_backward = false;
    loop {
        let mut is_better = false;
        let mut fire = |rule: &SmallSearchRule| {
            let makes = rule.makes & !start;
            if makes == 0 || rule.all & !reached != 0 || rule.any.iter().any(|any| any & reached == 0) {
                return;
            }
            let price = prices[rule.operator as usize];
            if price == CLOSED {
                return;
            }
            let mut cost = 0;
            let mut bits = rule.all;
            while bits != 0 {
                cost = cost.max(costs[lowest(bits)]);
                bits &= bits - 1;
            }
            for any in rule.any {
                // Most rules have no such condition.
                if any != u64::MAX {
                    cost = cost.max(least(costs, any & reached));
                }
            }
            if rule.is_paid {
                cost = cost.saturating_add(Prices::relaxed(price, step));
            }
            let mut bits = makes;
            while bits != 0 {
                let known = &mut costs[lowest(bits)];
                if cost < *known {
                    *known = cost;
                    is_better = true;
                }
                bits &= bits - 1;
            }
            reached |= rule.makes;
        };
        if is_backward {
            rules.iter().rev().for_each(&mut fire);
        } else {
            rules.iter().for_each(&mut fire);
        }
        if !is_better {
            return;
        }
        is_backward = !is_backward;
    }
}
