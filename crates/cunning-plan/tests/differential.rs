//! Compares the planner with the oracle on generated domains: verdict, cost, number of steps, and validity of plans.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod asked;
mod campaign;

use std::sync::atomic::{AtomicU64, Ordering};

use cunning_oracle::Verdict;
use cunning_oracle::generate::{Family, generate_of};
use cunning_plan::{PlanMode, Planner, PlannerConfig};
use cunning_search::{Limit, Status};

use campaign::{Campaign, Case, TRIPLE_COUNT, triple};

/// The number of domains of an ordinary run. `cargo xtask test` runs many more.
const SLICE: u64 = 3000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// `CUNNING_SEEDS=200000` makes the campaign longer, `CUNNING_SEED=7` sets its first seed, and `CUNNING_TRIPLES=75` runs
/// every configuration on every domain.
#[test]
fn agrees_with_the_oracle() {
    let (first, count) = (number("CUNNING_SEED", 0), number("CUNNING_SEEDS", SLICE));
    let triples = number("CUNNING_TRIPLES", 6).min(TRIPLE_COUNT as u64);
    let next = AtomicU64::new(first);
    let worker = || {
        let mut campaign = Campaign::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + count {
                return campaign;
            }
            campaign.check(seed, triples as usize).unwrap_or_else(|mismatch| panic!("{mismatch}"));
        }
    };
    let mut all = Campaign::new();
    std::thread::scope(|scope| {
        let count = std::thread::available_parallelism().map_or(2, usize::from);
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(worker)).collect();
        for thread in threads {
            let part = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all.report.absorb(&part.report);
            all.limited += part.limited;
            for (all, part) in all.tallies.iter_mut().zip(&part.tallies) {
                all.tried += part.tried;
                all.gave_up += part.gave_up;
            }
        }
    });
    let tried: u64 = all.tallies.iter().map(|tally| tally.tried).sum();
    let gave_up: u64 = all.tallies.iter().map(|tally| tally.gave_up).sum();
    let least = all.tallies.iter().map(|tally| tally.tried).min().unwrap_or(0);
    println!("{}", all.report);
    println!(
        "{tried} plans besides the default: each of {TRIPLE_COUNT} configurations ran at least {least} times"
    );
    println!("IDA* gave up {gave_up} times; {} groundings exceeded a limit", all.limited);
    // Far less than one in a thousand, or the limit is too low.
    assert!(all.limited * 10_000 <= count.max(10_000), "{} groundings exceeded a limit", all.limited);
    // The last round of configurations may be unfinished in each of the ten families of seeds, and a domain that exceeds
    // a limit runs no configuration.
    let share = (count * triples / TRIPLE_COUNT as u64).saturating_sub(10 + all.limited);
    for (number, tally) in all.tallies.iter().enumerate() {
        let (tried, gave_up) = (tally.tried, tally.gave_up);
        assert!(tried >= share, "{:?} ran {tried} times", triple(number));
        assert!(gave_up * 2 <= tried.max(2), "{:?} gave up {gave_up} times of {tried}", triple(number));
    }
    // A few domains prove nothing about the generator.
    if count >= SLICE {
        assert_eq!(all.report.shortfalls(), Vec::<String>::new(), "{}", all.report);
    }
}

/// With sub-goals the least cost is not guaranteed, and two planners may differ where actions are forbidden. Plans must
/// still be valid, and unsolvable must mean that there is no plan.
#[test]
fn plans_with_sub_goals_are_valid() {
    let (mut solved, mut limited, mut unsolvable) = (0, 0, 0);
    for seed in 0..(number("CUNNING_SEEDS", SLICE) / 20).max(1500) {
        let case = Case::new(generate_of(Family::SubGoals, seed));
        let anytime = PlannerConfig { mode: PlanMode::Anytime, ..PlannerConfig::default() };
        for config in [0, 2, 10, 27, 52].map(triple).into_iter().chain([anytime]) {
            let (mut planner, grounding) = Planner::for_request(&case.domain, &case.query, config).unwrap();
            // Slicing the search does not change the answer.
            let status = loop {
                match planner.step(7) {
                    Status::Running => {}
                    status => break status,
                }
            };
            let plan = planner.plan();
            let context = || case.mismatch("", &config, plan.as_ref());
            assert_eq!(
                status == Status::Unsolvable,
                case.outcome.verdict == Verdict::Unsolvable,
                "{}",
                context()
            );
            match status {
                Status::Unsolvable => unsolvable += 1,
                Status::LimitExceeded(Limit::Incomplete) => limited += 1,
                Status::Solved => {
                    let plan = plan.as_ref().unwrap();
                    let compiled_goal = grounding.compiled_goal(case.query.goal, &case.query.args).unwrap();
                    let followed = case.follow(&compiled_goal, &compiled_goal.grounding().start(), plan);
                    assert_eq!(followed, Ok(()), "{}", context());
                    solved += 1;
                }
                status => panic!("{status:?} {}", context()),
            }
        }
    }
    assert!(solved > unsolvable && unsolvable > 0 && limited > 0, "{solved} {limited} {unsolvable}");
}
