//! The weight of a heuristic: a number from 1 to a million, kept in millionths so that `1.1` is exactly 1.1.

use std::fmt;

/// How much a search may trust its heuristic, and so how far its answer may be from the cheapest one.
///
/// A weight below one, infinite or not a number cannot be built: such a search would lose its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u64);

/// Why a number is not a [`Weight`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightError(f64);

impl Weight {
    /// Full trust in nothing but the truth: the search is optimal.
    pub const ONE: Self = Self(Self::SCALE);
    /// The largest weight. Beyond it a weighted search is a greedy one in all but name.
    pub const MAX: Self = Self(1_000_000 * Self::SCALE);
    /// How many units make one: the resolution of a weight.
    pub const SCALE: u64 = 1_000_000;

    /// A weight from a number in `1.0..=1e6`, rounded to six decimals.
    ///
    /// ```
    /// use cunning_search::Weight;
    /// assert_eq!(Weight::new(1.5).unwrap().as_f64(), 1.5);
    /// assert!(Weight::new(0.99).is_err());
    /// assert!(Weight::new(f64::NAN).is_err());
    /// ```
    pub fn new(value: f64) -> Result<Self, WeightError> {
        // The negated test also refuses what is not a number.
        if !(1.0..=Self::MAX.as_f64()).contains(&value) {
            return Err(WeightError(value));
        }
        Ok(Self((value * Self::SCALE as f64).round() as u64))
    }

    /// The weight in units of [`Weight::SCALE`].
    pub const fn millionths(self) -> u64 {
        self.0
    }

    /// The weight as a number, for reports.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / Self::SCALE as f64
    }

    /// The point `part / whole` of the way from this weight down to one.
    #[must_use]
    pub(crate) fn lowered(self, part: u32, whole: u32) -> Self {
        let excess = u128::from(self.0 - Self::SCALE);
        let taken = excess * u128::from(part.min(whole)) / u128::from(whole.max(1));
        if part >= whole { Self::ONE } else { Self(self.0 - taken as u64) }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_f64())
    }
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a weight is a number from 1 to {}, not {}", Weight::MAX, self.0)
    }
}

impl std::error::Error for WeightError {}
