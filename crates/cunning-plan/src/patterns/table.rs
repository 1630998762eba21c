//! The states of a projection that the start leads to, and the cost from each of them to the goal.
//!
//! A table is made in pieces of bounded work, because it may have a hundred thousand states.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::project::Projection;
use crate::relax::UNREACHABLE;
use crate::search::SuccessorTree;
use crate::task::{CLOSED, VarId};

/// A projection with its reachable states.
pub(super) struct Table {
    pub(super) projection: Projection,
    /// The price of each operator.
    prices: Vec<u64>,
    tree: SuccessorTree,
    /// The factor of each variable in the number of a state.
    strides: Vec<u64>,
    /// The index of each state, by its number.
    index: FxHashMap<u64, u32>,
    states: Vec<State>,
    edges: Vec<Edge>,
    /// The cost from each state to the goal.
    costs: Vec<u64>,
    queue: BinaryHeap<(Reverse<u64>, u32)>,
    /// The next state whose successors are not known.
    next: usize,
    scratch: Scratch,
    work: u64,
}

#[derive(Clone, Copy)]
struct State {
    number: u64,
    /// The last edge that leads here; [`NO_EDGE`] if there is none.
    last_edge: u32,
}

#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    operator: u32,
    /// The edge before this one that leads to the same state.
    before: u32,
}

#[derive(Default)]
struct Scratch {
    values: Vec<u32>,
    after: Vec<u32>,
    stack: Vec<u32>,
    found: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableStatus {
    Running,
    Ready,
    TooLarge,
}

const NO_EDGE: u32 = u32::MAX;
/// The work of a piece.
const PIECE: u64 = 512;
/// What a state takes in memory, with its slot of the index, and what an edge takes, in bytes.
const STATE_BYTES: u64 = 56;
const EDGE_BYTES: u64 = 16;

impl Table {
    /// Begins at a state of the whole task; `None` if the states cannot be numbered.
    pub(super) fn new(projection: Projection, prices: &[u64], start: &[u32]) -> Option<Self> {
        let mut product: u64 = 1;
        let mut strides = Vec::with_capacity(projection.vars.len());
        for &size in &projection.task.sizes {
            strides.push(product);
            product = product.checked_mul(u64::from(size))?;
        }
        let prices = projection.prices(prices);
        let tree = SuccessorTree::new(&projection.task);
        let work = projection.task.operators.len() as u64;
        let (index, states, edges, costs, queue, scratch) = Default::default();
        let mut table = Self {
            projection,
            prices,
            tree,
            strides,
            index,
            states,
            edges,
            costs,
            queue,
            next: 0,
            scratch,
            work,
        };
        let vars = &table.projection.vars;
        table.scratch.after.extend(vars.iter().map(|var| start[var.index()]));
        table.intern();
        Some(table)
    }

    /// Does a piece of work. A table may take up to `bytes_max`.
    pub(super) fn work(&mut self, bytes_max: u64) -> TableStatus {
        let until = self.work + PIECE;
        while self.work < until {
            if self.next < self.states.len() {
                self.expand(self.next as u32);
                self.next += 1;
                if self.bytes() > bytes_max {
                    return TableStatus::TooLarge;
                }
            } else if !self.settle() {
                return TableStatus::Ready;
            }
        }
        TableStatus::Running
    }

    /// Returns the work done so far, in units of about a quarter of a microsecond.
    pub(super) fn work_done(&self) -> u64 {
        self.work
    }

    /// Numbers the state in `after`. Goals are where costs are counted from.
    fn intern(&mut self) -> u32 {
        let after = &self.scratch.after;
        let number = self.strides.iter().zip(after).map(|(stride, &value)| stride * u64::from(value)).sum();
        let next = self.states.len() as u32;
        let at = *self.index.entry(number).or_insert(next);
        if at == next {
            self.states.push(State { number, last_edge: NO_EDGE });
            let is_goal = self.projection.goal.iter().any(|way| way.holds(&|var: VarId| after[var.index()]));
            self.costs.push(if is_goal { 0 } else { UNREACHABLE });
            if is_goal {
                self.queue.push((Reverse(0), at));
            }
        }
        at
    }

    /// Finds the successors of a state.
    fn expand(&mut self, from: u32) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut rest = self.states[from as usize].number;
        scratch.values.clear();
        for &size in &self.projection.task.sizes {
            scratch.values.push((rest % u64::from(size)) as u32);
            rest /= u64::from(size);
        }
        let values = std::mem::take(&mut scratch.values);
        let before = |var: VarId| values[var.index()];
        self.tree.find(before, &mut scratch.stack, &mut scratch.found);
        let found = std::mem::take(&mut scratch.found);
        self.scratch = scratch;
        self.work += 1 + found.len() as u64 / 2;
        for &operator in &found {
            let task = &self.projection.task;
            let at = &task.operators[operator as usize];
            if !at.pre.holds(&before) {
                continue;
            }
            let after = &mut self.scratch.after;
            after.clone_from(&values);
            let action = &task.actions[at.task_action as usize];
            let set = |var: VarId, value| after[var.index()] = value;
            if !action.apply(&task.sizes, &before, set) || self.scratch.after == values {
                continue;
            }
            let to = self.intern();
            let edge = self.edges.len() as u32;
            let last_edge = std::mem::replace(&mut self.states[to as usize].last_edge, edge);
            self.edges.push(Edge { from, to, operator, before: last_edge });
            self.work += 1;
        }
        (self.scratch.values, self.scratch.found) = (values, found);
    }

    /// Settles the cost of one more state. Returns false if all are settled.
    fn settle(&mut self) -> bool {
        let Some((Reverse(cost), at)) = self.queue.pop() else { return false };
        self.work += 1;
        if self.costs[at as usize] != cost {
            return true;
        }
        let mut edge = self.states[at as usize].last_edge;
        while let Some(&Edge { from, operator, before, .. }) = self.edges.get(edge as usize) {
            let new = cost.saturating_add(self.prices[operator as usize]).min(UNREACHABLE - 1);
            let known = &mut self.costs[from as usize];
            if new < *known {
                *known = new;
                self.queue.push((Reverse(new), from));
            }
            self.work += 1;
            edge = before;
        }
        true
    }

    /// Returns the cost from the start.
    pub(super) fn start_cost(&self) -> u64 {
        self.costs[0]
    }

    /// Takes from prices what this table needs of them, so that what is left may be counted besides: of the price of an
    /// operator, the most by which a cost falls along one of its edges. Forgets what is needed no more. Returns the
    /// work.
    pub(super) fn finish(&mut self, prices: &mut [u64]) -> u64 {
        let mut needed = vec![0_u64; self.projection.task.operators.len()];
        for edge in &self.edges {
            let (from, to) = (self.costs[edge.from as usize], self.costs[edge.to as usize]);
            if from != UNREACHABLE && to != UNREACHABLE {
                let needed = &mut needed[edge.operator as usize];
                *needed = (*needed).max(from.saturating_sub(to));
            }
        }
        let mut most = vec![0_u64; prices.len()];
        for &(operator, own) in &self.projection.labels {
            let most = &mut most[operator as usize];
            *most = (*most).max(needed[own as usize]);
        }
        for (price, most) in prices.iter_mut().zip(most).filter(|(price, _)| **price != CLOSED) {
            *price = price.saturating_sub(most);
        }
        let work = self.edges.len() as u64 / 64;
        (self.edges, self.states) = Default::default();
        work
    }

    /// Returns the cost from a state of the whole task. No state that the start leads to is unknown.
    pub(super) fn cost(&self, value: impl Fn(VarId) -> u32) -> u64 {
        let terms = self.projection.vars.iter().zip(&self.strides);
        let number = terms.map(|(&var, stride)| u64::from(value(var)) * stride).sum::<u64>();
        self.index.get(&number).map_or(0, |&at| self.costs[at as usize])
    }

    /// Returns the memory of the states and edges, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.costs.len() as u64 * STATE_BYTES + self.edges.len() as u64 * EDGE_BYTES
    }
}
