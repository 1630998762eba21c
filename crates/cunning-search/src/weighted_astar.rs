//! Weighted A*: paths within a factor of the cheapest, usually found much sooner.
//! Pohl, "Heuristic Search Viewed as Path Finding in a Graph", 1970.

use std::cmp::Reverse;

use crate::{BestFirst, Cost, Limits, Ranking, Space, Weight};

/// Weighted A*: expands by smallest `g + w·h`; ties go to the larger `g`, then to the lower node id.
///
/// With an admissible heuristic the path costs at most `w` times the cheapest. With a consistent heuristic no state is
/// expanded twice.
pub type WeightedAStar<S> = BestFirst<S, ByWeightedSum>;

/// The ranking of [`WeightedAStar`].
#[derive(Clone, Copy, Debug)]
pub struct ByWeightedSum(Weight);

impl<C: Cost> Ranking<C> for ByWeightedSum {
    type Key = (C::Key, Reverse<C>);
    const REOPENS: bool = true;

    #[inline]
    fn key(&self, g: C, h: C) -> Option<Self::Key> {
        Some((g.weighted(self.0, h)?, Reverse(g)))
    }
}

impl<S: Space> WeightedAStar<S> {
    /// Makes an engine.
    pub fn new(weight: Weight, limits: Limits) -> Self {
        Self::with_ranking(ByWeightedSum(weight), limits)
    }
}
