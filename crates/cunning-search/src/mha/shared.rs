//! Shared multi-heuristic A*: a second weight limits how far guides may run ahead of the anchor.
//! Aine, Swaminathan, Narayanan, Hwang and Likhachev, "Multi-Heuristic A*", 2016.

use std::cmp::{Ordering, Reverse};

use super::expand;
use super::guides::Guides;
use crate::graph::{Graph, search_by_graph};
use crate::nodes::Flag;
use crate::open_list::{Entry, OpenList};
use crate::{
    Cost, Engine, HeuristicSet, Limit, Limits, NodeId, Observer, QueueChoice, Space, Status, Weight,
};

/// Shared MHA*: the path costs at most `w1·w2` times the cheapest, whatever the guides estimate.
///
/// Queue `i` is ordered by `g + w1·hᵢ`; ties go to the larger `g`, then to the lower node id. On a guide's turn its
/// first state is expanded if its key is within `w2` of the anchor's smallest key, otherwise the anchor's first state.
/// Without guides it is weighted A* with `w1`. The anchor must be admissible; if it is also consistent, no state is
/// expanded more than twice.
pub struct SharedMha<S: Space> {
    w1: Weight,
    w2: Weight,
    graph: Graph<S>,
    anchor: OpenList<Key<S>>,
    guides: Guides<Key<S>, S::Cost>,
}

type Key<S> = (<<S as Space>::Cost as Cost>::Key, Reverse<<S as Space>::Cost>);

impl<S: Space> SharedMha<S> {
    /// Makes an engine.
    pub fn new(w1: Weight, w2: Weight, choice: QueueChoice, limits: Limits) -> Self {
        Self { w1, w2, graph: Graph::new(limits), anchor: OpenList::default(), guides: Guides::new(choice) }
    }

    /// Puts an improved state on all queues that accept it. Returns true if the estimate of guide `leader` is its
    /// smallest so far.
    fn push<H: HeuristicSet<S>>(
        &mut self,
        node: NodeId,
        state: &S::State,
        space: &mut S,
        heuristics: &mut H,
        leader: Option<usize>,
    ) -> Result<bool, Limit> {
        let record = self.graph.nodes.record(node);
        let anchor_key = record.g.weighted(self.w1, record.h).ok_or(Limit::Cost)?;
        self.anchor.push((anchor_key, Reverse(record.g)), node);
        if record.is(Flag::CLOSED_BY_GUIDE) {
            return Ok(false);
        }
        let (w1, w2, g) = (self.w1, self.w2, record.g);
        let estimate = |guide| heuristics.guide(guide, space, state);
        // An estimate that overflows is not worth queueing; the anchor has the state anyway.
        let key = |h| {
            let within = |key: &_| S::Cost::compare_scaled(*key, w2, anchor_key) != Ordering::Greater;
            g.weighted(w1, h).filter(within).map(|key| (key, Reverse(g)))
        };
        Ok(self.guides.push(node, leader, estimate, key))
    }

    fn expand<H: HeuristicSet<S>>(
        &mut self,
        node: NodeId,
        guide: Option<usize>,
        space: &mut S,
        heuristics: &mut H,
        observer: &mut impl Observer<S>,
    ) -> Result<(), Limit> {
        expand(&mut self.graph, node, guide, space, heuristics, observer)?;
        let mut made_progress = false;
        for index in 0..self.graph.gain_count() {
            let (node, state) = self.graph.gain(index);
            let state = state.clone();
            self.graph.note_goal(node, &state, space, observer);
            made_progress |= self.push(node, &state, space, heuristics, guide)?;
        }
        if let Some(guide) = guide {
            self.guides.reward(guide, made_progress);
        }
        let graph = &self.graph;
        self.anchor.drop_outdated(graph.open_count(), |entry| is_current(graph, entry));
        self.guides.drop_outdated(graph.open_count(), |entry| is_current(graph, entry));
        Ok(())
    }
}

/// An entry is outdated if its node was expanded or improved since it was pushed.
fn is_current<S: Space>(graph: &Graph<S>, entry: &Entry<Key<S>>) -> bool {
    let record = graph.nodes.record(entry.node);
    record.is(Flag::OPEN) && record.g == entry.key.1.0
}

impl<S: Space, H: HeuristicSet<S>> Engine<S, H> for SharedMha<S> {
    fn start(&mut self, space: &mut S, heuristics: &mut H, from: &S::State, observer: &mut impl Observer<S>) {
        self.anchor.clear();
        self.guides.restart(heuristics.guide_count());
        let started = self.graph.start(from, heuristics.anchor(space, from), observer).and_then(|node| {
            let Some(node) = node else { return Ok(()) };
            self.graph.note_goal(node, from, space, observer);
            self.push(node, from, space, heuristics, None).map(|_| ())
        });
        self.graph.status = started.map_or_else(Status::LimitExceeded, |()| Status::Running);
    }

    fn step(
        &mut self,
        space: &mut S,
        heuristics: &mut H,
        budget: u64,
        observer: &mut impl Observer<S>,
    ) -> Status {
        let mut left = budget;
        while self.graph.status == Status::Running && left > 0 {
            let graph = &self.graph;
            let goal_cost = graph.cost();
            let Some(anchor_first) = self.anchor.first_current(|entry| is_current(graph, entry)) else {
                self.graph.status = if goal_cost.is_some() { Status::Solved } else { Status::Unsolvable };
                break;
            };
            let goal_key = goal_cost.and_then(|g| g.weighted(self.w1, S::Cost::ZERO));
            let (w2, anchor_key) = (self.w2, anchor_first.key.0);
            let within = |first: &Entry<Key<S>>| {
                S::Cost::compare_scaled(first.key.0, w2, anchor_key) != Ordering::Greater
            };
            let followed = self.guides.choose(|entry| is_current(graph, entry), within);
            let first = followed.map_or(anchor_first, |(_, first)| first);
            if goal_key.is_some_and(|goal| goal <= first.key.0) {
                self.graph.status = Status::Solved;
                break;
            }
            let guide = followed.map(|(guide, _)| guide);
            if let Err(limit) = self.expand(first.node, guide, space, heuristics, observer) {
                self.graph.status = Status::LimitExceeded(limit);
            }
            left -= 1;
        }
        self.graph.status
    }
}

search_by_graph!([S: Space], SharedMha<S>, |engine| {
    engine.anchor.heap_bytes() + engine.guides.heap_bytes()
});
