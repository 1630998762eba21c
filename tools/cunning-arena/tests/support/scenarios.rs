//! Loads scenarios of the project and runs them to their end.

use std::sync::Arc;

use cunning_arena::simulation::{Line, LineKind, OutcomeCounts, Scenario, Settings, Simulation};
use cunning_diag::Source;
use cunning_encode::StateHash;

use super::text_of;

/// Returns a domain, quest or demonstration file of the project.
pub fn file(name: &str) -> Option<Source> {
    let path = |folder: &str| format!("{}/../../{folder}/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = ["domains", "crates/cunning-train/quests"]
        .into_iter()
        .find_map(|folder| std::fs::read_to_string(path(folder)).ok());
    text.map(|text| Source::new(name, text))
}

/// The number of seeds; set `CUNNING_SEEDS` for more.
pub fn seeds(usually: u64) -> u64 {
    std::env::var("CUNNING_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usually)
}

/// Counts how the first runs of a scenario with two teams end.
pub fn count_outcomes(scenario: &Arc<Scenario>, seeds: u64) -> OutcomeCounts {
    let mut counts = OutcomeCounts::new(2);
    for seed in 0..seeds {
        let mut simulation = Simulation::new(scenario, seed).unwrap();
        while simulation.outcome().is_none() {
            simulation.tick();
        }
        counts.add(simulation.outcome());
    }
    counts
}

/// The scene `squad` on another map.
pub fn squad_on(map: &str, settings: Settings) -> Arc<Scenario> {
    let text = text_of("squad");
    let (before, rest) = text.split_once("map = \"\"\"\n").unwrap();
    let (_, after) = rest.split_once("\"\"\"").unwrap();
    let source = Source::new("squad.toml", format!("{before}map = \"\"\"\n{map}\"\"\"{after}"));
    Arc::new(Scenario::load(&source, &file, settings).unwrap_or_else(|found| panic!("{found}\n{map}")))
}

/// Loads a scene of the project as a scenario.
pub fn project_scenario(name: &str, set: &[&str], events: &[&str]) -> Arc<Scenario> {
    load(&text_of(name), set, events)
}

/// Loads a scene text as a scenario.
pub fn load(text: &str, set: &[&str], events: &[&str]) -> Arc<Scenario> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let settings = Settings { set: texts(set), events: texts(events), ..Settings::default() };
    let source = Source::new("scene.toml", text);
    Arc::new(Scenario::load(&source, &file, settings).unwrap_or_else(|found| panic!("{found}")))
}

/// Corrupts a save in many places and signs it again: every corrupted save must be rejected or run on without
/// panicking.
pub fn corrupt_save(scenario: &Arc<Scenario>, simulation: &Simulation, step: usize) {
    let bytes = simulation.save();
    for at in (0..bytes.len()).step_by(step) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        if let Some((contents, checksum)) = changed.split_last_chunk_mut::<8>() {
            *checksum = StateHash::of_bytes(contents).to_le_bytes();
        }
        if let Ok(mut simulation) = Simulation::restore(scenario, &changed) {
            simulation.tick();
        }
    }
}

/// The narration and outcome of a run.
pub struct Transcript {
    pub lines: Vec<Line>,
    pub outcome: String,
    pub hash: u64,
    pub ticks: u64,
}

impl Transcript {
    /// The steps that were started.
    pub fn steps(&self) -> Vec<&str> {
        let steps = self.lines.iter().filter(|line| line.kind == LineKind::Step);
        steps.map(|line| line.text.as_str()).collect()
    }

    /// The lines of a kind.
    pub fn of(&self, kind: LineKind) -> Vec<&str> {
        self.lines.iter().filter(|line| line.kind == kind).map(|line| line.text.as_str()).collect()
    }

    pub fn text(&self) -> String {
        let line = |line: &Line| format!("{:>5} {} {:?} {}\n", line.tick, line.agent, line.kind, line.text);
        self.lines.iter().map(line).collect::<String>() + &self.outcome
    }
}

/// Runs a scene of the project to its end, or until it is stuck.
pub fn run_scene(name: &str, seed: u64, set: &[&str], events: &[&str]) -> Transcript {
    run(Simulation::new(&project_scenario(name, set, events), seed).unwrap().narrated())
}

/// Runs a scene text to its end, or until it is stuck.
pub fn run_text(text: &str, seed: u64, set: &[&str], events: &[&str]) -> Transcript {
    run(Simulation::new(&load(text, set, events), seed).unwrap().narrated())
}

pub fn run(mut simulation: Simulation) -> Transcript {
    let mut lines = Vec::new();
    while simulation.outcome().is_none() && !simulation.is_stuck() && simulation.ticks() < 6000 {
        simulation.tick();
        lines.extend(simulation.drain_lines());
    }
    let outcome =
        simulation.outcome().map_or("open".to_owned(), |outcome| simulation.describe_outcome(outcome));
    Transcript { lines, outcome, hash: simulation.hash(), ticks: simulation.ticks() }
}
