//! Small domains through every configuration, for the tests named after bugs that planners in the field have had.

#[path = "../campaign/triples.rs"]
mod triples;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::{OracleDomain, OracleQuery, Step as OracleStep};
use cunning_plan::{Algorithm, PlanRequest, Planner, PlannerConfig, read};
use cunning_search::{Counters, Status};

use triples::{Promise, TRIPLE_COUNT, promise, triple};

/// More than any of these domains takes. Only IDA*, which remembers nothing, may need more to prove that there is no
/// plan.
const EXPANSIONS_MAX: u64 = 200_000;

/// What planning came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: Status,
    /// The names of the actions.
    pub steps: Vec<String>,
    pub cost_micros: u64,
    pub counters: Counters,
}

/// All algorithms, directions and heuristics.
pub fn configurations() -> impl Iterator<Item = PlannerConfig> {
    (0..TRIPLE_COUNT).map(triple).chain([PlannerConfig::default()])
}

/// Plans for the goal `g` of a domain whose actions have no parameters.
pub fn plan(text: &str, config: PlannerConfig) -> Answer {
    let domain = read(&Source::new("field.toml", text)).unwrap_or_else(|found| panic!("{found}\n{text}"));
    let domain = Arc::new(domain);
    let query = PlanRequest::new(domain.goal_named("g").unwrap());
    let (mut planner, _) = Planner::for_request(&domain, &query, config).unwrap();
    let status = planner.step(EXPANSIONS_MAX);
    let plan = planner.plan().unwrap_or_default();
    let steps = plan.steps.iter().map(|step| domain.actions()[step.action].name.clone()).collect();
    Answer { status, steps, cost_micros: plan.cost_micros, counters: planner.counters() }
}

/// Every configuration finds a valid plan, and the one of this cost and so many steps if it promises the best.
#[track_caller]
pub fn assert_best(text: &str, cost: u64, step_count: usize) {
    let oracle = OracleDomain::parse(text).unwrap();
    let best = (cost * 1_000_000, step_count);
    for config in configurations() {
        let answer = plan(text, config);
        assert_eq!(answer.status, Status::Solved, "{config:?}");
        let steps: Vec<OracleStep> = answer.steps.iter().map(|name| OracleStep::new(name, &[])).collect();
        let found = (answer.cost_micros, answer.steps.len());
        assert_eq!(oracle.validate(&OracleQuery::new("g"), &steps), Ok(found), "{config:?}: {answer:?}");
        match promise(&config) {
            Promise::Least => assert_eq!(found, best, "{config:?}: {answer:?}"),
            Promise::Twice => assert!(found.0 <= 2 * best.0, "{config:?}: {answer:?}"),
            Promise::Valid => {}
        }
    }
}

/// Every configuration proves that there is no plan; IDA* may be at it still.
#[track_caller]
pub fn assert_unsolvable(text: &str) {
    for config in configurations() {
        let status = plan(text, config).status;
        let is_patient = config.algorithm == Algorithm::IdaStar && status == Status::Running;
        assert!(status == Status::Unsolvable || is_patient, "{config:?}: {status:?}");
    }
}
