//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

mod hostile_text;
mod rendering;
