//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod diagnostics;
mod export;
mod fuzz_corpus;
mod hostile;
mod instances;
mod invariants;
mod large;
mod limits;
mod numbers;
mod semantics;
mod support;
mod traps;
