//! The plan cache is exact and bounded, and distinguishes groundings.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::model::{FactId, Setting, SourceSpan, Value};
use cunning_plan::{
    Algorithm, Grounding, PlanCache, PlanRequest, Planner, PlannerConfig, PlanningDomain, State, read,
};
use cunning_search::Status;

const TEXT: &str = r#"
facts = { key = "bool", spare = "bool", open = "bool", weather = { type = "int", min = 0, max = 99 } }
action.fetch = { when = ["not key"], then = ["key"], cost = 3, check = "shop_open" }
action.use_spare = { when = ["spare"], then = ["key"] }
action.unlock = { when = ["key"], then = ["open"] }
goal.in = { want = ["open"] }
"#;

fn setup() -> (Arc<PlanningDomain>, Arc<Grounding>) {
    let domain = Arc::new(read(&Source::new("door.toml", TEXT)).unwrap());
    let goal = domain.goal_named("in").unwrap();
    let grounding = Grounding::new(&domain, &PlanRequest::new(goal)).unwrap();
    (domain, grounding)
}

fn fact(domain: &PlanningDomain, name: &str) -> FactId {
    domain.fact_named(name).unwrap()
}

fn with(grounding: &Grounding, name: &str, value: Value) -> State {
    let mut state = grounding.start();
    let fact = fact(grounding.domain(), name);
    grounding.set(&mut state, &Setting { fact, indices: Vec::new(), value, span: SourceSpan::NONE }).unwrap();
    state
}

/// Plans through the cache; the number of steps, if there is a plan.
fn ask(
    cache: &mut PlanCache,
    planner: &mut Planner,
    grounding: &Arc<Grounding>,
    state: &State,
) -> Option<usize> {
    let goal = grounding.domain().goal_named("in").unwrap();
    let compiled_goal = grounding.compiled_goal(goal, &[]).unwrap();
    ask_aim(cache, planner, &compiled_goal, state)
}

fn ask_aim(
    cache: &mut PlanCache,
    planner: &mut Planner,
    compiled_goal: &cunning_plan::CompiledGoal,
    state: &State,
) -> Option<usize> {
    planner.begin_cached(compiled_goal, state, &[], cache);
    assert_ne!(planner.step(u64::MAX), Status::Running);
    planner.keep(cache);
    planner.plan().map(|plan| plan.steps.len())
}

#[test]
fn irrelevant_fact_change_hits_the_cache() {
    let (domain, grounding) = setup();
    let compiled_goal = grounding.compiled_goal(domain.goal_named("in").unwrap(), &[]).unwrap();
    let mut cache = PlanCache::new(100);
    let mut planner = Planner::new(PlannerConfig::default());
    for weather in 0..50 {
        let state = with(&grounding, "weather", Value::Int(weather));
        assert_eq!(ask_aim(&mut cache, &mut planner, &compiled_goal, &state), Some(2));
    }
    assert_eq!((cache.hits(), cache.misses(), cache.len()), (49, 1, 1));
}

#[test]
fn relevant_fact_change_misses_the_cache() {
    let (domain, grounding) = setup();
    let compiled_goal = grounding.compiled_goal(domain.goal_named("in").unwrap(), &[]).unwrap();
    let mut cache = PlanCache::new(100);
    let mut planner = Planner::new(PlannerConfig::default());
    assert_eq!(ask_aim(&mut cache, &mut planner, &compiled_goal, &grounding.start()), Some(2));
    let key = with(&grounding, "key", Value::Bool(true));
    assert_eq!(ask_aim(&mut cache, &mut planner, &compiled_goal, &key), Some(1));
    // A check that says no is part of the question.
    let answers =
        [cunning_plan::CheckAnswer { check: "shop_open".into(), action: None, args: Vec::new(), yes: false }];
    let refused = grounding.refused(&answers);
    assert_eq!(refused.len(), 1);
    planner.begin_cached(&compiled_goal, &grounding.start(), &refused, &cache);
    assert_eq!(planner.step(u64::MAX), Status::Unsolvable);
    planner.keep(&mut cache);
    planner.begin_cached(&compiled_goal, &grounding.start(), &refused, &cache);
    assert_eq!((planner.step(u64::MAX), planner.plan()), (Status::Unsolvable, None));
    // So is the configuration.
    let mut greedy = Planner::new(PlannerConfig { algorithm: Algorithm::Greedy, ..PlannerConfig::default() });
    ask_aim(&mut cache, &mut greedy, &compiled_goal, &key);
    assert_eq!((cache.hits(), cache.misses()), (1, 4));
}

#[test]
fn another_grounding_misses_the_cache() {
    // Objects, tables and traits are in the compiled goal, so answers never cross from one to another.
    let (_, grounding) = setup();
    let mut cache = PlanCache::new(100);
    let mut planner = Planner::new(PlannerConfig::default());
    for _ in 0..2 {
        assert_eq!(ask(&mut cache, &mut planner, &grounding, &grounding.start()), Some(2));
    }
    assert_eq!((cache.hits(), cache.misses()), (0, 2));
}

#[test]
fn full_cache_evicts_the_least_recently_used_entry() {
    let text = "facts = { n = { type = \"int\", min = 0, max = 99 }, done = \"bool\" }
        action.finish = { when = [\"n <= 50\"], then = [\"done\"] }
        action.lower = { then = [\"n -= 10\"] }
        goal.in = { want = [\"done\"] }";
    let domain = Arc::new(read(&Source::new("n.toml", text)).unwrap());
    let goal = domain.goal_named("in").unwrap();
    let grounding = Grounding::new(&domain, &PlanRequest::new(goal)).unwrap();
    let compiled_goal = grounding.compiled_goal(goal, &[]).unwrap();
    let mut cache = PlanCache::new(8);
    let mut planner = Planner::new(PlannerConfig::default());
    let favourite = with(&grounding, "n", Value::Int(99));
    for n in 0..60 {
        let state = with(&grounding, "n", Value::Int(n));
        ask_aim(&mut cache, &mut planner, &compiled_goal, &state);
        let steps = ask_aim(&mut cache, &mut planner, &compiled_goal, &favourite);
        assert_eq!(steps, Some(6));
        assert!(cache.len() <= 8);
    }
    assert_eq!(cache.hits(), 59);
    assert_eq!(cache.evictions(), 61 - 8);
}

#[test]
fn unfinished_search_is_not_cached() {
    let (domain, grounding) = setup();
    let compiled_goal = grounding.compiled_goal(domain.goal_named("in").unwrap(), &[]).unwrap();
    let mut cache = PlanCache::new(100);
    let mut planner = Planner::new(PlannerConfig::default());
    planner.begin_cached(&compiled_goal, &grounding.start(), &[], &cache);
    assert_eq!(planner.step(1), Status::Running);
    planner.keep(&mut cache);
    assert!(cache.is_empty());
    planner.step(100);
    planner.keep(&mut cache);
    assert_eq!(cache.len(), 1);
}
