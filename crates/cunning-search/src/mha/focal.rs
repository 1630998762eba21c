//! Focal-MHA*: guides may expand every state that could still be on a path within the bound.

use std::cmp::Ordering;

use super::improved::{ImprovedMha, Variant};
use crate::{Cost, Weight};

/// Focal-MHA*: the anchor is plain A*, so the floor is a lower bound on the cheapest cost, and guides may expand the
/// states with `g + h0 ≤ w·floor`.
pub type FocalMha<S> = ImprovedMha<S, Focal>;

/// The variant behind [`FocalMha`].
pub enum Focal {}

impl Variant for Focal {
    const UNCONSTRAINED: bool = false;

    fn anchor_weight(_: Weight) -> Weight {
        Weight::ONE
    }

    fn is_within<C: Cost>(cost: C::Key, weight: Weight, floor: C::Key) -> bool {
        C::compare_scaled(cost, weight, floor) != Ordering::Greater
    }
}
