//! A set of agents as bytes and back: saved games.
//!
//! Everything that decides what agents will do is saved, but for the plan cache, which changes nothing; searches in flight
//! as what they work on and how far they are. Numbers in the bytes are those of the domain, whose text stands in front: a
//! save is restored with its own domain, and if the game has a newer one by now, that is [reloaded](MindEngine::reload).
//! Bytes may come from anywhere: whatever is wrong with them is an error and never a panic.

mod check;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::Micros;
use cunning_trace::StateHash;

use super::numbers::Numbers;
use super::{Entry, MindConfig, MindEngine, ReloadReport};
use crate::agent::{Agent, Phase, Running};
use crate::compiled_archetype::CompiledArchetype;
use crate::error::MindError;
use crate::limits::SAVE_BYTES_MAX;
use crate::message::{AgentId, Command, Percept, QuestionId, StepId, Value};
use crate::query_runner::QueryRunner;
use crate::read::read_with;
use crate::scheduler::Queue;
use crate::spec::DomainSpec;
use crate::tick_context::{AGENTS_MAX, TickContext};
use crate::timers::Timers;
use crate::wire::{Broken, Input, Output, Wire};

/// The first bytes of every save.
const MAGIC: &[u8; 4] = b"CNMS";
/// What follows them; another number means another layout.
const VERSION: u32 = 2;
/// The last bytes are a hash of all before them.
const CHECKSUM_BYTES: usize = 8;

/// Why saved bytes cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// They are no saved set of agents.
    NotSaved,
    /// They are larger than [`SAVE_BYTES_MAX`](crate::limits::SAVE_BYTES_MAX).
    TooLarge,
    /// Another version wrote them.
    Version(u32),
    /// They were cut or changed.
    Damaged(&'static str),
    /// They were saved with another domain, whose text cannot be read any more or was not saved.
    Domain(String),
    /// Two handles were given the same new one.
    SameHandle(u64),
    /// The agents cannot be set up.
    Setup(MindError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSaved => f.write_str("this is no saved set of agents"),
            Self::TooLarge => write!(f, "this is larger than {SAVE_BYTES_MAX} bytes"),
            Self::Version(found) => write!(f, "this was saved as version {found}, expected {VERSION}"),
            Self::Damaged(why) => write!(f, "this save is damaged: {why}"),
            Self::Domain(why) => write!(f, "this was saved with another domain: {why}"),
            Self::SameHandle(handle) => write!(f, "two objects of the save would become {handle}"),
            Self::Setup(error) => write!(f, "the agents cannot be set up: {error}"),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<Broken> for RestoreError {
    fn from(Broken(why): Broken) -> Self {
        Self::Damaged(why)
    }
}

/// What became of a save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestoreReport {
    /// The handles, as they were saved, of objects that there are no more.
    pub lost: Vec<u64>,
    /// What the newer domain changed, if it is newer.
    pub reload: Option<ReloadReport>,
}

impl MindEngine {
    /// All agents as bytes, for [`MindEngine::restore`]. The same state gives the same bytes on every platform.
    pub fn save(&self) -> Vec<u8> {
        let Self {
            spec,
            kinds,
            agents,
            free,
            objects,
            numbers,
            sensors,
            timers: _,
            awake: _,
            ready: _,
            touched: _,
            scheduler,
            query_runner,
            judged: _,
            ctx,
        } = self;
        let mut out = Output::default();
        out.bytes.extend_from_slice(MAGIC);
        VERSION.put(&mut out);
        spec.fingerprint().put(&mut out);
        let text = |source: &Source| (source.name().to_owned(), source.text().to_owned());
        spec.sources.iter().map(text).collect::<Vec<_>>().put(&mut out);
        objects.put(&mut out);
        numbers.put(&mut out);
        sensors.put(&mut out);
        kinds.iter().map(|kind| (kind.archetype, kind.traits.clone())).collect::<Vec<_>>().put(&mut out);
        ctx.put(&mut out);
        out.number(agents.len() as u64);
        for Entry { generation, agent, timer_ms, is_listed, is_ready } in agents {
            (*generation, *timer_ms).put(&mut out);
            (*is_listed, *is_ready).put(&mut out);
            agent.as_ref().map(|agent| agent.kind).put(&mut out);
            if let Some(agent) = agent {
                out.kind = Some(&kinds[agent.kind]);
                agent.put(&mut out);
            }
        }
        free.put(&mut out);
        let mut queue = Queue::default();
        scheduler.queue_into(&mut queue);
        queue.put(&mut out, |job| {
            let agent = agents.get(job.agent)?.agent.as_deref()?;
            let is_wanted = agent.job.as_ref().is_some_and(|wanted| wanted.number == job.number);
            is_wanted.then(|| &kinds[agent.kind])
        });
        query_runner.put(&mut out);
        let checksum = checksum(&out.bytes);
        out.bytes.extend_from_slice(&checksum);
        out.bytes
    }

    /// The agents that were saved, for a domain that may be newer by now, and with the configuration that they had.
    ///
    /// `remap` gives each object of the game that was bound its new handle, or none if there is no such object any more.
    /// The commands begin with those that had not been taken. Then come the steps that run, as
    /// [`Command::Start`] with `resumed`, and the questions that are open; both under the numbers that they had. See to
    /// them before anything else: later they may be over.
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
    /// let mut agents = MindEngine::new(spec.clone(), config);
    /// agents.spawn("owl", Spawn::default())?;
    /// agents.tick(16, 100);
    /// agents.clear_commands();
    /// let bytes = agents.save();
    ///
    /// let (again, report) = MindEngine::restore(&bytes, spec, config, Some)?;
    /// assert_eq!(again.hash(), agents.hash());
    /// assert!(report.lost.is_empty() && report.reload.is_none());
    /// assert!(matches!(again.commands().iter().next(), Some(Command::Start { resumed: true, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restore(
        bytes: &[u8],
        spec: Arc<DomainSpec>,
        config: MindConfig,
        remap: impl Fn(u64) -> Option<u64>,
    ) -> Result<(Self, RestoreReport), RestoreError> {
        let body = body(bytes)?;
        let mut from = Input::new(body);
        let fingerprint = u64::take(&mut from)?;
        let sources = Vec::<(String, String)>::take(&mut from)?;
        let saved = if fingerprint == spec.fingerprint() { spec.clone() } else { old_lore(&sources)? };
        if saved.fingerprint() != fingerprint {
            return Err(RestoreError::Damaged("its text is not the one that it was saved with"));
        }
        let mut set = Self::take(&mut from, &saved, config)?;
        let lost = set.remap(remap)?;
        let is_newer = !Arc::ptr_eq(&saved, &spec);
        let reload = if is_newer { Some(set.reload(spec).map_err(RestoreError::Setup)?) } else { None };
        set.resume();
        Ok((set, RestoreReport { lost, reload }))
    }

    fn take(from: &mut Input<'_>, spec: &Arc<DomainSpec>, config: MindConfig) -> Result<Self, RestoreError> {
        let mut from = Input::new(from.raw(from.len())?);
        from.spec = Some(spec);
        let objects = BTreeMap::take(&mut from)?;
        let numbers = Numbers::take(&mut from)?;
        let sensors = BTreeMap::take(&mut from)?;
        let mut kinds = Vec::new();
        for (archetype, traits) in Vec::<(usize, Vec<(String, Micros)>)>::take(&mut from)? {
            if kinds.len() == KINDS_MAX {
                return Err(RestoreError::Damaged("there are more kinds of agents than there can be"));
            }
            let mut kind = CompiledArchetype::new(spec, archetype, &traits).map_err(RestoreError::Setup)?;
            kind.set_intervals(&sensors);
            kinds.push(kind);
        }
        let ctx = TickContext::take(&mut from)?;
        if !ctx.is_sound() {
            return Err(RestoreError::Damaged("a counter is beyond its cap"));
        }
        let mut set = Self {
            objects,
            numbers,
            sensors,
            timers: Timers::at(ctx.now_ms),
            ctx,
            ..Self::new(spec.clone(), config)
        };
        let count = usize::take(&mut from)?;
        for place in 0..count {
            if place == AGENTS_MAX {
                return Err(RestoreError::Damaged("there are more agents than there can be"));
            }
            let (generation, timer_ms) = Wire::take(&mut from)?;
            let (is_listed, is_ready) = Wire::take(&mut from)?;
            let kind: Option<usize> = Wire::take(&mut from)?;
            let mut agent = None;
            if let Some(kind) = kind {
                from.kind = Some(kinds.get(kind).ok_or(Broken("an agent is of no kind"))?);
                let found: Box<Agent> = Wire::take(&mut from)?;
                if found.kind != kind {
                    return Err(RestoreError::Damaged("an agent is of two kinds"));
                }
                agent = Some(found);
            }
            set.agents.push(Entry { generation, agent, timer_ms, is_listed, is_ready });
            if is_listed {
                set.awake.push(place);
            }
            if is_ready {
                set.ready.push(place);
            }
            if timer_ms != u64::MAX {
                set.timers.set(timer_ms, place);
            }
        }
        set.free = Vec::take(&mut from)?;
        let kind_of = |place: usize| kinds.get(set.agents.get(place)?.agent.as_deref()?.kind);
        let queue = Queue::take(&mut from, config.job_expansions_max, kind_of)?;
        let query_runner = QueryRunner::take(&mut from)?;
        if !from.is_empty() {
            return Err(RestoreError::Damaged("there are bytes left over"));
        }
        (set.kinds, set.query_runner) = (kinds, query_runner);
        check::check(&set, &queue)?;
        set.scheduler.set_queue(&queue);
        Ok(set)
    }

    /// Gives objects new handles. Those that are gone are unbound first, so that none can be taken for another one.
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
        let objects = std::mem::take(&mut self.objects).into_iter();
        self.objects = objects.map(|(handle, object)| (new(handle), object)).collect();
        for agent in self.agents.iter_mut().filter_map(|entry| entry.agent.as_deref_mut()) {
            agent.object_slots.iter_mut().filter_map(|known| known.object.as_mut()).for_each(value);
            agent.claims.iter_mut().for_each(value);
            agent.unslotted.iter_mut().for_each(|(_, handle)| *handle = new(*handle));
        }
        self.query_runner.map_values(value);
        self.ctx.map_values(value);
        Ok(lost)
    }

    /// Tells the game again what it has to do for agents: steps that run, and questions that are open.
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
        // Who lives on without the game needs nothing of it.
        for agent in here.filter(|agent| !agent.is_dormant) {
            let kind = &self.kinds[agent.kind];
            let args = |id| kind.grounding.bound_args(id).map(|arg| agent.value(arg));
            let is_carried_out = |running: &Running| running.phase == Phase::Acting && !agent.is_dormant;
            let running = agent.running.filter(is_carried_out);
            if let Some(running) = running.filter(|running| !told.contains(&running.step)) {
                let (step, action) = (running.step, kind.grounding.action(running.action));
                let start = Command::Start { agent: agent.id, step, action, args: &[], resumed: true };
                self.ctx.commands.push(start, args(running.action));
            }
            let open = agent.pending.iter().flat_map(|pending| &pending.job.asked);
            for open in open.filter(|open| !open.is_granted && !asked.contains(&open.question)) {
                let (question, action) = (open.question, kind.grounding.action(open.action));
                let ask = Command::Ask { agent: agent.id, question, action, args: &[] };
                self.ctx.commands.push(ask, args(open.action));
            }
        }
        let mut commands = std::mem::take(&mut self.ctx.commands);
        let who = |id: AgentId| {
            let agent = self.get(self.place(id)?)?;
            Some((agent, &self.kinds[agent.kind]))
        };
        self.query_runner.ask_again(who, |question, command, of| {
            if !asked.contains(&question) {
                commands.push(command, of.iter().copied());
            }
        });
        self.ctx.commands = commands;
    }
}

/// How many kinds of agents there can be in a save.
const KINDS_MAX: usize = 1 << 16;

/// What stands between the version and the checksum.
fn body(bytes: &[u8]) -> Result<&[u8], RestoreError> {
    if bytes.len() > SAVE_BYTES_MAX {
        return Err(RestoreError::TooLarge);
    }
    let rest = bytes.strip_prefix(MAGIC).ok_or(RestoreError::NotSaved)?;
    let mut from = Input::new(rest);
    let version = u32::take(&mut from)?;
    if version != VERSION {
        return Err(RestoreError::Version(version));
    }
    let end = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(Broken("the bytes end too early"))?;
    let (all, expected) = bytes.split_at(end);
    if checksum(all) != expected {
        return Err(RestoreError::Damaged("its checksum is another one"));
    }
    let body_len = from.len().checked_sub(CHECKSUM_BYTES).ok_or(Broken("the bytes end too early"))?;
    Ok(from.raw(body_len)?)
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut hash = StateHash::new();
    hash.bytes(bytes);
    hash.finish().to_le_bytes()
}

/// The domain that a save was made with.
fn old_lore(sources: &[(String, String)]) -> Result<Arc<DomainSpec>, RestoreError> {
    let sources: Vec<Source> = sources.iter().map(|(name, text)| Source::new(name, text)).collect();
    let Some(main) = sources.first() else {
        return Err(RestoreError::Domain("its text was not saved, since it was not read from one".into()));
    };
    let loader = |name: &str| sources.iter().find(|source| source.name() == name).cloned();
    let (spec, _) = read_with(main, loader).map_err(|found| RestoreError::Domain(found.to_string()))?;
    Ok(Arc::new(spec))
}
