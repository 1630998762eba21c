//! Measures how much time minds take, with a clock that the caller provides.

use cunning_mind::{MindEngine, Profiler};

use super::Simulation;

impl Simulation {
    /// Measures the minds of each domain file from now on, with a separate profiler for each file.
    #[must_use]
    pub fn profiled(mut self, mut profiler: impl FnMut() -> Profiler) -> Self {
        for domain in &mut self.domains {
            domain.minds.engine_mut().profile(profiler());
        }
        self
    }

    /// Returns the measurements of each domain file: its name, its minds, and their profiler.
    pub fn profiles(&self) -> impl Iterator<Item = (&str, &MindEngine, &Profiler)> {
        self.scenario.domains.iter().zip(&self.domains).filter_map(|(domain, domain_minds)| {
            let name = domain.name();
            Some((name, domain_minds.minds.engine(), domain_minds.minds.engine().profiler()?))
        })
    }
}
