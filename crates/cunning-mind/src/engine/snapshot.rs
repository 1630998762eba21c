//! In-memory snapshots for rollback.
//!
//! A snapshot holds everything that affects future decisions, except the plan cache, which affects none. Searches in
//! progress are kept as their input and progress; after a rollback they are repeated when their turn comes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::numbers::Numbers;
use super::{Entry, MindEngine};
use crate::archetype_set::ArchetypeKey;
use crate::error::MindError;
use crate::object_slots::Object;
use crate::query_runner::QueryRunner;
use crate::scheduler::Queue;
use crate::spec::DomainSpec;
use crate::tick_context::TickContext;
use crate::timers::Timers;

/// A snapshot of a [`MindEngine`]. A reused snapshot allocates nothing for as many agents as it held before.
pub struct Snapshot {
    /// The spec of the snapshot; `None` while it is empty.
    spec: Option<Arc<DomainSpec>>,
    /// Identifies the engine.
    engine: Arc<()>,
    archetypes: Vec<Option<Arc<ArchetypeKey>>>,
    agents: Vec<Entry>,
    free: Vec<usize>,
    objects: BTreeMap<u64, Object>,
    numbers: Numbers,
    sensors: BTreeMap<String, u32>,
    timers: Timers,
    awake: Vec<usize>,
    ready: Vec<usize>,
    queue: Queue,
    query_runner: QueryRunner,
    ctx: TickContext,
}

impl Default for Snapshot {
    fn default() -> Self {
        Self {
            spec: None,
            engine: Arc::default(),
            archetypes: Vec::new(),
            agents: Vec::new(),
            free: Vec::new(),
            objects: BTreeMap::new(),
            numbers: Numbers::default(),
            sensors: BTreeMap::new(),
            timers: Timers::new(),
            awake: Vec::new(),
            ready: Vec::new(),
            queue: Queue::default(),
            query_runner: QueryRunner::default(),
            ctx: TickContext::default(),
        }
    }
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
        let Self {
            identity,
            spec,
            archetypes,
            agents,
            free,
            objects,
            numbers,
            sensors,
            timers,
            awake,
            ready,
            touched: _,
            scheduler,
            query_runner,
            judged: _,
            ctx,
        } = self;
        snapshot.spec = Some(spec.clone());
        snapshot.engine.clone_from(identity);
        snapshot.archetypes.clear();
        snapshot.archetypes.extend(archetypes.keys().map(Option::<&_>::cloned));
        snapshot.agents.clone_from(agents);
        snapshot.free.clone_from(free);
        snapshot.objects.clone_from(objects);
        snapshot.numbers.clone_from(numbers);
        snapshot.sensors.clone_from(sensors);
        snapshot.timers.clone_from(timers);
        snapshot.awake.clone_from(awake);
        snapshot.ready.clone_from(ready);
        scheduler.queue_into(&mut snapshot.queue);
        snapshot.query_runner.clone_from(query_runner);
        snapshot.ctx.assign(ctx);
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
        let dropped = self.archetypes.set_places(&snapshot.archetypes, &snapshot.sensors)?;
        self.scheduler.forget(&dropped);
        self.agents.clone_from(&snapshot.agents);
        self.archetypes.count_users(self.agents.iter().filter_map(Entry::archetype));
        self.free.clone_from(&snapshot.free);
        self.objects.clone_from(&snapshot.objects);
        self.numbers.clone_from(&snapshot.numbers);
        self.timers.clone_from(&snapshot.timers);
        self.awake.clone_from(&snapshot.awake);
        self.ready.clone_from(&snapshot.ready);
        self.scheduler.set_queue(&snapshot.queue);
        self.query_runner.clone_from(&snapshot.query_runner);
        self.ctx.assign(&snapshot.ctx);
        if self.sensors != snapshot.sensors {
            self.sensors.clone_from(&snapshot.sensors);
            self.set_intervals();
        }
        Ok(())
    }
}
