//! The weight of a heuristic: an exact fraction from 1 to a million.

use std::fmt;

/// The weight of a heuristic, and with it the bound on the cost of a solution.
///
/// A weight is at least one and finite, and stored as a fraction of small integers: `1.1` is exactly 11/10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weight {
    numerator: u32,
    denominator: u32,
}

/// A number that cannot be a [`Weight`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightError(f64);

impl Weight {
    /// Weight one: the search is optimal.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };
    /// The largest weight. A search with a larger one would hardly differ from greedy search.
    pub const MAX: Self = Self { numerator: 1_000_000, denominator: 1 };

    /// A weight from a number in `1.0..=1e6`, rounded down to three decimals, or to an integer from 1000 on. The bound
    /// is never weaker than requested.
    ///
    /// ```
    /// use cunning_search::Weight;
    /// assert_eq!(Weight::new(1.5).unwrap().as_fraction(), (3, 2));
    /// assert_eq!(Weight::new(1.0006).unwrap(), Weight::ONE);
    /// assert!(Weight::new(0.99).is_err());
    /// assert!(Weight::new(f64::NAN).is_err());
    /// ```
    pub fn new(value: f64) -> Result<Self, WeightError> {
        // NaN is in no range.
        if !(1.0..=Self::MAX.as_f64()).contains(&value) {
            return Err(WeightError(value));
        }
        let denominator = if value < 1000.0 { 1000 } else { 1 };
        // A number within rounding error of a thousandth counts as that thousandth.
        let numerator = (value * f64::from(denominator) + 1e-6).floor() as u32;
        Ok(Self::reduced(numerator, denominator))
    }

    /// A whole number as a weight. Numbers outside `1..=1_000_000` are moved to the nearest end.
    pub const fn whole(number: u32) -> Self {
        let number = if number > Self::MAX.numerator { Self::MAX.numerator } else { number };
        Self { numerator: if number == 0 { 1 } else { number }, denominator: 1 }
    }

    /// A weight known at compile time; the fraction must be in lowest terms and at least one.
    pub(crate) const fn from_fraction(numerator: u32, denominator: u32) -> Self {
        Self { numerator, denominator }
    }

    /// The numerator and denominator, without a common factor.
    #[inline]
    pub const fn as_fraction(self) -> (u32, u32) {
        (self.numerator, self.denominator)
    }

    /// The weight as a number, for reports.
    pub fn as_f64(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// The weight after `part` of `whole` equal steps down to one; exactly one at the end.
    #[must_use]
    pub(crate) fn lowered(self, part: u32, whole: u32) -> Self {
        if part >= whole {
            return Self::ONE;
        }
        let excess = (self.as_f64() - 1.0) * f64::from(whole - part) / f64::from(whole);
        Self::new(1.0 + excess).unwrap_or(Self::ONE)
    }

    fn reduced(numerator: u32, denominator: u32) -> Self {
        let (mut divisor, mut rest) = (numerator, denominator);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_f64())
    }
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid weight {}: expected a number from 1 to {}", self.0, Weight::MAX)
    }
}

impl std::error::Error for WeightError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowering_ends_at_one_exactly() {
        let three = Weight::new(3.0).unwrap();
        let weights: Vec<f64> = (0..=4).map(|part| three.lowered(part, 4).as_f64()).collect();
        assert_eq!(weights, [3.0, 2.5, 2.0, 1.5, 1.0]);
        assert_eq!(three.lowered(0, 0), Weight::ONE);
    }
}
