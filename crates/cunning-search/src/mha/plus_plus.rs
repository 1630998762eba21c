//! MHA*++: the anchor is weighted, and guides may expand states that cost no more than the anchor's floor.

use super::improved::{ImprovedMha, Variant};
use crate::{Cost, Weight};

/// MHA*++: the anchor is weighted A*, so the floor is at most `w` times the cheapest cost, and guides may expand the
/// states with `g + h0 ≤ floor`.
pub type MhaPlusPlus<S> = ImprovedMha<S, PlusPlus>;

/// The variant behind [`MhaPlusPlus`].
pub enum PlusPlus {}

impl Variant for PlusPlus {
    const UNCONSTRAINED: bool = false;

    fn anchor_weight(weight: Weight) -> Weight {
        weight
    }

    fn is_within<C: Cost>(cost: C::Key, _: Weight, floor: C::Key) -> bool {
        cost <= floor
    }
}
