//! Fixed-point numbers with six decimals, kept as whole micro-units.
//!
//! Values are rounded to the nearest micro-unit, halves away from zero (for costs, which are never negative: half
//! up). Results beyond [`NUMBER_MAX`] are undefined.

use crate::limits::NUMBER_MAX;

/// Micro-units in one unit.
pub(crate) const MICROS: i64 = 1_000_000;

/// Returns the value of decimal text such as `12` or `0.25`, in micro-units.
pub(crate) fn from_text(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole: i64 = whole.parse().ok().filter(|&w| w <= NUMBER_MAX)?;
    let mut micros = 0;
    for place in 0..6 {
        micros = micros * 10 + i64::from(fraction.as_bytes().get(place).map_or(0, |digit| digit - b'0'));
    }
    if fraction.as_bytes().get(6).is_some_and(|&digit| digit >= b'5') {
        micros += 1;
    }
    within(i128::from(whole) * i128::from(MICROS) + i128::from(micros))
}

/// Returns the value of a TOML float, read as its shortest decimal text.
pub(crate) fn from_float(value: f64) -> Option<i64> {
    if !value.is_finite() {
        return None;
    }
    let magnitude = from_text(&value.abs().to_string())?;
    Some(if value < 0.0 { -magnitude } else { magnitude })
}

/// Returns the value of an integer.
pub(crate) fn from_whole(value: i64) -> Option<i64> {
    within(i128::from(value) * i128::from(MICROS))
}

/// Returns the product of two fixed-point numbers.
pub(crate) fn multiply(a: i64, b: i64) -> Option<i64> {
    within(rounded_quotient(i128::from(a) * i128::from(b), i128::from(MICROS)))
}

/// Returns the quotient of two fixed-point numbers; `None` if the divisor is zero.
pub(crate) fn divide(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return None;
    }
    within(rounded_quotient(i128::from(a) * i128::from(MICROS), i128::from(b)))
}

/// Returns micro-units that are within the limit of all numbers.
pub(crate) fn within(micros: i128) -> Option<i64> {
    let cap = i128::from(NUMBER_MAX) * i128::from(MICROS);
    if micros.abs() <= cap { i64::try_from(micros).ok() } else { None }
}

/// Returns the quotient rounded to the nearest integer, halves away from zero.
pub(crate) fn rounded_quotient(a: i128, b: i128) -> i128 {
    let sign = if (a < 0) == (b < 0) { 1 } else { -1 };
    let (a, b) = (a.abs(), b.abs());
    sign * ((2 * a + b) / (2 * b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_rounded_half_up_at_the_seventh_decimal() {
        assert_eq!(from_text("2"), Some(2_000_000));
        assert_eq!(from_text("0.1234564"), Some(123_456));
        assert_eq!(from_text("0.1234565"), Some(123_457));
        assert_eq!(from_text("0.9999999"), Some(1_000_000));
        assert_eq!(from_text(".5"), None);
        assert_eq!(from_text("9999999999999"), None);
    }

    #[test]
    fn floats_are_read_as_their_shortest_text() {
        assert_eq!(from_float(0.1), Some(100_000));
        assert_eq!(from_float(-2.5), Some(-2_500_000));
        assert_eq!(from_float(0.000_000_5), Some(1));
        assert_eq!(from_float(f64::INFINITY), None);
        assert_eq!(from_float(f64::NAN), None);
    }

    #[test]
    fn products_and_quotients_are_rounded_at_every_step() {
        assert_eq!(divide(1_000_000, 3_000_000), Some(333_333));
        assert_eq!(divide(2_000_000, 3_000_000), Some(666_667));
        assert_eq!(divide(-1_000_000, 2_000_000_000_000), Some(-1));
        assert_eq!(divide(1, 0), None);
        assert_eq!(multiply(1_500_000, 2_500_000), Some(3_750_000));
        assert_eq!(multiply(NUMBER_MAX * MICROS, 2_000_000), None);
    }
}
