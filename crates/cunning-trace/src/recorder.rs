//! The recorder that an engine passes events to. A disabled recorder costs one branch per event. An enabled one keeps the
//! past of every agent in memory and optionally writes a recording.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::{self, Write};

use cunning_encode::Encode as _;

use crate::event::Event;
use crate::header::{self, Header};
use crate::limits::{
    EVENT_BYTES_MAX, KEY_BYTES_MIN, NAMES_MAX, RECORDING_BYTES_MAX, REMOVED_MAX, RING_BYTES_MAX,
};
use crate::output::Output;
use crate::record::{Record, TICK_MAX};
use crate::ring::Ring;
use crate::slot;
use crate::state::State;
use crate::value::{AgentId, Origin, Subject};
use crate::view::View;
use crate::writer::{Writer, Written};

/// The limits of a recorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The memory for the past of each agent, in bytes; about half of it holds records. 0 keeps no past.
    pub ring_bytes_max: usize,
    /// The largest size of a recording, in bytes.
    pub recording_bytes_max: u64,
    /// The minimum distance of key frames, in bytes. It grows with the states so that key frames take at most a fifth of
    /// the recording.
    pub key_bytes_min: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            ring_bytes_max: RING_BYTES_MAX,
            recording_bytes_max: RECORDING_BYTES_MAX,
            key_bytes_min: KEY_BYTES_MIN,
        }
    }
}

/// Why a recorder rejected a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The header is larger than a record may be, or a text in it is too long.
    HeaderTooLarge,
    /// Ticks must not decrease. A game with rollback records confirmed ticks only, or starts a new recording.
    TickBefore {
        /// The rejected tick.
        tick: u64,
        /// The current tick of the recording.
        now: u64,
    },
    /// The tick is above [`TICK_MAX`].
    TickTooLarge(u64),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HeaderTooLarge => {
                write!(f, "the header of the recording is too large: shorten its sources or settings")
            }
            Self::TickBefore { tick, now } => {
                write!(f, "tick {tick} comes before tick {now}, which is already recorded")
            }
            Self::TickTooLarge(tick) => write!(f, "tick {tick} is above the limit of {TICK_MAX}"),
        }
    }
}

impl std::error::Error for RecordError {}

/// Records events.
///
/// ```
/// use cunning_trace::{AgentId, Config, Event, Header, Recorder};
///
/// let guard = AgentId(1);
/// let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
/// recorder.begin_tick(1).unwrap();
/// recorder.record(guard, || Event::Held { reason: "cutscene" });
/// assert_eq!(recorder.now(guard).held(), Some((1, "cutscene")));
///
/// let mut off = Recorder::off();
/// off.record(guard, || unreachable!("a disabled recorder builds no events"));
/// ```
#[derive(Default)]
pub struct Recorder {
    on: Option<Box<Running<Sink>>>,
}

/// The output of a recording.
type Sink = Box<dyn Write + Send + Sync>;

pub(crate) struct Running<W> {
    config: Config,
    /// The bytes before the first record.
    preamble: Vec<u8>,
    pub(crate) tick: u64,
    pub(crate) definitions: State,
    world: Log,
    agents: BTreeMap<AgentId, Log>,
    /// Removed agents whose past is still kept, oldest first.
    removed: VecDeque<AgentId>,
    /// Logs of forgotten agents, kept for their memory.
    spare: Vec<Log>,
    pub(crate) writer: Option<Writer<W>>,
    /// The number of recorded names.
    names: usize,
    coded: Output,
    scratch: Output,
}

/// The state of a subject and its past.
struct Log {
    now: State,
    ring: Option<Ring>,
}

impl Log {
    fn new(config: &Config) -> Self {
        let ring = (config.ring_bytes_max > 0).then(|| Ring::new(config.ring_bytes_max));
        Self { now: State::default(), ring }
    }
}

impl Recorder {
    /// Creates a disabled recorder.
    pub const fn off() -> Self {
        Self { on: None }
    }

    /// Creates a recorder that keeps the past in memory; [`attach`](Self::attach) makes it write a recording too.
    pub fn new(header: &Header<'_>, config: Config) -> Result<Self, RecordError> {
        let preamble = header::put(header).ok_or(RecordError::HeaderTooLarge)?;
        Ok(Self { on: Some(Box::new(Running::new(preamble, config))) })
    }

    /// Whether the recorder is enabled.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.on.is_some()
    }

    /// Starts a tick; all following events belong to it.
    pub fn begin_tick(&mut self, tick: u64) -> Result<(), RecordError> {
        let Some(on) = &mut self.on else { return Ok(()) };
        if tick > TICK_MAX {
            return Err(RecordError::TickTooLarge(tick));
        }
        if tick < on.tick {
            return Err(RecordError::TickBefore { tick, now: on.tick });
        }
        on.tick = tick;
        Ok(())
    }

    /// Records an event. The closure is called only if the recorder is enabled.
    #[inline]
    pub fn record<'e>(&mut self, subject: impl Into<Subject>, event: impl FnOnce() -> Event<'e>) {
        if let Some(on) = &mut self.on {
            on.record(subject.into(), Origin::Result, event());
        }
    }

    /// Records an input, which a replay repeats.
    #[inline]
    pub fn record_input<'e>(&mut self, subject: impl Into<Subject>, event: impl FnOnce() -> Event<'e>) {
        if let Some(on) = &mut self.on {
            on.record(subject.into(), Origin::Input, event());
        }
    }

    /// Starts to write a recording: the header, all definitions so far, the current state of all agents, and then every
    /// event. The output should be buffered. A recording that is already being written stays without its closing index.
    pub fn attach(&mut self, out: Box<dyn Write + Send + Sync>) {
        if let Some(on) = &mut self.on {
            on.attach(out);
        }
    }

    /// Flushes the output, so that a crash loses nothing recorded before.
    pub fn flush(&mut self) {
        if let Some(writer) = self.on.as_mut().and_then(|on| on.writer.as_mut()) {
            writer.flush();
        }
    }

    /// The progress of the recording; `None` if none is being written.
    pub fn written(&self) -> Option<Written> {
        self.on.as_ref()?.writer.as_ref().map(Writer::written)
    }

    /// The error that ended the recording, if there was one.
    pub fn write_error(&self) -> Option<&io::Error> {
        self.on.as_ref()?.writer.as_ref()?.error()
    }

    /// Finishes the recording with its index; `None` if none is being written. The recorder keeps recording in memory.
    pub fn detach(&mut self) -> Option<io::Result<Written>> {
        Some(self.on.as_mut()?.writer.take()?.finish())
    }

    /// The agents in memory, including recently removed ones.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> {
        self.on.iter().flat_map(|on| on.agents.keys().copied())
    }

    /// The current state of a subject; empty if it is unknown.
    pub fn now(&self, subject: impl Into<Subject>) -> View {
        let subject = subject.into();
        let tick = self.on.as_ref().map_or(0, |on| on.tick);
        let state = self.log(subject).map(|log| log.now.clone());
        View::new(subject, tick, state.unwrap_or_default())
    }

    /// The records of a subject in memory, oldest first.
    pub fn recent(&self, subject: impl Into<Subject>) -> impl Iterator<Item = Record<'_>> {
        let subject = subject.into();
        let records = self.ring(subject).map(|ring| ring.records(subject));
        records.into_iter().flatten().filter_map(|record| record.decode().ok())
    }

    /// The number of records of a subject that were dropped from memory.
    pub fn dropped(&self, subject: impl Into<Subject>) -> u64 {
        self.ring(subject.into()).map_or(0, Ring::dropped)
    }

    /// The state of a subject at the end of a tick; `None` if the tick is no longer in memory.
    pub fn view(&self, subject: impl Into<Subject>, tick: u64) -> Option<View> {
        let subject = subject.into();
        Some(View::new(subject, tick, self.ring(subject)?.state(tick)?))
    }

    /// Writes the records in memory as a recording, for the ticks that are complete for every agent and the world. Within
    /// a tick the records are grouped by agent. `None` if the recorder is disabled.
    pub fn save(&self, out: &mut dyn Write) -> Option<io::Result<Written>> {
        Some(self.on.as_ref()?.save(out))
    }

    fn log(&self, subject: Subject) -> Option<&Log> {
        let on = self.on.as_ref()?;
        match subject {
            Subject::World => Some(&on.world),
            Subject::Agent(agent) => on.agents.get(&agent),
        }
    }

    fn ring(&self, subject: Subject) -> Option<&Ring> {
        self.log(subject)?.ring.as_ref()
    }
}

impl<W: Write> Running<W> {
    pub(crate) fn new(preamble: Vec<u8>, config: Config) -> Self {
        Self {
            config,
            preamble,
            tick: 0,
            definitions: State::default(),
            world: Log::new(&config),
            agents: BTreeMap::new(),
            removed: VecDeque::with_capacity(REMOVED_MAX + 1),
            spare: Vec::new(),
            writer: None,
            names: 0,
            coded: Output::default(),
            scratch: Output::default(),
        }
    }

    /// Replaces the states of all subjects.
    pub(crate) fn set_states(&mut self, states: impl IntoIterator<Item = (Subject, State)>) {
        self.world.now = State::default();
        self.agents.clear();
        self.removed.clear();
        for (subject, now) in states {
            match subject {
                Subject::World => self.world.now = now,
                Subject::Agent(agent) => {
                    self.agents.insert(agent, Log { now, ring: None });
                }
            }
        }
    }

    /// Writes a key frame of the current states at once.
    pub(crate) fn write_key(&mut self) {
        if let Some(writer) = &mut self.writer {
            writer.key(self.tick, states(&self.world, &self.agents));
        }
    }

    pub(crate) fn record(&mut self, subject: Subject, origin: Origin, event: Event<'_>) {
        self.coded.clear();
        event.put(&mut self.coded);
        // Readers reject recordings with more names.
        self.names += usize::from(matches!(event, Event::Name { .. }));
        let fits = self.coded.bytes().is_some_and(|coded| coded.len() <= EVENT_BYTES_MAX);
        if fits && !(matches!(event, Event::Name { .. }) && self.names > NAMES_MAX) {
            self.record_coded(subject, origin, &event);
        } else {
            let omitted = Event::Omitted { code: event.code() };
            self.coded.clear();
            omitted.put(&mut self.coded);
            self.record_coded(subject, origin, &omitted);
        }
    }

    /// Records an event that is already encoded.
    fn record_coded(&mut self, subject: Subject, origin: Origin, event: &Event<'_>) {
        let coded = self.coded.bytes().unwrap_or_default();
        let is_definition = slot::is_definition(event);
        if let Some(writer) = &mut self.writer {
            let logs = || self.agents.values().chain([&self.world]);
            let state_bytes = || logs().map(|log| log.now.key_bytes()).sum();
            if self.tick > writer.tick() && writer.wants_key(state_bytes) {
                writer.key(self.tick, states(&self.world, &self.agents));
            }
            if is_definition {
                writer.definition(self.tick, subject, origin, coded);
            } else {
                writer.record(self.tick, subject, origin, coded);
            }
        }
        if is_definition {
            self.definitions.apply(self.tick, event, coded);
            return;
        }
        let log = match subject {
            Subject::World => &mut self.world,
            Subject::Agent(agent) => self
                .agents
                .entry(agent)
                .or_insert_with(|| self.spare.pop().unwrap_or_else(|| Log::new(&self.config))),
        };
        log.now.apply(self.tick, event, coded);
        if let Some(ring) = &mut log.ring {
            ring.push(&mut self.scratch, self.tick, origin, event, coded);
        }
        if let Subject::Agent(agent) = subject {
            self.update_removed(agent, event);
        }
    }

    /// Keeps the past of the last removed agents, and reuses the memory of earlier ones.
    fn update_removed(&mut self, agent: AgentId, event: &Event<'_>) {
        match event {
            Event::AgentAdded { .. } => self.removed.retain(|&removed| removed != agent),
            Event::AgentRemoved { .. } if !self.removed.contains(&agent) => self.removed.push_back(agent),
            _ => {}
        }
        if self.removed.len() > REMOVED_MAX
            && let Some(forgotten) = self.removed.pop_front()
            && let Some(mut log) = self.agents.remove(&forgotten)
        {
            log.now.clear();
            log.ring.iter_mut().for_each(Ring::clear);
            self.spare.push(log);
        }
    }

    /// Writes the definitions since a tick once more.
    pub(crate) fn repeat_definitions(&mut self, since: u64) {
        let Some(writer) = &mut self.writer else { return };
        for entry in self.definitions.entries().iter().filter(|entry| entry.since >= since) {
            writer.definition(self.tick, Subject::World, Origin::Result, entry.coded());
        }
    }

    pub(crate) fn attach(&mut self, out: W) {
        let mut writer = Writer::new(out, &self.preamble, &self.config);
        writer.key(self.tick, states(&self.world, &self.agents));
        for entry in self.definitions.entries() {
            writer.definition(self.tick, Subject::World, Origin::Result, entry.coded());
        }
        self.writer = Some(writer);
    }

    /// Records the events in memory again, with a recorder that only writes.
    fn save(&self, out: &mut dyn Write) -> io::Result<Written> {
        let agents = self.agents.iter().map(|(&agent, log)| (Subject::Agent(agent), log));
        let logs = || [(Subject::World, &self.world)].into_iter().chain(agents.clone());
        let rings = || logs().filter_map(|(subject, log)| Some((subject, log.ring.as_ref()?)));
        let first = rings().map(|(_, ring)| ring.complete_from()).max().unwrap_or(self.tick);
        let first = first.min(TICK_MAX);

        let mut copy = Running::new(self.preamble.clone(), Config { ring_bytes_max: 0, ..self.config });
        copy.tick = first;
        copy.definitions = self.definitions.clone();
        let states = logs().map(|(subject, log)| {
            let now = match (&log.ring, first.checked_sub(1)) {
                (Some(ring), Some(before)) => ring.state(before).unwrap_or_default(),
                (Some(_), None) => State::default(),
                (None, _) => log.now.clone(),
            };
            (subject, now)
        });
        copy.set_states(states);
        copy.attach(out);
        let mut records: Vec<_> = rings().flat_map(|(subject, ring)| ring.records(subject)).collect();
        records.retain(|record| record.tick >= first);
        // The sort is stable, so the records of an agent stay in order.
        records.sort_by_key(|record| record.tick);
        for record in records {
            copy.tick = record.tick;
            // Records in memory are always valid.
            if let Ok(event) = record.event() {
                copy.record(record.subject, record.origin, event);
            }
        }
        copy.writer.map_or(Ok(Written::default()), Writer::finish)
    }
}

fn states<'s>(
    world: &'s Log,
    agents: &'s BTreeMap<AgentId, Log>,
) -> impl Iterator<Item = (Subject, &'s State)> {
    let agents = agents.iter().map(|(&agent, log)| (Subject::Agent(agent), &log.now));
    [(Subject::World, &world.now)].into_iter().chain(agents)
}
