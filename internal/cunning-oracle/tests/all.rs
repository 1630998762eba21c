//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod freed_conditions;
mod generator;
mod limits;
mod peers;
mod pirate;
mod semantics;
