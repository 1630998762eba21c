//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod bad_maps;
mod bad_scenarios;
mod castle;
mod fear;
mod generated_maps;
mod good_maps;
mod good_scenarios;
mod navigator;
mod random_maps;
mod real_files;
mod real_time;
mod rule_means;
mod self_knowledge;
mod shared_scenarios;
