//! Real game maps and scenarios parse, fit each other, and survive writing.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "test helpers may give up and speak like tests"
)]

use std::fs;
use std::path::{Path, PathBuf};

use cunning_diag::Source;
use cunning_walk::{Map, Scenario};

/// The MovingAI files; prints a note if they are missing.
fn movingai() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/movingai");
    if !root.is_dir() {
        println!("skipped: no MovingAI files beside the workspace");
        return None;
    }
    Some(root)
}

/// The files two directories down, sorted.
fn files(root: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a readable folder");
        entries.map(|entry| entry.expect("a readable entry").path()).collect()
    };
    let mut files: Vec<PathBuf> = list(root).iter().flat_map(|folder| list(folder)).collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {}", root.display());
    files
}

fn source(path: &Path) -> Source {
    Source::new(path.display().to_string(), fs::read_to_string(path).expect("a readable file"))
}

#[test]
fn maps_survive_writing_and_parsing() {
    let Some(root) = movingai() else { return };
    for path in files(&root.join("maps")) {
        let source = source(&path);
        let map = Map::parse(&source).unwrap_or_else(|found| panic!("{found}"));
        assert_eq!(map.to_text().trim_end(), source.text().trim_end(), "{}", path.display());
        assert!(map.free_count() > 0, "{}", path.display());
    }
}

#[test]
fn scenarios_fit_their_maps() {
    let Some(root) = movingai() else { return };
    for path in files(&root.join("scen")) {
        let scenario = Scenario::parse(&source(&path)).unwrap_or_else(|found| panic!("{found}"));
        assert!(!scenario.problems.is_empty(), "{}", path.display());
        let below = path.strip_prefix(root.join("scen")).expect("a file below the folder");
        let map = Map::parse(&source(&root.join("maps").join(below).with_extension("")));
        let map = map.unwrap_or_else(|found| panic!("{found}"));
        scenario.validate(&map).unwrap_or_else(|found| panic!("{found}"));
    }
}

#[test]
fn listed_lengths_are_sums_of_straight_and_diagonal_moves() {
    let Some(root) = movingai() else { return };
    for path in files(&root.join("scen")) {
        for problem in Scenario::parse(&source(&path)).expect("a good scenario").problems {
            let mut diagonals = (0..2000).map(f64::from).map(|steps| steps * std::f64::consts::SQRT_2);
            let is_sum = diagonals.any(|diagonal| {
                let straight = (problem.length.value() - diagonal).round();
                straight >= 0.0 && problem.length.matches(straight + diagonal)
            });
            assert!(is_sum, "{} line {}: {:?}", path.display(), problem.line, problem.length);
        }
    }
}
