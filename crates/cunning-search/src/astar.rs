//! A*: cheapest paths with an admissible heuristic.
//! Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968.

use std::cmp::Reverse;

use crate::{BestFirst, Cost, Limits, Ranking, Space};

/// A*: expands by smallest `f = g + h`; ties go to the larger `g`, then to the lower node id.
///
/// With an admissible heuristic the path is a cheapest one. With a consistent heuristic no state is expanded twice;
/// otherwise states are reopened as needed.
pub type AStar<S> = BestFirst<S, BySum>;

/// The ranking of [`AStar`].
#[derive(Clone, Copy, Debug)]
pub struct BySum;

impl<C: Cost> Ranking<C> for BySum {
    type Key = (C, Reverse<C>);
    const REOPENS: bool = true;
    const BOUNDS: bool = true;

    #[inline]
    fn key(&self, g: C, h: C) -> Option<Self::Key> {
        Some((g.checked_add(h)?, Reverse(g)))
    }
}

impl<S: Space> AStar<S> {
    /// Makes an engine.
    pub fn new(limits: Limits) -> Self {
        Self::with_ranking(BySum, limits)
    }
}
