//! The picture of a grid map.
//!
//! Layers are drawn in a fixed order, whatever the order of the calls: ground, tints and heat, paths, markers. Each output
//! format has its own file; all share this model.

mod picture;
mod png;
mod sampling;
mod svg;
mod terminal;
mod terrain;

pub use picture::{
    CELLS_MAX, Cell, GridPicture, HeatRange, MARKERS_MAX, PATH_CELLS_MAX, PathStyle, PathWeight, SIDE_MAX,
    TEXT_CHARS_MAX,
};
pub use png::CellSize;
pub use terminal::{TerminalOptions, TerminalStyle};
pub use terrain::Terrain;
