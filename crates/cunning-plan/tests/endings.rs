//! A search ends when it is granted more expansions than it needs, and not before, in every engine and also with a cache.
//! Counting expansions therefore does not distinguish a cached search from a new one.

use crate::asked;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::generate::generate;
use cunning_plan::{
    Algorithm, CompiledGoal, Direction, GroundActionId, Grounding, Heuristic, PlanCache, Planner,
    PlannerConfig, State, read,
};
use cunning_search::{Schedule, Status, Weight};

const DOMAINS: u64 = 400;
const EXPANSIONS_MAX: u64 = 3000;

/// One of each engine, and the usual one, which tries the smallest problems without tables.
fn configs() -> Vec<PlannerConfig> {
    let usual = PlannerConfig::default();
    let weight = Weight::new(2.0).unwrap();
    vec![
        usual,
        PlannerConfig { heuristic: Some(Heuristic::Count), direction: Direction::Backward, ..usual },
        PlannerConfig { direction: Direction::Forward, ..usual },
        PlannerConfig { algorithm: Algorithm::WeightedAStar(weight), ..usual },
        PlannerConfig { algorithm: Algorithm::Greedy, ..usual },
        PlannerConfig { algorithm: Algorithm::IdaStar, direction: Direction::Forward, ..usual },
        PlannerConfig { algorithm: Algorithm::AraStar(Schedule { first: weight, passes: 2 }), ..usual },
    ]
}

struct Question {
    compiled_goal: CompiledGoal,
    start: State,
    refused: Vec<GroundActionId>,
}

fn question(seed: u64) -> Option<Question> {
    let generated = generate(seed);
    let text = generated.model.to_string();
    let domain = Arc::new(read(&Source::new("generated.toml", text.as_str())).ok()?);
    let query = asked::query(&domain, &generated.query);
    let grounding = Grounding::for_request(&domain, &query).ok()?;
    let compiled_goal = grounding.compiled_goal(query.goal, &query.args).ok()?;
    Some(Question { compiled_goal, start: grounding.start(), refused: grounding.refused(&query.checks) })
}

/// How a search goes on under a row of budgets: the status and the expansions after each.
fn course(planner: &mut Planner, budgets: &[u64]) -> Vec<(Status, u64)> {
    budgets.iter().map(|&budget| (planner.step(budget), planner.counters().taken())).collect()
}

#[test]
fn search_ends_when_granted_more_than_it_needs() {
    let (mut ended, mut answered) = (0, 0);
    for config in configs() {
        let mut planner = Planner::new(config);
        for seed in 0..DOMAINS {
            let Some(Question { compiled_goal, start, refused }) = question(seed) else { continue };
            let mut cache = PlanCache::new(4);
            planner.begin_cached(&compiled_goal, &start, &refused, &cache);
            assert_eq!(
                planner.step(0),
                Status::Running,
                "seed {seed}: a search ends only when granted something"
            );
            let status = planner.step(EXPANSIONS_MAX);
            let needed = planner.counters().taken();
            let plan = planner.plan();
            planner.keep(&mut cache);
            if !matches!(status, Status::Solved | Status::Unsolvable) {
                continue;
            }
            ended += 1;
            // To the brink, a look around, and over it; and in slices of a size that the seed chooses.
            let slice = 1 + seed % 7;
            let slices = vec![slice; usize::try_from(needed / slice + 2).unwrap()];
            for budgets in [&[needed, 0, 1][..], &slices] {
                planner.begin(&compiled_goal, &start, &refused);
                let searched = course(&mut planner, budgets);
                assert_eq!(searched.last(), Some(&(status, needed)), "seed {seed}, {config:?}");
                let mut granted = 0;
                for (budget, (seen, expanded)) in budgets.iter().zip(&searched) {
                    granted += budget;
                    assert_eq!(*seen != Status::Running, granted > needed, "seed {seed}, {config:?}");
                    assert_eq!(*expanded, granted.min(needed), "seed {seed}, {config:?}");
                }
                planner.begin_cached(&compiled_goal, &start, &refused, &cache);
                assert_eq!(course(&mut planner, budgets), searched, "seed {seed}, {config:?}");
                assert_eq!(planner.plan(), plan, "seed {seed}, {config:?}");
                answered += 1;
            }
            assert_eq!(cache.hits(), 2);
        }
    }
    assert!(ended > DOMAINS && answered == 2 * ended, "{ended} ended, {answered} answered");
}
