//! The improved multi-heuristic engines: one weight, and guides ordered by their estimates alone.
//! Narayanan, Aine and Likhachev, "Improved Multi-Heuristic A* for Searching with Uncalibrated Heuristics", 2015.

use super::expand;
use super::guides::Guides;
use crate::graph::{Graph, search_by_graph};
use crate::nodes::Flag;
use crate::open_list::{Entry, OpenList};
use crate::{
    Cost, Engine, HeuristicSet, Limit, Limits, NodeId, Observer, QueueChoice, Space, Status, Weight,
};

/// How the improved variants differ. `floor` is the largest minimum key of the anchor's queue so far; all keys are on
/// the same scale.
pub trait Variant {
    /// Whether guides may expand any state, whatever its cost.
    const UNCONSTRAINED: bool;

    /// The weight in the anchor's key `g + weight·h0`.
    fn anchor_weight(weight: Weight) -> Weight;

    /// Whether a path or state of this cost is known to be within the bound.
    fn is_within<C: Cost>(cost: C::Key, weight: Weight, floor: C::Key) -> bool;
}

/// The engine behind [`FocalMha`](crate::FocalMha), [`MhaPlusPlus`](crate::MhaPlusPlus) and
/// [`UnconstrainedMha`](crate::UnconstrainedMha).
///
/// The path costs at most `w` times the cheapest, whatever the guides estimate and on whatever scale. Each round expands
/// one state for every guide that has a permitted one (with Thompson sampling, for one guide), then one for the anchor.
/// A guide's queue is ordered by its estimate; ties go to the smaller `g`, then to the lower node id. The anchor's queue
/// is ordered by its key, then by node id. Without guides it is weighted A*.
pub struct ImprovedMha<S: Space, V> {
    weight: Weight,
    graph: Graph<S>,
    anchor: OpenList<AnchorKey<S>>,
    guides: Guides<GuideKey<S>, S::Cost>,
    /// Open states that guides may not expand yet, ordered by `g + h0`.
    unpermitted: OpenList<AnchorKey<S>>,
    /// The number of guides that had their turn in this round.
    turn: usize,
    floor: Option<<S::Cost as Cost>::Key>,
    variant: std::marker::PhantomData<V>,
}

/// A key and the `g` it was computed from, which identifies outdated entries.
type AnchorKey<S> = (<<S as Space>::Cost as Cost>::Key, <S as Space>::Cost);
/// A guide's estimate and `g`.
type GuideKey<S> = (<S as Space>::Cost, <S as Space>::Cost);

impl<S: Space, V: Variant> ImprovedMha<S, V> {
    /// Makes an engine.
    pub fn new(weight: Weight, choice: QueueChoice, limits: Limits) -> Self {
        Self {
            weight,
            graph: Graph::new(limits),
            anchor: OpenList::default(),
            guides: Guides::new(choice),
            unpermitted: OpenList::default(),
            turn: 0,
            floor: None,
            variant: std::marker::PhantomData,
        }
    }

    /// A cost on the scale of the anchor's keys.
    fn key(&self, cost: S::Cost) -> Option<<S::Cost as Cost>::Key> {
        cost.weighted(V::anchor_weight(self.weight), S::Cost::ZERO)
    }

    fn is_within(&self, cost: <S::Cost as Cost>::Key) -> bool {
        self.floor.is_some_and(|floor| V::is_within::<S::Cost>(cost, self.weight, floor))
    }

    /// Queues an improved state. Goals go to the anchor only, since expanding them helps no guide. Returns true if the
    /// estimate of guide `leader` is its smallest so far.
    fn push<H: HeuristicSet<S>>(
        &mut self,
        node: NodeId,
        state: &S::State,
        is_goal: bool,
        space: &mut S,
        heuristics: &mut H,
        leader: Option<usize>,
    ) -> Result<bool, Limit> {
        let record = self.graph.nodes.record(node);
        let (g, h) = (record.g, record.h);
        let for_guides = !record.is(Flag::CLOSED_BY_GUIDE) && !is_goal && !self.guides.is_empty();
        let anchor_key = g.weighted(V::anchor_weight(self.weight), h).ok_or(Limit::Cost)?;
        self.anchor.push((anchor_key, g), node);
        if !for_guides {
            return Ok(false);
        }
        let unweighted = g.checked_add(h).and_then(|f| self.key(f)).ok_or(Limit::Cost)?;
        if V::UNCONSTRAINED || self.is_within(unweighted) {
            Ok(self.permit(node, state, space, heuristics, leader))
        } else {
            self.unpermitted.push((unweighted, g), node);
            Ok(false)
        }
    }

    /// Puts a permitted state on the guides' queues.
    fn permit<H: HeuristicSet<S>>(
        &mut self,
        node: NodeId,
        state: &S::State,
        space: &mut S,
        heuristics: &mut H,
        leader: Option<usize>,
    ) -> bool {
        let g = self.graph.nodes.record(node).g;
        let estimate = |guide| heuristics.guide(guide, space, state);
        self.guides.push(node, leader, estimate, |h| Some((h, g)))
    }

    /// Permits the states that the risen floor has brought within the bound.
    fn permit_waiting<H: HeuristicSet<S>>(&mut self, space: &mut S, heuristics: &mut H) {
        loop {
            let graph = &self.graph;
            let first = self.unpermitted.first_current(|entry| is_current(graph, entry.node, entry.key.1));
            let Some(Entry { key: (cost, _), node }) = first else { break };
            if !self.is_within(cost) {
                break;
            }
            self.unpermitted.pop();
            let state = self.graph.nodes.state(node);
            self.permit(node, &state, space, heuristics, None);
        }
    }

    /// The next node to expand, with the guide that proposed it, if any.
    fn choose(&mut self, anchor_first: NodeId) -> (NodeId, Option<usize>) {
        while self.turn < self.guides.count_per_round() {
            self.turn += 1;
            let graph = &self.graph;
            let first = self.guides.choose(|entry| is_current(graph, entry.node, entry.key.1), |_| true);
            if let Some((guide, first)) = first {
                return (first.node, Some(guide));
            }
        }
        self.turn = 0;
        (anchor_first, None)
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
            let is_goal = space.is_goal(&state);
            self.graph.note_goal(node, &state, space, observer);
            made_progress |= self.push(node, &state, is_goal, space, heuristics, guide)?;
        }
        if let Some(guide) = guide {
            self.guides.reward(guide, made_progress);
        }
        self.drop_outdated();
        Ok(())
    }

    fn drop_outdated(&mut self) {
        let graph = &self.graph;
        let open_count = graph.open_count();
        for open in [&mut self.anchor, &mut self.unpermitted] {
            open.drop_outdated(open_count, |entry| is_current(graph, entry.node, entry.key.1));
        }
        self.guides.drop_outdated(open_count, |entry| is_current(graph, entry.node, entry.key.1));
    }
}

/// An entry is outdated if its node was expanded or improved since it was pushed.
fn is_current<S: Space>(graph: &Graph<S>, node: NodeId, g: S::Cost) -> bool {
    let record = graph.nodes.record(node);
    record.is(Flag::OPEN) && record.g == g
}

impl<S: Space, V: Variant, H: HeuristicSet<S>> Engine<S, H> for ImprovedMha<S, V> {
    fn start(&mut self, space: &mut S, heuristics: &mut H, from: &S::State, observer: &mut impl Observer<S>) {
        self.anchor.clear();
        self.unpermitted.clear();
        self.guides.restart(heuristics.guide_count());
        self.turn = 0;
        self.floor = None;
        let started = self.graph.start(from, heuristics.anchor(space, from), observer).and_then(|node| {
            let Some(node) = node else { return Ok(()) };
            self.graph.note_goal(node, from, space, observer);
            let is_goal = space.is_goal(from);
            self.push(node, from, is_goal, space, heuristics, None).map(|_| ())
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
            let first = self.anchor.first_current(|entry| is_current(graph, entry.node, entry.key.1));
            let Some(anchor_first) = first else {
                self.graph.status = if goal_cost.is_some() { Status::Solved } else { Status::Unsolvable };
                break;
            };
            self.floor = self.floor.max(Some(anchor_first.key.0));
            if goal_cost.and_then(|g| self.key(g)).is_some_and(|goal| self.is_within(goal)) {
                self.graph.status = Status::Solved;
                break;
            }
            self.permit_waiting(space, heuristics);
            let (node, guide) = self.choose(anchor_first.node);
            if let Err(limit) = self.expand(node, guide, space, heuristics, observer) {
                self.graph.status = Status::LimitExceeded(limit);
            }
            left -= 1;
        }
        self.graph.status
    }
}

search_by_graph!([S: Space, V: Variant], ImprovedMha<S, V>, |engine| {
    engine.anchor.heap_bytes() + engine.unpermitted.heap_bytes() + engine.guides.heap_bytes()
});
