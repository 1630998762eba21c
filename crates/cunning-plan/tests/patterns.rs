//! Pattern databases show the cost of what is spent and of the ways that have to be walked, and change no plan.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::{
    CompiledGoal, Direction, Grounding, Heuristic, Plan, PlanRequest, Planner, PlannerConfig, State, read,
};
use cunning_search::{Counters, Status};

/// Planks are sawn of logs and carried, a few at a time, from the mill to the yard. Pay for work buys nails and sails.
const BOATS: &str = r#"
[types]
place = ["wood", "mill", "yard", "port"]
[facts]
at = "place"
logs = { type = "int", min = 0, max = 6 }
planks = { type = "int", min = 0, max = 6 }
stacked = { type = "int", min = 0, max = 30 }
pay = { type = "int", min = 0, max = 60 }
nails = { type = "int", min = 0, max = 20 }
sails = { type = "int", min = 0, max = 3 }
boats = { type = "int", min = 0, max = 3 }
mood = { type = "int", min = 0, max = 5 }
[action.go]
params = { from = "place", to = "place" }
when = ["at == from", "from != to"]
then = ["at = to"]
cost = 2
[action]
fell = { when = ["at == wood"], then = ["logs += 1"], cost = 2 }
saw = { when = ["at == mill", "logs >= 1", "planks <= 4"], then = ["logs -= 1", "planks += 2"] }
stack = { when = ["at == yard", "planks >= 2"], then = ["planks -= 2", "stacked += 2"] }
work = { when = ["at == port"], then = ["pay += 4"], cost = 3 }
sing = { then = ["mood += 1"] }
buy_nails = { when = ["at == port", "pay >= 3"], then = ["pay -= 3", "nails += 5"] }
buy_sail = { when = ["at == port", "pay >= 9"], then = ["pay -= 9", "sails += 1"] }
build = { when = ["at == yard", "stacked >= 4", "nails >= 5", "sails >= 1"], then = ["stacked -= 4", "nails -= 5", "sails -= 1", "boats += 1"] }
[goal.boat]
want = ["boats >= 1"]
[goal.cheerful_fleet]
want = ["boats >= 2", "mood >= 3"]
[start]
at = "wood"
"#;

fn goal(name: &str) -> (CompiledGoal, State) {
    let domain = Arc::new(read(&Source::new("boats.toml", BOATS)).unwrap());
    let goal = domain.goal_named(name).unwrap();
    let grounding = Grounding::for_request(&domain, &PlanRequest::new(goal)).unwrap();
    (grounding.compiled_goal(goal, &[]).unwrap(), grounding.start())
}

/// Searches forward in slices, and returns the plan and what was counted.
fn plan(name: &str, heuristic: Heuristic, slice: u64) -> (Plan, Counters) {
    let (goal, start) = goal(name);
    let config = PlannerConfig {
        heuristic: Some(heuristic),
        direction: Direction::Forward,
        ..PlannerConfig::default()
    };
    let mut planner = Planner::new(config);
    planner.begin(&goal, &start, &[]);
    while planner.status() == Status::Running {
        planner.step(slice);
    }
    assert_eq!(planner.status(), Status::Solved);
    let mut plan = Plan::default();
    assert!(planner.plan_into(&mut plan));
    (plan, planner.counters())
}

#[test]
fn what_is_spent_is_seen() {
    let (least, blind) = plan("boat", Heuristic::Max, u64::MAX);
    let (found, counters) = plan("boat", Heuristic::Patterns, u64::MAX);
    assert_eq!(found.cost_micros, least.cost_micros);
    assert!(counters.expanded * 4 < blind.expanded, "{counters:?} instead of {blind:?}");
}

#[test]
fn slices_change_nothing_while_tables_are_made_and_enlarged() {
    let whole = plan("cheerful_fleet", Heuristic::Patterns, u64::MAX);
    for slice in [1, 7, 1000] {
        assert_eq!(plan("cheerful_fleet", Heuristic::Patterns, slice), whole, "slices of {slice}");
    }
    // The second boat needs more than the smallest tables have room for.
    let (least, _) = plan("cheerful_fleet", Heuristic::LandmarkCut, u64::MAX);
    assert_eq!(whole.0.cost_micros, least.cost_micros);
}

#[test]
fn a_planner_can_leave_tables_half_made() {
    let (goal, start) = goal("boat");
    let config = PlannerConfig { heuristic: Some(Heuristic::Patterns), ..PlannerConfig::default() };
    let mut planner = Planner::new(config);
    planner.begin(&goal, &start, &[]);
    planner.step(3);
    planner.begin(&goal, &start, &[]);
    while planner.status() == Status::Running {
        planner.step(u64::MAX);
    }
    let mut plan_again = Plan::default();
    assert!(planner.plan_into(&mut plan_again));
    assert_eq!(plan_again.cost_micros, plan("boat", Heuristic::Max, u64::MAX).0.cost_micros);
}
