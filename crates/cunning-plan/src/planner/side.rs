//! One direction of the search, with any algorithm.

use cunning_search::{
    AnyEngine, Counters, Dense, Engine, Heuristic, Limit, Met, PathStep, Search, Space, Status, Unguided,
};

use super::PlannerConfig;
use super::order::{ExpansionOrder, Scribe};
use crate::search::BoundedSpace;

/// A space, a guide and an engine. The space comes with the first goal.
pub(super) struct Side<S: Space, H> {
    pub(super) space: Option<S>,
    pub(super) guide: H,
    engine: AnyEngine<S>,
    pub(super) path: Vec<PathStep<S>>,
    pub(super) has_begun: bool,
    /// What the search had counted and proved before it was begun again with a better guide.
    past: Counters,
    proved: Option<u64>,
}

impl<S: BoundedSpace, H: Heuristic<S>> Side<S, H> {
    pub(super) fn new(config: PlannerConfig, guide: H) -> Self {
        let engine = AnyEngine::new(config.algorithm, config.limits);
        let (past, proved) = Default::default();
        Self { space: None, guide, engine, path: Vec::new(), has_begun: false, past, proved }
    }

    /// Resets the last search.
    pub(super) fn forget(&mut self) {
        self.has_begun = false;
        (self.past, self.proved) = Default::default();
    }

    /// Counts a piece of work of the guide. It takes a unit of the budget.
    pub(super) fn count_piece(&mut self) {
        self.past.deferred += 1;
    }

    /// Ends the search, so that it can begin again with a better guide.
    pub(super) fn begin_again(&mut self) {
        (self.past, self.proved) = (self.counters(), self.lower_bound());
        self.has_begun = false;
    }

    /// Starts at a state of the space.
    pub(super) fn begin(&mut self, root: Dense) {
        let Some(space) = &mut self.space else { return };
        self.has_begun = true;
        self.engine.start(space, &mut Unguided(&mut self.guide), &root, &mut ());
    }

    /// Continues the search and records every expanded node if an order is kept.
    pub(super) fn step(&mut self, budget: u64, order: Option<&mut ExpansionOrder>, way: u8) -> Status {
        let Some(space) = self.space.as_mut().filter(|_| self.has_begun) else { return Status::Idle };
        let guide = &mut Unguided(&mut self.guide);
        let status = match order {
            None => self.engine.step(space, guide, budget, &mut ()),
            Some(order) => {
                let mut scribe = Scribe { order, way };
                self.engine.step(space, guide, budget, &mut scribe)
            }
        };
        // The result over a truncated space proves nothing.
        if space.is_full() { Status::LimitExceeded(Limit::Nodes) } else { status }
    }

    pub(super) fn counters(&self) -> Counters {
        self.past + if self.has_begun { self.engine.counters() } else { Counters::default() }
    }

    /// Returns the cost of the best path so far.
    pub(super) fn cost(&self) -> Option<u64> {
        if self.has_begun { self.engine.cost() } else { None }
    }

    /// Visits all states that the search has met.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(Met<S>)) {
        self.engine.visit_met(visit);
    }

    /// Returns the proved lower bound of the cost of all paths.
    pub(super) fn lower_bound(&self) -> Option<u64> {
        let own = if self.has_begun { self.engine.lower_bound() } else { None };
        own.max(self.proved)
    }

    /// Returns the best path so far.
    pub(super) fn path(&mut self) -> &[PathStep<S>] {
        let path = &mut self.path;
        if self.has_begun {
            self.engine.path_into(path);
        } else {
            path.clear();
        }
        path
    }
}
