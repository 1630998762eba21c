//! All configurations: algorithm, direction and heuristic.

use cunning_plan::{Algorithm, Direction, Heuristic, PlannerConfig};
use cunning_search::{Schedule, Weight};

/// What a configuration promises about the cost of its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The least cost, and then the fewest steps.
    Least,
    /// At most twice the least cost.
    Twice,
    /// A valid plan.
    Valid,
}

const HEURISTICS: [Heuristic; 6] = [
    Heuristic::Max,
    Heuristic::Add,
    Heuristic::LandmarkCut,
    Heuristic::Patterns,
    Heuristic::Count,
    Heuristic::Zero,
];
const DIRECTIONS: [Direction; 3] = [Direction::Auto, Direction::Backward, Direction::Forward];
/// How many configurations there are.
pub const TRIPLE_COUNT: usize = 5 * HEURISTICS.len() * DIRECTIONS.len();

/// A configuration by its number, below [`TRIPLE_COUNT`].
pub fn triple(number: usize) -> PlannerConfig {
    let two = Weight::new(2.0).unwrap();
    let algorithms = [
        Algorithm::AStar,
        Algorithm::WeightedAStar(two),
        Algorithm::Greedy,
        Algorithm::IdaStar,
        Algorithm::AraStar(Schedule { first: Weight::new(3.0).unwrap(), passes: 2 }),
    ];
    PlannerConfig {
        algorithm: algorithms[number % 5],
        heuristic: Some(HEURISTICS[number / 5 % HEURISTICS.len()]),
        direction: DIRECTIONS[number / (5 * HEURISTICS.len())],
        ..PlannerConfig::default()
    }
}

/// What a configuration promises.
pub fn promise(config: &PlannerConfig) -> Promise {
    let is_admissible = config.heuristic.is_none_or(Heuristic::is_admissible);
    match config.algorithm {
        Algorithm::AStar | Algorithm::IdaStar | Algorithm::AraStar(_) if is_admissible => Promise::Least,
        Algorithm::WeightedAStar(_) if is_admissible => Promise::Twice,
        _ => Promise::Valid,
    }
}
