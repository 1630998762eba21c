//! Sight, hearing and candidate cells: queries that do not change the world.

mod candidates;
mod hearing;
mod lookout;
mod sight;

pub use sight::{HIDDEN_BEYOND, Shelter};
