//! Cells and their names.

use std::collections::BTreeSet;

use cunning_diag::Source;
use cunning_sweep::{FunctionJob, Plan};

use crate::dice::{DICE, plan, throw};

#[test]
fn cells_are_all_combinations_with_all_seeds() {
    let plan = plan(DICE).unwrap();
    let names: BTreeSet<_> = plan.cells().map(|cell| cell.name).collect();
    assert_eq!((plan.len(), names.len()), (2 * 3 * 20, 120));
    assert_eq!(plan.describe(0), "sides = 6, bonus = 0, seed = 0");
    assert_eq!(plan.describe(119), "sides = 20, bonus = 4, seed = 19");
    assert!(plan.cells().enumerate().all(|(at, cell)| cell.index == at as u64));
}

#[test]
fn names_depend_on_inputs_but_not_on_labels_order_or_measures() {
    let names = |text: &str| plan(text).unwrap().cells().map(|cell| cell.name).collect::<BTreeSet<_>>();
    let known = names(DICE);
    assert_eq!(names(&DICE.replace("name = \"dice\"", "name = \"other\"")), known);
    assert_eq!(names(&DICE.replace("six = ", "half_dozen = ")), known);
    assert_eq!(names(&DICE.replace("[6, 20]", "[20, 6]")), known);
    assert!(names(&DICE.replace("0..20", "0..30")).is_superset(&known));
    assert!(names(&DICE.replace("custom = \"dice\"", "custom = \"dice\"\nluck = 1")).is_disjoint(&known));
}

#[test]
fn an_edited_text_is_another_cell() {
    let sweep = "[run]\nscene = \"pit.toml\"\nticks = 5\n";
    let names = |scene: &str| {
        let source = Source::new("pit-sweep.toml", sweep);
        let job = cunning_sweep::StandardJob::default();
        let plan =
            Plan::new(&source, &job, &|_, name| (name == "pit.toml").then(|| scene.to_owned())).unwrap();
        plan.cells().map(|cell| cell.name).collect::<Vec<_>>()
    };
    let scene = "scene = { name = \"pit\", map = \"...\" }\n";
    assert_eq!(names(scene), names(scene));
    assert_ne!(names(scene), names(&scene.replace("...", "....")));
}

#[test]
fn samples_do_not_change_when_more_are_drawn() {
    let labels = |count: u32, more: &str| {
        let text = format!(
            "[run]\ncustom = \"x\"\n[sample]\ncount = {count}\nseed = 7\na = {{ min = 0, max = 9 }}\n{more}"
        );
        let plan = Plan::new(&Source::new("x.toml", text), &FunctionJob(throw), &|_, _| None).unwrap();
        (0..5).map(|at| plan.point(at).labels()[0].clone()).collect::<Vec<_>>()
    };
    let known = labels(5, "");
    assert_eq!(labels(50, ""), known);
    assert_eq!(
        labels(5, "b = { min = 0.5, max = 2.0, log = true }\nc = { values = [\"x\", \"y\"] }\n"),
        known
    );
}

#[test]
fn samples_stay_within_their_bounds() {
    let text = "[run]\ncustom = \"x\"\n[sample]\ncount = 500\na = { min = -2, max = 2 }\nb = { min = 0.5, max = 2.0, log = true }\n";
    let plan = Plan::new(&Source::new("x.toml", text), &FunctionJob(throw), &|_, _| None).unwrap();
    let points: Vec<_> = (0..500).map(|at| plan.point(at)).collect();
    let whole: BTreeSet<i64> = points.iter().map(|point| point.labels()[0].as_i64().unwrap()).collect();
    assert_eq!(whole, BTreeSet::from([-2, -1, 0, 1, 2]));
    let below_one = points.iter().filter(|point| point.labels()[1].as_f64().unwrap() < 1.0).count();
    // Half of the logarithmic range is below 1.
    assert!((200..300).contains(&below_one), "{below_one}");
}
