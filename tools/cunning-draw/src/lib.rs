//! Pictures of what Cunning works on: grid maps, what a search expanded, heat over cells, and paths, drawn as
//! SVG, PNG or terminal text; and charts of what was measured, as SVG.
//!
//! The crate knows no search and no map type. Whoever has them names cells by `(x, y)`, with `x` to the right
//! and `y` downward, and says what lies there. It reads and writes no files and asks no terminal: the caller
//! passes sizes in and gets text or bytes back. The same picture gives the same text on every platform.
//!
//! | item | what it is |
//! |---|---|
//! | [`GridPicture`] | the picture of a grid map and its three outputs |
//! | [`LineChart`] | curves with axes, names and spread, as SVG |
//! | [`palette`] | the colours everything is drawn in by default |
//! | [`heat`] | values turned into colours of evenly growing lightness |
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
//! Every input has a cap with an error of its own ([`SIDE_MAX`], [`CELLS_MAX`], [`PATH_CELLS_MAX`],
//! [`MARKERS_MAX`], [`TEXT_CHARS_MAX`], [`PNG_PIXELS_MAX`]). Titles and labels are escaped. A cell outside the
//! grid is an error, never a panic, and the picture stays as it was.

mod chart;
mod colour;
mod error;
mod grid;
pub mod heat;
pub mod palette;
mod raster;
mod xml;

pub use chart::{LINES_MAX, Line, LineChart, POINTS_MAX, Scale};
pub use colour::Colour;
pub use error::DrawError;
pub use grid::{
    CELLS_MAX, Cell, CellSize, GridPicture, HeatRange, MARKERS_MAX, PATH_CELLS_MAX, PathStyle, PathWeight,
    SIDE_MAX, TEXT_CHARS_MAX, TerminalOptions, TerminalStyle, Terrain,
};
pub use raster::PNG_PIXELS_MAX;
