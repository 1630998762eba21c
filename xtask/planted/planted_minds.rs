//! The target fuzzer catches every bug planted in minds within the operations that it runs by default.
//!
//! `cargo xtask planted` runs this test in a copy of the minds that has the bugs.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod target_fuzz;

use std::panic::catch_unwind;

use cunning_plan::planted::{Bug, plant};

#[test]
fn every_planted_bug_is_caught() {
    for &bug in Bug::OF_MINDS {
        plant(Some(bug));
        let outcome = catch_unwind(|| target_fuzz::run(target_fuzz::OPERATIONS));
        plant(None);
        assert!(outcome.is_err(), "{bug:?} survived {} operations", target_fuzz::OPERATIONS);
        println!("{bug:?} is caught");
    }
}
