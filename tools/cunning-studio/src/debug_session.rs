//! One debugging session: a recording, a running scene, an attached game or a file, and the state that pages share.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cunning_arena::simulation::{ReplayError, Scenario};
use cunning_diag::Source;
use cunning_trace::OpenError;
use tokio::sync::watch;

use crate::attach::{self, AttachError, Attachment};
use crate::backdrop::Backdrop;
use crate::breakpoint::Breakpoint;
use crate::designer::DecisionComparer;
use crate::documents::{DocumentKind, Documents};
use crate::fear_panel::FearStudy;
use crate::limits::REPLAY_BYTES_MAX;
use crate::live_scene::{LiveScene, RecordingReceiver, lock};
use crate::protocol::{SessionInfo, Status};
use crate::quest_panel::QuestLibrary;
use crate::recording::RecordingView;
use crate::recording_set::RecordingSet;
use crate::replay_thread::ReplayThread;
use crate::search_panel::SearchCache;
use crate::world_history::WorldHistory;

/// Why a [`DebugSession`] could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum StudioError {
    /// The bytes are not a recording that this version reads.
    Open(OpenError),
    /// The scene cannot be run.
    Scenario(ReplayError),
    /// The game cannot be attached to.
    Attach(AttachError),
}

impl std::fmt::Display for StudioError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Open(error) => error.fmt(f),
            Self::Scenario(error) => error.fmt(f),
            Self::Attach(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StudioError {}

/// What a [`Server`](crate::Server) shows: a recording, a running scene, an attached game, or a domain or quest file.
pub struct DebugSession {
    title: String,
    pub(crate) recordings: Arc<RecordingSet>,
    pub(crate) breakpoint: Arc<Breakpoint>,
    pub(crate) attachment: Option<Attachment>,
    /// Replays a recorded scene; dropping it stops the thread.
    _replay_thread: Option<ReplayThread>,
    pub(crate) live_scene: Option<LiveScene>,
    pub(crate) worlds: Arc<Mutex<WorldHistory>>,
    pub(crate) backdrop: Arc<Backdrop>,
    pub(crate) status: watch::Sender<Status>,
    /// Whether pages may play, pause, step and reload the running scene.
    pub(crate) may_control: bool,
    /// Whether pages may write the files that were opened.
    pub(crate) may_write: bool,
    /// The scenario of the running scene.
    pub(crate) scenario: Option<Arc<Scenario>>,
    pub(crate) documents: Mutex<Documents>,
    pub(crate) searches: Mutex<SearchCache>,
    pub(crate) comparer: Mutex<DecisionComparer>,
    pub(crate) fear_study: Mutex<Option<Arc<FearStudy>>>,
    pub(crate) quests: QuestLibrary,
}

impl DebugSession {
    /// Opens a recording from its bytes.
    pub fn recording(title: &str, bytes: Vec<u8>) -> Result<Self, StudioError> {
        let replayed = Some(&bytes).filter(|bytes| bytes.len() <= REPLAY_BYTES_MAX).cloned();
        let recording = RecordingView::open(0, bytes).map_err(StudioError::Open)?;
        let status = Status {
            first_tick: recording.first_tick(),
            last_tick: recording.last_tick(),
            tick_ms: recording.tick_ms(),
            outcome: recording.damage(),
            ..Status::default()
        };
        let status = watch::Sender::new(status);
        let worlds: Arc<Mutex<WorldHistory>> = Arc::default();
        let replay_thread =
            replayed.and_then(|bytes| ReplayThread::spawn(bytes, worlds.clone(), status.clone()));
        Ok(Self {
            backdrop: Arc::new(Backdrop::from_recording(&recording)),
            documents: Mutex::new(Documents::from_recording(&recording)),
            _replay_thread: replay_thread,
            worlds,
            status,
            ..Self::empty(title).with_recordings(vec![recording], Vec::new())
        })
    }

    /// Attaches to a game on this machine, at the address that its link prints.
    pub fn attach(address: &str) -> Result<Self, StudioError> {
        let (stream, recording) = attach::connect(address).map_err(StudioError::Attach)?;
        let status = Status {
            first_tick: recording.first_tick(),
            last_tick: recording.last_tick(),
            tick_ms: recording.tick_ms(),
            is_playing: true,
            ..Status::default()
        };
        // A game is known by the domain file that its developer edits.
        let header = recording.reader().header();
        let title = header.domain.iter().next().map_or(header.engine, |source| source.name).to_owned();
        let documents = Mutex::new(Documents::from_recording(&recording));
        let mut debug_session = Self {
            documents,
            status: watch::Sender::new(status),
            ..Self::empty(&title).with_recordings(vec![recording], Vec::new())
        };
        let attachment = Attachment::spawn(
            stream,
            debug_session.recordings.clone(),
            debug_session.breakpoint.clone(),
            debug_session.status.clone(),
        );
        debug_session.attachment = Some(attachment.map_err(StudioError::Attach)?);
        Ok(debug_session)
    }

    /// Opens a domain file, which comes first, and the files it includes. Only the designer has something to show.
    pub fn domain(sources: &[Source]) -> Self {
        let title = sources.first().map_or("", |source| source.name());
        Self { documents: Mutex::new(Documents::from_domain(sources)), ..Self::empty(title) }
    }

    /// Opens a quest file and the demonstration files it names. The quest panel lists it before the included quests.
    pub fn quest(quest: Source, demonstrations: Vec<Source>) -> Self {
        let title = quest.name().to_owned();
        Self { quests: QuestLibrary::with_quest(quest, demonstrations), ..Self::empty(&title) }
    }

    /// Runs a scene. It starts paused if pages may control it, and runs by itself otherwise.
    pub fn live(scenario: &Arc<Scenario>, seed: u64, may_control: bool) -> Result<Self, StudioError> {
        let tick_ms = scenario.settings().tick_ms.into();
        let status = watch::Sender::new(Status { tick_ms, ..Status::default() });
        let worlds: Arc<Mutex<WorldHistory>> = Arc::default();
        let breakpoint: Arc<Breakpoint> = Arc::default();
        let (live_scene, receivers) =
            LiveScene::spawn(scenario, seed, (worlds.clone(), breakpoint.clone()), status.clone())
                .map_err(StudioError::Scenario)?;
        if !may_control {
            live_scene.play();
        }
        let recordings =
            receivers.iter().enumerate().map(|(at, receiver)| RecordingView::open(at, receiver.take()));
        let recordings = recordings.collect::<Result<_, _>>().map_err(StudioError::Open)?;
        let empty = Self { breakpoint, ..Self::empty(scenario.scene().name()) };
        Ok(Self {
            live_scene: Some(live_scene),
            worlds,
            backdrop: Arc::new(Backdrop::from_scene(scenario.scene())),
            status,
            may_control,
            documents: Mutex::new(Documents::from_scenario(scenario)),
            scenario: Some(scenario.clone()),
            ..empty.with_recordings(recordings, receivers)
        })
    }

    /// Allows pages to save the scene and the domain files that were opened, given by name and path. Pages can never
    /// write any other file.
    #[must_use]
    pub fn writing(mut self, scene: Option<(&str, &Path)>, domains: &[(String, PathBuf)]) -> Self {
        self.may_write = true;
        let documents = self.documents.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((name, path)) = scene {
            documents.set_path(DocumentKind::Scene, name, path);
        }
        for (name, path) in domains {
            documents.set_path(DocumentKind::Domain, name, path);
        }
        self
    }

    fn empty(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            backdrop: Arc::new(Backdrop::Empty),
            recordings: Arc::default(),
            breakpoint: Arc::default(),
            attachment: None,
            _replay_thread: None,
            live_scene: None,
            worlds: Arc::default(),
            status: watch::Sender::new(Status::default()),
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

    fn with_recordings(mut self, recordings: Vec<RecordingView>, receivers: Vec<RecordingReceiver>) -> Self {
        self.recordings = Arc::new(RecordingSet::new(recordings, receivers));
        self.breakpoint.watch(&self.recordings);
        self
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    pub(crate) fn info(&self) -> SessionInfo {
        SessionInfo {
            version: env!("CARGO_PKG_VERSION"),
            title: self.title.clone(),
            is_live: self.live_scene.is_some() || self.attachment.is_some(),
            is_attached: self.attachment.is_some(),
            can_control: self.may_control,
            can_write: self.may_write,
            has_agents: self.recordings.len() > 0,
            has_documents: !lock(&self.documents).is_empty(),
            status: self.status.borrow().clone(),
        }
    }
}
