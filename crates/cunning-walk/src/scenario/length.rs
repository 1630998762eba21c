//! A path length as printed in a scenario file, with the precision of the print.
//!
//! Scenario files use several formats: a fixed number of decimals (`2.82842712`, `3.00000000`, `3.41`) or
//! six significant digits without trailing zeros, the default of C++ streams (`3.41421`, `62.1543`, `2`,
//! `1.25e+06`). A tolerance for one is far too strict or too lax for the other, so each length has its own: one unit in
//! the last decimal that is printed.

/// The number of significant digits of a number without decimals, whose zeros may have been dropped.
const SIGNIFICANT_DIGITS: i32 = 6;

/// A length from a scenario file and its tolerance.
///
/// ```
/// use cunning_walk::ListedLength;
///
/// let length = ListedLength::parse("62.1543").expect("a decimal number");
/// assert!(length.matches(62.154328));
/// assert!(!length.matches(62.1545));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedLength {
    value: f64,
    tolerance: f64,
}

impl ListedLength {
    /// Parses a non-negative decimal number, with or without decimals and exponent.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
        let starts_with_digit = text.starts_with(|c: char| c.is_ascii_digit());
        let value =
            text.parse().ok().filter(|value: &f64| plain && starts_with_digit && value.is_finite())?;
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let whole_digits = whole.trim_start_matches('0').len().min(100) as i32;
        let printed = decimals.len().min(100) as i32;
        let places = if printed > 0 { printed } else { SIGNIFICANT_DIGITS - whole_digits };
        let unit = power_of_ten(exponent.parse::<i32>().ok()?.saturating_sub(places));
        // Not below the resolution of an `f64` of this size.
        Some(Self { value, tolerance: unit.max(value * 4.0 * f64::EPSILON) })
    }

    /// The number that was printed.
    pub fn value(self) -> f64 {
        self.value
    }

    /// One unit in the last printed place. A correctly rounded length differs by half of it, a rounded sum by a little
    /// more.
    pub fn tolerance(self) -> f64 {
        self.tolerance
    }

    /// Whether a computed length equals the printed one within the tolerance.
    pub fn matches(self, length: f64) -> bool {
        (length - self.value).abs() <= self.tolerance
    }
}

/// A power of ten from exact products and at most one division, the same on every platform.
fn power_of_ten(exponent: i32) -> f64 {
    let power = (0..exponent.unsigned_abs().min(22)).fold(1.0, |power, _| power * 10.0);
    if exponent < 0 { 1.0 / power } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn tolerance(text: &str) -> f64 {
        ListedLength::parse(text).unwrap().tolerance()
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "powers of ten are exact or divided once")]
    fn tolerance_is_one_unit_in_the_last_printed_place() {
        assert_eq!(tolerance("2.82842712"), 1e-8);
        assert_eq!(tolerance("3.00000000"), 1e-8);
        assert_eq!(tolerance("509.49956672"), 1e-8);
        assert_eq!(tolerance("3.41421"), 1e-5);
        assert_eq!(tolerance("62.1543"), 1e-4);
        assert_eq!(tolerance("1005.74"), 1e-2);
        assert_eq!(tolerance("1005.7"), 1e-1);
        assert_eq!(tolerance("3.41"), 1e-2);
        assert_eq!(tolerance("2"), 1e-5);
        assert_eq!(tolerance("123456"), 1.0);
        assert_eq!(tolerance("1.25e+06"), 1e4);
        assert_eq!(tolerance("1e+07"), 100.0);
        assert_eq!(tolerance("0"), 1e-6);
    }

    #[test]
    fn lengths_match_within_the_tolerance_only() {
        let diagonal = std::f64::consts::SQRT_2;
        let cases =
            [("1.41421", diagonal), ("1.41421356", diagonal), ("1.41", diagonal), ("2", 2.0), ("0", 0.0)];
        for (text, length) in cases {
            let listed = ListedLength::parse(text).unwrap();
            assert!(listed.matches(length), "{text}");
            assert!(!listed.matches(length + 2.0 * listed.tolerance()), "{text}");
            assert!(!listed.matches(length - 2.0 * listed.tolerance()), "{text}");
        }
        assert!(!ListedLength::parse("2").unwrap().matches(f64::NAN));
    }

    #[test]
    fn many_digits_do_not_make_the_tolerance_zero() {
        let listed = ListedLength::parse("1000.00000000000000000000000000001").unwrap();
        assert!(listed.tolerance() > 0.0 && listed.matches(1000.0));
    }

    #[test]
    fn only_decimal_numbers_parse() {
        for text in ["", "x", "-1", "+1", "nan", "inf", "1e999", "1e", ".5", "1,5", "0x10", "1.2.3", "1 2"] {
            assert_eq!(ListedLength::parse(text), None, "{text}");
        }
    }
}
