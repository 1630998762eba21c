//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod quest;
mod real_maps;
mod thread_count;
