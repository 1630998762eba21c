//! What can be seen, heard and reached: questions about the world that change nothing.

mod candidates;
mod hearing;
mod sight;

pub use sight::{HIDDEN_BEYOND, Shelter};
