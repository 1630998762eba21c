//! Recording, writing and parsing demonstrations, and diagnostics of invalid ones.

use crate::support;

use cunning_diag::Source;
use cunning_search::Status;
use cunning_train::{
    Demonstration, Experience, ExperienceError, ExperienceGraph, Quest, QuestPlanner, QuestSearch, Recorder,
    SampleError, Successors, Waypoint, built_in, limits,
};
use support::{built_in_quest, weight};

fn read(text: &str) -> Result<Vec<Demonstration>, String> {
    Demonstration::parse(&Source::new("demo.json", text)).map_err(|found| found.to_string())
}

#[test]
fn demonstrations_survive_writing_and_parsing() {
    let quest = Quest::parse(&built_in::quest("shield").unwrap()).unwrap();
    let script = ["4.5,20.5", "sneak 9.25,22.125", "wait 700", "3,3"];
    let waypoints: Vec<Waypoint> = script.iter().map(|line| line.parse().unwrap()).collect();
    let shown = Demonstration::from_waypoints(&quest, &waypoints).unwrap();
    assert!(shown.samples().iter().any(|sample| sample.sneaks));
    let text = Demonstration::to_json(&[shown.clone(), shown.clone()]);
    assert_eq!(read(&text), Ok(vec![shown.clone(), shown]));
}

#[test]
fn errors_in_files_have_locations() {
    let file = |samples: &str| {
        format!(
            "{{\"demonstrations\": [\n{{\"quest\": \"q\", \"width\": 5, \"height\": 4, \"samples\": [\n{samples}\n]}}\n]}}"
        )
    };
    let ok = r#"{"ms": 0, "x": 1.5, "y": 1.5}"#;
    for (text, place, says) in [
        (file(""), "demo.json:2:1", "the demonstration is empty"),
        (
            file(&format!("{ok},\n{{\"ms\": 9, \"x\": 1, \"y\": 1}},\n{{\"ms\": 8, \"x\": 1, \"y\": 1}}")),
            "demo.json:5:1",
            "time 8 ms is before the previous sample at 9 ms",
        ),
        (
            file(r#"{"ms": 0, "x": 5.5, "y": 1.5}"#),
            "demo.json:3:1",
            "5.5,1.5 is outside the map of 5 × 4 cells",
        ),
        (file(r#"{"ms": 0, "x": -0.1, "y": 1.5}"#), "demo.json:3:1", "outside the map"),
        (file(r#"{"ms": 0, "x": NaN, "y": 1.5}"#), "demo.json:3:1", "expected value"),
        (file(r#"{"ms": 0, "x": null, "y": 1.5}"#), "demo.json:3:", "invalid type"),
        (file(r#"{"ms": 0, "x": 1e999, "y": 1.5}"#), "demo.json:3:", "number out of range"),
        (file(r#"{"ms": -1, "x": 1, "y": 1.5}"#), "demo.json:3:", "invalid value"),
        (file(r#"{"ms": 0, "x": 1, "z": 1.5}"#), "demo.json:3:", "unknown field `z`"),
        (file(r#"{"ms": 99999999999, "x": 1, "y": 1}"#), "demo.json:3:1", "more than a day"),
        ("{\"demonstrations\": []}".to_owned(), "demo.json:1:1", "no demonstration"),
        ("[]".to_owned(), "demo.json:1:", "invalid"),
        (String::new(), "demo.json:1:", "EOF"),
    ] {
        let told = read(&text).unwrap_err();
        assert!(told.contains(says), "{text}\n{told}");
        if !text.contains("NaN") {
            assert!(told.contains(place), "{text}\n{told}");
        }
    }
    let deep = "[".repeat(100_000);
    assert!(read(&deep).is_err());
    let told = read(&file(ok).replace("\"width\": 5", "\"width\": 5000")).unwrap_err();
    assert!(told.contains("train/limit"), "{told}");
}

#[test]
fn recorder_rejects_invalid_samples_and_continues() {
    let mut recorder = Recorder::new("q", (5, 4));
    assert_eq!(recorder.record(5, f64::NAN, 1.0, false), Err(SampleError::NotANumber));
    assert_eq!(recorder.record(5, 1.0, f64::INFINITY, false), Err(SampleError::NotANumber));
    assert!(matches!(recorder.record(5, 1.0, 4.01, false), Err(SampleError::Outside { .. })));
    recorder.record(5, 5.0, 4.0, false).unwrap();
    assert_eq!(recorder.record(4, 1.0, 1.0, false), Err(SampleError::Backwards { ms: 4, before: 5 }));
    // Standing still for an hour at sixty frames per second takes two samples.
    for frame in 0..216_000_u64 {
        recorder.record(5 + frame * 1000 / 60, 5.0, 4.0, false).unwrap();
    }
    assert_eq!(recorder.clone().finish().unwrap().samples().len(), 2);
    let mut full = Ok(());
    for frame in 0..=limits::SAMPLES_MAX as u64 {
        full = recorder.record(3_600_005 + frame, f64::from(frame as u32 % 2), 1.0, false);
    }
    assert_eq!(full, Err(SampleError::TooMany));
}

#[test]
fn demonstrations_of_another_map_size_are_rejected() {
    let (quest, _) = built_in_quest("dungeon");
    let mut recorder = Recorder::new("q", (5, 4));
    recorder.record(0, 1.0, 1.0, false).unwrap();
    let mut experience = Experience::new();
    experience.add(recorder.finish().unwrap()).unwrap();
    let error = ExperienceError::OtherMap { shown: (5, 4), here: (50, 50) };
    assert_eq!(ExperienceGraph::on_grid(&quest, &experience), Err(error.clone()));
    let planner = QuestPlanner::t_graph(weight(2.0), weight(1.0));
    let refused = QuestSearch::new(&quest, &experience, planner, Successors::Sixteen).err();
    assert_eq!(refused, Some(error));
}

/// A demonstration of a part of the path helps with that part.
#[test]
fn partial_demonstrations_reduce_expansions() {
    let (quest, shown) = built_in_quest("dungeon");
    let nothing = expanded(&quest, &Experience::new()).0;
    let both = expanded(&quest, &shown).0;
    let mut one = Experience::new();
    one.add(shown.demonstrations()[0].clone()).unwrap();
    let part = expanded(&quest, &one).0;
    assert!(both < part && part < nothing, "{both} with both, {part} with one, {nothing} with none");
}

#[test]
fn past_solutions_reduce_expansions() {
    for name in ["shield", "key"] {
        let (quest, _) = built_in_quest(name);
        let (first, solution) = expanded(&quest, &Experience::new());
        let mut remembered = Experience::new();
        remembered.add(solution).unwrap();
        let (again, _) = expanded(&quest, &remembered);
        assert!(again < first / 2, "{name}: {first} at first, {again} with the solution");
    }
}

fn expanded(quest: &Quest, experience: &Experience) -> (u64, Demonstration) {
    let planner = QuestPlanner::shared_mha(weight(100.0), weight(20.0), weight(50.0));
    let mut search = QuestSearch::new(quest, experience, planner, Successors::Sixteen).unwrap();
    assert_eq!(search.step(u64::MAX), Status::Solved);
    (search.counters().expanded, search.to_demonstration().unwrap())
}
