//! The direction an actor faces: one of 256 directions, computed and compared without floating point.

use cunning_encode::encode_struct;

/// A direction in 256ths of a full turn: 0 is east, 64 south, 128 west, 192 north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heading(pub u8);

/// The slopes between one direction of an eighth and the next, times 65536: the tangent of each half step.
const SLOPES: [u32; 32] = [
    804, 2414, 4026, 5644, 7268, 8901, 10545, 12202, 13874, 15564, 17273, 19005, 20762, 22546, 24360, 26208,
    28093, 30018, 31986, 34002, 36071, 38196, 40382, 42636, 44963, 47369, 49863, 52451, 55144, 57950, 60880,
    63947,
];

/// The sine of each direction of a quarter turn, times 1000.
const SINES: [i32; 65] = [
    0, 25, 49, 74, 98, 122, 147, 171, 195, 219, 243, 267, 290, 314, 337, 360, 383, 405, 428, 450, 471, 493,
    514, 535, 556, 576, 596, 615, 634, 653, 672, 690, 707, 724, 741, 757, 773, 788, 803, 818, 831, 845, 858,
    870, 882, 893, 904, 914, 924, 933, 942, 950, 957, 964, 970, 976, 981, 985, 989, 992, 995, 997, 999, 1000,
    1000,
];

impl Heading {
    /// East, to the right on the map.
    pub const EAST: Self = Self(0);
    /// South, down on the map.
    pub const SOUTH: Self = Self(64);
    /// West, to the left on the map.
    pub const WEST: Self = Self(128);
    /// North, up on the map.
    pub const NORTH: Self = Self(192);

    /// Returns the nearest direction of an offset, or `None` for a zero offset.
    ///
    /// ```
    /// use cunning_arena::Heading;
    /// assert_eq!(Heading::of((3, 0)), Some(Heading::EAST));
    /// assert_eq!(Heading::of((-2, 2)), Some(Heading(96))); // south-west
    /// assert_eq!(Heading::of((0, 0)), None);
    /// ```
    pub fn of((dx, dy): (i32, i32)) -> Option<Self> {
        let (wide, tall) = (dx.unsigned_abs(), dy.unsigned_abs());
        let (long, short) = (wide.max(tall), wide.min(tall));
        if long == 0 {
            return None;
        }
        let is_above = |slope: &u32| u64::from(short) * 65536 > u64::from(*slope) * u64::from(long);
        let within_eighth = SLOPES.iter().take_while(|slope| is_above(slope)).count() as u8;
        let within_quarter = if tall > wide { 64 - within_eighth } else { within_eighth };
        let turn = match (dx < 0, dy < 0) {
            (false, false) => within_quarter,
            (true, false) => 128 - within_quarter,
            (true, true) => 128 + within_quarter,
            (false, true) => 0_u8.wrapping_sub(within_quarter),
        };
        Some(Self(turn))
    }

    /// The angle between two directions, from 0 to 128.
    pub fn apart(self, other: Self) -> u8 {
        let turn = self.0.wrapping_sub(other.0);
        turn.min(turn.wrapping_neg())
    }

    /// How far an offset is clockwise of this direction, from 0 to 255; 0 for a zero offset. It orders cells in a way that
    /// is the same on a turned map.
    pub fn clockwise_to(self, offset: (i32, i32)) -> u8 {
        Self::of(offset).map_or(0, |toward| toward.0.wrapping_sub(self.0))
    }

    /// A vector of length 1000 in this direction.
    pub fn vector(self) -> (i32, i32) {
        (sine(self.0.wrapping_add(64)), sine(self.0))
    }
}

fn sine(turn: u8) -> i32 {
    let within_half = usize::from(turn % 128);
    let value = SINES[within_half.min(128 - within_half)];
    if turn < 128 { value } else { -value }
}

encode_struct!(Heading { 0 });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_is_the_heading_of_its_vector() {
        for turn in 0..=255 {
            let found = Heading::of(Heading(turn).vector());
            assert!(found.is_some_and(|found| found.apart(Heading(turn)) == 0), "{turn}: {found:?}");
        }
    }

    #[test]
    fn the_opposite_offset_is_half_a_turn_away() {
        for (dx, dy) in [(1, 0), (5, 3), (-7, 2), (0, 9), (100, -99)] {
            let apart = Heading::of((dx, dy)).zip(Heading::of((-dx, -dy))).map(|(a, b)| a.apart(b));
            assert_eq!(apart, Some(128), "{dx},{dy}");
        }
    }
}
