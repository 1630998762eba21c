//! Best-first search: expand the open state with the smallest key until a goal comes up.
//!
//! A*, weighted A* and greedy search are this loop with different rankings; each is documented in its own file.

use crate::graph::{Estimated, Expansion, Graph, Promise, search_by_graph};
use crate::nodes::Flag;
use crate::open_list::OpenList;
use crate::{Engine, Heuristic, Limit, Limits, NodeId, Observer, Rank, Space, Status, Successor};

/// The order in which open states are expanded.
pub trait Ranking<C> {
    /// The sort key; the smallest is expanded first. It must grow with `g` for equal `h`.
    type Key: Rank;

    /// Whether an expanded state must be reopened when a cheaper path to it is found. The guarantee of most rankings
    /// needs this if the heuristic is inconsistent.
    const REOPENS: bool;

    /// Whether the least `g + h` of the open states is a lower bound on the cost of every path.
    const BOUNDS: bool = false;

    /// The key of a state, or `None` on overflow.
    fn key(&self, g: C, h: C) -> Option<Self::Key>;
}

/// The engine behind [`AStar`](crate::AStar), [`WeightedAStar`](crate::WeightedAStar) and
/// [`Greedy`](crate::Greedy).
pub struct BestFirst<S: Space, R: Ranking<S::Cost>> {
    ranking: R,
    graph: Graph<S>,
    open: OpenList<R::Key>,
    /// The state that was estimated last, if estimates are inherited.
    estimated: Option<NodeId>,
}

impl<S: Space, R: Ranking<S::Cost>> BestFirst<S, R> {
    pub(crate) fn with_ranking(ranking: R, limits: Limits) -> Self {
        Self { ranking, graph: Graph::new(limits), open: OpenList::default(), estimated: None }
    }

    fn push(&mut self, node: NodeId) -> Result<(), Limit> {
        let record = self.graph.nodes.record(node);
        let key = self.ranking.key(record.g, record.h).ok_or(Limit::Cost)?;
        self.open.push(key, node);
        Ok(())
    }

    #[inline]
    fn expand<H: Heuristic<S>>(
        &mut self,
        node: NodeId,
        state: &S::State,
        space: &mut S,
        heuristic: &mut H,
        observer: &mut impl Observer<S>,
    ) -> Result<(), Limit> {
        let reopens_closed = R::REOPENS && !heuristic.is_consistent();
        let expansion = Expansion { node, queue: 0, closes: Flag::CLOSED, reopens_closed };
        let is_inherited = R::BOUNDS && heuristic.is_inherited();
        if is_inherited && self.estimated != Some(node) {
            heuristic.estimate(space, state);
            self.estimated = Some(node);
        }
        let estimate = |space: &mut S, successor: &Successor<S>| {
            if is_inherited {
                return Some(Estimated { h: heuristic.inherited(successor.action), is_inherited });
            }
            heuristic.estimate(space, &successor.state).map(Estimated::of_state)
        };
        self.graph.expand(&expansion, state, space, estimate, observer)?;
        for index in 0..self.graph.gain_count() {
            self.push(self.graph.gain(index).0)?;
        }
        let (graph, ranking) = (&self.graph, &self.ranking);
        self.open.drop_outdated(graph.open_count(), |entry| {
            let record = graph.nodes.record(entry.node);
            record.is(Flag::OPEN) && ranking.key(record.g, record.h) == Some(entry.key)
        });
        Ok(())
    }
}

impl<S: Space, R: Ranking<S::Cost>, H: Heuristic<S>> Engine<S, H> for BestFirst<S, R> {
    fn start(&mut self, space: &mut S, heuristic: &mut H, from: &S::State, observer: &mut impl Observer<S>) {
        self.open.clear();
        self.estimated = None;
        let started = self.graph.start(from, heuristic.estimate(space, from), observer);
        let pushed = started.and_then(|node| node.map_or(Ok(()), |node| self.push(node)));
        self.graph.status = pushed.map_or_else(Status::LimitExceeded, |()| Status::Running);
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
            let Some(entry) = self.open.pop() else {
                self.graph.status = Status::Unsolvable;
                break;
            };
            // The best entry of a node is popped first; later ones are outdated.
            let record = self.graph.nodes.record(entry.node);
            if !record.is(Flag::OPEN) || self.ranking.key(record.g, record.h) != Some(entry.key) {
                continue;
            }
            let is_inherited = record.is(Flag::INHERITED);
            let state = self.graph.nodes.state(entry.node);
            if space.is_goal(&state) {
                self.graph.publish(entry.node, observer);
                self.graph.status = Status::Solved;
                break;
            }
            if is_inherited {
                self.estimated = Some(entry.node);
                let promise = self.graph.estimate(entry.node, heuristic.estimate(space, &state));
                if promise == Promise::Less
                    && let Err(limit) = self.push(entry.node)
                {
                    self.graph.status = Status::LimitExceeded(limit);
                }
                if promise != Promise::Kept {
                    self.graph.counters.deferred += 1;
                    left -= 1;
                    continue;
                }
            }
            if let Err(limit) = self.expand(entry.node, &state, space, heuristic, observer) {
                self.graph.status = Status::LimitExceeded(limit);
            } else {
                left -= 1;
            }
        }
        self.graph.status
    }
}

search_by_graph!([S: Space, R: Ranking<S::Cost>], BestFirst<S, R>, |engine| engine.open.heap_bytes(), bounds: R::BOUNDS);
