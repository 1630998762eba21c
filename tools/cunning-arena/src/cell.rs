//! Positions: cells of the map, and points in thousandths of a cell.

use cunning_walk::Octile;

use cunning_encode::encode_struct;

/// A cell of the map: `x` to the right, `y` downward, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column, counted from 0 at the left.
    pub x: u16,
    /// The row, counted from 0 at the top.
    pub y: u16,
}

/// A point in thousandths of a cell; the centre of cell (0, 0) is (500, 500).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// The coordinate to the right.
    pub x: i32,
    /// The coordinate downward.
    pub y: i32,
}

encode_struct!(Cell { x, y });

impl Cell {
    /// The cell in a column and row.
    pub const fn new(x: u16, y: u16) -> Self {
        Self { x, y }
    }

    /// The cell nearest to the centre of several cells; `None` if there are none.
    pub fn middle(cells: &[Self]) -> Option<Self> {
        let count = cells.len() as u64;
        let sum = |part: fn(&Self) -> u16| cells.iter().map(|cell| u64::from(part(cell))).sum::<u64>();
        let (x, y) = (sum(|cell| cell.x), sum(|cell| cell.y));
        // Distances are compared in units of 1 / count, so that no rounding is needed.
        let off = |at: u16, sum: u64| (u64::from(at) * count).abs_diff(sum).pow(2);
        cells.iter().copied().min_by_key(|cell| (off(cell.x, x) + off(cell.y, y), *cell))
    }

    /// The offset to `other`, to the right and downward.
    pub fn offset_to(self, other: Self) -> (i32, i32) {
        (i32::from(other.x) - i32::from(self.x), i32::from(other.y) - i32::from(self.y))
    }

    /// The cell at an offset, if its coordinates are valid; it may lie outside the map.
    pub fn offset(self, dx: i32, dy: i32) -> Option<Self> {
        let coordinate = |at: u16, by: i32| u16::try_from(i32::from(at) + by).ok();
        Some(Self::new(coordinate(self.x, dx)?, coordinate(self.y, dy)?))
    }

    /// The square of the straight distance between the centres, in cells.
    pub fn distance_squared(self, other: Self) -> u64 {
        let (dx, dy) = self.offset_to(other);
        u64::from(dx.unsigned_abs()).pow(2) + u64::from(dy.unsigned_abs()).pow(2)
    }

    /// The straight distance between the centres in thousandths of a cell, rounded down.
    pub fn distance(self, other: Self) -> u32 {
        (self.distance_squared(other) * 1_000_000).isqrt() as u32
    }

    /// The number of moves between two cells without obstacles.
    pub fn moves_to(self, other: Self) -> u32 {
        let (dx, dy) = self.offset_to(other);
        dx.unsigned_abs().max(dy.unsigned_abs())
    }

    /// The length of the shortest path between two cells without obstacles.
    pub fn octile_to(self, other: Self) -> Octile {
        Octile::between(self.position(), other.position())
    }

    /// The centre of the cell.
    pub fn centre(self) -> Point {
        Point { x: i32::from(self.x) * 1000 + 500, y: i32::from(self.y) * 1000 + 500 }
    }

    pub(crate) fn position(self) -> (u32, u32) {
        (self.x.into(), self.y.into())
    }

    pub(crate) fn at((x, y): (u32, u32)) -> Self {
        Self::new(x as u16, y as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_symmetric_and_rounded_down() {
        let (a, b) = (Cell::new(3, 9), Cell::new(4, 7));
        assert_eq!((a.distance(b), b.distance(a)), (2236, 2236));
        assert_eq!((a.moves_to(b), a.octile_to(b)), (2, Octile::new(1, 1)));
    }

    #[test]
    fn offset_to_a_negative_coordinate_is_none() {
        assert_eq!(Cell::new(0, 3).offset(-1, 0), None);
        assert_eq!(Cell::new(1, 3).offset(-1, 2), Some(Cell::new(0, 5)));
    }
}
