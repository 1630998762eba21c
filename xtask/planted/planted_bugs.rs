//! The differential campaign catches every planted bug within a slice of its generated domains.
//!
//! `cargo xtask planted` runs this test in a copy of the planner that has the bugs.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod asked;
mod campaign;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use cunning_plan::planted::{Bug, plant};

use campaign::Campaign;

/// The number of domains within which a bug must show, a small part of the campaign.
const DOMAINS_MAX: u64 = 3000;
const TRIPLES: usize = 6;

/// The first domain on which the planner with the bug answers wrongly or panics, and the first line of the mismatch.
fn first_failure(bug: Bug) -> Option<(u64, String)> {
    let mut campaign = Campaign::new();
    plant(Some(bug));
    let found = (0..DOMAINS_MAX).find_map(|seed| {
        match catch_unwind(AssertUnwindSafe(|| campaign.check(seed, TRIPLES))) {
            Ok(Ok(())) => None,
            Ok(Err(mismatch)) => Some((seed, mismatch.to_string().lines().next().unwrap_or("").to_owned())),
            Err(_) => Some((seed, "panicked".to_owned())),
        }
    });
    plant(None);
    found
}

#[test]
fn every_planted_bug_is_caught() {
    let left = Mutex::new(Bug::OF_PLANNER.to_vec());
    let survivors = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(bug) = left.lock().unwrap().pop() else { break };
                    match first_failure(bug) {
                        Some((seed, failure)) => {
                            println!("{bug:?} is caught at seed {seed}: {failure}");
                            // The same domain passes without the bug, so the bug was the cause.
                            let without = Campaign::new().check(seed, TRIPLES);
                            assert!(without.is_ok(), "{}", without.unwrap_err());
                        }
                        None => survivors.lock().unwrap().push(bug),
                    }
                }
            });
        }
    });
    let survivors = survivors.into_inner().unwrap();
    assert!(survivors.is_empty(), "{survivors:?} survived {DOMAINS_MAX} domains");
    println!("{} planted bugs caught", Bug::OF_PLANNER.len());
}
