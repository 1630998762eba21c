//! Every problem of the public MovingAI benchmark is solved at its listed length.
//!
//! The benchmark is not part of the project. If it is missing beside the workspace in `../shared`, these tests print a
//! note and pass.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // A test may fail by panicking and print what it skipped.

use std::path::PathBuf;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_search::{QueueChoice, Schedule, Status, Weight};
use cunning_walk::{Algorithm, Corners, Grid, Map, PathAlgorithm, PathFinder, Scenario};

/// The scenarios of one set with their maps; empty if the benchmark is missing.
fn scenarios(set: &str) -> Vec<(String, Arc<Grid>, Scenario)> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/movingai");
    if !data.is_dir() {
        println!("skipped: {} is not there", data.display());
        return Vec::new();
    }
    let files = std::fs::read_dir(data.join("scen").join(set)).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let read =
        |path: PathBuf| Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap());
    files
        .into_iter()
        .map(|file| {
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            let map = Map::parse(&read(data.join("maps").join(set).join(&name))).unwrap();
            let scenario = Scenario::parse(&read(file)).unwrap();
            scenario.validate(&map).unwrap();
            (name, Arc::new(Grid::new(&map, Corners::Strict)), scenario)
        })
        .collect()
}

/// Solves every `stride`-th problem of a set and compares lengths. Returns the number of problems, or `None` if the
/// benchmark is missing.
fn solve(set: &str, algorithm: impl Into<PathAlgorithm> + Copy, stride: usize) -> Option<usize> {
    let mut solved = None;
    for (name, grid, scenario) in scenarios(set) {
        let mut finder = PathFinder::new(grid, algorithm);
        for problem in scenario.problems.iter().step_by(stride) {
            assert_eq!(finder.find(problem.start, problem.goal), Ok(Status::Solved), "{name} {problem:?}");
            let length = finder.length().unwrap();
            assert!(problem.length.matches(length.as_f64()), "{name} line {}: {length}", problem.line);
            *solved.get_or_insert(0) += 1;
        }
    }
    solved
}

#[test]
fn astar_solves_baldurs_gate() {
    assert!(matches!(solve("bg512", Algorithm::AStar, 1), None | Some(6350)));
}

#[test]
fn astar_solves_dragon_age() {
    assert!(matches!(solve("dao", Algorithm::AStar, 1), None | Some(11_074)));
}

#[test]
fn astar_solves_starcraft() {
    assert!(matches!(solve("sc1", Algorithm::AStar, 1), None | Some(7110)));
}

#[test]
fn astar_solves_warcraft() {
    assert!(matches!(solve("wc3-512", Algorithm::AStar, 1), None | Some(3611)));
}

const SETS: [&str; 4] = ["bg512", "dao", "sc1", "wc3-512"];

#[test]
fn jps_solves_all_sets() {
    let solved: Option<usize> = SETS.map(|set| solve(set, PathAlgorithm::Jps, 1)).into_iter().sum();
    assert!(matches!(solved, None | Some(28_145)));
}

/// The other algorithms that find shortest paths, some of them with weights of one.
#[test]
fn optimal_algorithms_solve_a_sample_of_all_sets() {
    let one = Weight::ONE;
    let turns = QueueChoice::RoundRobin;
    let draws = QueueChoice::Thompson { seed: 5 };
    for algorithm in [
        Algorithm::WeightedAStar(one),
        Algorithm::AraStar(Schedule { first: Weight::new(3.0).unwrap(), passes: 4 }),
        Algorithm::SharedMha(one, one, turns),
        Algorithm::SharedMha(one, one, draws),
        Algorithm::FocalMha(one, turns),
        Algorithm::MhaPlusPlus(one, draws),
        Algorithm::UnconstrainedMha(one, turns),
    ] {
        for set in SETS {
            solve(set, algorithm, 397);
        }
    }
    // IDA* may expand a state once per path to it, so it can only solve the shortest problems.
    for set in SETS {
        for (name, grid, scenario) in scenarios(set) {
            let mut finder = PathFinder::new(grid, Algorithm::IdaStar);
            for problem in scenario.problems.iter().filter(|problem| problem.length.value() < 6.0) {
                finder.find(problem.start, problem.goal).unwrap();
                let length = finder.length().unwrap();
                assert!(problem.length.matches(length.as_f64()), "{name} line {}: {length}", problem.line);
            }
        }
    }
}
