//! What a path costs: exact, ordered, addable. Engines never see a floating-point cost.

use std::cmp::Ordering;
use std::fmt::Debug;

use crate::Weight;

/// Something ordered that can be put on a coarse scale.
///
/// Open lists sort by rank first, roughly and cheaply, and by the full order only among neighbours. A
/// finer rank makes them faster; any rank that keeps the order is correct.
pub trait Rank: Copy + Ord {
    /// A number that grows with the order: if `a ≤ b` then `a.rank() ≤ b.rank()`.
    fn rank(self) -> u64;
}

/// An exact cost: path costs `g`, edge costs `c` and estimates `h` are all of this type.
///
/// Obligations: the order is total; adding is commutative and monotone (`a ≤ a + b`), so no cost is
/// below [`Cost::ZERO`]; [`Cost::weighted`] is exact, or the bound of a weighted search is not a bound.
///
/// `u64` is a cost (fixed-point times, micro-units …), and so is any pair of costs, compared
/// lexicographically: `(cost, steps)` prefers the shorter of equally cheap paths.
pub trait Cost: Rank + Debug {
    /// The cost of going nowhere.
    const ZERO: Self;

    /// A weighted sum of costs, exact. All keys of one cost type are on one scale.
    type Key: Rank + Debug;

    /// The sum, or `None` when it does not fit.
    fn checked_add(self, other: Self) -> Option<Self>;

    /// The key `self + weight·h`.
    fn weighted(self, weight: Weight, h: Self) -> Self::Key;

    /// Compares `key` with `weight·bound`. Where that product does not fit, compares with `bound`
    /// itself: stricter, so a bound may be missed but never broken.
    fn compare_scaled(key: Self::Key, weight: Weight, bound: Self::Key) -> Ordering;
}

impl Rank for u64 {
    #[inline]
    fn rank(self) -> u64 {
        self
    }
}

/// Keys of `u64` costs are in millionths; whole units are fine enough a scale.
impl Rank for u128 {
    #[inline]
    fn rank(self) -> u64 {
        u64::try_from(self >> 20).unwrap_or(u64::MAX)
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
    type Key = u128;

    #[inline]
    fn checked_add(self, other: Self) -> Option<Self> {
        Self::checked_add(self, other)
    }

    #[inline]
    fn weighted(self, weight: Weight, h: Self) -> u128 {
        // At most 2^64 · 2^20 + 2^40 · 2^64: always fits.
        u128::from(self) * u128::from(Weight::SCALE) + u128::from(weight.millionths()) * u128::from(h)
    }

    #[inline]
    fn compare_scaled(key: u128, weight: Weight, bound: u128) -> Ordering {
        let scaled = bound.checked_mul(u128::from(weight.millionths()));
        match (key.checked_mul(u128::from(Weight::SCALE)), scaled) {
            (Some(key), Some(scaled)) => key.cmp(&scaled),
            _ => key.cmp(&bound),
        }
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
    fn weighted(self, weight: Weight, h: Self) -> Self::Key {
        (self.0.weighted(weight, h.0), self.1.weighted(weight, h.1))
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
        let ten = 10_u64.weighted(Weight::ONE, 0);
        assert_eq!(u64::compare_scaled(11_u64.weighted(Weight::ONE, 0), weight, ten), Ordering::Equal);
        assert_eq!(u64::compare_scaled(12_u64.weighted(Weight::ONE, 0), weight, ten), Ordering::Greater);
    }

    #[test]
    fn the_largest_costs_compare_strictly_instead_of_overflowing() {
        let huge = u64::MAX.weighted(Weight::MAX, u64::MAX);
        assert_eq!(u64::compare_scaled(huge, Weight::MAX, huge), Ordering::Equal);
        assert_eq!(u64::compare_scaled(huge, Weight::MAX, huge - 1), Ordering::Greater);
    }

    #[test]
    fn pairs_are_lexicographic() {
        assert!((1_u64, 9_u64) < (2, 0));
        assert_eq!(Cost::checked_add((1_u64, 1_u64), (2, 3)), Some((3, 4)));
        assert_eq!(Cost::checked_add((1_u64, u64::MAX), (2, 3)), None);
    }
}
