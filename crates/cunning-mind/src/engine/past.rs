//! What a set of agents remembers of itself: its record, and a hash of its state to compare two lives by.

use cunning_trace::{Event, Recorder, StateHash, Subject};

use super::MindEngine;
use crate::profile::{Profiler, Watch};
use crate::record::{MindRecorder, TREE_NODES, define};

impl MindEngine {
    /// Records from now on, until [`MindEngine::take_recorder`]. If there are agents already, the record begins with all that
    /// they are, so that it is always enough to [replay](crate::debug::replay) it.
    pub fn record(&mut self, mut recorder: Recorder) {
        define(&mut recorder, &self.spec);
        self.ctx.recorder = MindRecorder(recorder, TREE_NODES);
        if self.ctx.recorder.is_on() && (self.ctx.tick > 0 || !self.agents.is_empty()) {
            let saved = self.save();
            let agents = self.agents.iter().filter_map(|entry| entry.agent.as_deref());
            let agents = agents.map(|agent| (agent, self.kinds[agent.kind].archetype));
            self.ctx.recorder.begin_at(self.ctx.tick, &saved, agents, &self.objects);
        }
    }

    /// Records so many nodes of every search instead of 64, for whoever wants to look into it; none if 0. While searches
    /// are recorded, plans are not remembered: what is known already has nothing to show. To be called after
    /// [`MindEngine::record`].
    pub fn record_trees(&mut self, nodes_max: u32) {
        self.ctx.recorder.1 = nodes_max;
    }

    /// The recorder, if it records.
    pub fn recorder(&mut self) -> &mut Recorder {
        &mut self.ctx.recorder.0
    }

    /// Ends the record.
    pub fn take_recorder(&mut self) -> Recorder {
        std::mem::take(&mut self.ctx.recorder).0
    }

    /// Records something of the game's own: where agents are, what to draw behind them, notes.
    pub fn note<'e>(&mut self, subject: impl Into<Subject>, event: impl FnOnce() -> Event<'e>) {
        self.ctx.recorder.0.record(subject, event);
    }

    /// Measures from now on what every tick takes, until [`MindEngine::take_profiler`].
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
    /// let mut set = MindEngine::new(spec, MindConfig::default());
    /// // A game would say what its clock says, in nanoseconds.
    /// let clock = AtomicU64::new(0);
    /// set.profile(Profiler::new(move || clock.fetch_add(1000, Ordering::Relaxed)));
    /// set.spawn("keeper", Spawn::default())?;
    /// set.tick(16, 1000);
    /// let tick = set.profiler().expect("it measures").latest();
    /// assert_eq!(tick.phase(Phase::Choose).count, 1);
    /// assert!(tick.nanos() > 0);
    /// # Ok::<(), cunning_mind::MindError>(())
    /// ```
    pub fn profile(&mut self, profiler: Profiler) {
        self.ctx.watch = Watch(Some(Box::new(profiler)));
    }

    /// What was measured so far.
    pub fn profiler(&self) -> Option<&Profiler> {
        self.ctx.watch.0.as_deref()
    }

    /// Measures no longer.
    pub fn take_profiler(&mut self) -> Option<Profiler> {
        self.ctx.watch.0.take().map(|profiler| *profiler)
    }

    /// A hash of everything that decides what agents will do. Two sets with the same spec that went through the same have
    /// the same, on every platform.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.number(self.ctx.now_ms).number(self.ctx.tick).number(self.scheduler.len() as u64);
        for agent in self.agents.iter().filter_map(|entry| entry.agent.as_deref()) {
            agent.hash(&mut hash);
        }
        hash.finish()
    }
}
