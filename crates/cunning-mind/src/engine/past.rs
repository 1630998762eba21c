//! Recording and profiling.

use cunning_trace::{Event, Recorder, Subject};

use super::MindEngine;
use crate::profile::{Profiler, Watch};
use crate::record::{MindRecorder, TREE_NODES, define};

impl MindEngine {
    /// Starts recording, until [`MindEngine::take_recorder`]. If agents exist already, the recording starts with
    /// their complete state, so that it can always be [replayed](crate::debug::replay).
    pub fn record(&mut self, mut recorder: Recorder) {
        define(&mut recorder, &self.spec);
        self.ctx.recorder = MindRecorder(recorder, TREE_NODES);
        if self.ctx.recorder.is_on() && (self.ctx.tick > 0 || !self.agents.is_empty()) {
            let saved = self.save();
            let agents = self.agents.iter().filter_map(|entry| entry.agent.as_deref());
            let agents = agents.map(|agent| (agent, self.archetypes[agent.archetype].key.index));
            self.ctx.recorder.begin_at(self.ctx.tick, &saved, agents, &self.objects);
        }
    }

    /// Sets how many nodes of every search are recorded instead of 64; 0 records none. While searches are recorded,
    /// the plan cache is not used, because cached plans have no search to show. Call it after [`MindEngine::record`].
    pub fn record_trees(&mut self, nodes_max: u32) {
        self.ctx.recorder.1 = nodes_max;
    }

    /// Returns the recorder.
    pub fn recorder(&mut self) -> &mut Recorder {
        &mut self.ctx.recorder.0
    }

    /// Ends the recording and returns the recorder.
    pub fn take_recorder(&mut self) -> Recorder {
        std::mem::take(&mut self.ctx.recorder).0
    }

    /// Records an event of the game, such as a position, a background or a note.
    pub fn note<'e>(&mut self, subject: impl Into<Subject>, event: impl FnOnce() -> Event<'e>) {
        self.ctx.recorder.0.record(subject, event);
    }

    /// Starts measuring every tick, until [`MindEngine::take_profiler`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use std::sync::atomic::{AtomicU64, Ordering};
    /// # use cunning_diag::Source;
    /// use cunning_mind::{MindEngine, MindConfig, Phase, Profiler, Spawn};
    ///
    /// # let text = "facts.lit = \"bool\"\naction.light = { then = [\"lit\"] }\ngoal.see = { want = [\"lit\"] }\n\
    /// #             agent.keeper = { actions = [\"light\"], goals = { see = 1 } }";
    /// # let spec = Arc::new(cunning_mind::read(&Source::new("lamp.toml", text)).expect("a valid domain"));
    /// let mut engine = MindEngine::new(spec, MindConfig::default());
    /// // A game would return the time of its clock, in nanoseconds.
    /// let clock = AtomicU64::new(0);
    /// engine.profile(Profiler::new(move || clock.fetch_add(1000, Ordering::Relaxed)));
    /// engine.spawn("keeper", Spawn::default())?;
    /// engine.tick(16, 1000);
    /// let tick = engine.profiler().expect("a profiler is set").latest();
    /// assert_eq!(tick.phase(Phase::Choose).count, 1);
    /// assert!(tick.nanos() > 0);
    /// # Ok::<(), cunning_mind::MindError>(())
    /// ```
    pub fn profile(&mut self, profiler: Profiler) {
        self.ctx.watch = Watch(Some(Box::new(profiler)));
    }

    /// Returns the profiler with its measurements.
    pub fn profiler(&self) -> Option<&Profiler> {
        self.ctx.watch.0.as_deref()
    }

    /// Stops measuring and returns the profiler.
    pub fn take_profiler(&mut self) -> Option<Profiler> {
        self.ctx.watch.0.take().map(|profiler| *profiler)
    }
}
