//! One debugging session: a recording, a running scene, an attached game or a file, and the state that pages share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cunning_arena::simulation::{ReplayError, Scenario, replay_frames};
use cunning_diag::Source;
use cunning_trace::{OpenError, Reader};

use crate::backdrop::Backdrop;
use crate::breakpoint::Breakpoint;
use crate::designer::DecisionComparer;
use crate::documents::{DocumentKind, Documents};
use crate::fear_panel::FearStudy;
use crate::limits::REPLAY_BYTES_MAX;
use crate::lock::lock;
use crate::protocol::{SessionInfo, Status};
use crate::quest_panel::QuestLibrary;
use crate::recording::RecordingView;
use crate::run::{Run, StartError};
use crate::search_panel::SearchCache;
use crate::transport::{Pace, Transport};

/// Ticks between two updates of pages while a recorded scene is replayed.
const UPDATE_TICKS: u64 = 1000;

/// Why a [`DebugSession`] could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum SessionError {
    /// The bytes are not a recording that this version reads.
    Open(OpenError),
    /// The scene cannot be run.
    Scenario(ReplayError),
}

impl std::fmt::Display for SessionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Scenario(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<StartError> for SessionError {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Open(error) => Self::Open(error),
            StartError::Scenario(error) => Self::Scenario(error),
        }
    }
}

/// What a debugger shows: a recording, a running scene, an attached game, or a domain or quest file.
///
/// All methods take `&self`, so that pages can be answered on several threads while the scene runs on another.
pub struct DebugSession {
    title: String,
    pub(crate) run: Arc<Run>,
    pub(crate) transport: Mutex<Transport>,
    pub(crate) breakpoint: Breakpoint,
    /// Whether the recording grows because a game in another process sends it.
    pub(crate) is_attached: bool,
    /// The recorded scene to replay, which shows the world that a recording of minds does not contain.
    replayed: Mutex<Option<Vec<u8>>>,
    pub(crate) backdrop: Arc<Backdrop>,
    status: Mutex<Status>,
    revision: AtomicU64,
    /// Whether pages may play, pause, step and reload the running scene.
    pub(crate) may_control: bool,
    /// Whether pages may write the files that were opened.
    pub(crate) may_write: bool,
    /// The scenario that the running scene started with.
    pub(crate) scenario: Option<Arc<Scenario>>,
    pub(crate) documents: Mutex<Documents>,
    pub(crate) searches: Mutex<SearchCache>,
    pub(crate) comparer: Mutex<DecisionComparer>,
    pub(crate) fear_study: Mutex<Option<Arc<FearStudy>>>,
    pub(crate) quests: QuestLibrary,
}

impl DebugSession {
    /// Opens a recording from its bytes. [`DebugSession::replay`] adds the world to it.
    pub fn recording(title: &str, bytes: Vec<u8>) -> Result<Self, SessionError> {
        let replayed = Some(&bytes).filter(|bytes| bytes.len() <= REPLAY_BYTES_MAX).cloned();
        let recording = RecordingView::open(0, bytes).map_err(SessionError::Open)?;
        let status = Status { outcome: recording.damage(), ..Status::of_recording(&recording) };
        Ok(Self {
            backdrop: Arc::new(Backdrop::from_recording(&recording)),
            documents: Mutex::new(Documents::from_recording(&recording)),
            replayed: Mutex::new(replayed),
            status: Mutex::new(status),
            ..Self::empty(title, Run::recorded(vec![recording]))
        })
    }

    /// Opens a recording that a game is still sending, from its first bytes; `None` if they are too few to show anything.
    /// [`DebugSession::append`] adds more.
    pub fn growing(bytes: Vec<u8>) -> Result<Option<Self>, OpenError> {
        let recording = match RecordingView::open(0, bytes) {
            // The first key frame has the first tick.
            Ok(recording) if recording.reader().key_frames().is_empty() => return Ok(None),
            Ok(recording) => recording,
            Err(OpenError::Incomplete) => return Ok(None),
            Err(error) => return Err(error),
        };
        let status = Status { is_playing: true, ..Status::of_recording(&recording) };
        // A game is known by the domain file that its developer edits.
        let header = recording.reader().header();
        let title = header.domain.iter().next().map_or(header.engine, |source| source.name).to_owned();
        Ok(Some(Self {
            documents: Mutex::new(Documents::from_recording(&recording)),
            status: Mutex::new(status),
            is_attached: true,
            ..Self::empty(&title, Run::recorded(vec![recording]))
        }))
    }

    /// Opens a domain file, which comes first, and the files it includes. Only the designer has something to show.
    pub fn domain(sources: &[Source]) -> Self {
        let title = sources.first().map_or("", |source| source.name());
        let documents = Mutex::new(Documents::from_domain(sources));
        Self { documents, ..Self::empty(title, Run::default()) }
    }

    /// Opens a quest file and the demonstration files it names. The quest panel lists it before the included quests.
    pub fn quest(quest: Source, demonstrations: Vec<Source>) -> Self {
        let title = quest.name().to_owned();
        let quests = QuestLibrary::with_quest(quest, demonstrations);
        Self { quests, ..Self::empty(&title, Run::default()) }
    }

    /// Runs a scene. It starts paused if pages may control it, and runs by itself otherwise. The shell calls
    /// [`DebugSession::tick`] as [`DebugSession::pace`] says.
    pub fn live(scenario: &Arc<Scenario>, seed: u64, may_control: bool) -> Result<Self, SessionError> {
        let tick_ms = scenario.settings().tick_ms.into();
        let session = Self {
            backdrop: Arc::new(Backdrop::from_scene(scenario.scene())),
            status: Mutex::new(Status { tick_ms, ..Status::default() }),
            may_control,
            documents: Mutex::new(Documents::from_scenario(scenario)),
            scenario: Some(scenario.clone()),
            ..Self::empty(scenario.scene().name(), Run::start(scenario, seed)?)
        };
        session.change_transport(|transport| transport.is_playing = !may_control);
        Ok(session)
    }

    /// Names the files that the scene and the domains were read from, so that edits of other programs are noticed.
    #[must_use]
    pub fn with_files(mut self, scene: Option<(&str, &Path)>, domains: &[(String, PathBuf)]) -> Self {
        let documents = self.documents.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((name, path)) = scene {
            documents.set_path(DocumentKind::Scene, name, path);
        }
        for (name, path) in domains {
            documents.set_path(DocumentKind::Domain, name, path);
        }
        self
    }

    /// Allows pages to save the files that were opened. Pages can never write any other file.
    #[must_use]
    pub fn writing(mut self) -> Self {
        self.may_write = true;
        self
    }

    fn empty(title: &str, run: Run) -> Self {
        Self {
            title: title.to_owned(),
            backdrop: Arc::new(Backdrop::Empty),
            run: Arc::new(run),
            transport: Mutex::default(),
            breakpoint: Breakpoint::default(),
            is_attached: false,
            replayed: Mutex::default(),
            status: Mutex::default(),
            revision: AtomicU64::new(0),
            may_control: false,
            may_write: false,
            scenario: None,
            documents: Mutex::default(),
            searches: Mutex::default(),
            comparer: Mutex::default(),
            fear_study: Mutex::default(),
            quests: QuestLibrary::default(),
        }
    }

    /// Grows whenever the state changes that [`DebugSession::status_message`] tells, or the pace of the scene.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    /// Whether a scene runs in the session.
    pub fn is_live(&self) -> bool {
        self.run.simulation.is_some()
    }

    pub(crate) fn status(&self) -> Status {
        lock(&self.status).clone()
    }

    pub(crate) fn change_status(&self, change: impl FnOnce(&mut Status)) {
        change(&mut lock(&self.status));
        self.revision.fetch_add(1, Ordering::AcqRel);
    }

    /// Changes how the scene runs.
    pub(crate) fn change_transport(&self, change: impl FnOnce(&mut Transport)) {
        let mut transport = lock(&self.transport);
        change(&mut transport);
        let (is_playing, speed) = (transport.is_playing, transport.speed);
        self.change_status(|status| {
            (status.is_playing, status.speed) = (is_playing && status.outcome.is_none(), speed);
        });
    }

    /// When the next tick of the scene is due.
    pub fn pace(&self) -> Pace {
        if !self.is_live() {
            return Pace::Paused;
        }
        let transport = lock(&self.transport);
        let status = lock(&self.status);
        transport.pace(status.tick_ms, status.outcome.is_some())
    }

    /// Runs one tick of the scene. It waits for no page, except that a breakpoint has to be checked.
    pub fn tick(&self) {
        let run = self.run.clone();
        let Some(simulation) = &run.simulation else { return };
        let mut simulation = lock(simulation);
        simulation.tick();
        let tick = simulation.ticks();
        // Skip the snapshot rather than delay the tick.
        let is_skipped = match run.worlds.try_lock() {
            Ok(mut worlds) => {
                worlds.add(tick, simulation.world());
                false
            }
            Err(_) => true,
        };
        let outcome = simulation.outcome().map(|outcome| simulation.describe_outcome(outcome));
        drop(simulation);
        let stop = self.breakpoint.check(&run.recordings, tick);
        self.change_transport(|transport| {
            transport.steps = transport.steps.saturating_sub(1);
            if stop.is_some() {
                (transport.is_playing, transport.steps) = (false, 0);
            }
            self.change_status(|status| {
                (status.last_tick, status.outcome) = (tick, outcome);
                status.skipped_snapshots += u64::from(is_skipped);
                if stop.is_some() {
                    (status.stop_when, status.stopped) = (None, stop);
                }
            });
        });
    }

    /// Replays a recorded scene to show its world, which a recording of minds does not contain, until it ends or
    /// `go_on` returns false. Does nothing for other sessions.
    pub fn replay(&self, go_on: impl Fn() -> bool) {
        let Some(reader) = lock(&self.replayed).take().and_then(|bytes| Reader::open(bytes).ok()) else {
            return;
        };
        let replayed = replay_frames(&reader, |tick, world| {
            lock(&self.run.worlds).add(tick, world);
            if tick % UPDATE_TICKS == 0 {
                self.change_status(|status| status.world_revision += 1);
            }
            go_on()
        });
        self.change_status(|status| {
            status.world_revision += 1;
            // Recordings without a scene cannot be replayed; pages then show positions only.
            status.diverged = replayed.ok().flatten();
        });
    }

    /// Adds bytes that an attached game has sent. The error says why the recording cannot be continued.
    pub fn append(&self, bytes: &[u8]) -> Result<(), String> {
        let before = lock(&self.status).last_tick;
        let appended = self.run.recordings.append(bytes, |recording| {
            if recording.is_broken() { Err(recording.damage()) } else { Ok(Status::of_recording(recording)) }
        });
        let now = match appended {
            Ok(Some(Ok(now))) => now,
            Ok(Some(Err(damage))) => return Err(damage.unwrap_or_default()),
            Ok(None) => return Err("there is no recording".to_owned()),
            Err(error) => return Err(error.message),
        };
        // The last tick may be incomplete; those before it are not.
        let stop = (before..now.last_tick).find_map(|tick| self.breakpoint.check(&self.run.recordings, tick));
        self.change_status(|status| {
            (status.last_tick, status.dropped, status.tick_ms) = (now.last_tick, now.dropped, now.tick_ms);
            if stop.is_some() {
                (status.stop_when, status.stopped) = (None, stop);
            }
        });
        Ok(())
    }

    /// Ends the recording of an attached game, for this reason.
    pub fn end(&self, outcome: String) {
        self.change_status(|status| (status.outcome, status.is_playing) = (Some(outcome), false));
    }

    pub(crate) fn info(&self) -> SessionInfo {
        SessionInfo {
            version: env!("CARGO_PKG_VERSION"),
            title: self.title.clone(),
            is_live: self.is_live() || self.is_attached,
            is_attached: self.is_attached,
            can_control: self.may_control,
            can_write: self.may_write,
            has_agents: self.run.recordings.len() > 0,
            has_documents: !lock(&self.documents).is_empty(),
            status: self.status(),
        }
    }
}

impl Status {
    /// The part of the status that a recording determines.
    fn of_recording(recording: &RecordingView) -> Self {
        Self {
            first_tick: recording.first_tick(),
            last_tick: recording.last_tick(),
            tick_ms: recording.tick_ms(),
            dropped: recording.dropped(),
            ..Self::default()
        }
    }
}
