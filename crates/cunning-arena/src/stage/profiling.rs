//! What minds take of a play's time, with a clock that whoever plays it brings along.

use cunning_mind::{AgentSet, Profiler};

use super::Stage;

impl Stage {
    /// Measures from now on what minds take: those of each domain file with a profiler of their own.
    #[must_use]
    pub fn profiled(mut self, mut profiler: impl FnMut() -> Profiler) -> Self {
        for troupe in &mut self.troupes {
            troupe.set.profile(profiler());
        }
        self
    }

    /// What was measured, for each domain file: its name, its minds, and their profiler.
    pub fn profiles(&self) -> impl Iterator<Item = (&str, &AgentSet, &Profiler)> {
        self.play.casts.iter().zip(&self.troupes).filter_map(|(cast, troupe)| {
            let name = cast.sources.first().map_or("", |source| source.name());
            Some((name, &troupe.set, troupe.set.profiler()?))
        })
    }
}
