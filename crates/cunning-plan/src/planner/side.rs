//! One direction of the search, whichever algorithm it runs.

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
}

impl<S: BoundedSpace, H: Heuristic<S>> Side<S, H> {
    pub(super) fn new(config: PlannerConfig, guide: H) -> Self {
        let engine = AnyEngine::new(config.algorithm, config.limits);
        Self { space: None, guide, engine, path: Vec::new(), has_begun: false }
    }

    /// Forgets the last search.
    pub(super) fn forget(&mut self) {
        self.has_begun = false;
    }

    /// Begins at a state of the space.
    pub(super) fn begin(&mut self, root: Dense) {
        let Some(space) = &mut self.space else { return };
        self.has_begun = true;
        self.engine.start(space, &mut Unguided(&mut self.guide), &root, &mut ());
    }

    /// Goes on; if an order is kept, with every node that is expanded.
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
        // What the engine made of a space that withheld something proves nothing.
        if space.is_full() { Status::LimitExceeded(Limit::Nodes) } else { status }
    }

    pub(super) fn counters(&self) -> Counters {
        if self.has_begun { self.engine.counters() } else { Counters::default() }
    }

    /// What the best path so far costs.
    pub(super) fn cost(&self) -> Option<u64> {
        if self.has_begun { self.engine.cost() } else { None }
    }

    /// Shows all states that the search has met.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(Met<S>)) {
        self.engine.visit_met(visit);
    }

    /// What every path costs at least, as far as is known.
    pub(super) fn lower_bound(&self) -> Option<u64> {
        if self.has_begun { self.engine.lower_bound() } else { None }
    }

    /// The best path so far.
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
