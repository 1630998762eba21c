//! The benchmark instances: all of them are read and ground, the small ones solved at the length listed for them.
//!
//! The instances are not part of the project. Where they are missing, beside the workspace in `../shared`, these tests
//! say so and pass.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // A test may fail by panicking, and says what it skips.

use std::path::{Path, PathBuf};

use cunning_diag::Source;
use cunning_pddl::{Problem, read};
use cunning_plan::{Planner, PlannerConfig};
use cunning_search::Status;

/// The instances that are solved here: those that take little time without optimisation.
const SOLVED: &[&str] = &[
    "blocks/probBLOCKS-4-0.pddl",
    "blocks/probBLOCKS-4-1.pddl",
    "blocks/probBLOCKS-4-2.pddl",
    "blocks/probBLOCKS-5-0.pddl",
    "blocks/probBLOCKS-5-1.pddl",
    "blocks/probBLOCKS-5-2.pddl",
    "blocks/probBLOCKS-6-0.pddl",
    "blocks/probBLOCKS-6-1.pddl",
    "driverlog/p01.pddl",
    "gripper/prob01.pddl",
    "gripper/prob02.pddl",
    "logistics00/probLOGISTICS-5-2.pddl",
    "miconic/s1-0.pddl",
    "miconic/s2-0.pddl",
    "miconic/s3-0.pddl",
    "miconic/s4-0.pddl",
    "rovers/p01.pddl",
    "rovers/p02.pddl",
    "rovers/p04.pddl",
];

/// The folder of the instances; nothing where it is missing.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pddl");
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
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

/// The instances with their optimal lengths, as far as these are known.
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
fn all_instances_are_read_and_ground() {
    let Some(folder) = folder() else { return };
    let instances = listed(&folder);
    assert!(instances.len() >= 50);
    for (instance, _) in instances {
        let problem = open(&folder, &instance);
        let planner = Planner::new(problem.domain(), &problem.query(), PlannerConfig::default());
        assert!(planner.is_ok(), "{instance}: {}", planner.err().unwrap());
    }
}

#[test]
fn small_instances_are_solved_at_the_listed_length() {
    let Some(folder) = folder() else { return };
    let lengths = listed(&folder);
    for instance in SOLVED {
        let (_, length) = lengths.iter().find(|(name, _)| name == instance).unwrap();
        let problem = open(&folder, instance);
        let mut planner = Planner::new(problem.domain(), &problem.query(), PlannerConfig::default()).unwrap();
        assert_eq!(planner.step(u64::MAX), Status::Solved, "{instance}");
        let plan = planner.plan().unwrap();
        assert_eq!(Some(plan.steps.len() as u64), *length, "{instance}");
        assert_eq!(plan.cost_micros, plan.steps.len() as u64 * 1_000_000, "{instance}");
    }
}
