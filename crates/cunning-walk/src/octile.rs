//! Exact lengths of paths on an eight-connected grid: `a + b·√2` in one integer.
//!
//! A length is stored as `a·q + b·p`, where `p/q` is a continued-fraction convergent of √2. Convergents
//! are best approximations: for `|Δa|, |Δb| < q` the integer `Δa·q + Δb·p` has the sign of `Δa + Δb·√2`
//! and is zero only when both are. So integers compare as lengths do, equal lengths are equal integers,
//! and lengths are added as integers. The size of maps is limited so that no path and no sum of a path and an estimate
//! reaches `q` moves.

use std::cmp::Ordering;
use std::fmt;

use cunning_search::{Cost, Rank, Weight};

use crate::map::CELLS_MAX;

/// A length `a + b·√2`: `a` straight and `b` diagonal moves.
///
/// ```
/// use cunning_walk::Octile;
/// let path = Octile::new(3, 2);
/// assert!(Octile::new(4, 1) < path && path < Octile::new(6, 0)); // 5.41 < 5.83 < 6
/// assert_eq!((path.straight(), path.diagonal()), (3, 2));
/// assert_eq!(path.to_string(), "5.82842712");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Octile(u64);

/// The convergent: `P² − 2·Q² = −1`.
const P: u64 = 54_608_393;
const Q: u64 = 38_613_965;
/// The inverse of `P` modulo `Q`.
const P_INVERSE: u64 = 22_619_537;

// A path visits no cell twice, and an estimate is no longer than a path: sums stay below `Q` moves.
const _: () = assert!(2 * CELLS_MAX < Q as usize);
const _: () = assert!(P * P + 1 == 2 * Q * Q);
const _: () = assert!(P * P_INVERSE % Q == 1);

impl Octile {
    /// The length of one straight move.
    pub const STRAIGHT: Self = Self(Q);
    /// The length of one diagonal move.
    pub const DIAGONAL: Self = Self(P);

    /// The length of `straight` and `diagonal` moves. Each count must be below 38 million, far more than a path of a
    /// [`Map`](crate::Map) can have; larger counts compare wrongly.
    pub const fn new(straight: u32, diagonal: u32) -> Self {
        Self(straight as u64 * Q + diagonal as u64 * P)
    }

    /// The integer that represents this length.
    pub const fn units(self) -> u64 {
        self.0
    }

    /// The length of an integer from [`Octile::units`] or a sum of such integers; `None` for any other number.
    pub const fn from_units(units: u64) -> Option<Self> {
        let length = Self(units);
        let diagonal = length.diagonal() as u64 * P;
        if diagonal <= units && (units - diagonal).is_multiple_of(Q) { Some(length) } else { None }
    }

    /// The octile distance: the shortest distance between two cells of an empty grid.
    #[inline]
    pub const fn between(from: (u32, u32), to: (u32, u32)) -> Self {
        let (dx, dy) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        if dx < dy { Self::new(dy - dx, dx) } else { Self::new(dx - dy, dy) }
    }

    /// The number of straight moves.
    pub const fn straight(self) -> u32 {
        (self.0.saturating_sub(self.diagonal() as u64 * P) / Q) as u32
    }

    /// The number of diagonal moves.
    pub const fn diagonal(self) -> u32 {
        (self.0 % Q * P_INVERSE % Q) as u32
    }

    /// The length as a number, for reports.
    pub fn as_f64(self) -> f64 {
        f64::from(self.straight()) + f64::from(self.diagonal()) * std::f64::consts::SQRT_2
    }
}

impl fmt::Display for Octile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.8}", self.as_f64())
    }
}

impl Rank for Octile {
    #[inline]
    fn rank(self) -> u64 {
        self.0
    }
}

impl Cost for Octile {
    const ZERO: Self = Self(0);
    type Key = <u64 as Cost>::Key;

    #[inline]
    fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    #[inline]
    fn weighted(self, weight: Weight, h: Self) -> Option<Self::Key> {
        self.0.weighted(weight, h.0)
    }

    #[inline]
    fn compare_scaled(key: Self::Key, weight: Weight, bound: Self::Key) -> Ordering {
        u64::compare_scaled(key, weight, bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Compares `a + b·√2` by squaring, in integers.
    fn compare_exactly((a1, b1): (u32, u32), (a2, b2): (u32, u32)) -> Ordering {
        let (da, db) = (i128::from(a1) - i128::from(a2), i128::from(b1) - i128::from(b2));
        match (da.signum(), db.signum()) {
            (0, sign) | (sign, 0) => sign.cmp(&0),
            (1, 1) => Ordering::Greater,
            (-1, -1) => Ordering::Less,
            (sign, _) => (da * da).cmp(&(2 * db * db)).then(Ordering::Equal).pipe(sign),
        }
    }

    trait Pipe {
        fn pipe(self, sign: i128) -> Ordering;
    }

    impl Pipe for Ordering {
        /// The order of the squares, turned around if the first difference is negative.
        fn pipe(self, sign: i128) -> Ordering {
            if sign > 0 { self } else { self.reverse() }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn order_is_exact_and_counts_come_back(
            a1 in 0..1_u32 << 25, b1 in 0..1_u32 << 25, a2 in 0..1_u32 << 25, b2 in 0..1_u32 << 25,
            da in -3_i64..=3, db in 0..1_i64 << 24,
        ) {
            let (one, other) = (Octile::new(a1, b1), Octile::new(a2, b2));
            prop_assert_eq!(one.cmp(&other), compare_exactly((a1, b1), (a2, b2)));
            prop_assert_eq!((one.straight(), one.diagonal()), (a1, b1));
            // The hardest pairs: db diagonals against about √2·db straights.
            let near = ((db as f64 * std::f64::consts::SQRT_2) as i64 + da).clamp(0, (1 << 25) - 1) as u32;
            let order = Octile::new(near, 0).cmp(&Octile::new(0, db as u32));
            prop_assert_eq!(order, compare_exactly((near, 0), (0, db as u32)));
        }
    }
}
