//! The picture of a grid map.
//!
//! A picture is built in the painter's way: ground, then tints and heat over it, then paths, then markers, always
//! drawn in this order whatever the order of the calls. The three outputs live in files of their own and share
//! this model; none of them changes it.

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
