//! A rectangle of cells, each free or blocked.
//!
//! A map stores the terrain letter of each cell and knows nothing about paths; [`Grid`](crate::Grid) decides which moves
//! are allowed. The submodule `text` reads and writes the MovingAI format.

mod text;

use std::fmt;

pub use text::BYTES_MAX;

/// The largest number of cells of a map. It guarantees that cell numbers and path costs fit their types.
pub const CELLS_MAX: usize = 1 << 24;

/// The largest width and height of a map.
pub const SIDE_MAX: u32 = 1 << 14;

/// The letters of free cells: plain ground (`.` and `G`) and swamp.
pub const FREE_LETTERS: &str = ".GS";

/// The letters of blocked cells: out of bounds (`@` and `O`), trees and water.
pub const BLOCKED_LETTERS: &str = "@OTW";

/// The terrain letters of generated maps.
pub(crate) mod letter {
    pub(crate) const GROUND: u8 = b'.';
    pub(crate) const WALL: u8 = b'@';
    pub(crate) const TREES: u8 = b'T';
    pub(crate) const WATER: u8 = b'W';
}

/// A grid map: width, height and a terrain letter for each cell, row by row from the top.
///
/// ```
/// use cunning_walk::Map;
///
/// let map = Map::from_rows(&["..@", "T.S"])?;
/// assert_eq!((map.width(), map.height(), map.free_count()), (3, 2, 4));
/// assert!(map.is_free(1, 0) && !map.is_free(2, 0) && !map.is_free(7, 7));
/// assert_eq!(map.cell(0, 1), Some(3));
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Map {
    width: u32,
    height: u32,
    terrain: Vec<u8>,
}

impl Map {
    /// A map filled with one letter; `None` if a side is zero or a limit is exceeded.
    pub(crate) fn filled(width: u32, height: u32, letter: u8) -> Option<Self> {
        let cells = width as usize * height as usize;
        let fits = cells > 0 && width <= SIDE_MAX && height <= SIDE_MAX && cells <= CELLS_MAX;
        fits.then(|| Self { width, height, terrain: vec![letter; cells] })
    }

    /// The number of cells in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of cells in a column.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The terrain letters, row by row. The number of a cell is its index in this list.
    pub fn terrain(&self) -> &[u8] {
        &self.terrain
    }

    /// The number of the cell in column `x` and row `y`, both counted from 0 at the top left; `None`
    /// outside the map.
    pub fn cell(&self, x: u32, y: u32) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// Whether the cell is free; false outside the map.
    pub fn is_free(&self, x: u32, y: u32) -> bool {
        self.cell(x, y).and_then(|cell| self.terrain.get(cell as usize)).is_some_and(|&l| is_free_letter(l))
    }

    /// The number of free cells.
    pub fn free_count(&self) -> usize {
        self.terrain.iter().filter(|&&letter| is_free_letter(letter)).count()
    }

    /// The letters of each row, from the top.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.terrain.chunks(self.width.max(1) as usize)
    }

    /// Changes the terrain of a cell; does nothing outside the map.
    pub(crate) fn set(&mut self, x: u32, y: u32, letter: u8) {
        if let Some(cell) = self.cell(x, y).and_then(|cell| self.terrain.get_mut(cell as usize)) {
            *cell = letter;
        }
    }
}

impl fmt::Debug for Map {
    /// Shows only the size, since a map may have sixteen million cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Map({} x {}, {} free)", self.width, self.height, self.free_count())
    }
}

/// Whether cells of this terrain are free.
pub(crate) fn is_free_letter(letter: u8) -> bool {
    FREE_LETTERS.as_bytes().contains(&letter)
}
