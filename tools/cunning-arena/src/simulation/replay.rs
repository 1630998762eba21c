//! Recorded plays, played again: whether they come out the same, and what they looked like.
//!
//! A recording holds all that a play depends on: the texts, the settings, the seed, the length and the budget of every
//! tick, and the texts that minds took while it went on. A part of one has the same, but for the ticks before it; those
//! were played as the settings say.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use cunning_diag::{Diagnostics, Source};
use cunning_mind::MindError;
use cunning_trace::{
    Damage, Event, Header, Kind, List, NameTable, OpenError, Reader, Record, RecordError, Setting, Subject,
};

use super::recording::STAGE;
use super::{ReloadError, Scenario, Settings, Simulation};
use crate::World;
use crate::limits::{LEAD_TICKS_MAX, RELOADS_MAX};

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
    /// Its minds took a text that they cannot have taken.
    Reload(ReloadError),
    /// Its minds took texts more often than [`RELOADS_MAX`].
    Reloads,
    /// The texts that its minds took after this tick were too large for it.
    TextOmitted(u64),
    /// It begins at this tick, which is more than [`LEAD_TICKS_MAX`] ticks to play first.
    Lead(u64),
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
            Self::Reload(error) => write!(f, "the recording has a text that nobody can have taken: {error}"),
            Self::Reloads => write!(f, "the recording takes new texts more than {RELOADS_MAX} times"),
            Self::TextOmitted(tick) => {
                write!(f, "the recording lacks the texts that were taken at tick {tick}: they were too large")
            }
            Self::Lead(tick) => write!(
                f,
                "the recording begins at tick {tick}, and more than {LEAD_TICKS_MAX} ticks are not played first"
            ),
        }
    }
}

impl std::error::Error for ReplayError {}

/// What came of playing a recording again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The scene.
    pub scene: String,
    /// How many ticks were played; for a part of a recording also those before it.
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

/// All that a play is loaded from.
#[derive(Clone)]
struct Texts {
    scene: Source,
    /// The files that the scene names, and what they include.
    files: Vec<Source>,
    settings: Settings,
}

impl Texts {
    /// What the header of a recording has.
    fn of_header(header: &Header<'_>) -> Result<Self, ReplayError> {
        let scene = header.scene.iter().next().map(source).ok_or(ReplayError::NoScene)?;
        let files = header.domain.iter().chain(header.scene.iter().skip(1)).map(source).collect();
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
        Ok(Self { scene, files, settings })
    }

    /// The same with other versions of some files.
    fn with(&self, sources: List<'_, cunning_trace::Source<'_>>) -> Self {
        let mut texts = self.clone();
        for new in sources.iter().map(source) {
            texts.files.retain(|known| known.name() != new.name());
            texts.files.push(new);
        }
        texts
    }

    fn load(&self) -> Result<Arc<Scenario>, ReplayError> {
        let loader = |name: &str| self.files.iter().find(|text| text.name() == name).cloned();
        let scenario = Scenario::load(&self.scene, &loader, self.settings.clone());
        scenario.map(Arc::new).map_err(ReplayError::Texts)
    }
}

fn source(source: cunning_trace::Source<'_>) -> Source {
    Source::new(source.name, source.text)
}

/// A play that follows a recording.
struct Rerun {
    simulation: Simulation,
    /// What it is played from by now.
    texts: Texts,
    reloads: usize,
    /// The first tick of the recording.
    first: u64,
}

impl Rerun {
    /// Begins; `simulation` makes the stage.
    fn begin<B: AsRef<[u8]>>(
        recording: &Reader<B>,
        simulation: impl FnOnce(&Arc<Scenario>, u64) -> Result<Simulation, ReplayError>,
    ) -> Result<Self, ReplayError> {
        let header = recording.header();
        let texts = Texts::of_header(&header)?;
        let simulation = simulation(&texts.load()?, header.seed)?;
        let first = recording.first_tick();
        if first > LEAD_TICKS_MAX {
            return Err(ReplayError::Lead(first));
        }
        Ok(Self { simulation, texts, reloads: 0, first })
    }

    /// Plays what came before the recording begins, for as long as `go_on` says so after each tick.
    fn lead_in<B: AsRef<[u8]>>(
        &mut self,
        recording: &Reader<B>,
        mut go_on: impl FnMut(&Simulation) -> bool,
    ) -> Result<(), ReplayError> {
        let mut taken = Vec::new();
        for record in recording.records().of_kinds(&[Kind::SceneReloaded]) {
            let record = record.map_err(ReplayError::Damaged)?;
            if record.tick > self.first {
                break;
            }
            if let Event::SceneReloaded { after, sources } = record.event {
                taken.push((after, sources));
            }
        }
        for tick in 0..self.first {
            if tick > 0 {
                self.simulation.tick();
                if !go_on(&self.simulation) {
                    break;
                }
            }
            for (_, sources) in taken.iter().filter(|(after, _)| *after == tick) {
                self.take(*sources)?;
            }
        }
        Ok(())
    }

    /// Does what a record says that came from outside.
    fn follow(&mut self, record: &Record<'_>) -> Result<(), ReplayError> {
        match record.event {
            Event::Tick { dt_ms, budget } => {
                self.simulation.tick_for(u16::try_from(dt_ms).unwrap_or(u16::MAX), budget);
                Ok(())
            }
            Event::SceneReloaded { after, sources } if after >= self.first => self.take(sources),
            Event::Omitted { code } if code == Kind::SceneReloaded as u32 => {
                Err(ReplayError::TextOmitted(record.tick))
            }
            _ => Ok(()),
        }
    }

    /// Has minds take other texts.
    fn take(&mut self, sources: List<'_, cunning_trace::Source<'_>>) -> Result<(), ReplayError> {
        self.reloads += 1;
        if self.reloads > RELOADS_MAX {
            return Err(ReplayError::Reloads);
        }
        let texts = self.texts.with(sources);
        match self.simulation.reload(&texts.load()?) {
            Ok(_) => self.texts = texts,
            // Minds that could not be set up were not set up then either, and the play went on as it was.
            Err(ReloadError::Minds(_)) => {}
            Err(error) => return Err(ReplayError::Reload(error)),
        }
        Ok(())
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

/// The kinds of records that say what came from outside.
const FOLLOWED: [Kind; 3] = [Kind::Tick, Kind::SceneReloaded, Kind::Omitted];

/// Plays the scene of a recording again, from its header, with the ticks that it has and the texts that minds took in it,
/// and compares everything that is recorded: what minds were told, what they decided, where bodies were, and the hash of
/// the whole stage at every tick. A recording that was cut off is compared as far as it goes; of a part of one everything
/// before it is played and nothing of that compared.
pub fn replay<B: AsRef<[u8]>>(bytes: B) -> Result<Replayed, ReplayError> {
    let old = Reader::open(bytes).map_err(ReplayError::Open)?;
    let header = old.header();
    let main = header.domain.iter().next().map_or("", |source| source.name);
    let memory = Memory::default();
    let mut rerun = Rerun::begin(&old, |scenario, seed| {
        Simulation::recorded(scenario, seed, |domain| {
            (domain == main).then(|| Box::new(memory.clone()) as Box<dyn Write + Send + Sync>)
        })
    })?;
    rerun.lead_in(&old, |_| true)?;
    for record in old.records().of_kinds(&FOLLOWED) {
        rerun.follow(&record.map_err(ReplayError::Damaged)?)?;
    }
    let Rerun { mut simulation, first, .. } = rerun;
    // Memory takes everything.
    let _written = simulation.end_recording();
    let bytes = std::mem::take(&mut *memory.0.lock().unwrap_or_else(PoisonError::into_inner));
    let mut new = Reader::open(bytes).map_err(ReplayError::Open)?;
    if first > 0 {
        let mut agent_spec = Vec::new();
        // Memory takes everything, and it has just been written.
        let _written = new.excerpt(first, new.last_tick(), &mut agent_spec);
        new = Reader::open(agent_spec).map_err(ReplayError::Open)?;
    }
    let scene = simulation.scenario().scene().name().to_owned();
    let mut replayed = Replayed { scene, ticks: simulation.ticks(), compared: 0, diverged: None };
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
/// was: doors, things, ways. Of a part of a recording the ticks before it are shown as well. The tick is returned that
/// comes out otherwise, if one does: another version wrote the recording, or somebody has changed it.
pub fn watch_again<B: AsRef<[u8]>>(
    recording: &Reader<B>,
    mut look: impl FnMut(u64, &World) -> bool,
) -> Result<Option<u64>, ReplayError> {
    let mut rerun = Rerun::begin(recording, |scenario, seed| {
        Simulation::new(scenario, seed).map_err(ReplayError::Minds)
    })?;
    let mut is_wanted = look(0, rerun.simulation.world());
    if is_wanted {
        rerun.lead_in(recording, |simulation| {
            is_wanted = look(simulation.ticks(), simulation.world());
            is_wanted
        })?;
    }
    let kinds = [&FOLLOWED[..], &[Kind::Message]].concat();
    for record in recording.records().of_kinds(&kinds) {
        if !is_wanted {
            return Ok(None);
        }
        let record = record.map_err(ReplayError::Damaged)?;
        match record.event {
            Event::Message { sort: STAGE, bytes } if record.tick == rerun.simulation.ticks() => {
                let simulation = &rerun.simulation;
                if bytes != simulation.hash().to_le_bytes() {
                    return Ok(Some(simulation.ticks()));
                }
                is_wanted = look(simulation.ticks(), simulation.world());
            }
            _ => rerun.follow(&record)?,
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
        Event::Reloaded { sources } | Event::SceneReloaded { sources, .. } => {
            let names: Vec<&str> = sources.iter().map(|source| source.name).collect();
            format!("takes another text of {}", names.join(", "))
        }
        event => format!("{event:?}"),
    };
    format!("{who}: {what}")
}
