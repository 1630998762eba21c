//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod animation;
mod colour_vision;
mod limits;
mod png_pixels;
mod svg_document;
mod terminal_text;
