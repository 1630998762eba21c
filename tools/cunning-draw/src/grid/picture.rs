//! The model of a grid picture and the calls that build it.
//!
//! Cells are checked before anything is drawn: a call that returns an error changes nothing.

use crate::colour::Colour;
use crate::error::DrawError;
use crate::grid::terrain::Terrain;
use crate::{heat, palette};

/// A cell as `(x, y)`: `x` counts columns to the right, `y` rows downward, both from 0.
pub type Cell = (u32, u32);

/// The longest side of a grid, in cells.
pub const SIDE_MAX: u32 = 8192;
/// The largest number of cells of a grid: a square of 2048.
pub const CELLS_MAX: u32 = 1 << 22;
/// The largest number of cells of all paths of a picture together. A step between distant cells counts as many cells as
/// it is long.
pub const PATH_CELLS_MAX: u32 = 1 << 20;
/// The largest number of starts, goals and points of a picture together.
pub const MARKERS_MAX: usize = 4096;
/// The largest number of characters of a title or label.
pub const TEXT_CHARS_MAX: usize = 256;

/// The share of the tint in a tinted cell's colour, in percent. The ground stays recognisable.
const TINT_SHARE: u32 = 36;

/// How a path is drawn. The default is a regular line in [`palette::PATH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStyle {
    /// The line's colour.
    pub colour: Colour,
    /// The line's width.
    pub weight: PathWeight,
}

impl Default for PathStyle {
    fn default() -> Self {
        Self { colour: palette::PATH, weight: PathWeight::Regular }
    }
}

/// The width of a path, relative to the size of the picture so that it is visible on any map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathWeight {
    /// Half as wide as regular, for one of many paths.
    Thin,
    /// Wide enough to be seen at a glance.
    #[default]
    Regular,
    /// Half as wide again as regular.
    Bold,
}

/// The values of the lowest and highest colours of a heat layer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HeatRange {
    /// The lowest and the highest finite value.
    #[default]
    Fit,
    /// Fixed values, for pictures that are compared. Values beyond them are clamped.
    Fixed {
        /// The value of the darkest colour.
        low: f64,
        /// The value of the lightest colour.
        high: f64,
    },
}

/// The picture of a grid map with tints, heat, paths and markers.
///
/// Paths and markers are sized relative to the picture, so that they are visible on a map of any size. A marker that would
/// stick out over the edge is moved inside.
///
/// ```
/// use cunning_draw::{CellSize, GridPicture, PathStyle, PathWeight, Terrain, palette};
///
/// let mut picture = GridPicture::from_fn(40, 30, |(x, y)| match (x, y) {
///     (20, 5..) => Terrain::Wall,
///     _ => Terrain::Free,
/// })?;
/// picture
///     .title("around the wall")?
///     .tint(&[(10, 10), (11, 10), (12, 9)], palette::EXPANDED)?
///     .path(&[(5, 20), (20, 4), (35, 20)], PathStyle { colour: palette::PATHS[1], weight: PathWeight::Bold })?
///     .start((5, 20))?
///     .goal((35, 20))?
///     .point((20, 4), "the gap")?;
/// assert!(picture.to_svg().starts_with("<svg "));
/// assert!(picture.to_png(CellSize::Auto)?.starts_with(b"\x89PNG"));
/// # Ok::<(), cunning_draw::DrawError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GridPicture {
    width: u32,
    height: u32,
    cells: Vec<Look>,
    pub(crate) paths: Vec<(PathStyle, Vec<Cell>)>,
    pub(crate) markers: Vec<Marker>,
    pub(crate) title: String,
    path_cells: u32,
}

/// The appearance of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) terrain: Terrain,
    pub(crate) overlay: Overlay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    None,
    Tint(Colour),
    Heat(u8),
}

#[derive(Clone, Debug)]
pub(crate) struct Marker {
    pub(crate) cell: Cell,
    pub(crate) kind: MarkerKind,
    pub(crate) label: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkerKind {
    Point,
    Start,
    Goal,
}

impl GridPicture {
    /// A picture of free ground. Sides of 0 are allowed and give an empty picture.
    pub fn new(width: u32, height: u32) -> Result<Self, DrawError> {
        Self::from_fn(width, height, |_| Terrain::Free)
    }

    /// A picture whose ground comes from a function, called cell by cell, row by row.
    pub fn from_fn(
        width: u32,
        height: u32,
        mut terrain: impl FnMut(Cell) -> Terrain,
    ) -> Result<Self, DrawError> {
        if width.max(height) > SIDE_MAX || width * height > CELLS_MAX {
            return Err(DrawError::GridTooLarge { width, height });
        }
        let cells = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|cell| Look { terrain: terrain(cell), overlay: Overlay::None })
            .collect();
        let (paths, markers) = (Vec::new(), Vec::new());
        Ok(Self { width, height, cells, paths, markers, title: String::new(), path_cells: 0 })
    }

    /// The width in cells.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height in cells.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Sets the title. Only SVG shows it, as a tooltip and to screen readers.
    pub fn title(&mut self, title: &str) -> Result<&mut Self, DrawError> {
        self.title = checked_text(title)?;
        Ok(self)
    }

    /// Sets the terrain of cells. Other layers stay.
    pub fn paint(&mut self, cells: &[Cell], terrain: Terrain) -> Result<&mut Self, DrawError> {
        self.check(cells)?;
        for &cell in cells {
            if let Some(look) = self.look_mut(cell) {
                look.terrain = terrain;
            }
        }
        Ok(self)
    }

    /// Tints cells, such as those that a search expanded; `+` in plain text. Of tints and heat on the same cell the last
    /// one is shown.
    pub fn tint(&mut self, cells: &[Cell], colour: Colour) -> Result<&mut Self, DrawError> {
        self.check(cells)?;
        for &cell in cells {
            if let Some(look) = self.look_mut(cell) {
                look.overlay = Overlay::Tint(colour);
            }
        }
        Ok(self)
    }

    /// Colours cells by value, see [`heat`]; digits from 0 to 9 in plain text. Of tints and heat on the same cell
    /// the last one is shown. A value that is not finite (unreached, unknown) leaves its cell unchanged.
    pub fn heat(&mut self, values: &[(Cell, f64)], range: HeatRange) -> Result<&mut Self, DrawError> {
        let (low, high) = match range {
            HeatRange::Fixed { low, high } if low.is_finite() && high.is_finite() && low <= high => {
                (low, high)
            }
            HeatRange::Fixed { .. } => return Err(DrawError::BadHeatRange),
            HeatRange::Fit => values
                .iter()
                .map(|&(_, value)| value)
                .filter(|value| value.is_finite())
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v))),
        };
        for &(cell, _) in values {
            self.check(&[cell])?;
        }
        for &(cell, value) in values {
            if let (Some(level), Some(look)) = (heat::level(value, low, high), self.look_mut(cell)) {
                look.overlay = Overlay::Heat(level);
            }
        }
        Ok(self)
    }

    /// Adds a line through the centres of the cells; `*` in plain text. Consecutive cells need not be
    /// neighbours. Later paths cover earlier ones. A path of one cell is a dot.
    pub fn path(&mut self, cells: &[Cell], style: PathStyle) -> Result<&mut Self, DrawError> {
        self.check(cells)?;
        let mut passed = self.path_cells;
        for (i, &(x, y)) in cells.iter().enumerate() {
            let (from_x, from_y) = if i == 0 { (x, y) } else { cells[i - 1] };
            passed += x.abs_diff(from_x).max(y.abs_diff(from_y)).max(1);
            if passed > PATH_CELLS_MAX {
                return Err(DrawError::PathsTooLong);
            }
        }
        if !cells.is_empty() {
            self.path_cells = passed;
            self.paths.push((style, cells.to_vec()));
        }
        Ok(self)
    }

    /// Marks a start with a disc; `S` on a terminal.
    pub fn start(&mut self, cell: Cell) -> Result<&mut Self, DrawError> {
        self.mark(cell, MarkerKind::Start, "start")
    }

    /// Marks a goal with a star; `G` on a terminal.
    pub fn goal(&mut self, cell: Cell) -> Result<&mut Self, DrawError> {
        self.mark(cell, MarkerKind::Goal, "goal")
    }

    /// Marks a point of interest with a small square; `o` on a terminal. Only SVG shows the label, as a tooltip.
    pub fn point(&mut self, cell: Cell, label: &str) -> Result<&mut Self, DrawError> {
        self.mark(cell, MarkerKind::Point, label)
    }

    fn mark(&mut self, cell: Cell, kind: MarkerKind, label: &str) -> Result<&mut Self, DrawError> {
        if self.markers.len() >= MARKERS_MAX {
            return Err(DrawError::TooManyMarkers);
        }
        self.check(&[cell])?;
        let label = checked_text(label)?;
        self.markers.push(Marker { cell, kind, label });
        Ok(self)
    }

    /// The cells of one row, left to right; empty beyond the last row.
    pub(crate) fn row(&self, y: u32) -> &[Look] {
        let from = y as usize * self.width as usize;
        self.cells.get(from..from + self.width as usize).unwrap_or(&[])
    }

    fn check(&self, cells: &[Cell]) -> Result<(), DrawError> {
        match cells.iter().find(|&&(x, y)| x >= self.width || y >= self.height) {
            Some(&(x, y)) => Err(DrawError::OutsideGrid { x, y }),
            None => Ok(()),
        }
    }

    fn look_mut(&mut self, (x, y): Cell) -> Option<&mut Look> {
        self.cells.get_mut(y as usize * self.width as usize + x as usize)
    }
}

impl Look {
    pub(crate) fn colour(self) -> Colour {
        match self.overlay {
            Overlay::None => self.terrain.colour(),
            Overlay::Tint(tint) => self.terrain.colour().mix(tint, TINT_SHARE, 100),
            Overlay::Heat(level) => heat::colour(level),
        }
    }
}

impl MarkerKind {
    pub(crate) fn colour(self) -> Colour {
        match self {
            Self::Point => palette::POINT,
            Self::Start => palette::START,
            Self::Goal => palette::GOAL,
        }
    }
}

fn checked_text(text: &str) -> Result<String, DrawError> {
    if text.chars().nth(TEXT_CHARS_MAX).is_some() {
        return Err(DrawError::TextTooLong);
    }
    Ok(text.to_owned())
}
