//! The relaxed task: values once reached stay reachable. What each value costs to reach at least, from a state.
//!
//! Every value of every variable is a node; an operator fires when each of its conditions has a value that was
//! reached. Combining the costs of an operator's conditions by their maximum gives `h_max`, which never exceeds the
//! true cost; by their sum, `h_add`, which may, but tells more.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Atom, Change, Conjunction, Cost, Ends, Set, Task, VarId};

/// Domains beyond this size are left out: their conditions count as free, which keeps `h_max` admissible.
const DOMAIN_MAX: u32 = 4096;

/// How the costs of several conditions are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combine {
    Max,
    Sum,
}

/// The relaxed operators of a task, made once.
#[derive(Clone, Debug)]
pub(crate) struct Relaxation {
    /// Where the values of each variable begin; `None` for a domain that is left out.
    first: Vec<Option<u32>>,
    node_count: usize,
    rules: Vec<Rule>,
    /// For each condition: its rule, and which of the values satisfy it.
    conditions: Vec<Requirement>,
    /// For each variable: the conditions on it.
    conditions_on: Vec<Vec<u32>>,
    /// For each variable: the rules that add to it.
    adders_of: Vec<Vec<u32>>,
}

/// A relaxed operator: one change under conditions.
#[derive(Clone, Debug)]
struct Rule {
    price: u64,
    condition_count: u32,
    var: VarId,
    change: RelaxedChange,
}

#[derive(Clone, Debug)]
enum RelaxedChange {
    Assign(u32),
    /// Some value, nobody knows which.
    Anything,
    Add {
        delta: i64,
        ends: Ends,
    },
}

#[derive(Clone, Copy, Debug)]
struct Requirement {
    rule: u32,
    atom: Atom,
}

/// The costs found from one state. Keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    costs: Vec<u64>,
    settled: Vec<bool>,
    missing: Vec<u32>,
    combined: Vec<u64>,
    met: Vec<bool>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

/// The cost of what cannot be reached.
pub(crate) const UNREACHABLE: u64 = u64::MAX;

impl Relaxation {
    /// `price` gives what an operator's step costs.
    pub(crate) fn new(task: &Task, price: impl Fn(&Cost) -> u64) -> Self {
        let mut first = Vec::with_capacity(task.sizes.len());
        let mut node_count = 0;
        for &size in &task.sizes {
            first.push((size <= DOMAIN_MAX).then_some(node_count as u32));
            if size <= DOMAIN_MAX {
                node_count += size as usize;
            }
        }
        let mut relaxation = Self {
            first,
            node_count,
            rules: Vec::new(),
            conditions: Vec::new(),
            conditions_on: vec![Vec::new(); task.sizes.len()],
            adders_of: vec![Vec::new(); task.sizes.len()],
        };
        for operator in &task.operators {
            let Some(deed) = task.deeds.get(operator.deed as usize) else { continue };
            let price = price(&operator.cost);
            for effect in &deed.effects {
                let change = match &effect.change {
                    Change::Refuse => continue,
                    Change::Assign(value) => RelaxedChange::Assign(*value),
                    Change::Add { by, ends } => match by.constant() {
                        Some(delta) => RelaxedChange::Add { delta, ends: *ends },
                        None => RelaxedChange::Anything,
                    },
                    Change::Set { .. } | Change::Copy { .. } => RelaxedChange::Anything,
                };
                for when in &effect.when {
                    if let Some(all) = operator.pre.and(when) {
                        relaxation.add_rule(price, &all, effect.var, change.clone());
                    }
                }
            }
        }
        relaxation
    }

    fn add_rule(&mut self, price: u64, pre: &Conjunction, var: VarId, change: RelaxedChange) {
        if self.first[var.index()].is_none() {
            return;
        }
        let rule = self.rules.len() as u32;
        let known: Vec<Atom> =
            pre.atoms.iter().copied().filter(|atom| self.first[atom.var.index()].is_some()).collect();
        for atom in &known {
            self.conditions_on[atom.var.index()].push(self.conditions.len() as u32);
            self.conditions.push(Requirement { rule, atom: *atom });
        }
        if matches!(change, RelaxedChange::Add { .. }) {
            self.adders_of[var.index()].push(rule);
        }
        self.rules.push(Rule { price, condition_count: known.len() as u32, var, change });
    }

    fn node(&self, var: VarId, value: u32) -> Option<u32> {
        self.first[var.index()].map(|first| first + value)
    }

    /// Explores from a state until nothing more can be reached.
    pub(crate) fn explore(
        &self,
        task: &Task,
        state: &impl Fn(VarId) -> u32,
        combine: Combine,
        reached: &mut Reached,
    ) {
        reached.costs.clear();
        reached.costs.resize(self.node_count, UNREACHABLE);
        reached.settled.clear();
        reached.settled.resize(self.node_count, false);
        reached.missing.clear();
        reached.missing.extend(self.rules.iter().map(|rule| rule.condition_count));
        reached.combined.clear();
        reached.combined.resize(self.rules.len(), 0);
        reached.met.clear();
        reached.met.resize(self.conditions.len(), false);
        reached.queue.clear();

        for var in (0..task.sizes.len() as u32).map(VarId) {
            if let Some(node) = self.node(var, state(var)) {
                reached.costs[node as usize] = 0;
                reached.queue.push(Reverse((0, node)));
            }
        }
        for rule in 0..self.rules.len() as u32 {
            if self.rules[rule as usize].condition_count == 0 {
                self.fire(task, rule, reached);
            }
        }
        while let Some(Reverse((cost, node))) = reached.queue.pop() {
            if std::mem::replace(&mut reached.settled[node as usize], true) {
                continue;
            }
            let (var, value) = self.var_of(node);
            for &at in &self.conditions_on[var.index()] {
                let Requirement { rule, atom } = self.conditions[at as usize];
                if !atom.set.contains(value) || std::mem::replace(&mut reached.met[at as usize], true) {
                    continue;
                }
                let combined = &mut reached.combined[rule as usize];
                *combined = match combine {
                    Combine::Max => (*combined).max(cost),
                    Combine::Sum => combined.saturating_add(cost),
                };
                reached.missing[rule as usize] -= 1;
                if reached.missing[rule as usize] == 0 {
                    self.fire(task, rule, reached);
                }
            }
            for &rule in &self.adders_of[var.index()] {
                if reached.missing[rule as usize] == 0 {
                    self.add_to(task, rule, value, cost, reached);
                }
            }
        }
    }

    /// All conditions of a rule are met: what it changes can be reached.
    fn fire(&self, task: &Task, rule: u32, reached: &mut Reached) {
        let Rule { var, change, price, .. } = &self.rules[rule as usize];
        let cost = reached.combined[rule as usize].saturating_add(*price);
        match change {
            RelaxedChange::Assign(value) => self.reach(*var, *value, cost, reached),
            RelaxedChange::Anything => {
                (0..task.sizes[var.index()]).for_each(|value| self.reach(*var, value, cost, reached));
            }
            RelaxedChange::Add { .. } => {
                for value in 0..task.sizes[var.index()] {
                    let node = self.node(*var, value).map(|node| node as usize);
                    if let Some(node) = node.filter(|&node| reached.settled[node]) {
                        self.add_to(task, rule, value, reached.costs[node], reached);
                    }
                }
            }
        }
    }

    /// A rule that has fired adds to a value that was reached.
    fn add_to(&self, task: &Task, rule: u32, value: u32, value_cost: u64, reached: &mut Reached) {
        let Rule { var, change, price, .. } = &self.rules[rule as usize];
        let RelaxedChange::Add { delta, ends } = change else { return };
        let add = Change::Add { by: super::Expr::Const(*delta), ends: *ends };
        if let Some(sum) = add.apply(*var, task.sizes[var.index()], &|_| value) {
            let cost = reached.combined[rule as usize].max(value_cost).saturating_add(*price);
            self.reach(*var, sum, cost, reached);
        }
    }

    fn reach(&self, var: VarId, value: u32, cost: u64, reached: &mut Reached) {
        let Some(node) = self.node(var, value) else { return };
        let known = &mut reached.costs[node as usize];
        if cost < *known {
            *known = cost;
            reached.queue.push(Reverse((cost, node)));
        }
    }

    fn var_of(&self, node: u32) -> (VarId, u32) {
        // Domains that are left out have no nodes and do not count in the order.
        let at = self.first.partition_point(|first| first.is_none_or(|first| first <= node));
        let var = (0..at).rev().find(|&var| self.first[var].is_some_and(|first| first <= node)).unwrap_or(0);
        (VarId(var as u32), node - self.first[var].unwrap_or(0))
    }

    /// The least cost of a value of a set.
    pub(crate) fn cost_of(&self, atom: &Atom, sizes: &[u32], reached: &Reached) -> u64 {
        let Some(first) = self.first[atom.var.index()] else { return 0 };
        let size = sizes[atom.var.index()];
        let values = match atom.set {
            Set::Mask(_) => 0..size,
            Set::Interval(low, high) => low..high + 1,
        };
        values
            .filter(|&value| atom.set.contains(value))
            .map(|value| reached.costs[(first + value) as usize])
            .min()
            .unwrap_or(UNREACHABLE)
    }

    /// The cost of a conjunction, as far as single variables tell.
    pub(crate) fn cost_of_all(
        &self,
        conjunction: &Conjunction,
        sizes: &[u32],
        combine: Combine,
        reached: &Reached,
    ) -> u64 {
        let costs = conjunction.atoms.iter().map(|atom| self.cost_of(atom, sizes, reached));
        match combine {
            Combine::Max => costs.max().unwrap_or(0),
            Combine::Sum => costs.fold(0, u64::saturating_add),
        }
    }
}
