//! Errors of pictures and charts.

use std::fmt;

use crate::animation::FRAMES_MAX;
use crate::grid::{CELLS_MAX, MARKERS_MAX, PATH_CELLS_MAX, SIDE_MAX, TEXT_CHARS_MAX};
use crate::raster::PNG_PIXELS_MAX;

/// Why a picture or chart cannot be made, changed or encoded. An error leaves the picture unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawError {
    /// A side is longer than [`SIDE_MAX`], or there are more than [`CELLS_MAX`] cells.
    GridTooLarge {
        /// The requested width in cells.
        width: u32,
        /// The requested height in cells.
        height: u32,
    },
    /// A cell is outside the grid.
    OutsideGrid {
        /// The cell's column.
        x: u32,
        /// The cell's row.
        y: u32,
    },
    /// All paths together would have more than [`PATH_CELLS_MAX`] cells.
    PathsTooLong,
    /// There would be more than [`MARKERS_MAX`] starts, goals and points.
    TooManyMarkers,
    /// A title or label has more than [`TEXT_CHARS_MAX`] characters.
    TextTooLong,
    /// The ends of a heat range are not finite, or the lower is above the higher.
    BadHeatRange,
    /// A chart has more than [`crate::LINES_MAX`] lines, [`crate::POINTS_MAX`] points in a line or
    /// [`crate::COLUMNS_MAX`] columns.
    ChartTooLarge,
    /// A chart has nothing to draw: no value is finite or, on a logarithmic scale, above 0.
    NoPoints,
    /// A picture without cells cannot be encoded, because a PNG has at least one pixel.
    NoCells,
    /// The PNG would have more than [`PNG_PIXELS_MAX`] pixels.
    TooManyPixels {
        /// The number of pixels that it would have.
        pixels: u64,
    },
    /// An animation would have more than [`FRAMES_MAX`] frames.
    TooManyFrames,
    /// The renderer failed; the text is its reason.
    Render(String),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GridTooLarge { width, height } => write!(
                f,
                "a grid of {width}×{height} cells is too large to draw: at most {SIDE_MAX} a side and {CELLS_MAX} in all"
            ),
            Self::OutsideGrid { x, y } => write!(f, "cell ({x}, {y}) lies outside the grid"),
            Self::PathsTooLong => write!(f, "the paths have more than {PATH_CELLS_MAX} cells"),
            Self::TooManyMarkers => write!(f, "more than {MARKERS_MAX} markers"),
            Self::TextTooLong => {
                write!(f, "a title or label is longer than {TEXT_CHARS_MAX} characters")
            }
            Self::BadHeatRange => write!(f, "invalid heat range: expected two finite ends, the lower first"),
            Self::ChartTooLarge => write!(f, "a chart has too many lines or points"),
            Self::NoPoints => {
                write!(f, "nothing to draw: no value is finite or above 0 on a logarithmic scale")
            }
            Self::NoCells => write!(f, "a picture without cells cannot be a PNG"),
            Self::TooManyPixels { pixels } => {
                write!(f, "a PNG of {pixels} pixels is too large: at most {PNG_PIXELS_MAX}")
            }
            Self::TooManyFrames => write!(f, "an animation has more than {FRAMES_MAX} frames"),
            Self::Render(reason) => write!(f, "cannot render the picture: {reason}"),
        }
    }
}

impl std::error::Error for DrawError {}
