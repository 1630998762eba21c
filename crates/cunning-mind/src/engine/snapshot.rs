//! In-memory snapshots for rollback.
//!
//! A snapshot holds everything that affects future decisions, except the plan cache, which affects none. Searches in
//! progress are kept as their input and progress; after a rollback they are repeated when their turn comes.

use std::sync::Arc;

use super::{EngineState, Entry, MindEngine};
use crate::archetype_set::ArchetypeKey;
use crate::error::MindError;
use crate::scheduler::Queue;
use crate::spec::DomainSpec;

/// A snapshot of a [`MindEngine`]. A reused snapshot allocates nothing for as many agents as it held before.
#[derive(Default)]
pub struct Snapshot {
    /// The spec of the snapshot; `None` while it is empty.
    spec: Option<Arc<DomainSpec>>,
    /// Identifies the engine.
    engine: Arc<()>,
    archetypes: Vec<Option<Arc<ArchetypeKey>>>,
    state: EngineState,
    queue: Queue,
}

impl MindEngine {
    /// Copies the state into a snapshot, reusing its memory.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use cunning_mind::{MindEngine, MindConfig, Snapshot, Spawn};
    /// # let spec = cunning_mind::read(&cunning_diag::Source::new("lamp.toml", r#"
    /// # facts = { lit = "bool" }
    /// # action.light = { then = ["lit"] }
    /// # goal.see = { want = ["lit"] }
    /// # agent.owl = { actions = ["light"], goals = { see = 1 } }
    /// # "#))?;
    /// let mut engine = MindEngine::new(Arc::new(spec), MindConfig::default());
    /// engine.spawn("owl", Spawn::default())?;
    /// let mut snapshot = Snapshot::default();
    /// engine.snapshot_into(&mut snapshot);
    /// engine.tick(16, 100);
    /// let hash = engine.hash();
    /// // A message for the last tick came late: roll back and run the tick again.
    /// engine.restore_snapshot(&snapshot)?;
    /// engine.tick(16, 100);
    /// assert_eq!(engine.hash(), hash);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.spec = Some(self.spec.clone());
        snapshot.engine.clone_from(&self.identity);
        snapshot.archetypes.clear();
        snapshot.archetypes.extend(self.archetypes.keys().map(Option::<&_>::cloned));
        self.copy_to(&mut snapshot.state);
        self.scheduler.queue_into(&mut snapshot.queue);
    }

    /// Rolls back to a snapshot of this engine, including commands that had not been taken. Fails for a snapshot of
    /// another engine or domain, and while recording, because a recording cannot go back in time.
    pub fn restore_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), MindError> {
        let is_own = snapshot.spec.as_ref().is_some_and(|spec| Arc::ptr_eq(spec, &self.spec))
            && Arc::ptr_eq(&snapshot.engine, &self.identity);
        if !is_own {
            return Err(MindError::ForeignSnapshot);
        }
        if self.ctx.recorder.is_on() {
            return Err(MindError::Recording);
        }
        let dropped = self.archetypes.set_places(&snapshot.archetypes, &snapshot.state.sensors)?;
        self.scheduler.forget(&dropped);
        let has_other_sensors = self.sensors != snapshot.state.sensors;
        self.copy_from(&snapshot.state);
        self.archetypes.count_users(self.agents.iter().filter_map(Entry::archetype));
        self.scheduler.set_queue(&snapshot.queue);
        if has_other_sensors {
            self.set_intervals();
        }
        Ok(())
    }
}
