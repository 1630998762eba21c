//! A map compiled for search: the free neighbours of each cell, and the moves they allow.

use crate::bitmap::Bitmap;
use crate::map::{CELLS_MAX, SIDE_MAX};
use crate::rules::Rules;
use crate::{Corners, Direction, Directions, Map};

/// The position of cells, which are numbered row by row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    width: u32,
    /// 2⁴⁰ divided by the width, rounded up. Multiplying by it divides by the width, exactly for every cell of a map,
    /// since a map has at most 2²⁴ cells in rows of at most 2¹⁴.
    reciprocal: u64,
}

const _: () = assert!(CELLS_MAX <= 1 << 24 && SIDE_MAX <= 1 << 14);

impl Layout {
    fn new(width: u32) -> Self {
        Self { width, reciprocal: (1_u64 << 40).div_ceil(u64::from(width.max(1))) }
    }

    #[inline]
    pub(crate) fn position(self, cell: u32) -> (u32, u32) {
        let y = (u64::from(cell).wrapping_mul(self.reciprocal) >> 40) as u32;
        (cell.wrapping_sub(y.wrapping_mul(self.width)), y)
    }
}

/// A map compiled for search. Cells are numbered row by row, as in [`Map::cell`].
#[derive(Clone, Debug)]
pub struct Grid {
    layout: Layout,
    height: u32,
    corners: Corners,
    rules: Rules,
    /// The directions in which each cell has a free neighbour; empty for a blocked cell.
    around: Vec<Directions>,
    /// The offset of each direction in cell numbers; wrapping.
    strides: [u32; 8],
    rows: Bitmap,
    columns: Bitmap,
}

impl Grid {
    /// Compiles a map under a corner rule.
    pub fn new(map: &Map, corners: Corners) -> Self {
        let (width, height) = (map.width(), map.height());
        let mut around = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            for x in 0..width {
                let is_free_towards = |direction: &Direction| {
                    let (dx, dy) = direction.offset();
                    let neighbour = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
                    map.is_free(x, y) && neighbour.is_some_and(|(x, y)| map.is_free(x, y))
                };
                around.push(Direction::ALL.into_iter().filter(is_free_towards).collect());
            }
        }
        let strides = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            0_u32.wrapping_add_signed(dx).wrapping_add(width.wrapping_mul(0_u32.wrapping_add_signed(dy)))
        });
        let rows = Bitmap::new(height, width, |y, x| map.is_free(x, y));
        let columns = Bitmap::new(width, height, |x, y| map.is_free(x, y));
        Self {
            layout: Layout::new(width),
            height,
            corners,
            rules: Rules::new(corners),
            around,
            strides,
            rows,
            columns,
        }
    }

    /// The number of cells in a row.
    pub fn width(&self) -> u32 {
        self.layout.width
    }

    /// The number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The corner rule of the grid.
    pub fn corners(&self) -> Corners {
        self.corners
    }

    /// The number of the cell at a position; `None` outside the map.
    pub fn cell(&self, (x, y): (u32, u32)) -> Option<u32> {
        (x < self.width() && y < self.height).then(|| y * self.width() + x)
    }

    /// The position of a cell; meaningless for an invalid number.
    #[inline]
    pub fn position(&self, cell: u32) -> (u32, u32) {
        self.layout.position(cell)
    }

    /// Whether the cell at a position is free; false outside the map.
    #[inline]
    pub fn is_free(&self, (x, y): (u32, u32)) -> bool {
        x < self.width() && self.rows.is_set(y, x)
    }

    /// The moves that are allowed at a cell.
    #[inline]
    pub fn moves(&self, cell: u32) -> Directions {
        self.rules.allowed(self.around(cell))
    }

    /// The canonical moves at a cell that was entered by `via`: those of paths that make diagonal moves first. Cells in
    /// other directions are reached at least as cheaply by a path that does not pass through this cell.
    #[inline]
    pub(crate) fn canonical_moves(&self, cell: u32, via: Option<Direction>) -> Directions {
        match via {
            None => self.moves(cell),
            Some(via) => self.rules.canonical(self.around(cell), via),
        }
    }

    #[inline]
    pub(crate) fn around(&self, cell: u32) -> Directions {
        self.around.get(cell as usize).copied().unwrap_or_default()
    }

    /// The neighbour of `cell` in a direction; only meaningful for an allowed move.
    #[inline]
    pub fn neighbour(&self, cell: u32, direction: Direction) -> u32 {
        cell.wrapping_add(self.strides[direction as usize])
    }

    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// The free cells as bitmaps, by rows and by columns.
    pub(crate) fn bitmaps(&self) -> (&Bitmap, &Bitmap) {
        (&self.rows, &self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_exact_for_every_width() {
        for width in (1..=SIDE_MAX).step_by(7).chain([SIDE_MAX]) {
            let layout = Layout::new(width);
            let rows = CELLS_MAX as u32 / width;
            for y in [0, 1, rows / 2, rows.saturating_sub(1)] {
                for x in [0, width / 2, width - 1] {
                    assert_eq!(layout.position(y * width + x), (x, y), "width {width}");
                }
            }
        }
    }
}
