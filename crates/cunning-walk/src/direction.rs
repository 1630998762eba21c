//! The eight directions of moves on a grid, and sets of them.

use crate::Octile;

/// A direction of a move. The order of the variants is the order in which moves are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Up and left.
    NorthWest,
    /// Up: towards smaller `y`.
    North,
    /// Up and right.
    NorthEast,
    /// Right: towards larger `x`.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
}

impl Direction {
    /// All eight directions, in order.
    pub const ALL: [Self; 8] = [
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
    ];

    /// The change of `x` and `y`.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::NorthWest => (-1, -1),
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
        }
    }

    /// The cost of one move.
    pub const fn cost(self) -> Octile {
        if self.is_diagonal() { Octile::DIAGONAL } else { Octile::STRAIGHT }
    }

    /// Whether the direction is diagonal.
    pub const fn is_diagonal(self) -> bool {
        (self as u8).is_multiple_of(2)
    }

    /// This direction turned clockwise by a number of 45° turns.
    #[must_use]
    pub const fn turned(self, eighths: u8) -> Self {
        Self::ALL[(self as usize + eighths as usize) % 8]
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Directions(u8);

impl Directions {
    /// The set of all eight directions.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether the set contains `direction`.
    #[inline]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & direction.bit() != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as a number below 256.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that is written as a number below 256.
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u8)
    }

    /// The set with `direction` added.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | direction.bit())
    }

    /// The intersection of two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        directions.into_iter().fold(Self::default(), Self::with)
    }
}

impl IntoIterator for Directions {
    type Item = Direction;
    type IntoIter = DirectionsIter;

    #[inline]
    fn into_iter(self) -> DirectionsIter {
        DirectionsIter(self.0)
    }
}

/// Iterates over a set of directions in order.
#[derive(Clone, Debug)]
pub struct DirectionsIter(u8);

impl Iterator for DirectionsIter {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        let direction = Direction::ALL.get(self.0.trailing_zeros() as usize).copied();
        self.0 &= self.0.wrapping_sub(1);
        direction
    }
}
