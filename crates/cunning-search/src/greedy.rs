//! Greedy best-first search: whatever looks nearest to the goal, whatever it cost to get there.
//! Doran and Michie, "Experiments with the Graph Traverser Program", 1966.

use crate::{BestFirst, Cost, Limits, Ranking, Space};

/// Greedy best-first search: expands by smallest `h`; ties go to the smaller `g`, then to the lower
/// node id.
///
/// Promises a path if there is one, and nothing about its cost. Expands no state twice.
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
    /// An engine ready to be started.
    pub fn new(limits: Limits) -> Self {
        Self::with_ranking(ByEstimate, limits)
    }
}
