//! The planner against the oracle on generated domains: same verdict, same cost and steps, valid plans.
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod asked;
mod campaign;

use std::sync::atomic::{AtomicU64, Ordering};

use cunning_oracle::Verdict;
use cunning_oracle::generate::{Family, generate_of};
use cunning_plan::Planner;
use cunning_search::{Limit, Status};

use campaign::{Campaign, Case, TRIPLE_COUNT, triple};

/// How many domains an ordinary run tries. `cargo xtask test` asks for many more.
const SLICE: u64 = 3000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// `CUNNING_SEEDS=200000` makes the campaign longer, `CUNNING_SEED=7` begins it elsewhere, `CUNNING_TRIPLES=75` tries
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
        "{tried} plans besides the default: every one of {TRIPLE_COUNT} configurations at least {least} times"
    );
    println!("IDA* gave up {gave_up} times; {} groundings met a limit", all.limited);
    // Far less than one in a thousand, or the limit is too low.
    assert!(all.limited * 10_000 <= count.max(10_000), "{} groundings met a limit", all.limited);
    // In each of the ten families that the seeds go through, the last round of configurations may be unfinished; and a
    // domain that meets a limit has no turn.
    let share = (count * triples / TRIPLE_COUNT as u64).saturating_sub(10 + all.limited);
    for (number, tally) in all.tallies.iter().enumerate() {
        let (tried, gave_up) = (tally.tried, tally.gave_up);
        assert!(tried >= share, "{:?} was tried {tried} times", triple(number));
        assert!(gave_up * 2 <= tried.max(2), "{:?} gave up {gave_up} times of {tried}", triple(number));
    }
    // A few domains prove nothing about the generator.
    if count >= SLICE {
        assert_eq!(all.report.shortfalls(), Vec::<String>::new(), "{}", all.report);
    }
}

/// With sub-goals nobody promises the least cost, and where something was forbidden two planners may part; but a plan
/// is valid, and a proof that there is none is one.
#[test]
fn plans_with_sub_goals_are_valid() {
    let (mut solved, mut limited, mut unsolvable) = (0, 0, 0);
    for seed in 0..(number("CUNNING_SEEDS", SLICE) / 20).max(1500) {
        let case = Case::new(generate_of(Family::SubGoals, seed));
        for number in [0, 2, 10, 27, 52] {
            let config = triple(number);
            let (mut planner, grounding) = Planner::for_request(&case.domain, &case.query, config).unwrap();
            // However it is sliced, the answer is the same.
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
