//! One debugging session: a recording, a running scene, an attached game or a file, and the state that pages share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cunning_arena::simulation::{ReplayError, Scenario, Settings, replay_frames};
use cunning_diag::Source;
use cunning_trace::{OpenError, Reader};

use crate::backdrop::Backdrop;
use crate::branches::Branches;
use crate::breakpoint::Breakpoints;
use crate::designer::DecisionComparer;
use crate::documents::{DocumentKind, Documents};
use crate::fear_panel::FearStudy;
use crate::limits::{BREAKPOINT_TICKS_MAX, REPLAY_BYTES_MAX, SCANNED_RECORDS, TICKS_MAX};
use crate::lock::lock;
use crate::protocol::{SessionInfo, Status};
use crate::quest_panel::QuestLibrary;
use crate::recording::RecordingView;
use crate::run::{Run, StartError};
use crate::search_panel::SearchCache;
use crate::start_screen::{Opening, Start, StartScreen};
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
    /// The recording has a tick beyond [`TICKS_MAX`].
    Tick(u64),
    /// A breakpoint is not a condition that could hold.
    Breakpoint(String),
}

impl std::fmt::Display for SessionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Scenario(error) => error.fmt(f),
            Self::Tick(tick) => {
                write!(f, "the recording has the tick {tick}; ticks up to {TICKS_MAX} can be shown")
            }
            Self::Breakpoint(reason) => f.write_str(reason),
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
    pub(crate) branches: Mutex<Branches>,
    pub(crate) transport: Mutex<Transport>,
    pub(crate) breakpoints: Breakpoints,
    /// The file that breakpoints are kept in.
    pub(crate) breakpoint_file: Option<PathBuf>,
    /// Whether the recording grows because a game in another process sends it.
    pub(crate) is_attached: bool,
    /// The domain files of the scene whose recordings are not open.
    missing: Vec<String>,
    /// The recorded scene to replay, which shows the world that a recording of minds does not contain.
    replayed: Mutex<Option<Vec<u8>>>,
    status: Mutex<Status>,
    revision: AtomicU64,
    /// Whether pages may play, pause, step and reload the running scene.
    pub(crate) may_control: bool,
    /// Whether pages may write the files that were opened.
    pub(crate) may_write: bool,
    /// The settings of the running scene.
    pub(crate) settings: Settings,
    pub(crate) documents: Mutex<Documents>,
    pub(crate) searches: Mutex<SearchCache>,
    pub(crate) comparer: Mutex<DecisionComparer>,
    pub(crate) fear_study: Mutex<Option<Arc<FearStudy>>>,
    pub(crate) quests: QuestLibrary,
    pub(crate) start: Start,
    /// What a page wants to see instead.
    pub(crate) opening: Mutex<Option<Opening>>,
}

impl DebugSession {
    /// Opens a recording from its bytes. [`DebugSession::replay`] adds the world to it.
    pub fn recording(title: &str, bytes: Vec<u8>) -> Result<Self, SessionError> {
        Self::recordings(title, vec![bytes])
    }

    /// Opens the recordings of one run of a scene: there is one for each domain file.
    pub fn recordings(title: &str, files: Vec<Vec<u8>>) -> Result<Self, SessionError> {
        let replayed = files.first().filter(|bytes| bytes.len() <= REPLAY_BYTES_MAX).cloned();
        let recordings = files.into_iter().enumerate();
        let recordings: Vec<RecordingView> = recordings
            .map(|(at, bytes)| RecordingView::open(at, bytes).map_err(SessionError::Open))
            .collect::<Result<_, _>>()?;
        if let Some(tick) = recordings.iter().map(RecordingView::last_tick).find(|tick| *tick > TICKS_MAX) {
            return Err(SessionError::Tick(tick));
        }
        let mut status = recordings.first().map(Status::of_recording).unwrap_or_default();
        status.last_tick = recordings.iter().map(RecordingView::last_tick).max().unwrap_or(0);
        status.outcome = recordings.iter().find_map(RecordingView::damage);
        status.scanned_tick = recordings.iter().find_map(RecordingView::scanned_tick);
        let mut documents = Documents::default();
        for recording in &recordings {
            documents.add_recording(recording);
        }
        let (backdrop, missing) = Backdrop::from_recordings(&recordings);
        Ok(Self {
            documents: Mutex::new(documents),
            replayed: Mutex::new(replayed),
            status: Mutex::new(status),
            missing,
            ..Self::empty(title, Run::recorded(recordings, backdrop))
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
        let mut documents = Documents::default();
        documents.add_recording(&recording);
        // A game is known by the domain file that its developer edits.
        let header = recording.reader().header();
        let title = header.domain.iter().next().map_or(header.engine, |source| source.name).to_owned();
        Ok(Some(Self {
            documents: Mutex::new(documents),
            status: Mutex::new(status),
            is_attached: true,
            ..Self::empty(&title, Run::recorded(vec![recording], Backdrop::Empty))
        }))
    }

    /// Opens a domain file, which comes first, and the files it includes. Only the designer has something to show.
    pub fn domain(sources: &[Source]) -> Self {
        let title = sources.first().map_or("", |source| source.name());
        let documents = Mutex::new(Documents::from_domain(sources));
        Self { documents, ..Self::empty(title, Run::recorded(Vec::new(), Backdrop::Empty)) }
    }

    /// Opens a quest file and the demonstration files it names. The quest panel lists it before the included quests.
    pub fn quest(quest: Source, demonstrations: Vec<Source>) -> Self {
        let title = quest.name().to_owned();
        let quests = QuestLibrary::with_quest(quest, demonstrations);
        Self { quests, ..Self::empty(&title, Run::recorded(Vec::new(), Backdrop::Empty)) }
    }

    /// A session that shows a start screen and nothing else.
    pub fn start(screen: StartScreen) -> Self {
        let empty = Self::empty("Start", Run::recorded(Vec::new(), Backdrop::Empty));
        Self { start: Start::Shown(screen), ..empty }
    }

    /// Adds a start screen, from which pages can go on to another session.
    #[must_use]
    pub fn with_start_screen(mut self, screen: StartScreen) -> Self {
        self.start = Start::Offered(screen);
        self
    }

    /// What a page wants to see instead of this session, if it wants that. The shell then ends the session.
    pub fn opening(&self) -> Option<Opening> {
        lock(&self.opening).clone()
    }

    /// Runs a scene. It starts paused if pages may control it, and runs by itself otherwise. The shell calls
    /// [`DebugSession::tick`] as [`DebugSession::pace`] says.
    pub fn live(scenario: &Arc<Scenario>, seed: u64, may_control: bool) -> Result<Self, SessionError> {
        let tick_ms = scenario.settings().tick_ms.into();
        let run = Run::start("start".to_owned(), scenario, seed)?;
        let session = Self {
            status: Mutex::new(Status { tick_ms, ..Status::default() }),
            may_control,
            documents: Mutex::new(Documents::from_scenario(scenario)),
            settings: scenario.settings().clone(),
            ..Self::empty(scenario.scene().name(), run)
        };
        session.change_transport(|transport| transport.is_playing = !may_control);
        session.show_branches();
        Ok(session)
    }

    /// Adds breakpoints. An error names the first one that is not a condition that could hold.
    pub fn with_breakpoints<'a>(
        self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, SessionError> {
        for text in texts {
            let added = self.breakpoints.add(&self.run().recordings, text, self.status().last_tick);
            added.map_err(|error| SessionError::Breakpoint(error.message))?;
        }
        self.change_status(|status| status.breakpoints = self.breakpoints.texts());
        Ok(self)
    }

    /// Keeps the breakpoints in a file, which is replaced when a page changes them. Its lines are breakpoints; empty lines
    /// and lines that start with `#` are ignored.
    pub fn with_breakpoint_file(self, path: &Path, text: &str) -> Result<Self, SessionError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let session = self.with_breakpoints(lines)?;
        Ok(Self { breakpoint_file: Some(path.to_path_buf()), ..session })
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
            branches: Mutex::new(Branches::new(run)),
            transport: Mutex::default(),
            breakpoints: Breakpoints::default(),
            breakpoint_file: None,
            is_attached: false,
            missing: Vec::new(),
            replayed: Mutex::default(),
            status: Mutex::default(),
            revision: AtomicU64::new(0),
            may_control: false,
            may_write: false,
            settings: Settings::default(),
            documents: Mutex::default(),
            searches: Mutex::default(),
            comparer: Mutex::default(),
            fear_study: Mutex::default(),
            quests: QuestLibrary::default(),
            start: Start::Absent,
            opening: Mutex::default(),
        }
    }

    /// Grows whenever the state changes that [`DebugSession::status_message`] tells, or the pace of the scene.
    pub fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    /// Whether a scene runs in the session.
    pub fn is_live(&self) -> bool {
        self.run().scene.is_some()
    }

    /// The run that is shown.
    pub(crate) fn run(&self) -> Arc<Run> {
        lock(&self.branches).current()
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
        if self.run().is_catching_up() {
            return Pace::Now;
        }
        let transport = lock(&self.transport);
        let status = lock(&self.status);
        transport.pace(status.tick_ms, status.outcome.is_some())
    }

    /// Runs one tick of the scene. It waits for no page, except that breakpoints have to be checked.
    pub fn tick(&self) {
        let run = self.run();
        let is_catching_up = run.is_catching_up();
        let Some(state) = run.tick() else { return };
        let stop =
            if is_catching_up { None } else { self.breakpoints.check(&run.recordings, state.last_tick) };
        if !Arc::ptr_eq(&run, &self.run()) {
            // A page has switched to another branch meanwhile.
            return;
        }
        if is_catching_up && !run.is_catching_up() {
            // The texts that were applied to its past are those that it goes on with.
            self.show_running_texts(&run);
        }
        self.change_transport(|transport| {
            if !is_catching_up {
                transport.steps = transport.steps.saturating_sub(1);
            }
            if stop.is_some() {
                (transport.is_playing, transport.steps) = (false, 0);
            }
            self.change_status(|status| {
                status.show(&state);
                if stop.is_some() {
                    status.stopped = stop;
                }
            });
        });
    }

    /// Scans what is left of a long recording, until it is scanned or `go_on` returns false. Does nothing for other
    /// sessions.
    pub fn scan(&self, go_on: impl Fn() -> bool) {
        let run = self.run();
        while let Some(tick) = run.recordings.scan(SCANNED_RECORDS) {
            self.change_status(|status| status.scanned_tick = Some(tick));
            if !go_on() {
                return;
            }
        }
        if self.status().scanned_tick.is_some() {
            let dropped = run.recordings.all(|recording| Ok(recording.dropped())).unwrap_or_default();
            self.change_status(|status| {
                status.scanned_tick = None;
                status.dropped = dropped.first().copied().unwrap_or(status.dropped);
                // What was shown of later ticks had no timeline.
                status.world_revision += 1;
            });
        }
    }

    /// Replays a recorded scene to show its world, which a recording of minds does not contain, until it ends or
    /// `go_on` returns false. Does nothing for other sessions.
    pub fn replay(&self, go_on: impl Fn() -> bool) {
        let Some(reader) = lock(&self.replayed).take().and_then(|bytes| Reader::open(bytes).ok()) else {
            return;
        };
        let run = self.run();
        let replayed = replay_frames(&reader, |tick, world| {
            lock(&run.worlds).add(tick, world);
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
        let run = self.run();
        let appended = run.recordings.append(bytes, |recording| {
            if recording.is_broken() { Err(recording.damage()) } else { Ok(Status::of_recording(recording)) }
        });
        let now = match appended {
            Ok(Some(Ok(now))) => now,
            Ok(Some(Err(damage))) => return Err(damage.unwrap_or_default()),
            Ok(None) => return Err("there is no recording".to_owned()),
            Err(error) => return Err(error.message),
        };
        if now.last_tick > TICKS_MAX {
            return Err(SessionError::Tick(now.last_tick).to_string());
        }
        // The last tick may be incomplete; those before it are not.
        let before = before.max(now.last_tick.saturating_sub(BREAKPOINT_TICKS_MAX));
        let stop = (before..now.last_tick).find_map(|tick| self.breakpoints.check(&run.recordings, tick));
        self.change_status(|status| {
            (status.last_tick, status.dropped, status.tick_ms) = (now.last_tick, now.dropped, now.tick_ms);
            if stop.is_some() {
                status.stopped = stop;
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
            has_agents: self.is_live() || self.run().recordings.len() > 0,
            missing: self.missing.clone(),
            has_start: self.start.screen().is_some(),
            is_start: matches!(self.start, Start::Shown(_)),
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
