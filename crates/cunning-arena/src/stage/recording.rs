//! Plays on record, and whether they come out the same when they are played again.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use cunning_diag::{Diagnostics, Source};
use cunning_mind::MindError;
use cunning_trace::{
    Config, Damage, Event, Header, Kind, List, NameTable, OpenError, Reader, Record, RecordError, Recorder,
    Setting, Subject,
};

use super::{Play, Settings, Stage};
use crate::World;

/// The message that says how the whole stage is at the end of a tick, as a hash.
const STAGE: u32 = 2;
/// What wrote a recording.
const ENGINE: &str = concat!("cunning ", env!("CARGO_PKG_VERSION"));

/// Why a recording cannot be played again.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// It is no recording that this version reads.
    Open(OpenError),
    /// Part of it is damaged.
    Damaged(Damage),
    /// It is a recording of something else than a scene.
    NoScene,
    /// A setting in it makes no sense.
    Setting(String),
    /// Its scene or one of its domains cannot be read.
    Texts(Diagnostics),
    /// Its minds cannot be set up.
    Minds(MindError),
    /// It cannot be recorded again.
    Record(RecordError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Damaged(damage) => write!(f, "the recording is damaged: {damage}"),
            Self::NoScene => {
                write!(f, "the recording has no scene: it was not made by `cunning run --record`")
            }
            Self::Setting(setting) => write!(f, "the recording has a setting that makes no sense: {setting}"),
            Self::Texts(found) => write!(f, "the scene of the recording cannot be read: {found}"),
            Self::Minds(error) => error.fmt(f),
            Self::Record(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {}

/// What came of playing a recording again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The scene.
    pub scene: String,
    /// How many ticks were played.
    pub ticks: u64,
    /// How many hashes of the whole stage were compared.
    pub compared: u64,
    /// The first difference, if there is one.
    pub diverged: Option<Divergence>,
}

/// The first difference between a recording and what comes of playing it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The tick.
    pub tick: u64,
    /// What the recording has.
    pub recorded: String,
    /// What comes now.
    pub now: String,
}

impl Stage {
    /// A play at its beginning, recorded. `output` opens a place to write to for each domain file, by name; one that is
    /// not opened is not recorded. [`Stage::end_recording`] ends it.
    pub fn recorded(
        play: &Arc<Play>,
        seed: u64,
        mut output: impl FnMut(&str) -> Option<Box<dyn Write + Send + Sync>>,
    ) -> Result<Self, ReplayError> {
        let mut recorders = Vec::new();
        for at in 0..play.casts.len() {
            let mut recorder = Recorder::off();
            if let Some(output) = output(play.casts[at].name()) {
                // The file is enough; nobody looks at the past of a play while it goes on.
                let config = Config { ring_bytes_max: 0, ..Config::default() };
                recorder = play
                    .header(at, seed, |header| Recorder::new(header, config))
                    .map_err(ReplayError::Record)?;
                recorder.attach(output);
                recorder.record(Subject::World, || Event::Name {
                    table: NameTable::Message,
                    id: STAGE,
                    text: "stage",
                });
            }
            recorders.push(recorder);
        }
        let prepare = |at: usize, set: &mut cunning_mind::AgentSet| {
            let recorder = std::mem::replace(&mut recorders[at], Recorder::off());
            if recorder.is_on() {
                set.record(recorder);
            }
        };
        Self::begin(play, seed, prepare).map_err(ReplayError::Minds)
    }

    /// Ends all recordings; an error if one could not be written.
    pub fn end_recording(&mut self) -> std::io::Result<()> {
        for troupe in &mut self.troupes {
            if let Some(written) = troupe.set.take_recorder().detach() {
                written?;
            }
        }
        Ok(())
    }

    /// Records where bodies are that have moved.
    pub(super) fn record_places(&mut self) {
        for (role, part) in self.roles.iter_mut().zip(&self.play.parts) {
            let set = &mut self.troupes[part.cast].set;
            if !set.recorder().is_on() || role.is_gone {
                continue;
            }
            let Some(actor) = part.actor.and_then(|actor| self.world.actor(actor)) else { continue };
            let place = (actor.point(), actor.heading());
            if role.placed.replace(place) != Some(place) {
                let thousandths = |part: i32| part as f32 / 1000.0;
                let yaw = f32::from(actor.heading().0) * (std::f32::consts::TAU / 256.0);
                let (x, y) = (thousandths(place.0.x), thousandths(place.0.y));
                set.note(role.agent, || Event::Place { x, y, z: 0.0, yaw });
            }
        }
    }

    pub(super) fn record_hash(&mut self) {
        if self.troupes.iter_mut().any(|troupe| troupe.set.recorder().is_on()) {
            let bytes = self.hash().to_le_bytes();
            for troupe in &mut self.troupes {
                troupe.set.note(Subject::World, || Event::Message { sort: STAGE, bytes: &bytes });
            }
        }
    }
}

impl Play {
    /// What stands at the beginning of a recording of one domain's minds.
    fn header<T>(&self, cast: usize, seed: u64, with: impl FnOnce(&Header<'_>) -> T) -> T {
        fn text(source: &Source) -> cunning_trace::Source<'_> {
            cunning_trace::Source { name: source.name(), text: source.text() }
        }
        let domain: Vec<_> = self.casts[cast].sources.iter().map(text).collect();
        let others = self.casts.iter().enumerate().filter(|(at, _)| *at != cast);
        let others = others.flat_map(|(_, cast)| &cast.sources);
        let quest = self.scene.quest().map_or(&[][..], |quest| &quest.sources);
        let scene: Vec<_> = std::iter::once(&self.source).chain(others).chain(quest).map(text).collect();
        let (tick_ms, budget) = (self.settings.tick_ms.to_string(), self.settings.budget.to_string());
        let mut settings =
            vec![Setting { key: "tick_ms", value: &tick_ms }, Setting { key: "budget", value: &budget }];
        settings.extend(self.settings.set.iter().map(|value| Setting { key: "set", value }));
        settings.extend(self.settings.events.iter().map(|value| Setting { key: "event", value }));
        let of_truth = |truth: bool| if truth { "true" } else { "false" };
        settings.push(Setting { key: "orders", value: of_truth(self.settings.has_orders) });
        settings.push(Setting { key: "swap", value: of_truth(self.settings.is_swapped) });
        settings.extend(self.settings.machine.iter().map(|value| Setting { key: "machine", value }));
        with(&Header {
            engine: ENGINE,
            domain: List::from(&domain[..]),
            scene: List::from(&scene[..]),
            seed,
            settings: List::from(&settings[..]),
        })
    }

    /// The play that a header tells of.
    fn of_header(header: &Header<'_>) -> Result<Self, ReplayError> {
        let source = |source: cunning_trace::Source<'_>| Source::new(source.name, source.text);
        let scene = header.scene.iter().next().map(source).ok_or(ReplayError::NoScene)?;
        let texts: Vec<Source> =
            header.domain.iter().chain(header.scene.iter().skip(1)).map(source).collect();
        let mut settings = Settings::default();
        for Setting { key, value } in header.settings {
            let wrong = || ReplayError::Setting(format!("{key} = {value}"));
            match key {
                "tick_ms" => settings.tick_ms = value.parse().map_err(|_| wrong())?,
                "budget" => settings.budget = value.parse().map_err(|_| wrong())?,
                "set" => settings.set.push(value.to_owned()),
                "event" => settings.events.push(value.to_owned()),
                "orders" => settings.has_orders = value.parse().map_err(|_| wrong())?,
                "swap" => settings.is_swapped = value.parse().map_err(|_| wrong())?,
                "machine" => settings.machine = Some(value.to_owned()),
                _ => return Err(wrong()),
            }
        }
        let loader = |name: &str| texts.iter().find(|text| text.name() == name).cloned();
        Self::load(&scene, &loader, settings).map_err(ReplayError::Texts)
    }
}

/// Memory that is written to.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Plays the scene of a recording again, from its header and with the ticks that it has, and compares everything that
/// is recorded: what minds were told, what they decided, where bodies were, and the hash of the whole stage at every
/// tick. A recording that was cut off is compared as far as it goes.
pub fn replay<B: AsRef<[u8]>>(bytes: B) -> Result<Replayed, ReplayError> {
    let old = Reader::open(bytes).map_err(ReplayError::Open)?;
    let header = old.header();
    let play = Arc::new(Play::of_header(&header)?);
    let main = header.domain.iter().next().map_or("", |source| source.name);
    let memory = Memory::default();
    let mut stage = Stage::recorded(&play, header.seed, |domain| {
        (domain == main).then(|| Box::new(memory.clone()) as Box<dyn Write + Send + Sync>)
    })?;
    for record in old.records().of_kinds(&[Kind::Tick]) {
        if let Event::Tick { dt_ms, budget } = record.map_err(ReplayError::Damaged)?.event {
            stage.tick_for(u16::try_from(dt_ms).unwrap_or(u16::MAX), budget);
        }
    }
    // Memory takes everything.
    let _written = stage.end_recording();
    let bytes = std::mem::take(&mut *memory.0.lock().unwrap_or_else(PoisonError::into_inner));
    let new = Reader::open(bytes).map_err(ReplayError::Open)?;
    let mut replayed =
        Replayed { scene: play.scene().name().to_owned(), ticks: stage.ticks(), compared: 0, diverged: None };
    let mut again = new.records();
    for record in old.records() {
        let record = record.map_err(ReplayError::Damaged)?;
        let now = again.next().transpose().map_err(ReplayError::Damaged)?;
        if now != Some(record) {
            replayed.diverged = Some(Divergence {
                tick: now.map_or(record.tick, |now| now.tick.min(record.tick)),
                recorded: show(&old, &record),
                now: now.map_or_else(|| "nothing more".to_owned(), |now| show(&new, &now)),
            });
            break;
        }
        replayed.compared += u64::from(matches!(record.event, Event::Message { sort: STAGE, .. }));
    }
    Ok(replayed)
}

/// Plays the scene of a recording again and shows the world after every tick, with its number, for as long as `look`
/// says so and as the stage comes out as it was recorded. A recording says where bodies are; this says what else there
/// was: doors, things, ways. The tick is returned that comes out otherwise, if one does: it was recorded by another
/// version, or somebody has changed the recording.
pub fn watch_again<B: AsRef<[u8]>>(
    recording: &Reader<B>,
    mut look: impl FnMut(u64, &World) -> bool,
) -> Result<Option<u64>, ReplayError> {
    let header = recording.header();
    let play = Arc::new(Play::of_header(&header)?);
    // A part of a recording does not say how it came to that.
    if recording.first_tick() > 0 {
        return Err(ReplayError::NoScene);
    }
    let mut stage = Stage::new(&play, header.seed).map_err(ReplayError::Minds)?;
    if !look(0, stage.world()) {
        return Ok(None);
    }
    for record in recording.records().of_kinds(&[Kind::Tick, Kind::Message]) {
        match record.map_err(ReplayError::Damaged)?.event {
            Event::Tick { dt_ms, budget } => {
                stage.tick_for(u16::try_from(dt_ms).unwrap_or(u16::MAX), budget);
            }
            Event::Message { sort: STAGE, bytes } if stage.ticks() > 0 => {
                if bytes != stage.hash().to_le_bytes() {
                    return Ok(Some(stage.ticks()));
                }
                if !look(stage.ticks(), stage.world()) {
                    return Ok(None);
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

/// A record for people.
fn show<B: AsRef<[u8]>>(reader: &Reader<B>, record: &Record<'_>) -> String {
    let who = match record.subject {
        Subject::World => "the world".to_owned(),
        Subject::Agent(agent) => {
            let view = reader.view(agent, record.tick).ok();
            let name = view.as_ref().and_then(|view| view.identity()).map(|(_, name)| name.to_owned());
            name.unwrap_or_else(|| format!("agent {}", agent.0))
        }
    };
    let what = match record.event {
        Event::Message { sort: STAGE, bytes } => {
            let hash = bytes.try_into().map_or(0, u64::from_le_bytes);
            format!("hash {hash:016x}")
        }
        Event::Percept { fact, value, .. } => {
            let name = reader.name(NameTable::Fact, fact.id, record.tick).unwrap_or("?");
            let indices: Vec<String> = fact.args.iter().map(|value| format!("{value:?}")).collect();
            let family = if indices.is_empty() { String::new() } else { format!("[{}]", indices.join(", ")) };
            format!("senses {name}{family} = {value:?}")
        }
        event => format!("{event:?}"),
    };
    format!("{who}: {what}")
}
