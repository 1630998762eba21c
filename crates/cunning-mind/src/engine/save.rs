//! Saved games: an engine as bytes and back.
//!
//! A save contains everything that affects future decisions, except the plan cache, which affects none. Searches in
//! progress are saved as their input and progress. Ids in the bytes are those of the domain, whose text is included:
//! a save is restored with its own domain and, if the game has a newer one, [reloaded](MindEngine::reload). Bytes may
//! come from anywhere; malformed ones lead to an error, never to a panic.

mod check;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_encode::{Hashed, StateHash};
use cunning_plan::Micros;

use super::{Entry, MindConfig, MindEngine, ReloadReport};
use crate::agent::{Agent, Phase, Running};
use crate::archetype_set::{ArchetypeKey, ArchetypeSet};
use crate::error::MindError;
use crate::limits::SAVE_BYTES_MAX;
use crate::message::{AgentId, Command, Percept, QuestionId, StepId, Value};
use crate::query_runner::QueryRunner;
use crate::read::read_with;
use crate::scheduler::Queue;
use crate::spec::DomainSpec;
use crate::tick_context::{AGENTS_MAX, TickContext};
use crate::timers::Timers;
use crate::wire::{Decode, Encode as _, Malformed, Sink, input};

/// The first bytes of every save.
const MAGIC: &[u8; 4] = b"CNMS";
/// The version of the layout, which follows the magic bytes.
const VERSION: u32 = 6;
/// The length of the hash of all preceding bytes, at the end of a save.
const CHECKSUM_BYTES: usize = 8;

/// Why bytes cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes are not a save.
    NotSaved,
    /// The save is larger than [`SAVE_BYTES_MAX`](crate::limits::SAVE_BYTES_MAX).
    TooLarge,
    /// The save has another version of the layout.
    Version(u32),
    /// The save is malformed.
    Damaged(&'static str),
    /// The save was made with another domain whose text cannot be read any more or was not saved.
    Domain(String),
    /// `remap` returned the same handle for two objects.
    SameHandle(u64),
    /// The agents cannot be compiled.
    Setup(MindError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSaved => f.write_str("not a save: the file does not start with `CNMS`"),
            Self::TooLarge => write!(f, "save is larger than {SAVE_BYTES_MAX} bytes"),
            Self::Version(found) => write!(f, "unsupported save version {found}; expected {VERSION}"),
            Self::Damaged(why) => write!(f, "invalid save: {why}"),
            Self::Domain(why) => write!(f, "save of another domain: {why}"),
            Self::SameHandle(handle) => write!(f, "`remap` returned {handle} for two objects of the save"),
            Self::Setup(error) => write!(f, "cannot restore the agents: {error}"),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<Malformed> for RestoreError {
    fn from(malformed: Malformed) -> Self {
        Self::Damaged(malformed.reason())
    }
}

/// The result of restoring a save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestoreReport {
    /// The saved handles of objects that no longer exist.
    pub lost: Vec<u64>,
    /// The changes made by a newer domain, if there is one.
    pub reload: Option<ReloadReport>,
}

impl MindEngine {
    /// Saves all agents as bytes, for [`MindEngine::restore`]. The same state gives the same bytes on every platform.
    pub fn save(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        VERSION.put(&mut out);
        self.spec.fingerprint().put(&mut out);
        out.number(self.spec.sources.len() as u64);
        for source in &self.spec.sources {
            (source.name(), source.text()).put(&mut out);
        }
        self.put_state(&mut out);
        self.put_progress(&mut out);
        self.ctx.commands.put(&mut out);
        let checksum = checksum(&out);
        out.extend_from_slice(&checksum);
        out
    }

    /// Returns a hash of the state: of everything that [`MindEngine::save`] writes, except the text of the domain and
    /// the commands that have not been taken. Engines with the same spec and the same inputs have the same hash on
    /// every platform. It costs little more than the agents that have changed since the last call.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        self.put_state(&mut hash);
        self.put_progress(&mut hash);
        hash.finish()
    }

    /// Returns a hash of everything that a replay repeats. It has the answers of queries, so it asks no questions.
    pub(crate) fn replay_hash(&self) -> u64 {
        let mut hash = StateHash::new();
        self.put_state(&mut hash);
        hash.finish()
    }

    /// Writes everything that affects decisions and that a replay repeats.
    fn put_state(&self, out: &mut impl Sink) {
        let Self { archetypes, agents, free, objects, numbers, sensors, scheduler, ctx, .. } = self;
        objects.put(out);
        numbers.put(out);
        sensors.put(out);
        out.number(archetypes.keys().len() as u64);
        for key in archetypes.keys() {
            key.map(|key| (key.index, &key.traits)).put(out);
        }
        ctx.put(out);
        out.number(agents.len() as u64);
        for Entry { generation, agent, timer_ms, is_listed, is_ready } in agents {
            (*generation, *timer_ms).put(out);
            (*is_listed, *is_ready).put(out);
            agent.put(out);
        }
        free.put(out);
        scheduler.put(out, |job| {
            let agent = agents.get(job.agent).and_then(|entry| entry.agent.as_deref());
            agent.is_some_and(|agent| agent.intention.waits_for(job))
        });
    }

    /// Writes the counters and the progress of queries, which a replay does not have.
    fn put_progress(&self, out: &mut impl Sink) {
        self.ctx.put_progress(out);
        self.query_runner.put(out);
    }

    /// Restores agents from a save, with a domain that may be newer and the configuration that they had.
    ///
    /// `remap` returns the new handle of each bound object of the game, or `None` if the object no longer exists. The
    /// commands start with those that had not been taken, followed by the running steps as [`Command::Start`] with
    /// `resumed` and the open questions, all with their old ids. Handle them before anything else, because later they
    /// may have ended.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use cunning_mind::{MindEngine, MindConfig, Spawn};
    /// # use cunning_mind::engine::{Command};
    /// # let spec = Arc::new(cunning_mind::read(&cunning_diag::Source::new("lamp.toml", r#"
    /// # facts = { lit = "bool" }
    /// # action.light = { then = ["lit"] }
    /// # goal.see = { want = ["lit"] }
    /// # agent.owl = { actions = ["light"], goals = { see = 1 } }
    /// # "#))?);
    /// let config = MindConfig::default();
    /// let mut engine = MindEngine::new(spec.clone(), config);
    /// engine.spawn("owl", Spawn::default())?;
    /// engine.tick(16, 100);
    /// engine.clear_commands();
    /// let bytes = engine.save();
    ///
    /// let (restored, report) = MindEngine::restore(&bytes, spec, config, Some)?;
    /// assert_eq!(restored.hash(), engine.hash());
    /// assert!(report.lost.is_empty() && report.reload.is_none());
    /// assert!(matches!(restored.commands().iter().next(), Some(Command::Start { resumed: true, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restore(
        bytes: &[u8],
        spec: Arc<DomainSpec>,
        config: MindConfig,
        remap: impl Fn(u64) -> Option<u64>,
    ) -> Result<(Self, RestoreReport), RestoreError> {
        let body = body(bytes)?;
        let mut from = cunning_encode::Input::new(body);
        let fingerprint = u64::take(&mut from)?;
        let sources = Vec::<(String, String)>::take(&mut from)?;
        let saved = if fingerprint == spec.fingerprint() { spec.clone() } else { saved_spec(&sources)? };
        if saved.fingerprint() != fingerprint {
            return Err(RestoreError::Damaged("the domain text does not match its fingerprint"));
        }
        let mut engine = Self::take(from.rest(), &saved, config)?;
        let lost = engine.remap(remap)?;
        let is_newer = !Arc::ptr_eq(&saved, &spec);
        let reload = if is_newer { Some(engine.reload(spec).map_err(RestoreError::Setup)?) } else { None };
        engine.resume();
        Ok((engine, RestoreReport { lost, reload }))
    }

    fn take(bytes: &[u8], spec: &Arc<DomainSpec>, config: MindConfig) -> Result<Self, RestoreError> {
        let mut from = input(bytes, spec);
        let (objects, numbers) = Decode::take(&mut from)?;
        let sensors = BTreeMap::take(&mut from)?;
        let keys = Vec::<Option<(usize, Vec<(String, Micros)>)>>::take(&mut from)?;
        if keys.len() > AGENTS_MAX {
            return Err(RestoreError::Damaged("too many archetypes"));
        }
        let key = |(index, traits)| Arc::new(ArchetypeKey { index, traits });
        let keys: Vec<_> = keys.into_iter().map(|place| place.map(key)).collect();
        let mut archetypes = ArchetypeSet::new(spec);
        archetypes.set_places(&keys, &sensors).map_err(RestoreError::Setup)?;
        let ctx = TickContext::take(&mut from)?;
        ctx.check()?;
        let mut engine = Self {
            objects,
            numbers,
            sensors,
            timers: Timers::at(ctx.now_ms),
            ctx,
            ..Self::new(spec.clone(), config)
        };
        let count = usize::take(&mut from)?;
        for index in 0..count {
            if index == AGENTS_MAX {
                return Err(RestoreError::Damaged("too many agents"));
            }
            let (generation, timer_ms) = Decode::take(&mut from)?;
            let (is_listed, is_ready) = Decode::take(&mut from)?;
            // An agent is read in terms of its archetype, with which it starts.
            let mut ahead = from;
            let archetype: Option<usize> = Decode::take(&mut ahead)?;
            if let Some(archetype) = archetype {
                let archetype = archetypes.get(archetype);
                from.context.archetype =
                    Some(archetype.ok_or(Malformed::new("an agent refers to an unknown archetype"))?);
            }
            let agent: Option<Hashed<Agent>> = Decode::take(&mut from)?;
            engine.agents.push(Entry { generation, agent, timer_ms, is_listed, is_ready });
            if is_listed {
                engine.awake.push(index);
            }
            if is_ready {
                engine.ready.push(index);
            }
            if timer_ms != u64::MAX {
                engine.timers.set(timer_ms, index);
            }
        }
        engine.free = Vec::take(&mut from)?;
        let archetype_of =
            |index: usize| archetypes.get(engine.agents.get(index)?.agent.as_deref()?.archetype);
        let queue = Queue::take(&mut from, config.job_units_max, archetype_of)?;
        engine.ctx.take_progress(&mut from)?;
        engine.ctx.check()?;
        let query_runner = QueryRunner::take(&mut from)?;
        engine.ctx.commands = Decode::take(&mut from)?;
        from.end()?;
        archetypes.count_users(engine.agents.iter().filter_map(Entry::archetype));
        (engine.archetypes, engine.query_runner) = (archetypes, query_runner);
        check::check(&engine, &queue)?;
        engine.scheduler.set_queue(&queue);
        engine.archetypes.iter().for_each(|archetype| engine.scheduler.prepare_again(archetype));
        engine.count_quality();
        Ok(engine)
    }

    /// Gives objects new handles. Objects that no longer exist are unbound first, so that their handles can be
    /// reused.
    fn remap(&mut self, remap: impl Fn(u64) -> Option<u64>) -> Result<Vec<u64>, RestoreError> {
        let (mut lost, mut renamed) = (Vec::new(), BTreeMap::new());
        let mut taken = std::collections::BTreeSet::new();
        for &handle in self.objects.keys() {
            match remap(handle) {
                Some(new) if taken.insert(new) => {
                    renamed.insert(handle, new);
                }
                Some(new) => return Err(RestoreError::SameHandle(new)),
                None => lost.push(handle),
            }
        }
        for &handle in &lost {
            self.receive(&Percept::Unbind { handle });
        }
        if renamed.iter().all(|(old, new)| old == new) {
            return Ok(lost);
        }
        let new = |handle: u64| renamed.get(&handle).copied().unwrap_or(handle);
        let value = |value: &mut Value| {
            if let Value::Handle(handle) = value {
                *handle = new(*handle);
            }
        };
        let objects = std::mem::take(&mut *self.objects).into_iter();
        *self.objects = objects.map(|(handle, object)| (new(handle), object)).collect();
        for agent in self.agents.iter_mut().filter_map(|entry| entry.agent.as_deref_mut()) {
            agent.beliefs.object_slots.iter_mut().filter_map(|known| known.object.as_mut()).for_each(value);
            agent.execution.claims.iter_mut().for_each(value);
            let orders = agent.command.orders.iter_mut().flat_map(|order| order.args.iter_mut().flatten());
            orders.for_each(value);
            let given = agent.command.given.iter_mut().chain(&mut agent.command.former);
            given.flat_map(|given| given.args.iter_mut().flatten()).for_each(value);
            agent.beliefs.unslotted.iter_mut().for_each(|(_, handle)| *handle = new(*handle));
        }
        self.query_runner.map_values(value);
        self.ctx.map_values(value);
        Ok(lost)
    }

    /// Sends the commands for running steps and open questions again.
    fn resume(&mut self) {
        let (mut told, mut asked) = (Vec::<StepId>::new(), Vec::<QuestionId>::new());
        for command in self.ctx.commands.iter() {
            match command {
                Command::Start { step, .. } => told.push(step),
                Command::Ask { question, .. } | Command::Query { question, .. } => asked.push(question),
                _ => {}
            }
        }
        let here = self.agents.iter().filter_map(|entry| entry.agent.as_deref());
        // A dormant agent needs nothing from the game.
        for agent in here.filter(|agent| !agent.lifecycle.is_dormant()) {
            let archetype = &self.archetypes[agent.archetype];
            let args = |id| archetype.grounding.bound_args(id).map(|arg| agent.value(arg));
            let is_carried_out =
                |running: &Running| running.phase == Phase::Acting && !agent.lifecycle.is_dormant();
            let running = agent.execution.running.filter(is_carried_out);
            if let Some(running) = running.filter(|running| !told.contains(&running.step)) {
                let (step, action) = (running.step, archetype.grounding.action(running.action));
                let start = Command::Start { agent: agent.id, step, action, args: &[], resumed: true };
                self.ctx.commands.push(start, args(running.action));
            }
            let open = agent.intention.pending().into_iter().flat_map(|pending| &pending.job.asked);
            for open in open.filter(|open| !open.is_granted && !asked.contains(&open.question)) {
                let (question, action) = (open.question, archetype.grounding.action(open.action));
                let ask = Command::Ask { agent: agent.id, question, action, args: &[] };
                self.ctx.commands.push(ask, args(open.action));
            }
        }
        let mut commands = std::mem::take(&mut self.ctx.commands);
        let agent_of = |id: AgentId| {
            let agent = self.get(self.index_of(id)?)?;
            Some((agent, &self.archetypes[agent.archetype]))
        };
        self.query_runner.ask_again(agent_of, |question, command, of| {
            if !asked.contains(&question) {
                commands.push(command, of.iter().copied());
            }
        });
        self.ctx.commands = commands;
    }
}

/// Returns the bytes between the version and the checksum.
fn body(bytes: &[u8]) -> Result<&[u8], RestoreError> {
    if bytes.len() > SAVE_BYTES_MAX {
        return Err(RestoreError::TooLarge);
    }
    let rest = bytes.strip_prefix(MAGIC).ok_or(RestoreError::NotSaved)?;
    let mut from = cunning_encode::Input::new(rest);
    let version = u32::take(&mut from)?;
    if version != VERSION {
        return Err(RestoreError::Version(version));
    }
    let end = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(Malformed::new("unexpected end of data"))?;
    let (all, expected) = bytes.split_at(end);
    if checksum(all) != expected {
        return Err(RestoreError::Damaged("checksum mismatch"));
    }
    let body_len =
        from.rest().len().checked_sub(CHECKSUM_BYTES).ok_or(Malformed::new("unexpected end of data"))?;
    Ok(from.raw(body_len)?)
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    StateHash::of_bytes(bytes).to_le_bytes()
}

/// Reads the domain that a save was made with.
fn saved_spec(sources: &[(String, String)]) -> Result<Arc<DomainSpec>, RestoreError> {
    let sources: Vec<Source> = sources.iter().map(|(name, text)| Source::new(name, text)).collect();
    let Some(main) = sources.first() else {
        return Err(RestoreError::Domain(
            "the save has no domain text, because its domain was not read from a file".into(),
        ));
    };
    let loader = |name: &str| sources.iter().find(|source| source.name() == name).cloned();
    let (spec, _) = read_with(main, loader).map_err(|found| RestoreError::Domain(found.to_string()))?;
    Ok(Arc::new(spec))
}
