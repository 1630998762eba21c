//! Search nodes: for every stored state the best known path to it, and whether it is open or expanded.

use crate::{Cost, Space, State, StateTable};

/// The index of a state in one search. Ids of different searches are unrelated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A state on a path and the action that led to it.
pub struct PathStep<S: Space> {
    /// The action taken to get here; `None` at the start.
    pub action: Option<S::Action>,
    /// The state that the action led to.
    pub state: S::State,
    /// The cost from the start to here.
    pub g: S::Cost,
}

// A derived impl would require `S: Clone`.
impl<S: Space> Clone for PathStep<S> {
    fn clone(&self) -> Self {
        Self { action: self.action, state: self.state.clone(), g: self.g }
    }
}

/// A stored state of a search, see [`Search::visit_met`](crate::Search::visit_met).
pub struct Met<S: Space> {
    /// The node of the state.
    pub node: NodeId,
    /// The previous node on the best known path; `None` for the start.
    pub parent: Option<NodeId>,
    /// The last action of the best known path; `None` for the start.
    pub action: Option<S::Action>,
    /// The state.
    pub state: S::State,
    /// The cost of the best known path.
    pub g: S::Cost,
    /// The estimate of the remaining cost; `None` for a dead end.
    pub h: Option<S::Cost>,
    /// Whether the state was expanded and is not open again.
    pub is_expanded: bool,
}

/// What an engine stores for one state. `X` is data that only that engine needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<C, X> {
    pub(crate) g: C,
    pub(crate) h: C,
    /// The cost of the edge from the parent. `g` may be too high if the parent was improved after its expansion; the
    /// sum of the edges is the actual cost of a path.
    edge: C,
    parent: NodeId,
    /// The generation in the upper bits and flags in the lower ones. A new generation resets all records.
    mark: u32,
    pub(crate) extra: X,
}

/// A flag of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flag(u32);

impl Flag {
    /// The state is open: it waits to be expanded with its current cost.
    pub(crate) const OPEN: Self = Self(1);
    /// The state was expanded (from the anchor's queue in a multi-heuristic search).
    pub(crate) const CLOSED: Self = Self(2);
    /// The state was expanded from a guide's queue.
    pub(crate) const CLOSED_BY_GUIDE: Self = Self(4);
    /// No goal can be reached from the state.
    pub(crate) const DEAD_END: Self = Self(8);
    /// The estimate is inherited: the state itself was not estimated.
    pub(crate) const INHERITED: Self = Self(16);
}

const FLAG_BITS: u32 = 5;
const GENERATIONS: u32 = 1 << (u32::BITS - FLAG_BITS);
/// The parent of the start.
const NO_NODE: NodeId = NodeId(u32::MAX);

impl<C, X> Record<C, X> {
    #[inline]
    pub(crate) fn is(&self, flag: Flag) -> bool {
        self.mark & flag.0 != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, flag: Flag) {
        self.mark |= flag.0;
    }

    #[inline]
    pub(crate) fn unset(&mut self, flag: Flag) {
        self.mark &= !flag.0;
    }
}

/// All records of one search, and the table that numbers its states.
pub(crate) struct Nodes<S: Space, X = ()> {
    table: <S::State as State>::Table,
    records: Vec<Record<S::Cost, X>>,
    /// The last action of the best known path to each state. Separate from the records, which are read far more often.
    actions: Vec<Option<S::Action>>,
    generation: u32,
}

impl<S: Space, X: Copy + Default> Nodes<S, X> {
    pub(crate) fn new() -> Self {
        Self { table: Default::default(), records: Vec::new(), actions: Vec::new(), generation: 1 }
    }

    /// Forgets all states, in constant time except for one search in 2²⁷.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.records.clear();
            self.generation = 1;
        }
    }

    /// The node of `state` and whether it is new; `None` if its id is not below `nodes_max`. The caller sets the costs
    /// of a new record.
    // Called for every successor of every expansion; the call overhead shows in profiles.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn visit(&mut self, state: &S::State, nodes_max: u32) -> Option<(NodeId, bool)> {
        let id = self.table.id(state);
        if id.0 >= nodes_max {
            return None;
        }
        let index = id.0 as usize;
        if index >= self.records.len() {
            self.grow(index + 1);
        }
        let fresh_mark = self.generation << FLAG_BITS;
        let record = &mut self.records[index];
        let is_new = record.mark < fresh_mark;
        if is_new {
            record.mark = fresh_mark;
            record.edge = S::Cost::ZERO;
            record.parent = NO_NODE;
            record.extra = X::default();
        }
        Some((id, is_new))
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        let zero = S::Cost::ZERO;
        let unused = Record { g: zero, h: zero, edge: zero, parent: NO_NODE, mark: 0, extra: X::default() };
        self.records.resize(count, unused);
        self.actions.resize(count, None);
    }

    #[inline]
    pub(crate) fn record(&self, id: NodeId) -> &Record<S::Cost, X> {
        &self.records[id.0 as usize]
    }

    /// The records of this search.
    pub(crate) fn met(&self) -> impl Iterator<Item = &Record<S::Cost, X>> {
        let fresh_mark = self.generation << FLAG_BITS;
        self.records.iter().filter(move |record| record.mark >= fresh_mark)
    }

    /// Calls `visit` with all states of this search, in the order of their ids.
    pub(crate) fn visit_met(&self, visit: &mut dyn FnMut(Met<S>)) {
        let fresh_mark = self.generation << FLAG_BITS;
        for (number, record) in (0..).zip(&self.records) {
            if record.mark < fresh_mark {
                continue;
            }
            let node = NodeId(number);
            let is_dead_end = record.is(Flag::DEAD_END);
            visit(Met {
                node,
                parent: (record.parent != NO_NODE).then_some(record.parent),
                action: self.action(node),
                state: self.state(node),
                g: record.g,
                h: (!is_dead_end).then_some(record.h),
                is_expanded: !is_dead_end && !record.is(Flag::OPEN),
            });
        }
    }

    #[inline]
    pub(crate) fn record_mut(&mut self, id: NodeId) -> &mut Record<S::Cost, X> {
        &mut self.records[id.0 as usize]
    }

    /// Records a cheaper path to a state.
    #[inline]
    pub(crate) fn reach(&mut self, id: NodeId, g: S::Cost, edge: S::Cost, parent: NodeId, action: S::Action) {
        let record = self.record_mut(id);
        record.g = g;
        record.edge = edge;
        record.parent = parent;
        self.actions[id.0 as usize] = Some(action);
    }

    /// The last action of the best known path to a state; `None` for the start.
    #[inline]
    pub(crate) fn action(&self, id: NodeId) -> Option<S::Action> {
        let has_parent = self.record(id).parent != NO_NODE;
        self.actions[id.0 as usize].filter(|_| has_parent)
    }

    #[inline]
    pub(crate) fn state(&self, id: NodeId) -> S::State {
        self.table.state(id)
    }

    /// Writes the path from the start to `goal`.
    pub(crate) fn path_into(&self, goal: NodeId, path: &mut Vec<PathStep<S>>) {
        path.clear();
        let mut at = goal;
        while at != NO_NODE {
            let record = self.record(at);
            path.push(PathStep { action: self.action(at), state: self.state(at), g: record.edge });
            at = record.parent;
        }
        path.reverse();
        let mut total = S::Cost::ZERO;
        for step in path {
            total = sum_below_g(total, step.g);
            step.g = total;
        }
    }

    /// The actual cost of the path to `goal`, which is at most its `g`.
    pub(crate) fn path_cost(&self, goal: NodeId) -> S::Cost {
        let mut total = S::Cost::ZERO;
        let mut at = goal;
        while at != NO_NODE {
            let record = self.record(at);
            total = sum_below_g(total, record.edge);
            at = record.parent;
        }
        total
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.table.heap_bytes()
            + self.records.capacity() * size_of::<Record<S::Cost, X>>()
            + self.actions.capacity() * size_of::<Option<S::Action>>()
    }
}

/// Adds edge costs along a path. The sum is at most the goal's `g`, so it cannot overflow.
fn sum_below_g<C: Cost>(total: C, edge: C) -> C {
    total.checked_add(edge).unwrap_or(total)
}
