//! A search with its space and heuristics behind one type, whatever theirs are.

use crate::{Cost, Counters, Engine, Expanded, Observer, Space, Status};

/// Runs searches for queries of type `Q` with costs of type `C`, over a space and with an engine that are chosen at
/// run time.
///
/// It owns engine, space and heuristics and reuses their memory from query to query. States are shown as numbers.
/// The types are erased per call: the inner loop of a search runs on the concrete types.
pub struct Runner<Q: ?Sized, C>(Box<dyn Erased<Q, C> + Send + Sync>);

/// A query that a [`Runner`] can answer with the space `S` and the heuristics `H`.
pub trait SearchQuery<S: Space, H> {
    /// Points the space and the heuristics at this query, and returns the state at which the search begins.
    fn prepare(&self, space: &mut S, heuristics: &mut H) -> S::State;
}

impl<Q: ?Sized, C: Cost> Runner<Q, C> {
    /// Combines an engine with a space and heuristics.
    pub fn new<E, S, H>(engine: E, space: S, heuristics: H) -> Self
    where
        S: Space<Cost = C, State: Into<u64>> + Send + Sync + 'static,
        H: Send + Sync + 'static,
        E: Engine<S, H> + Send + Sync + 'static,
        Q: SearchQuery<S, H>,
    {
        Self(Box::new(Parts { engine, space, heuristics }))
    }

    /// Starts a search for `query`, forgetting the last one.
    pub fn start(&mut self, query: &Q) {
        self.0.start(query);
    }

    /// Continues the search for at most `budget` expansions.
    pub fn step(&mut self, budget: u64) -> Status {
        self.0.step(budget)
    }

    /// As [`Runner::step`], calling `watch` with every state that is expanded.
    pub fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u64)) -> Status {
        self.0.step_watched(budget, watch)
    }

    /// The state of the search.
    pub fn status(&self) -> Status {
        self.0.status()
    }

    /// The work done so far.
    pub fn counters(&self) -> Counters {
        self.0.counters()
    }

    /// The cost of the best path found so far.
    pub fn cost(&self) -> Option<C> {
        self.0.cost()
    }

    /// Calls `visit` with every state of the best path found so far and the cost up to it, from the start to the
    /// goal. Does nothing if there is no path.
    pub fn visit_path(&self, visit: &mut dyn FnMut(u64, C)) {
        self.0.visit_path(visit);
    }

    /// Bytes on the heap that the engine keeps for the next search.
    pub fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

trait Erased<Q: ?Sized, C> {
    fn start(&mut self, query: &Q);
    fn step(&mut self, budget: u64) -> Status;
    fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u64)) -> Status;
    fn status(&self) -> Status;
    fn counters(&self) -> Counters;
    fn cost(&self) -> Option<C>;
    fn visit_path(&self, visit: &mut dyn FnMut(u64, C));
    fn heap_bytes(&self) -> usize;
}

struct Parts<E, S, H> {
    engine: E,
    space: S,
    heuristics: H,
}

impl<Q, C, E, S, H> Erased<Q, C> for Parts<E, S, H>
where
    Q: SearchQuery<S, H> + ?Sized,
    S: Space<Cost = C, State: Into<u64>>,
    E: Engine<S, H>,
{
    fn start(&mut self, query: &Q) {
        let from = query.prepare(&mut self.space, &mut self.heuristics);
        self.engine.start(&mut self.space, &mut self.heuristics, &from, &mut ());
    }

    fn step(&mut self, budget: u64) -> Status {
        self.engine.step(&mut self.space, &mut self.heuristics, budget, &mut ())
    }

    fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u64)) -> Status {
        self.engine.step(&mut self.space, &mut self.heuristics, budget, &mut Watch(watch))
    }

    fn status(&self) -> Status {
        self.engine.status()
    }

    fn counters(&self) -> Counters {
        self.engine.counters()
    }

    fn cost(&self) -> Option<C> {
        self.engine.cost()
    }

    fn visit_path(&self, visit: &mut dyn FnMut(u64, C)) {
        self.engine.visit_path(&mut |step| visit(step.state.into(), step.g));
    }

    fn heap_bytes(&self) -> usize {
        self.engine.heap_bytes()
    }
}

/// Calls a function with every state that is expanded.
struct Watch<'w>(&'w mut dyn FnMut(u64));

impl<S: Space<State: Into<u64>>> Observer<S> for Watch<'_> {
    fn expanded(&mut self, event: Expanded<'_, S>) {
        (self.0)(event.state.clone().into());
    }
}
