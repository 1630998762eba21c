//! The colour scale of values, from dark violet (low) over teal to yellow (high).
//!
//! The anchors were chosen at nine equal steps of perceived lightness (`OKLab`, 0.25 to 0.93) while the hue turns
//! once from violet to yellow, each as saturated as a screen can show. So lightness grows evenly with the value,
//! and the order is visible with colour-vision deficiencies and in grey prints.

use std::cmp::Ordering;

use crate::colour::Colour;

const ANCHORS: [Colour; 9] = [
    Colour::hex(0x2d_03_54),
    Colour::hex(0x26_22_86),
    Colour::hex(0x0a_4f_89),
    Colour::hex(0x13_6f_8c),
    Colour::hex(0x1a_8e_95),
    Colour::hex(0x21_ae_95),
    Colour::hex(0x51_cd_7d),
    Colour::hex(0xaf_df_65),
    Colour::hex(0xfc_ec_5e),
];

/// The number of colours. Few enough that equal neighbours merge into one rectangle, and enough that no steps are visible.
pub const LEVELS: u8 = 64;

/// The colour of a level; levels from [`LEVELS`] on have the highest colour.
///
/// ```
/// use cunning_draw::heat;
/// assert_eq!(heat::colour(0).to_string(), "#2d0354");
/// assert_eq!(heat::colour(heat::LEVELS - 1).to_string(), "#fcec5e");
/// ```
pub fn colour(level: u8) -> Colour {
    let steps = u32::from(LEVELS - 1);
    let position = u32::from(level).min(steps) * (ANCHORS.len() as u32 - 1);
    let (anchor, rest) = ((position / steps) as usize, position % steps);
    let low = ANCHORS[anchor];
    ANCHORS.get(anchor + 1).map_or(low, |&high| low.mix(high, rest, steps))
}

/// The level of `value` between `low` and `high`, clamped; `None` unless all three are finite and `low <= high`.
/// A range without width gives the middle level.
pub fn level(value: f64, low: f64, high: f64) -> Option<u8> {
    if ![value, low, high].into_iter().all(f64::is_finite) {
        return None;
    }
    match low.partial_cmp(&high)? {
        Ordering::Greater => None,
        Ordering::Equal => Some(LEVELS / 2),
        Ordering::Less => {
            // Halving first keeps the widest finite range from overflowing to infinity.
            let share = (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
            Some(((share.clamp(0.0, 1.0) * f64::from(LEVELS)) as u8).min(LEVELS - 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of WCAG 2, as an independent measure of lightness.
    fn luminance(c: Colour) -> f64 {
        let linear = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue)
    }

    #[test]
    fn every_level_is_lighter_than_the_one_below() {
        for level in 1..LEVELS {
            assert!(luminance(colour(level)) > luminance(colour(level - 1)), "level {level}");
        }
        assert_eq!(colour(255), colour(LEVELS - 1));
    }

    #[test]
    fn levels_cover_the_range_and_clamp_outside_it() {
        assert_eq!(level(0.0, 0.0, 10.0), Some(0));
        assert_eq!(level(5.0, 0.0, 10.0), Some(32));
        assert_eq!(level(10.0, 0.0, 10.0), Some(63));
        assert_eq!(level(-1.0, 0.0, 10.0), Some(0));
        assert_eq!(level(99.0, 0.0, 10.0), Some(63));
        assert_eq!(level(f64::MAX, f64::MIN, f64::MAX), Some(63));
        assert_eq!(level(0.0, f64::MIN, f64::MAX), Some(32));
        assert_eq!(level(3.0, 3.0, 3.0), Some(32));
    }

    #[test]
    fn values_that_are_not_finite_have_no_level() {
        assert_eq!(level(f64::NAN, 0.0, 1.0), None);
        assert_eq!(level(0.5, f64::NAN, 1.0), None);
        assert_eq!(level(0.5, 0.0, f64::INFINITY), None);
        assert_eq!(level(0.5, 1.0, 0.0), None);
    }
}
