//! A moment of a set of agents, kept in memory: to go back a few ticks when a late message changes the past.
//!
//! A snapshot holds everything that decides what agents will do, but for the plan cache, which changes nothing. Searches
//! in flight are kept as what they work on and how far they are; going back, they are made again when their turn comes.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_plan::Grounding;

use super::numbers::Numbers;
use super::{Entry, MindEngine};
use crate::compiled_archetype::CompiledArchetype;
use crate::error::MindError;
use crate::object_slots::Object;
use crate::query_runner::QueryRunner;
use crate::scheduler::Queue;
use crate::spec::DomainSpec;
use crate::tick_context::TickContext;
use crate::timers::Timers;

/// A moment of an [`MindEngine`]. Made once and used again, it takes no new memory for as many agents as it held.
pub struct Snapshot {
    /// What its numbers mean; none if nothing was kept yet.
    spec: Option<Arc<DomainSpec>>,
    groundings: Vec<Arc<Grounding>>,
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
            groundings: Vec::new(),
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
    /// Keeps this moment, in the memory that the snapshot has.
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
    /// let mut agents = MindEngine::new(Arc::new(spec), MindConfig::default());
    /// agents.spawn("owl", Spawn::default())?;
    /// let mut snapshot = Snapshot::default();
    /// agents.snapshot_into(&mut snapshot);
    /// agents.tick(16, 100);
    /// let hash = agents.hash();
    /// // A message for the last tick came late: go back, and live through it again.
    /// agents.restore_snapshot(&snapshot)?;
    /// agents.tick(16, 100);
    /// assert_eq!(agents.hash(), hash);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        let Self {
            spec,
            kinds,
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
        snapshot.groundings.clear();
        snapshot.groundings.extend(kinds.iter().map(|kind| kind.grounding.clone()));
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

    /// Goes back to a moment of this set, commands that had not been taken included. What happens then happens as it
    /// would have then. Refused for a moment of another set or of another domain, and while a record is made, which
    /// cannot go back in time.
    pub fn restore_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), MindError> {
        let is_same =
            |(kind, kept): (&CompiledArchetype, &Arc<Grounding>)| Arc::ptr_eq(&kind.grounding, kept);
        let is_own = snapshot.spec.as_ref().is_some_and(|spec| Arc::ptr_eq(spec, &self.spec))
            && snapshot.groundings.len() <= self.kinds.len()
            && self.kinds.iter().zip(&snapshot.groundings).all(is_same);
        if !is_own {
            return Err(MindError::ForeignSnapshot);
        }
        if self.ctx.recorder.is_on() {
            return Err(MindError::Recording);
        }
        self.agents.clone_from(&snapshot.agents);
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
