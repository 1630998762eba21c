//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod crowd_quick;
mod fear_quick;
mod games_quick;
mod plan_quick;
