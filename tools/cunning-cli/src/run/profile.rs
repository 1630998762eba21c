//! `--profile`: how long the minds took, by phase.

use std::time::Instant;

use cunning_arena::simulation::Simulation;
use cunning_diag::visible_line;
use cunning_mind::{MindEngine, Phase, Profiler, TickProfile};
use serde::Serialize;

/// The profile of the minds of one domain file.
#[derive(Serialize)]
pub(super) struct MindsProfile {
    domain: String,
    ticks: u64,
    slow_ticks: u64,
    phases: Vec<PhaseRow>,
    slowest: TickRow,
}

#[derive(Serialize)]
struct PhaseRow {
    phase: &'static str,
    count: u64,
    micros: f64,
}

#[derive(Serialize)]
struct TickRow {
    tick: u64,
    micros: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    job: Option<u64>,
}

/// A profiler that reads the clock of this machine.
pub(super) fn profiler() -> Profiler {
    let begin = Instant::now();
    Profiler::new(move || u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX))
}

/// The profiles of all minds of a scene.
pub(super) fn profiles(simulation: &Simulation) -> Vec<MindsProfile> {
    simulation.profiles().map(|(domain, set, profiler)| MindsProfile::new(domain, set, profiler)).collect()
}

impl MindsProfile {
    fn new(domain: &str, set: &MindEngine, profiler: &Profiler) -> Self {
        let total = profiler.total();
        let row = |phase: Phase| {
            let known = total.phase(phase);
            PhaseRow { phase: phase.name(), count: known.count, micros: known.nanos as f64 / 1e3 }
        };
        Self {
            domain: domain.to_owned(),
            ticks: total.ticks,
            slow_ticks: total.slow_ticks,
            phases: Phase::ALL.into_iter().map(row).collect(),
            slowest: TickRow::new(set, &total.slowest),
        }
    }

    pub(super) fn table(&self) -> String {
        let micros: f64 = self.phases.iter().map(|row| row.micros).sum();
        let ticks = self.ticks.max(1) as f64;
        let Self { ticks: count, slow_ticks, .. } = self;
        let mut text = format!(
            "{}: {:.1} ms in {count} ticks, {:.1} µs each; {slow_ticks} took longer than 16 ms\n",
            visible_line(&self.domain),
            micros / 1e3,
            micros / ticks
        );
        for PhaseRow { phase, count, micros } in &self.phases {
            let row = format!("  {phase:<8} {count:>9} times {:>10.1} µs a tick\n", micros / ticks);
            text.push_str(&row);
        }
        text.push_str(&self.slowest.sentence());
        text
    }
}

impl TickRow {
    fn new(set: &MindEngine, tick: &TickProfile) -> Self {
        let name = |agent| set.inspect(agent).map(|about| about.name);
        let goal = |goal| set.spec().planning.goals().get(goal).map(|known| known.name.clone());
        Self {
            tick: tick.tick,
            micros: tick.nanos() as f64 / 1e3,
            phase: tick.culprit.map(|culprit| culprit.phase.name()),
            agent: tick.culprit.and_then(|culprit| name(culprit.agent)),
            goal: tick.culprit.and_then(|culprit| culprit.goal).and_then(goal),
            job: tick.culprit.and_then(|culprit| culprit.job),
        }
    }

    fn sentence(&self) -> String {
        let phase = self.phase.map(|phase| format!(", most of it in {phase}"));
        let agent = self.agent.as_ref().map(|agent| format!(", mostly for {}", visible_line(agent)));
        let goal = self.goal.as_ref().map(|goal| format!(" with goal {}", visible_line(goal)));
        let more: String = [phase, agent, goal].into_iter().flatten().collect();
        format!("  slowest  tick {} with {:.1} µs{more}\n", self.tick, self.micros)
    }
}
