//! Replays recorded runs: whether they come out the same, and what they looked like.
//!
//! A recording holds everything that a run depends on: the texts, the settings, the seed, the length and
//! budget of every tick, the texts of reloads, and the edits of people. An excerpt holds the same except for the ticks before it,
//! which are run with the recorded settings.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use cunning_diag::{Diagnostics, Source};
use cunning_mind::MindError;
use cunning_trace::{
    Damage, Ending, Event, Header, Kind, List, NameTable, OpenError, Reader, Record, RecordError, Setting,
    SharedBytes, Subject,
};

use super::recording::SIMULATION_HASH;
use super::scenario::ScenarioDomain;
use super::{ReloadError, Scenario, Settings, Simulation};
use crate::World;
use crate::limits::{EDITS_MAX, LEAD_TICKS_MAX, RELOADS_MAX};

/// Why a recording cannot be replayed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// This version cannot read the recording.
    Open(OpenError),
    /// The recording is damaged.
    Damaged(Damage),
    /// The recording is not one of a scene.
    NoScene,
    /// The recording has an invalid setting.
    Setting(String),
    /// The scene or a domain of the recording cannot be read.
    Texts(Diagnostics),
    /// The minds of the recording cannot be set up.
    Minds(MindError),
    /// The replay cannot be recorded.
    Record(RecordError),
    /// A reload of the recording is impossible.
    Reload(ReloadError),
    /// An edit of the recording is impossible.
    Edit(String),
    /// The recording has more than [`EDITS_MAX`] edits.
    Edits,
    /// The recording has more than [`RELOADS_MAX`] reloads.
    Reloads,
    /// The texts of the reload after this tick were too large to be recorded.
    TextOmitted(u64),
    /// The recording begins at this tick, which needs more than [`LEAD_TICKS_MAX`] ticks to be run first.
    Lead(u64),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Damaged(damage) => write!(f, "the recording is damaged: {damage}"),
            Self::NoScene => {
                write!(f, "the recording has no scene; make one with `cunning run --record`")
            }
            Self::Setting(setting) => write!(f, "the recording has an invalid setting: {setting}"),
            Self::Texts(found) => write!(f, "the scene of the recording cannot be read: {found}"),
            Self::Minds(error) => error.fmt(f),
            Self::Record(error) => error.fmt(f),
            Self::Reload(error) => write!(f, "the recording has an impossible reload: {error}"),
            Self::Edit(error) => write!(f, "the recording has an impossible edit: {error}"),
            Self::Edits => write!(f, "the recording has more than {EDITS_MAX} edits"),
            Self::Reloads => write!(f, "the recording has more than {RELOADS_MAX} reloads"),
            Self::TextOmitted(tick) => {
                write!(f, "the recording lacks the reloaded texts of tick {tick}, which were too large")
            }
            Self::Lead(tick) => write!(
                f,
                "the recording begins at tick {tick}; at most {LEAD_TICKS_MAX} ticks are run before an excerpt"
            ),
        }
    }
}

impl std::error::Error for ReplayError {}

/// The result of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The name of the scene.
    pub scene: String,
    /// The number of ticks that were run, including those before an excerpt.
    pub ticks: u64,
    /// The number of compared hashes of the whole simulation.
    pub compared: u64,
    /// The first difference, if there is one.
    pub diverged: Option<Divergence>,
    /// Whether the recording was finished. Of a recording that is cut off, only what is left is replayed.
    pub is_finished: bool,
}

/// The first difference between a recording and its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The tick of the difference.
    pub tick: u64,
    /// The recorded event.
    pub recorded: String,
    /// The event of the replay.
    pub now: String,
}

/// Everything that a scenario is loaded from.
#[derive(Clone)]
struct Texts {
    scene: Source,
    /// The files that the scene names, and the files that they include.
    files: Vec<Source>,
    settings: Settings,
}

impl Texts {
    /// Reads the texts and settings from the header of a recording.
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
                "without" => settings.without.push(value.to_owned()),
                "difficulty" => settings.difficulty = Some(value.to_owned()),
                "swap" => settings.is_swapped = value.parse().map_err(|_| wrong())?,
                "baseline" => settings.baselines.push(value.to_owned()),
                _ => return Err(wrong()),
            }
        }
        Ok(Self { scene, files, settings })
    }

    /// Returns the same texts with other versions of some files.
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

/// A run that follows a recording.
struct Rerun {
    simulation: Simulation,
    /// The texts that the minds currently use.
    texts: Texts,
    reloads: usize,
    edits: usize,
    /// The first tick of the recording.
    first: u64,
}

impl Rerun {
    /// Starts the run; `simulation` creates it.
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
        Ok(Self { simulation, texts, reloads: 0, edits: 0, first })
    }

    /// Runs the ticks before the recording begins, for as long as `go_on` returns true after each tick.
    fn lead_in<B: AsRef<[u8]>>(
        &mut self,
        recording: &Reader<B>,
        mut go_on: impl FnMut(&Simulation) -> bool,
    ) -> Result<(), ReplayError> {
        let mut inputs = Vec::new();
        for record in recording.records().of_kinds(&[Kind::SceneReloaded, Kind::SceneEdited]) {
            let record = record.map_err(ReplayError::Damaged)?;
            if record.tick > self.first {
                break;
            }
            if let Event::SceneReloaded { after, .. } | Event::SceneEdited { after, .. } = record.event {
                inputs.push((after, record));
            }
        }
        for tick in 0..self.first {
            if tick > 0 {
                self.simulation.tick();
                if !go_on(&self.simulation) {
                    break;
                }
            }
            for (_, record) in inputs.iter().filter(|(after, _)| *after == tick) {
                match record.event {
                    Event::SceneReloaded { sources, .. } => self.take(sources)?,
                    Event::SceneEdited { edit, .. } => self.edit(edit)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Applies an input of the recording.
    fn follow(&mut self, record: &Record<'_>) -> Result<(), ReplayError> {
        match record.event {
            Event::Tick { dt_ms, budget } => {
                self.simulation.tick_for(u16::try_from(dt_ms).unwrap_or(u16::MAX), budget);
                Ok(())
            }
            Event::SceneReloaded { after, sources } if after >= self.first => self.take(sources),
            Event::SceneEdited { after, edit } if after >= self.first => self.edit(edit),
            Event::Omitted { code } if code == Kind::SceneReloaded as u32 => {
                Err(ReplayError::TextOmitted(record.tick))
            }
            _ => Ok(()),
        }
    }

    /// Repeats the edit of a person. It was possible when it was recorded.
    fn edit(&mut self, edit: &str) -> Result<(), ReplayError> {
        self.edits += 1;
        if self.edits > EDITS_MAX {
            return Err(ReplayError::Edits);
        }
        let impossible = |why: String| Err(ReplayError::Edit(why));
        match self.simulation.repeat_command(edit) {
            Some(repeated) => repeated.or_else(|error| impossible(error.to_string())),
            None => self.simulation.edit(edit).map(|_| ()).or_else(impossible),
        }
    }

    /// Reloads the minds with other texts.
    fn take(&mut self, sources: List<'_, cunning_trace::Source<'_>>) -> Result<(), ReplayError> {
        self.reloads += 1;
        if self.reloads > RELOADS_MAX {
            return Err(ReplayError::Reloads);
        }
        let texts = self.texts.with(sources);
        match self.simulation.reload(&texts.load()?) {
            Ok(_) => self.texts = texts,
            // Minds that cannot be set up now could not be set up then either, and the recorded run continued
            // unchanged.
            Err(ReloadError::Minds(_)) => {}
            Err(error) => return Err(ReplayError::Reload(error)),
        }
        Ok(())
    }
}

/// The kinds of records that are inputs.
const FOLLOWED: [Kind; 4] = [Kind::Tick, Kind::SceneReloaded, Kind::SceneEdited, Kind::Omitted];

/// Runs the scene of a recording again with the recorded texts, ticks and reloads, and compares every record:
/// percepts, decisions, positions, and the hash of the whole simulation at every tick. A truncated recording
/// is compared as far as it goes. For an excerpt, the ticks before it are run without being compared.
pub fn replay<B: AsRef<[u8]>>(bytes: B) -> Result<Replayed, ReplayError> {
    let old = Reader::open(bytes).map_err(ReplayError::Open)?;
    let header = old.header();
    let main = header.domain.iter().next().map_or("", |source| source.name);
    let memory = SharedBytes::default();
    let mut rerun = Rerun::begin(&old, |scenario, seed| {
        let is_main =
            |domain: &&ScenarioDomain| domain.sources.first().is_some_and(|first| first.name() == main);
        let main = scenario.domains.iter().find(is_main).map_or("", ScenarioDomain::name);
        Simulation::recorded(scenario, seed, |domain| {
            (domain == main).then(|| Box::new(memory.clone()) as Box<dyn Write + Send + Sync>)
        })
    })?;
    rerun.lead_in(&old, |_| true)?;
    for record in old.records().of_kinds(&FOLLOWED) {
        rerun.follow(&record.map_err(ReplayError::Damaged)?)?;
    }
    let Rerun { mut simulation, first, .. } = rerun;
    // Writing to memory does not fail.
    let _written = simulation.end_recording();
    let bytes = memory.take();
    let mut new = Reader::open(bytes).map_err(ReplayError::Open)?;
    if first > 0 {
        let mut excerpt = Vec::new();
        // Writing to memory does not fail, and the recording was just written.
        let _written = new.excerpt(first, new.last_tick(), &mut excerpt);
        new = Reader::open(excerpt).map_err(ReplayError::Open)?;
    }
    let scene = simulation.scenario().scene().name().to_owned();
    let is_finished = matches!(old.ending(), Ending::Closed { .. });
    let mut replayed =
        Replayed { scene, ticks: simulation.ticks(), compared: 0, diverged: None, is_finished };
    let mut again = new.records();
    for record in old.records() {
        let record = record.map_err(ReplayError::Damaged)?;
        let now = again.next().transpose().map_err(ReplayError::Damaged)?;
        if now != Some(record) {
            replayed.diverged = Some(Divergence {
                tick: now.map_or(record.tick, |now| now.tick.min(record.tick)),
                recorded: show(&old, &record),
                now: now.map_or_else(|| "end of recording".to_owned(), |now| show(&new, &now)),
            });
            break;
        }
        replayed.compared += u64::from(matches!(record.event, Event::Message { sort: SIMULATION_HASH, .. }));
    }
    Ok(replayed)
}

/// Runs the scene of a recording again and calls `look` with the world after every tick, until `look` returns
/// false or a hash differs from the recording. This shows what the recording itself leaves out, such as
/// doors, items and paths. The ticks before an excerpt are shown too. Returns the first tick whose hash
/// differs, if there is one: another version wrote the recording, or it was modified.
pub fn replay_frames<B: AsRef<[u8]>>(
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
            Event::Message { sort: SIMULATION_HASH, bytes } if record.tick == rerun.simulation.ticks() => {
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

/// Describes a record for people.
fn show<B: AsRef<[u8]>>(reader: &Reader<B>, record: &Record<'_>) -> String {
    let subject = match record.subject {
        Subject::World => "the world".to_owned(),
        Subject::Agent(agent) => {
            let view = reader.view(agent, record.tick).ok();
            let name = view.as_ref().and_then(|view| view.identity()).map(|(_, name)| name.to_owned());
            name.unwrap_or_else(|| format!("agent {}", agent.0))
        }
    };
    let what = match record.event {
        Event::Message { sort: SIMULATION_HASH, bytes } => {
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
            format!("reloads {}", names.join(", "))
        }
        Event::SceneEdited { edit, .. } => format!("edit: {edit}"),
        event => format!("{event:?}"),
    };
    format!("{subject}: {what}")
}
