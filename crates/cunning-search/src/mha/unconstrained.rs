//! Unconstrained-MHA*: guides may expand any state; only the solution is checked against the anchor.

use super::improved::{ImprovedMha, Variant};
use crate::{Cost, Weight};

/// Unconstrained-MHA*: as [`MhaPlusPlus`](crate::MhaPlusPlus), but guides may expand any state. The fastest variant if
/// the guides are good; the bound holds in any case.
pub type UnconstrainedMha<S> = ImprovedMha<S, Unconstrained>;

/// The variant behind [`UnconstrainedMha`].
pub enum Unconstrained {}

impl Variant for Unconstrained {
    const UNCONSTRAINED: bool = true;

    fn anchor_weight(weight: Weight) -> Weight {
        weight
    }

    fn is_within<C: Cost>(cost: C::Key, _: Weight, floor: C::Key) -> bool {
        cost <= floor
    }
}
