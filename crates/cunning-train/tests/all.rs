//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bounds;
mod demonstrations;
mod guidance;
mod no_allocation;
mod quest_files;
mod support;
