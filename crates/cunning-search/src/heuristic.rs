//! Estimates of the cost still to come, and the promise they make.

use crate::{Cost, Space};

/// Estimates the cost from a state to the nearest goal.
pub trait Heuristic<S: Space> {
    /// The estimate, or `None` if no goal can be reached from here. The engine then drops the state,
    /// so `None` must be a proof, not a guess.
    ///
    /// Optimal engines need it *admissible*: never more than the true cost. The space is the one that is
    /// searched, for estimates that need to look into it.
    fn estimate(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost>;

    /// True if the estimate is consistent: zero at goals, and falling by at most `c` along every edge
    /// of cost `c`. Engines then expand no state twice. A false promise costs optimality, so the
    /// default is no promise.
    fn is_consistent(&self) -> bool {
        false
    }
}

impl<S: Space, H: Heuristic<S> + ?Sized> Heuristic<S> for &mut H {
    fn estimate(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost> {
        (**self).estimate(space, state)
    }

    fn is_consistent(&self) -> bool {
        (**self).is_consistent()
    }
}

/// So that guides of different types can stand in one list.
impl<S: Space, H: Heuristic<S> + ?Sized> Heuristic<S> for Box<H> {
    fn estimate(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost> {
        (**self).estimate(space, state)
    }

    fn is_consistent(&self) -> bool {
        (**self).is_consistent()
    }
}

/// No idea at all: turns A* into uniform-cost search. Consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<S: Space> Heuristic<S> for Zero {
    #[inline]
    fn estimate(&mut self, _: &mut S, _: &S::State) -> Option<S::Cost> {
        Some(S::Cost::ZERO)
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

/// A heuristic made of a closure.
#[derive(Clone, Copy, Debug)]
pub struct Estimate<F> {
    function: F,
    consistent: bool,
}

impl<F> Estimate<F> {
    /// Wraps a function that is consistent (see [`Heuristic::is_consistent`]).
    pub const fn consistent(function: F) -> Self {
        Self { function, consistent: true }
    }

    /// Wraps a function that makes no promise.
    pub const fn unreliable(function: F) -> Self {
        Self { function, consistent: false }
    }
}

impl<S: Space, F: FnMut(&S::State) -> Option<S::Cost>> Heuristic<S> for Estimate<F> {
    #[inline]
    fn estimate(&mut self, _: &mut S, state: &S::State) -> Option<S::Cost> {
        (self.function)(state)
    }

    fn is_consistent(&self) -> bool {
        self.consistent
    }
}

/// What the multi-heuristic engines search with: one anchor that can be trusted, and any number of
/// guides that need not be.
pub trait HeuristicSet<S: Space> {
    /// The anchor `h0`. Admissible; `None` proves a dead end.
    fn anchor(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost>;

    /// As [`Heuristic::is_consistent`], for the anchor. The engines' promise to expand no state more
    /// than twice needs it.
    fn anchor_is_consistent(&self) -> bool;

    /// How many guides there are.
    fn guide_count(&self) -> usize;

    /// Guide number `guide`, from 0. It may be any number; `None` keeps the state out of that guide's
    /// queue only.
    fn guide(&mut self, guide: usize, space: &mut S, state: &S::State) -> Option<S::Cost>;
}

/// An anchor and a list of guides of one type.
#[derive(Clone, Debug)]
pub struct Heuristics<A, G> {
    /// The heuristic that carries the bound.
    pub anchor: A,
    /// The heuristics that lead the way.
    pub guides: Vec<G>,
}

impl<S: Space, A: Heuristic<S>, G: Heuristic<S>> HeuristicSet<S> for Heuristics<A, G> {
    #[inline]
    fn anchor(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost> {
        self.anchor.estimate(space, state)
    }

    fn anchor_is_consistent(&self) -> bool {
        self.anchor.is_consistent()
    }

    #[inline]
    fn guide_count(&self) -> usize {
        self.guides.len()
    }

    #[inline]
    fn guide(&mut self, guide: usize, space: &mut S, state: &S::State) -> Option<S::Cost> {
        self.guides.get_mut(guide)?.estimate(space, state)
    }
}

/// A single heuristic as the anchor of a [`HeuristicSet`] without guides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided<H>(pub H);

impl<S: Space, H: Heuristic<S>> HeuristicSet<S> for Unguided<H> {
    #[inline]
    fn anchor(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost> {
        self.0.estimate(space, state)
    }

    #[inline]
    fn anchor_is_consistent(&self) -> bool {
        self.0.is_consistent()
    }

    #[inline]
    fn guide_count(&self) -> usize {
        0
    }

    #[inline]
    fn guide(&mut self, _: usize, _: &mut S, _: &S::State) -> Option<S::Cost> {
        None
    }
}
