//! Solves the benchmark instances: optimally where the optimal length is known, and all of them by greedy search.
//!
//! The instances are not part of the repository. The test looks for them beside the workspace, in `../shared`, and
//! passes with a message if they are missing.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // A test may fail by panicking, and prints what it skips.

use std::path::{Path, PathBuf};

use cunning_diag::Source;
use cunning_pddl::{Problem, read};
use cunning_plan::{Algorithm, Planner, PlannerConfig};
use cunning_search::Status;

/// The folder of the instances, if it exists.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pddl");
    if !folder.is_dir() {
        println!("skipped: {} does not exist", folder.display());
        return None;
    }
    Some(folder)
}

fn open(folder: &Path, instance: &str) -> Problem {
    let source =
        |path: &Path| Source::new(path.display().to_string(), std::fs::read_to_string(path).unwrap());
    let problem = folder.join(instance);
    read(&source(&problem.with_file_name("domain.pddl")), &source(&problem))
        .unwrap_or_else(|found| panic!("{found}"))
}

/// The instances with their optimal lengths, where these are known.
fn listed(folder: &Path) -> Vec<(String, Option<u64>)> {
    let table = std::fs::read_to_string(folder.join("optimal_lengths.csv")).unwrap();
    let (header, rows) = table.split_once('\n').unwrap();
    let column = header.split(',').position(|name| name == "optimal_unit_length").unwrap();
    let row = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        (fields[0].to_owned(), fields[column].parse().ok())
    };
    rows.lines().map(row).collect()
}

#[test]
fn every_instance_is_solved() {
    let Some(folder) = folder() else { return };
    let instances = listed(&folder);
    assert!(instances.len() >= 50 && instances.iter().filter(|(_, length)| length.is_some()).count() >= 40);
    let greedy = PlannerConfig { algorithm: Algorithm::Greedy, ..PlannerConfig::default() };
    for (instance, length) in instances {
        let problem = open(&folder, &instance);
        let solve = |config| {
            let planner = Planner::for_request(problem.domain(), &problem.request(), config);
            let (mut planner, _) = planner.unwrap_or_else(|error| panic!("{instance}: {error}"));
            assert_eq!(planner.step(u64::MAX), Status::Solved, "{instance}");
            let plan = planner.plan().unwrap();
            assert_eq!(plan.cost_micros, plan.steps.len() as u64 * 1_000_000, "{instance}");
            plan.steps.len() as u64
        };
        let quick = solve(greedy);
        if let Some(length) = length {
            assert_eq!(solve(PlannerConfig::default()), length, "{instance}");
            assert!(quick >= length, "{instance}");
        }
    }
}
