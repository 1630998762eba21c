//! Heuristics: estimates of the remaining cost, and what they guarantee.

use crate::{Cost, Space};

/// Estimates the cost from a state to the nearest goal.
pub trait Heuristic<S: Space> {
    /// The estimate, or `None` if no goal can be reached from `state`. The engine then drops the state, so `None` must
    /// be proved.
    ///
    /// Guarantees of engines need an *admissible* heuristic: one that never exceeds the true cost. `space` is the
    /// space being searched.
    fn estimate(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost>;

    /// Whether the heuristic is consistent: zero at goals, and falling by at most `c` along every edge of cost `c`.
    /// Engines then skip reopening states. Returning true for an inconsistent heuristic loses optimality, so the
    /// default is false.
    fn is_consistent(&self) -> bool {
        false
    }

    /// Whether estimates are slow, and what is left of one after an action is a lower bound too. A* then queues a state
    /// with what it [inherits](Self::inherited) and estimates it only when it would be expanded.
    fn is_inherited(&self) -> bool {
        false
    }

    /// A lower bound for the state that `action` leads to from the state that was estimated last.
    fn inherited(&self, action: S::Action) -> S::Cost {
        let _ = action;
        S::Cost::ZERO
    }
}

impl<S: Space, H: Heuristic<S> + ?Sized> Heuristic<S> for &mut H {
    fn estimate(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost> {
        (**self).estimate(space, state)
    }

    fn is_consistent(&self) -> bool {
        (**self).is_consistent()
    }

    fn is_inherited(&self) -> bool {
        (**self).is_inherited()
    }

    fn inherited(&self, action: S::Action) -> S::Cost {
        (**self).inherited(action)
    }
}

/// Allows guides of different types in one list.
impl<S: Space, H: Heuristic<S> + ?Sized> Heuristic<S> for Box<H> {
    fn estimate(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost> {
        (**self).estimate(space, state)
    }

    fn is_consistent(&self) -> bool {
        (**self).is_consistent()
    }

    fn is_inherited(&self) -> bool {
        (**self).is_inherited()
    }

    fn inherited(&self, action: S::Action) -> S::Cost {
        (**self).inherited(action)
    }
}

/// The heuristic that is zero everywhere. It is consistent and turns A* into uniform-cost search.
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

/// A heuristic made from a closure.
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

    /// Wraps a function that may be inconsistent.
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

/// The heuristics of a multi-heuristic search: one admissible anchor, and any number of guides that may be
/// inadmissible.
pub trait HeuristicSet<S: Space> {
    /// The estimate of the anchor `h0`, which must be admissible; `None` proves a dead end.
    fn anchor(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost>;

    /// Whether the anchor is consistent, see [`Heuristic::is_consistent`]. Only then do engines expand no state more
    /// than twice.
    fn anchor_is_consistent(&self) -> bool;

    /// Whether estimates of the anchor are inherited, see [`Heuristic::is_inherited`].
    fn anchor_is_inherited(&self) -> bool {
        false
    }

    /// What the state after an action inherits from the anchor's last estimate, see [`Heuristic::inherited`].
    fn anchor_inherited(&self, action: S::Action) -> S::Cost {
        let _ = action;
        S::Cost::ZERO
    }

    /// The number of guides.
    fn guide_count(&self) -> usize;

    /// The estimate of guide `guide`, counted from 0. Any value is allowed; `None` keeps the state out of that guide's
    /// queue only.
    fn guide(&mut self, guide: usize, space: &mut S, state: &S::State) -> Option<S::Cost>;
}

/// An anchor and a list of guides of one type.
#[derive(Clone, Debug)]
pub struct Heuristics<A, G> {
    /// The admissible heuristic that the bound rests on.
    pub anchor: A,
    /// The heuristics that guide the search.
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
    fn anchor_is_inherited(&self) -> bool {
        self.0.is_inherited()
    }

    #[inline]
    fn anchor_inherited(&self, action: S::Action) -> S::Cost {
        self.0.inherited(action)
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
