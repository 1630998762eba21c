//! The campaign catches bugs: every bug planted in the planner shows within a slice of the generated domains.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod asked;
mod campaign;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use cunning_plan::planted::{Bug, plant};

use campaign::Campaign;

/// How many domains a bug may survive, a small part of the campaign.
const DOMAINS_MAX: u64 = 3000;
const TRIPLES: usize = 6;

/// The first domain on which the planner with a bug answers wrongly or panics, and what was wrong.
fn caught(bug: Bug) -> Option<(u64, String)> {
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
    let left = Mutex::new(Bug::ALL.to_vec());
    let survivors = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(bug) = left.lock().unwrap().pop() else { break };
                    match caught(bug) {
                        Some((seed, what)) => {
                            println!("{bug:?} is caught at seed {seed}: {what}");
                            // It was the bug: without it all is well.
                            let again = Campaign::new().check(seed, TRIPLES);
                            assert!(again.is_ok(), "{}", again.unwrap_err());
                        }
                        None => survivors.lock().unwrap().push(bug),
                    }
                }
            });
        }
    });
    let survivors = survivors.into_inner().unwrap();
    assert!(survivors.is_empty(), "{survivors:?} survived {DOMAINS_MAX} domains");
}
