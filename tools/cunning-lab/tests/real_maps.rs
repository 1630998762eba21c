//! The experiment with two goals on each map of the paper, if the maps are available beside the workspace.
//! `cunning lab fear --goals 64` runs the full experiment.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // A test may fail by panicking and print what it skipped.

use std::path::Path;

use cunning_diag::Source;
use cunning_lab::fear::{Curve, Outcome, Study, StudySettings, candidates, claims, sample_rule, study};
use cunning_walk::real_time::Method;
use cunning_walk::{Corners, Grid, Map};

fn grid(name: &str) -> Option<Grid> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/movingai/maps/bg-original");
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return None;
    }
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    Some(Grid::new(&Map::parse(&Source::new(name, text)).unwrap(), Corners::Cut))
}

fn settings(method: Method, orders_max: u32) -> StudySettings {
    StudySettings { method, orders_max, beta1: 10.0..=20.0, kept: Vec::new() }
}

/// The first random goals whose first order is between 10 and 20.
fn qualified(grid: &Grid, settings: &StudySettings, count: usize) -> Vec<Study> {
    let goals = candidates(grid, 1).into_iter();
    let studies = goals.map(|goal| study(grid, goal, settings, &|| 0, &|| true).unwrap());
    studies.filter(|study| study.outcome != Outcome::Rejected).take(count).collect()
}

#[test]
fn self_knowledge_makes_lrta_worse_and_then_optimal() {
    let maps = ["AR0012SR.map", "AR0014SR.map", "AR0307SR.map", "AR0603SR.map", "AR0701SR.map"];
    let mut studies = Vec::new();
    for name in maps {
        let Some(grid) = grid(name) else { return };
        let found = qualified(&grid, &settings(Method::LRTA, 10_000), 2);
        assert_eq!(found.len(), 2, "{name}");
        for study in &found {
            println!("{name} {:?}: {:.3?}", study.goal, study.betas().take(5).collect::<Vec<f64>>());
            assert_eq!(study.outcome, Outcome::Fixpoint, "{name} {:?}", study.goal);
        }
        studies.extend(found);
    }
    let goals: Vec<_> = studies.iter().map(|study| (study.orders.as_slice(), study.outcome)).collect();
    for claim in claims(&goals) {
        assert_eq!(claim.held, Some(true), "{claim:?}");
    }
}

#[test]
fn self_knowledge_makes_random_rules_worse() {
    let Some(grid) = grid("AR0014SR.map") else { return };
    let goal = qualified(&grid, &settings(Method::LRTA, 1), 1).remove(0).goal;
    let goal = grid.cell(goal).unwrap();
    let curves: Vec<Vec<f64>> = (0..4)
        .map(|index| {
            let settings = StudySettings { beta1: 0.0..=f64::INFINITY, ..settings(sample_rule(1, index), 2) };
            study(&grid, goal, &settings, &|| 0, &|| true).unwrap().betas().collect()
        })
        .collect();
    let (order, peak) = Curve::of(&curves).peak().unwrap();
    let first = Curve::of(&curves).points[0].mean;
    assert!(order > 1 && peak > first, "{curves:?}");
}
