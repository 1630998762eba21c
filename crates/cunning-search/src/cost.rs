//! Path costs: exact, ordered and additive. Engines never use floating-point costs.

use std::cmp::Ordering;
use std::fmt::Debug;

use crate::Weight;

/// An ordered value with a coarse integer rank.
///
/// Open lists sort by rank first and use the full order only among close entries. A finer rank makes them faster; any
/// monotone rank is correct.
pub trait Rank: Copy + Ord {
    /// A monotone integer: if `a ≤ b` then `a.rank() ≤ b.rank()`.
    fn rank(self) -> u64;
}

/// An exact cost: path costs `g`, edge costs `c` and estimates `h` all have this type.
///
/// Obligations: the order is total; addition is commutative and monotone (`a ≤ a + b`), so no cost is below
/// [`Cost::ZERO`]; [`Cost::weighted`] is exact or returns `None`, or the bounds of weighted searches do not hold.
///
/// `u64` is a cost (fixed-point times, micro-units …), and so is any pair of costs, compared
/// lexicographically: `(cost, steps)` prefers the shorter of equally cheap paths.
pub trait Cost: Rank + Debug {
    /// The cost of an empty path.
    const ZERO: Self;

    /// An exact weighted sum of costs, on a scale that depends on the weight.
    type Key: Rank + Debug;

    /// The sum, or `None` on overflow.
    fn checked_add(self, other: Self) -> Option<Self>;

    /// The key of `self + weight·h`: that sum times the weight's denominator. `None` on overflow.
    fn weighted(self, weight: Weight, h: Self) -> Option<Self::Key>;

    /// Compares `key` with `weight·bound`, where both keys are on the same scale.
    fn compare_scaled(key: Self::Key, weight: Weight, bound: Self::Key) -> Ordering;
}

impl Rank for u64 {
    #[inline]
    fn rank(self) -> u64 {
        self
    }
}

/// Pairs are compared lexicographically, so the first part ranks them.
impl<A: Rank, B: Copy + Ord> Rank for (A, B) {
    #[inline]
    fn rank(self) -> u64 {
        self.0.rank()
    }
}

impl Cost for u64 {
    const ZERO: Self = 0;
    type Key = Self;

    #[inline]
    fn checked_add(self, other: Self) -> Option<Self> {
        Self::checked_add(self, other)
    }

    #[inline]
    fn weighted(self, weight: Weight, h: Self) -> Option<Self> {
        let (numerator, denominator) = weight.as_fraction();
        Self::checked_add(self.checked_mul(denominator.into())?, h.checked_mul(numerator.into())?)
    }

    #[inline]
    fn compare_scaled(key: Self, weight: Weight, bound: Self) -> Ordering {
        let (numerator, denominator) = weight.as_fraction();
        let scaled = |key: Self, factor: u32| u128::from(key) * u128::from(factor);
        scaled(key, denominator).cmp(&scaled(bound, numerator))
    }
}

impl<A: Cost, B: Cost> Cost for (A, B) {
    const ZERO: Self = (A::ZERO, B::ZERO);
    type Key = (A::Key, B::Key);

    #[inline]
    fn checked_add(self, other: Self) -> Option<Self> {
        Some((self.0.checked_add(other.0)?, self.1.checked_add(other.1)?))
    }

    #[inline]
    fn weighted(self, weight: Weight, h: Self) -> Option<Self::Key> {
        Some((self.0.weighted(weight, h.0)?, self.1.weighted(weight, h.1)?))
    }

    #[inline]
    fn compare_scaled(key: Self::Key, weight: Weight, bound: Self::Key) -> Ordering {
        A::compare_scaled(key.0, weight, bound.0).then_with(|| B::compare_scaled(key.1, weight, bound.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_comparison_is_exact_for_decimal_weights() {
        let weight = Weight::new(1.1).unwrap();
        assert_eq!(u64::compare_scaled(11, weight, 10), Ordering::Equal);
        assert_eq!(u64::compare_scaled(12, weight, 10), Ordering::Greater);
        assert_eq!(u64::compare_scaled(u64::MAX, Weight::MAX, u64::MAX), Ordering::Less);
        assert_eq!(u64::compare_scaled(u64::MAX, Weight::ONE, u64::MAX), Ordering::Equal);
    }

    #[test]
    fn weighted_key_overflow_is_none() {
        assert_eq!(5_u64.weighted(Weight::new(1.5).unwrap(), 4), Some(22));
        assert_eq!(u64::MAX.weighted(Weight::new(1.5).unwrap(), 0), None);
        assert_eq!(0_u64.weighted(Weight::MAX, u64::MAX / 10), None);
        assert_eq!(1_u64.weighted(Weight::ONE, u64::MAX), None);
    }

    #[test]
    fn pairs_compare_lexicographically() {
        assert!((1_u64, 9_u64) < (2, 0));
        assert_eq!(Cost::checked_add((1_u64, 1_u64), (2, 3)), Some((3, 4)));
        assert_eq!(Cost::checked_add((1_u64, u64::MAX), (2, 3)), None);
    }
}
