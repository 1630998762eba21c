//! A map made ready for search: which moves each cell allows, under one corner rule.

use crate::bitmap::Bitmap;
use crate::{Map, Octile};

/// Whether a diagonal move may pass the corner of a blocked cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Corners {
    /// No: both cells beside the diagonal must be free. The rule of the MovingAI scenarios.
    #[default]
    Strict,
    /// Yes, even between two blocked cells. The rule of the real-time search literature.
    Cut,
}

/// One of the eight ways to move. The order of the variants is the order in which moves are tried.
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
    /// All eight, in order.
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

    /// How `x` and `y` change.
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

    /// What one move costs.
    pub const fn cost(self) -> Octile {
        if self.is_diagonal() { Octile::DIAGONAL } else { Octile::STRAIGHT }
    }

    /// Whether the move crosses a corner.
    pub const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 0
    }

    /// This direction turned clockwise by so many eighths.
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
    /// All eight.
    pub const ALL: Self = Self(u8::MAX);

    /// Whether the set holds `direction`.
    #[inline]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & direction.bit() != 0
    }

    /// The set with `direction` in it.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | direction.bit())
    }

    /// What is in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
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

/// Goes through a set of directions in order.
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

/// A map ready for search. Cells are numbered row by row, as in [`Map::cell`].
#[derive(Clone, Debug)]
pub struct Grid {
    width: u32,
    height: u32,
    corners: Corners,
    /// The allowed moves of each cell; none for a blocked one.
    moves: Vec<Directions>,
    /// How far each direction is in cell numbers, as a wrapping offset.
    strides: [u32; 8],
    rows: Bitmap,
    columns: Bitmap,
}

impl Grid {
    /// Compiles a map under a corner rule.
    pub fn new(map: &Map, corners: Corners) -> Self {
        let (width, height) = (map.width(), map.height());
        let is_free = |x: u32, y: u32, (dx, dy): (i32, i32)| {
            let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else { return false };
            map.is_free(x, y)
        };
        let mut moves = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            for x in 0..width {
                let mut allowed = Directions::default();
                for direction in Direction::ALL {
                    let (dx, dy) = direction.offset();
                    let may_pass = corners == Corners::Cut
                        || !direction.is_diagonal()
                        || (is_free(x, y, (dx, 0)) && is_free(x, y, (0, dy)));
                    if map.is_free(x, y) && is_free(x, y, (dx, dy)) && may_pass {
                        allowed = allowed.with(direction);
                    }
                }
                moves.push(allowed);
            }
        }
        let strides = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            0_u32.wrapping_add_signed(dx).wrapping_add(width.wrapping_mul(0_u32.wrapping_add_signed(dy)))
        });
        let rows = Bitmap::new(height, width, |y, x| map.is_free(x, y));
        let columns = Bitmap::new(width, height, |x, y| map.is_free(x, y));
        Self { width, height, corners, moves, strides, rows, columns }
    }

    /// How many cells a row has.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows there are.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The rule it was compiled under.
    pub fn corners(&self) -> Corners {
        self.corners
    }

    /// The number of a cell, `None` outside.
    pub fn cell(&self, (x, y): (u32, u32)) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// Where a cell is.
    #[inline]
    pub fn position(&self, cell: u32) -> (u32, u32) {
        (cell % self.width, cell / self.width)
    }

    /// Whether a cell can be walked on; false outside.
    #[inline]
    pub fn is_free(&self, (x, y): (u32, u32)) -> bool {
        x < self.width && self.rows.is_set(y, x)
    }

    /// The moves a cell allows.
    #[inline]
    pub fn moves(&self, cell: u32) -> Directions {
        self.moves.get(cell as usize).copied().unwrap_or_default()
    }

    /// The cell next to `cell`; only meaningful for a move that is allowed.
    #[inline]
    pub fn neighbour(&self, cell: u32, direction: Direction) -> u32 {
        cell.wrapping_add(self.strides[direction as usize])
    }

    /// The free cells by rows, then by columns.
    pub(crate) fn bitmaps(&self) -> (&Bitmap, &Bitmap) {
        (&self.rows, &self.columns)
    }
}
