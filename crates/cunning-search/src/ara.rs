//! Anytime repairing A*: a first path soon, better ones as time allows, a cheapest one in the end.
//! Likhachev, Gordon and Thrun, "ARA*: Anytime A* with Provable Bounds on Sub-Optimality", 2003.

use std::cmp::Reverse;

use crate::graph::{Estimated, Expansion, Graph, search_by_graph};
use crate::nodes::Flag;
use crate::open_list::{Entry, OpenList};
use crate::{Cost, Engine, Heuristic, Limit, Limits, NodeId, Observer, Space, Status, Weight};

/// The weights of the passes of [`AraStar`]: from `first` down to one in `passes` equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The weight of the first pass.
    pub first: Weight,
    /// The number of passes before the last one, whose weight is one.
    pub passes: u32,
}

impl Schedule {
    fn weight(self, pass: u32) -> Weight {
        self.first.lowered(pass, self.passes)
    }
}

/// ARA*: a series of weighted passes that share their work.
///
/// While it runs, [`Search::cost`](crate::Search::cost) and [`Search::path_into`](crate::Search::path_into) give the
/// best path so far, and [`AraStar::bound`] its bound; [`Status::Solved`] means that it is proved to be the cheapest.
/// Cancelling keeps the path. Ties are broken as in [`WeightedAStar`](crate::WeightedAStar). The heuristic must be
/// admissible; within a pass a state is expanded twice only if the heuristic is inconsistent.
pub struct AraStar<S: Space> {
    schedule: Schedule,
    /// Each record remembers the pass in which its state was expanded last.
    graph: Graph<S, ExpandedIn>,
    open: OpenList<Key<S>>,
    /// States that were improved after their expansion in this pass and wait for the next one (`INCONS`).
    inconsistent: Vec<NodeId>,
    pass: u32,
    bound: Option<Weight>,
}

type Key<S> = (<<S as Space>::Cost as Cost>::Key, Reverse<<S as Space>::Cost>);

/// The pass of the last expansion, counted from one; zero before the first.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct ExpandedIn(u32);

impl<S: Space> AraStar<S> {
    /// Makes an engine.
    pub fn new(schedule: Schedule, limits: Limits) -> Self {
        Self {
            schedule,
            graph: Graph::new(limits),
            open: OpenList::default(),
            inconsistent: Vec::new(),
            pass: 0,
            bound: None,
        }
    }

    /// How many times the cheapest cost the best path may have: the weight of the last finished pass, `None` before the
    /// first pass has finished.
    pub fn bound(&self) -> Option<Weight> {
        self.bound
    }

    fn this_pass(&self) -> ExpandedIn {
        ExpandedIn(self.pass + 1)
    }

    fn weight(&self) -> Weight {
        self.schedule.weight(self.pass)
    }

    fn push(&mut self, node: NodeId) -> Result<(), Limit> {
        self.open.push(key(&self.graph, self.weight(), node).ok_or(Limit::Cost)?, node);
        Ok(())
    }

    fn expand<H: Heuristic<S>>(
        &mut self,
        node: NodeId,
        space: &mut S,
        heuristic: &mut H,
        observer: &mut impl Observer<S>,
    ) -> Result<(), Limit> {
        let this_pass = self.this_pass();
        self.graph.nodes.record_mut(node).extra = this_pass;
        let state = self.graph.nodes.state(node);
        let expansion = Expansion { node, queue: 0, closes: Flag::CLOSED, reopens_closed: true };
        self.graph.expand(
            &expansion,
            &state,
            space,
            |space, successor| heuristic.estimate(space, &successor.state).map(Estimated::of_state),
            observer,
        )?;
        for index in 0..self.graph.gain_count() {
            let (node, state) = self.graph.gain(index);
            let state = state.clone();
            self.graph.note_goal(node, &state, space, observer);
            // With a consistent heuristic the bound needs no reopening within a pass.
            if heuristic.is_consistent() && self.graph.nodes.record(node).extra == this_pass {
                self.inconsistent.push(node);
                // A node may be improved many times; one entry is enough.
                if self.inconsistent.len() > 2 * self.graph.open_count() + 1 {
                    self.inconsistent.sort_unstable();
                    self.inconsistent.dedup();
                }
            } else {
                self.push(node)?;
            }
        }
        let graph = &self.graph;
        self.open.drop_outdated(graph.open_count(), |entry| is_current(graph, entry));
        Ok(())
    }

    /// Ends a pass: every state with a key below the best path's cost was expanded, so that path is within the weight.
    fn end_pass(&mut self) -> Result<(), Limit> {
        self.bound = Some(self.weight());
        self.inconsistent.sort_unstable();
        self.inconsistent.dedup();
        let graph = &self.graph;
        let waiting = self.open.iter().filter(|entry| is_current(graph, entry)).map(|entry| entry.node);
        let lower_bound = waiting
            .chain(self.inconsistent.iter().copied())
            .filter_map(|node| {
                let record = graph.nodes.record(node);
                record.g.checked_add(record.h)
            })
            .min();
        if lower_bound.is_none_or(|bound| graph.cost().is_some_and(|goal| goal <= bound)) {
            self.bound = Some(Weight::ONE);
        }
        if self.bound == Some(Weight::ONE) {
            self.graph.status = Status::Solved;
            return Ok(());
        }
        self.pass += 1;
        let weight = self.schedule.weight(self.pass);
        let mut too_large = false;
        self.open.rekey(|entry| {
            let key = is_current(graph, entry).then(|| key(graph, weight, entry.node))?;
            too_large |= key.is_none();
            key
        });
        if too_large {
            return Err(Limit::Cost);
        }
        while let Some(node) = self.inconsistent.pop() {
            self.push(node)?;
        }
        Ok(())
    }
}

fn key<S: Space>(graph: &Graph<S, ExpandedIn>, weight: Weight, node: NodeId) -> Option<Key<S>> {
    let record = graph.nodes.record(node);
    Some((record.g.weighted(weight, record.h)?, Reverse(record.g)))
}

fn is_current<S: Space>(graph: &Graph<S, ExpandedIn>, entry: &Entry<Key<S>>) -> bool {
    let record = graph.nodes.record(entry.node);
    record.is(Flag::OPEN) && record.g == entry.key.1.0
}

impl<S: Space, H: Heuristic<S>> Engine<S, H> for AraStar<S> {
    fn start(&mut self, space: &mut S, heuristic: &mut H, from: &S::State, observer: &mut impl Observer<S>) {
        self.open.clear();
        self.inconsistent.clear();
        self.pass = 0;
        self.bound = None;
        let started = self.graph.start(from, heuristic.estimate(space, from), observer).and_then(|node| {
            let Some(node) = node else { return Ok(()) };
            self.graph.note_goal(node, from, space, observer);
            self.push(node)
        });
        self.graph.status = started.map_or_else(Status::LimitExceeded, |()| Status::Running);
    }

    fn step(
        &mut self,
        space: &mut S,
        heuristic: &mut H,
        budget: u64,
        observer: &mut impl Observer<S>,
    ) -> Status {
        let mut left = budget;
        while self.graph.status == Status::Running && left > 0 {
            let graph = &self.graph;
            let first = self.open.first_current(|entry| is_current(graph, entry));
            let is_done = graph.cost().is_some_and(|goal| {
                // A goal cost that overflows is beyond every key.
                let goal = goal.weighted(self.schedule.weight(self.pass), S::Cost::ZERO);
                first.is_none_or(|first| goal.is_some_and(|goal| goal <= first.key.0))
            });
            let result = match first {
                _ if is_done => self.end_pass(),
                None => {
                    self.graph.status = Status::Unsolvable;
                    Ok(())
                }
                Some(first) => {
                    left -= 1;
                    self.expand(first.node, space, heuristic, observer)
                }
            };
            if let Err(limit) = result {
                self.graph.status = Status::LimitExceeded(limit);
            }
        }
        self.graph.status
    }
}

search_by_graph!([S: Space], AraStar<S>, |engine| {
    engine.open.heap_bytes() + engine.inconsistent.capacity() * size_of::<NodeId>()
}, bounds: true);
