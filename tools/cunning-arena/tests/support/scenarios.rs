//! Scenes of the project played to their end.

use std::sync::Arc;

use cunning_arena::simulation::{Line, LineKind, Scenario, Settings, Simulation};
use cunning_diag::Source;

use super::text_of;

/// A file of the project that scenes name: of a domain, a quest or demonstrations.
pub fn file(name: &str) -> Option<Source> {
    let path = |folder: &str| format!("{}/../../{folder}/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = ["domains", "crates/cunning-train/quests"]
        .into_iter()
        .find_map(|folder| std::fs::read_to_string(path(folder)).ok());
    text.map(|text| Source::new(name, text))
}

/// A scene of the project, ready to be played.
pub fn play_of(name: &str, set: &[&str], events: &[&str]) -> Arc<Scenario> {
    load(&text_of(name), set, events)
}

/// A scene, ready to be played.
pub fn load(text: &str, set: &[&str], events: &[&str]) -> Arc<Scenario> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let settings = Settings { set: texts(set), events: texts(events), ..Settings::default() };
    let source = Source::new("scene.toml", text);
    Arc::new(Scenario::load(&source, &file, settings).unwrap_or_else(|found| panic!("{found}")))
}

/// Breaks a save in many places: what comes of it plays on, or is refused.
pub fn break_save(play: &Arc<Scenario>, simulation: &Simulation, step: usize) {
    let bytes = simulation.save();
    for at in (0..bytes.len()).step_by(step) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        if let Ok(mut simulation) = Simulation::restore(play, &changed) {
            simulation.tick();
        }
    }
}

/// What happened in a play.
pub struct Story {
    pub lines: Vec<Line>,
    pub outcome: String,
    pub hash: u64,
    pub ticks: u64,
}

impl Story {
    /// The steps that were begun.
    pub fn steps(&self) -> Vec<&str> {
        let steps = self.lines.iter().filter(|line| line.kind == LineKind::Step);
        steps.map(|line| line.text.as_str()).collect()
    }

    /// The lines of a kind.
    pub fn of(&self, kind: LineKind) -> Vec<&str> {
        self.lines.iter().filter(|line| line.kind == kind).map(|line| line.text.as_str()).collect()
    }

    pub fn told(&self) -> String {
        let line = |line: &Line| format!("{:>5} {} {:?} {}\n", line.tick, line.who, line.kind, line.text);
        self.lines.iter().map(line).collect::<String>() + &self.outcome
    }
}

/// Plays a scene to its end, or until nobody knows what to do.
pub fn played(name: &str, seed: u64, set: &[&str], events: &[&str]) -> Story {
    run(Simulation::new(&play_of(name, set, events), seed).unwrap().watched())
}

/// The same for a scene that is not one of the project's files.
pub fn played_text(text: &str, seed: u64, set: &[&str], events: &[&str]) -> Story {
    run(Simulation::new(&load(text, set, events), seed).unwrap().watched())
}

pub fn run(mut simulation: Simulation) -> Story {
    let mut lines = Vec::new();
    while simulation.outcome().is_none() && !simulation.is_stuck() && simulation.ticks() < 6000 {
        simulation.tick();
        lines.extend(simulation.drain_lines());
    }
    let outcome = simulation.outcome().map_or("open".to_owned(), |outcome| simulation.show_outcome(outcome));
    Story { lines, outcome, hash: simulation.hash(), ticks: simulation.ticks() }
}
