//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod format;
mod fuzz_corpus;
mod limits;
mod memory;
mod no_allocation;
mod relay;
mod round_trip;
mod seek;
mod support;
mod views;
