//! Fixed-point numbers with six decimals: tables, costs and literals.
//!
//! A number is an integer count of millionths, so that sums are exact and equal on every platform. Text with more
//! decimals is rounded to the nearest millionth, halves away from zero.

use std::fmt;

use crate::limits::NUMBER_MAX;

const MICROS_PER_ONE: i64 = 1_000_000;
const DECIMALS: usize = 6;

/// A number in millionths, with a magnitude up to [`NUMBER_MAX`].
///
/// ```
/// use cunning_plan::Micros;
///
/// let walk = Micros::parse("2.5").expect("a number");
/// assert_eq!(walk.get(), 2_500_000);
/// assert_eq!(walk.to_string(), "2.5");
/// assert_eq!(walk.to_int(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Micros(i64);

impl Micros {
    /// The number 0.
    pub const ZERO: Self = Self(0);

    /// The number 1, the default cost of an action.
    pub const ONE: Self = Self(MICROS_PER_ONE);

    /// Creates a number from millionths; `None` beyond [`NUMBER_MAX`].
    pub const fn new(millionths: i64) -> Option<Self> {
        let max = NUMBER_MAX * MICROS_PER_ONE;
        if millionths < -max || millionths > max { None } else { Some(Self(millionths)) }
    }

    /// Creates a number from an integer; `None` beyond [`NUMBER_MAX`].
    pub const fn from_int(whole: i64) -> Option<Self> {
        if whole < -NUMBER_MAX || whole > NUMBER_MAX { None } else { Some(Self(whole * MICROS_PER_ONE)) }
    }

    /// Converts a float by its shortest decimal text; `None` if it is too large or not finite.
    pub fn from_float(float: f64) -> Option<Self> {
        // Display writes the shortest decimal text of the float, and never an exponent.
        if float.is_finite() { Self::parse(&float.to_string()) } else { None }
    }

    /// Parses digits with an optional sign and decimal point. Returns `None` if the text is malformed or the number
    /// too large.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(decimals) {
            return None;
        }
        let whole: i64 = whole.parse().ok()?;
        if whole > NUMBER_MAX {
            return None;
        }
        let digit = |at: usize| decimals.as_bytes().get(at).map_or(0, |byte| i64::from(byte - b'0'));
        let fraction = (0..DECIMALS).fold(0, |sum, at| sum * 10 + digit(at));
        let rounded = fraction + i64::from(digit(DECIMALS) >= 5);
        let magnitude = whole * MICROS_PER_ONE + rounded;
        Self::new(if negative { -magnitude } else { magnitude })
    }

    /// Returns the millionths.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Returns the integer, if there are no decimals.
    pub const fn to_int(self) -> Option<i64> {
        if self.0 % MICROS_PER_ONE == 0 { Some(self.0 / MICROS_PER_ONE) } else { None }
    }

    /// Returns the number with the opposite sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Micros {
    /// Writes the shortest decimal text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let (whole, fraction) = (magnitude / 1_000_000, magnitude % 1_000_000);
        let sign = if self.0 < 0 { "-" } else { "" };
        if fraction == 0 {
            return write!(f, "{sign}{whole}");
        }
        write!(f, "{sign}{whole}.{}", format!("{fraction:06}").trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_rounded_halves_away_from_zero() {
        for (text, millionths) in [
            ("0", 0),
            ("3", 3_000_000),
            ("0.1234564", 123_456),
            ("0.1234565", 123_457),
            ("-0.1234565", -123_457),
            ("0.9999999", 1_000_000),
            ("1000000000000", 1_000_000_000_000_000_000),
        ] {
            assert_eq!(Micros::parse(text).map(Micros::get), Some(millionths), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_or_too_large_is_refused() {
        for text in
            ["", "-", ".", "1.", ".5", "+1", "1e3", "--1", "1000000000000.1", "99999999999999999999", "١"]
        {
            assert_eq!(Micros::parse(text), None, "{text}");
        }
        for float in [f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(Micros::from_float(float), None, "{float}");
        }
        assert_eq!(Micros::from_int(i64::MIN), None);
        assert_eq!(Micros::new(i64::MAX), None);
    }

    #[test]
    fn floats_count_as_their_shortest_text() {
        assert_eq!(Micros::from_float(0.1), Micros::parse("0.1"));
        assert_eq!(Micros::from_float(0.123_456_5), Micros::parse("0.123457"));
        assert_eq!(Micros::from_float(1e-7), Micros::parse("0"));
    }

    #[test]
    fn text_and_back() {
        for text in ["0", "-1", "0.5", "-0.000001", "12.25", "1000000000000"] {
            assert_eq!(Micros::parse(text).map(|number| number.to_string()).as_deref(), Some(text));
        }
    }
}
