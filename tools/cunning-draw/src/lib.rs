//! Pictures of grid maps, searches and paths as SVG, PNG or terminal text, charts as SVG, and moving pictures as GIF.
//!
//! The crate knows no search and no map type: callers address cells by `(x, y)`, with `x` to the right and `y` downward.
//! It does not access files or terminals: callers pass sizes in and get text or bytes back. The same picture gives the
//! same text on every platform.
//!
//! | item | purpose |
//! |---|---|
//! | [`GridPicture`] | the picture of a grid map as SVG, PNG or terminal text |
//! | [`LineChart`] | curves with axes, names and spread, as SVG |
//! | [`ColumnChart`] | columns on a logarithmic scale, as SVG |
//! | [`IntervalChart`] | values with their intervals, one below the other, as SVG |
//! | [`Animation`] | SVG frames as an animated GIF |
//! | [`palette`] | the default colours |
//! | [`heat`] | the colour scale of values |
//!
//! ```
//! use cunning_draw::{GridPicture, TerminalOptions, TerminalStyle, Terrain};
//!
//! let mut picture = GridPicture::new(5, 3)?;
//! picture
//!     .paint(&[(2, 0), (2, 1)], Terrain::Wall)?
//!     .path(&[(1, 1), (1, 2), (2, 2), (3, 2), (3, 1)], Default::default())?
//!     .start((1, 1))?
//!     .goal((3, 1))?;
//!
//! let options = TerminalOptions { columns: 80, rows: 24, style: TerminalStyle::Ascii };
//! assert_eq!(picture.to_terminal(options), "\
//! . . # . .
//! . S # G .
//! . * * * .
//! ");
//! # Ok::<(), cunning_draw::DrawError>(())
//! ```
//!
//! # Untrusted input
//!
//! Every input is limited, with its own error ([`SIDE_MAX`], [`CELLS_MAX`], [`PATH_CELLS_MAX`],
//! [`MARKERS_MAX`], [`TEXT_CHARS_MAX`], [`PNG_PIXELS_MAX`], [`FRAMES_MAX`]). Titles and labels are escaped. A cell outside the
//! grid is an error, never a panic, and leaves the picture unchanged.

mod animation;
mod colour;
mod column_chart;
mod error;
mod grid;
pub mod heat;
mod interval_chart;
mod line_chart;
pub mod palette;
mod raster;
mod xml;

pub use animation::{Animation, FRAMES_MAX};
pub use colour::Colour;
pub use column_chart::{COLUMNS_MAX, Column, ColumnChart, ColumnSeries};
pub use error::DrawError;
pub use grid::{
    CELLS_MAX, Cell, CellSize, GridPicture, HeatRange, MARKERS_MAX, PATH_CELLS_MAX, PathStyle, PathWeight,
    SIDE_MAX, TEXT_CHARS_MAX, TerminalOptions, TerminalStyle, Terrain,
};
pub use interval_chart::{INTERVALS_MAX, IntervalChart, IntervalRow};
pub use line_chart::{LINES_MAX, Line, LineChart, POINTS_MAX, Scale};
pub use raster::PNG_PIXELS_MAX;
