//! Greedy best-first search: expands the state that looks nearest to a goal and ignores the cost so far.
//! Doran and Michie, "Experiments with the Graph Traverser Program", 1966.

use crate::{BestFirst, Cost, Limits, Ranking, Space};

/// Greedy best-first search: expands by smallest `h`; ties go to the smaller `g`, then to the lower
/// node id.
///
/// Finds a path if one exists, with no bound on its cost. Expands no state twice.
pub type Greedy<S> = BestFirst<S, ByEstimate>;

/// The ranking of [`Greedy`].
#[derive(Clone, Copy, Debug)]
pub struct ByEstimate;

impl<C: Cost> Ranking<C> for ByEstimate {
    type Key = (C, C);
    const REOPENS: bool = false;

    #[inline]
    fn key(&self, g: C, h: C) -> Option<Self::Key> {
        Some((h, g))
    }
}

impl<S: Space> Greedy<S> {
    /// Makes an engine.
    pub fn new(limits: Limits) -> Self {
        Self::with_ranking(ByEstimate, limits)
    }
}
