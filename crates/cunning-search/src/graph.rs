//! The search graph that all engines except IDA* share: the stored states, and how an expansion updates them.
//!
//! An expansion asks the space for successors, records every cheaper path and lists the states that were
//! improved (see [`Graph::gain`]). The engine then decides which queues they go to.

use crate::nodes::{Flag, Nodes};
use crate::{
    Cost, Counters, Expanded, Fate, Generated, Limit, Limits, NodeId, Observer, PathStep, Space, Status,
    Successor,
};

pub(crate) struct Graph<S: Space, X = ()> {
    pub(crate) nodes: Nodes<S, X>,
    limits: Limits,
    successors: Vec<Successor<S>>,
    gains: Vec<Gain>,
    open_count: usize,
    /// The cheapest path to a goal so far. It is stored separately because the records keep changing, and for a while
    /// may describe a more expensive path than one found before.
    path: Vec<PathStep<S>>,
    cost: Option<S::Cost>,
    pub(crate) counters: Counters,
    pub(crate) status: Status,
}

/// A state to which the last expansion found a cheaper path. A state is listed more than once if parallel edges lead
/// to it.
#[derive(Clone, Copy)]
struct Gain {
    node: NodeId,
    /// The index of the successor.
    successor: u32,
}

/// The estimate of a new state.
pub(crate) struct Estimated<C> {
    pub(crate) h: C,
    /// Whether it is only what the estimate of its parent leaves.
    pub(crate) is_inherited: bool,
}

impl<C> Estimated<C> {
    /// An estimate of the state itself.
    #[inline]
    pub(crate) fn of_state(h: C) -> Self {
        Self { h, is_inherited: false }
    }
}

/// What an estimate of its own makes of an open state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Promise {
    /// A dead end.
    None,
    /// Its estimate rose.
    Less,
    /// Its estimate stayed.
    Kept,
}

/// How [`Graph::expand`] treats the state and its successors.
pub(crate) struct Expansion {
    pub(crate) node: NodeId,
    /// The queue that the node came from.
    pub(crate) queue: usize,
    /// The flag that marks the node as expanded.
    pub(crate) closes: Flag,
    /// Whether successors marked [`Flag::CLOSED`] are reopened when a cheaper path to them is found.
    pub(crate) reopens_closed: bool,
}

impl<S: Space, X: Copy + Default> Graph<S, X> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            nodes: Nodes::new(),
            limits,
            successors: Vec::new(),
            gains: Vec::new(),
            open_count: 0,
            path: Vec::new(),
            cost: None,
            counters: Counters::default(),
            status: Status::Idle,
        }
    }

    /// Forgets the last search and adds the start. Returns its node, or `None` if it is a dead end.
    pub(crate) fn start(
        &mut self,
        from: &S::State,
        h: Option<S::Cost>,
        observer: &mut impl Observer<S>,
    ) -> Result<Option<NodeId>, Limit> {
        self.nodes.clear();
        self.gains.clear();
        self.open_count = 0;
        self.path.clear();
        self.cost = None;
        self.counters = Counters::default();
        let (node, _) = self.nodes.visit(from, self.limits.nodes_max).ok_or(Limit::Nodes)?;
        let g = S::Cost::ZERO;
        if let Some(h) = h {
            let record = self.nodes.record_mut(node);
            record.g = g;
            record.h = h;
            record.set(Flag::OPEN);
            self.open_count = 1;
        }
        let fate = if h.is_some() { Fate::New } else { Fate::DeadEnd };
        observer.generated(Generated { node, parent: None, action: None, state: from, g, h, fate });
        Ok(h.map(|_| node))
    }

    #[inline]
    pub(crate) fn expand(
        &mut self,
        expansion: &Expansion,
        state: &S::State,
        space: &mut S,
        mut estimate: impl FnMut(&mut S, &Successor<S>) -> Option<Estimated<S::Cost>>,
        observer: &mut impl Observer<S>,
    ) -> Result<(), Limit> {
        let &Expansion { node, queue, closes, reopens_closed } = expansion;
        let record = self.nodes.record_mut(node);
        record.unset(Flag::OPEN);
        record.set(closes);
        self.open_count -= 1;
        self.counters.expanded += 1;
        let parent_g = record.g;
        let via = self.nodes.action(node);
        observer.expanded(Expanded { node, state, g: parent_g, queue });
        self.successors.clear();
        self.gains.clear();
        space.successors(state, via, &mut self.successors);
        self.counters.generated += self.successors.len() as u64;

        for (index, successor) in self.successors.iter().enumerate() {
            let g = parent_g.checked_add(successor.cost).ok_or(Limit::Cost)?;
            let (id, is_new) =
                self.nodes.visit(&successor.state, self.limits.nodes_max).ok_or(Limit::Nodes)?;
            let record = self.nodes.record_mut(id);
            let fate = if is_new {
                if let Some(Estimated { h, is_inherited }) = estimate(space, successor) {
                    record.h = h;
                    if is_inherited {
                        record.set(Flag::INHERITED);
                    }
                    Fate::New
                } else {
                    record.set(Flag::DEAD_END);
                    Fate::DeadEnd
                }
            } else if record.is(Flag::DEAD_END) {
                Fate::DeadEnd
            } else if g >= record.g {
                Fate::Duplicate
            } else if record.is(Flag::OPEN) {
                Fate::Improved
            } else if reopens_closed || !record.is(Flag::CLOSED) {
                self.counters.reopened += 1;
                Fate::Reopened
            } else {
                Fate::Duplicate
            };
            let h = (fate != Fate::DeadEnd).then_some(record.h);
            if matches!(fate, Fate::New | Fate::Improved | Fate::Reopened) {
                record.unset(Flag::CLOSED);
                if !record.is(Flag::OPEN) {
                    record.set(Flag::OPEN);
                    self.open_count += 1;
                }
                self.nodes.reach(id, g, successor.cost, node, successor.action);
                self.gains.push(Gain { node: id, successor: index as u32 });
            }
            observer.generated(Generated {
                node: id,
                parent: Some(node),
                action: Some(successor.action),
                state: &successor.state,
                g,
                h,
                fate,
            });
        }
        Ok(())
    }

    /// The number of states that the last expansion improved.
    #[inline]
    pub(crate) fn gain_count(&self) -> usize {
        self.gains.len()
    }

    /// An improved node and its state.
    #[inline]
    pub(crate) fn gain(&self, index: usize) -> (NodeId, &S::State) {
        let gain = self.gains[index];
        (gain.node, &self.successors[gain.successor as usize].state)
    }

    /// The number of open states.
    #[inline]
    pub(crate) fn open_count(&self) -> usize {
        self.open_count
    }

    /// Replaces an inherited estimate of an open state by one of its own; `None` is a dead end. Returns whether the state
    /// is still as promising.
    pub(crate) fn estimate(&mut self, node: NodeId, own: Option<S::Cost>) -> Promise {
        let record = self.nodes.record_mut(node);
        record.unset(Flag::INHERITED);
        match own {
            None => {
                record.unset(Flag::OPEN);
                record.set(Flag::DEAD_END);
                self.open_count -= 1;
                Promise::None
            }
            Some(own) if own > record.h => {
                record.h = own;
                Promise::Less
            }
            Some(_) => Promise::Kept,
        }
    }

    /// Publishes the path to an improved state if it is a goal and the path is the cheapest so far.
    pub(crate) fn note_goal(
        &mut self,
        node: NodeId,
        state: &S::State,
        space: &mut S,
        observer: &mut impl Observer<S>,
    ) {
        // Most states are not cheaper than the published path, which saves the goal test.
        let g = self.nodes.record(node).g;
        if self.cost.is_none_or(|best| g < best) && space.is_goal(state) {
            self.publish(node, observer);
        }
    }

    /// Publishes the path to a goal if it is the cheapest so far.
    pub(crate) fn publish(&mut self, goal: NodeId, observer: &mut impl Observer<S>) {
        let cost = self.nodes.path_cost(goal);
        if self.cost.is_none_or(|best| cost < best) {
            self.cost = Some(cost);
            self.nodes.path_into(goal, &mut self.path);
            observer.improved(cost);
        }
    }

    /// The cost of the cheapest path so far.
    #[inline]
    pub(crate) fn cost(&self) -> Option<S::Cost> {
        self.cost
    }

    /// The least `g + h` of the open states.
    pub(crate) fn lower_bound(&self) -> Option<S::Cost> {
        let open = self.nodes.met().filter(|record| record.is(Flag::OPEN));
        open.filter_map(|record| record.g.checked_add(record.h)).min()
    }

    pub(crate) fn visit_path(&self, visit: &mut dyn FnMut(PathStep<S>)) {
        self.path.iter().cloned().for_each(visit);
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.nodes.heap_bytes()
            + self.successors.capacity() * size_of::<Successor<S>>()
            + self.gains.capacity() * size_of::<Gain>()
            + self.path.capacity() * size_of::<PathStep<S>>()
    }
}

/// Implements [`Search`](crate::Search) for an engine with a field `graph`. The closure counts the bytes of the engine's
/// queues; `bounds` tells whether the open states give a lower bound.
macro_rules! search_by_graph {
    ([$($generics:tt)*], $engine:ty, |$this:ident| $queue_bytes:expr) => {
        $crate::graph::search_by_graph!([$($generics)*], $engine, |$this| $queue_bytes, bounds: false);
    };
    ([$($generics:tt)*], $engine:ty, |$this:ident| $queue_bytes:expr, bounds: $bounds:expr) => {
        impl<$($generics)*> $crate::Search<S> for $engine {
            fn status(&self) -> $crate::Status {
                self.graph.status
            }

            fn cancel(&mut self) {
                self.graph.status.cancel();
            }

            fn counters(&self) -> $crate::Counters {
                self.graph.counters
            }

            fn cost(&self) -> Option<S::Cost> {
                self.graph.cost()
            }

            fn visit_path(&self, visit: &mut dyn FnMut($crate::PathStep<S>)) {
                self.graph.visit_path(visit);
            }

            fn lower_bound(&self) -> Option<S::Cost> {
                if $bounds { self.graph.lower_bound() } else { None }
            }

            fn visit_met(&self, visit: &mut dyn FnMut($crate::Met<S>)) {
                self.graph.nodes.visit_met(visit);
            }

            fn heap_bytes(&self) -> usize {
                let $this = self;
                self.graph.heap_bytes() + $queue_bytes
            }
        }
    };
}
pub(crate) use search_by_graph;
