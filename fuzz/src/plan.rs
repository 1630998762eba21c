//! Planning: every goal of an accepted domain is planned for or rejected without a panic, within its budget, and with the
//! same result each time.

use std::sync::Arc;

use cunning_plan::model::PlanningDomain;
use cunning_plan::{Algorithm, Direction, Plan, PlanRequest, Planner, PlannerConfig};
use cunning_search::{Limits, Status};

/// How many goals of an input are planned for.
const GOALS_MAX: usize = 3;
const EXPANSIONS_MAX: u64 = 200;
const NODES_MAX: u32 = 2_000;

/// Plans for the first goals of a domain, and for its first tests.
pub fn check(text: &str) {
    let Ok(domain) = super::domain::read(text).map(Arc::new) else { return };
    if !super::size::is_small(&domain) {
        return;
    }
    let goals = domain.goals().ids().map(PlanRequest::new);
    let tests = domain.tests().iter().map(|test| PlanRequest {
        args: test.args.clone(),
        set: test.set.clone(),
        ..PlanRequest::new(test.goal)
    });
    for request in goals.take(GOALS_MAX).chain(tests.take(GOALS_MAX)) {
        for direction in [Direction::Auto, Direction::Backward, Direction::Forward] {
            let whole = plan(&domain, &request, Algorithm::AStar, direction, EXPANSIONS_MAX);
            let sliced = plan(&domain, &request, Algorithm::AStar, direction, 7);
            assert_eq!(whole, sliced, "{text}");
        }
        plan(&domain, &request, Algorithm::Greedy, Direction::Auto, EXPANSIONS_MAX);
    }
}

/// How a search of the same budget ends, taken in slices; nothing if the request is refused.
fn plan(
    domain: &Arc<PlanningDomain>,
    request: &PlanRequest,
    algorithm: Algorithm,
    direction: Direction,
    slice: u64,
) -> Option<(Status, Option<Plan>)> {
    let config = PlannerConfig {
        algorithm,
        direction,
        heuristic: None,
        limits: Limits { nodes_max: NODES_MAX, ..Limits::default() },
        ..PlannerConfig::default()
    };
    let (mut planner, _) = Planner::for_request(domain, request, config).ok()?;
    let mut left = EXPANSIONS_MAX;
    while left > 0 && planner.status() == Status::Running {
        planner.step(slice.min(left));
        left = left.saturating_sub(slice);
    }
    let plan = planner.plan();
    assert!(planner.counters().expanded <= EXPANSIONS_MAX);
    assert_eq!(planner.status() == Status::Solved, plan.is_some());
    if let Some(plan) = &plan {
        assert_eq!(plan.cost_micros, plan.steps.iter().map(|step| step.cost_micros).sum::<u64>());
    }
    Some((planner.status(), plan))
}
