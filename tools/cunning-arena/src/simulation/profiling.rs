//! What minds take of a play's time, with a clock that whoever plays it brings along.

use cunning_mind::{MindEngine, Profiler};

use super::Simulation;

impl Simulation {
    /// Measures from now on what minds take: those of each domain file with a profiler of their own.
    #[must_use]
    pub fn profiled(mut self, mut profiler: impl FnMut() -> Profiler) -> Self {
        for minds_at in &mut self.minds {
            minds_at.set.profile(profiler());
        }
        self
    }

    /// What was measured, for each domain file: its name, its minds, and their profiler.
    pub fn profiles(&self) -> impl Iterator<Item = (&str, &MindEngine, &Profiler)> {
        self.scenario.domains.iter().zip(&self.minds).filter_map(|(domain_at, minds_at)| {
            let name = domain_at.sources.first().map_or("", |source| source.name());
            Some((name, &minds_at.set, minds_at.set.profiler()?))
        })
    }
}
