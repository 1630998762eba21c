//! What is looked at, and the answers to all questions about it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cunning_arena::simulation::{ReplayError, Scenario};
use cunning_diag::Source;
use cunning_trace::OpenError;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;

use crate::attach::{self, AttachError, Attachment};
use crate::breakpoint::{Breakpoint, Condition};
use crate::designer::Matcher;
use crate::documents::{Documents, Sort};
use crate::fear_room::Studied;
use crate::limits::{AGAIN_BYTES_MAX, ITEMS_MAX};
use crate::live_scene::{Feed, LiveScene, lock};
use crate::overlay::Overlay;
use crate::quest_room::Shelf;
use crate::recording::RecordingView;
use crate::reel::Reel;
use crate::replay_thread::ReplayThread;
use crate::search_room::Gallery;
use crate::shots::Shots;
use crate::stand::{Stand, base64};
use crate::wire::{Ask, Refusal, Status, Welcome, Who};

/// Why there is nothing to look at.
#[derive(Debug)]
#[non_exhaustive]
pub enum StudioError {
    /// The bytes are no recording that this version reads.
    Open(OpenError),
    /// The scene cannot be played.
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

/// Something to look at: a recording, or a scene that goes on.
pub struct DebugSession {
    title: String,
    reel: Arc<Reel>,
    breakpoint: Arc<Breakpoint>,
    attachment: Option<Attachment>,
    /// Plays a recorded scene again until the desk is gone.
    _again: Option<ReplayThread>,
    pub(crate) live_scene: Option<LiveScene>,
    shots: Arc<Mutex<Shots>>,
    stand: Stand,
    news: watch::Sender<Status>,
    /// Whether pages may let a scene go on, stop it, change its pace and give its minds another text.
    pub(crate) may_control: bool,
    /// Whether pages may write the files that were opened.
    pub(crate) may_write: bool,
    /// What is played.
    pub(crate) scenario: Option<Arc<Scenario>>,
    pub(crate) documents: Mutex<Documents>,
    pub(crate) gallery: Mutex<Gallery>,
    pub(crate) matcher: Mutex<Matcher>,
    pub(crate) studied: Mutex<Option<Arc<Studied>>>,
    pub(crate) shelf: Shelf,
}

impl DebugSession {
    /// A recording.
    pub fn recording(title: &str, bytes: Vec<u8>) -> Result<Self, StudioError> {
        let replay_thread = Some(&bytes).filter(|bytes| bytes.len() <= AGAIN_BYTES_MAX).cloned();
        let recording = RecordingView::open(0, bytes).map_err(StudioError::Open)?;
        let status = Status {
            first_tick: recording.first_tick(),
            last_tick: recording.last_tick(),
            tick_ms: recording.tick_ms(),
            outcome: recording.damage(),
            ..Status::default()
        };
        let news = watch::Sender::new(status);
        let shots: Arc<Mutex<Shots>> = Arc::default();
        let replay_thread =
            replay_thread.and_then(|bytes| ReplayThread::begin(bytes, shots.clone(), news.clone()));
        Ok(Self {
            stand: Stand::of_tape(&recording),
            documents: Mutex::new(Documents::of_tape(&recording)),
            _again: replay_thread,
            shots,
            news,
            ..Self::empty(title).with(vec![recording], Vec::new())
        })
    }

    /// A game that runs elsewhere on this machine, by the address that its link says.
    pub fn attach(address: &str) -> Result<Self, StudioError> {
        let (stream, recording) = attach::connect(address).map_err(StudioError::Attach)?;
        let status = Status {
            first_tick: recording.first_tick(),
            last_tick: recording.last_tick(),
            tick_ms: recording.tick_ms(),
            is_playing: true,
            ..Status::default()
        };
        let title = recording.reader().header().engine.to_owned();
        let documents = Mutex::new(Documents::of_tape(&recording));
        let mut debug_session = Self {
            documents,
            news: watch::Sender::new(status),
            ..Self::empty(&title).with(vec![recording], Vec::new())
        };
        let attachment = Attachment::listen(
            stream,
            debug_session.reel.clone(),
            debug_session.breakpoint.clone(),
            debug_session.news.clone(),
        );
        debug_session.attachment = Some(attachment.map_err(StudioError::Attach)?);
        Ok(debug_session)
    }

    /// Has these recordings to show.
    fn with(mut self, recordings: Vec<RecordingView>, feeds: Vec<Feed>) -> Self {
        self.reel = Arc::new(Reel::new(recordings, feeds));
        self.breakpoint.look_at(&self.reel);
        self
    }

    /// A domain file, the first, and what it includes: only the designer has something to show.
    pub fn domain(sources: &[Source]) -> Self {
        let title = sources.first().map_or("", |source| source.name());
        Self { documents: Mutex::new(Documents::of_domain(sources)), ..Self::empty(title) }
    }

    /// A quest file and the files of demonstrations that it names: the room of quests has it, beside those that come along.
    pub fn quest(quest: Source, demonstrations: Vec<Source>) -> Self {
        let title = quest.name().to_owned();
        Self { shelf: Shelf::with(quest, demonstrations), ..Self::empty(&title) }
    }

    fn empty(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            stand: Stand::Empty,
            reel: Arc::default(),
            breakpoint: Arc::default(),
            attachment: None,
            _again: None,
            live_scene: None,
            shots: Arc::default(),
            news: watch::Sender::new(Status::default()),
            may_control: false,
            may_write: false,
            scenario: None,
            documents: Mutex::default(),
            gallery: Mutex::default(),
            matcher: Mutex::default(),
            studied: Mutex::default(),
            shelf: Shelf::default(),
        }
    }

    /// Lets pages save what was opened: a scene or domain files by their names, and where they are. Nothing else is ever
    /// written.
    #[must_use]
    pub fn writing(mut self, scene: Option<(&str, &Path)>, domains: &[(String, PathBuf)]) -> Self {
        self.may_write = true;
        let documents = self.documents.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((name, path)) = scene {
            documents.place(Sort::Scene, name, path);
        }
        for (name, path) in domains {
            documents.place(Sort::Domain, name, path);
        }
        self
    }

    /// A scene that is played here. Unless pages may control it, it plays by itself.
    pub fn live(scenario: &Arc<Scenario>, seed: u64, may_control: bool) -> Result<Self, StudioError> {
        let tick_ms = scenario.settings().tick_ms.into();
        let news = watch::Sender::new(Status { tick_ms, ..Status::default() });
        let shots: Arc<Mutex<Shots>> = Arc::default();
        let breakpoint: Arc<Breakpoint> = Arc::default();
        let (live_scene, feeds) =
            LiveScene::open(scenario, seed, (shots.clone(), breakpoint.clone()), news.clone())
                .map_err(StudioError::Scenario)?;
        if !may_control {
            live_scene.scenario();
        }
        let recordings = feeds.iter().enumerate().map(|(at, feed)| RecordingView::open(at, feed.take()));
        let recordings = recordings.collect::<Result<_, _>>().map_err(StudioError::Open)?;
        let empty = Self { breakpoint, ..Self::empty(scenario.scene().name()) };
        Ok(Self {
            live_scene: Some(live_scene),
            shots,
            stand: Stand::of_scene(scenario.scene()),
            news,
            may_control,
            documents: Mutex::new(Documents::of_play(scenario)),
            scenario: Some(scenario.clone()),
            ..empty.with(recordings, feeds)
        })
    }

    pub(crate) fn news(&self) -> watch::Receiver<Status> {
        self.news.subscribe()
    }

    pub(crate) fn welcome(&self) -> Welcome {
        Welcome {
            version: env!("CARGO_PKG_VERSION"),
            title: self.title.clone(),
            is_live: self.live_scene.is_some() || self.attachment.is_some(),
            is_attached: self.attachment.is_some(),
            can_control: self.may_control,
            can_write: self.may_write,
            has_agents: self.reel.len() > 0,
            has_texts: !lock(&self.documents).is_empty(),
            status: self.news.borrow().clone(),
        }
    }

    /// The answer to a question.
    pub(crate) fn answer(&self, ask: &Ask) -> Result<Value, Refusal> {
        match ask {
            // A game may show its level at any time.
            Ask::Scene if self.attachment.is_some() => {
                json(&self.reel.recording(0, |recording| Ok(Stand::of_tape(recording)))?)
            }
            Ask::Scene => json(&self.stand),
            Ask::Frame { tick } => {
                let bodies = self.reel.all(|recording| recording.frame(*tick))?;
                let shot = lock(&self.shots).at(*tick);
                json(&Frame {
                    tick: *tick,
                    bodies: bodies.into_iter().flatten().collect(),
                    shot: shot.as_deref(),
                })
            }
            Ask::Lanes { from, to } => {
                let lanes = self.reel.all(|recording| Ok(recording.lanes(*from, *to)))?;
                json(&lanes.into_iter().flatten().take(ITEMS_MAX).collect::<Vec<_>>())
            }
            Ask::Agent { agent, tick } => {
                json(&self.one(*agent, |recording| recording.portrait(agent.agent, *tick))?)
            }
            Ask::Scores { agent, from, to } => {
                json(&self.one(*agent, |recording| Ok(recording.score_lines(agent.agent, *from, *to)))?)
            }
            Ask::Events { agent, from, to, text, skip } => {
                let range = (*from, *to);
                match agent {
                    Some(who) => json(
                        &self
                            .one(*who, |recording| Ok(recording.past(Some(who.agent), range, text, *skip)))?,
                    ),
                    None => json(&self.reel.all(|recording| Ok(recording.past(None, range, text, *skip)))?),
                }
            }
            Ask::Jump { agent, tick, back, sorts } => json(&self.jump(*agent, *tick, *back, sorts)?),
            Ask::Command { tick } => json(
                &self
                    .reel
                    .all(|recording| recording.command(*tick))?
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>(),
            ),
            Ask::Why { agent, tick } => {
                json(&self.one(*agent, |recording| recording.why(agent.agent, *tick))?)
            }
            Ask::Scenario => self.control(LiveScene::scenario),
            Ask::Pause => self.control(LiveScene::pause),
            Ask::Step => self.control(LiveScene::step),
            Ask::Speed { thousandths } => self.control(|live_scene| live_scene.set_speed(*thousandths)),
            Ask::Excerpt { recording, from, to } => {
                let bytes = self.reel.recording(*recording, |recording| recording.excerpt(*from, *to))?;
                json(&Saved { bytes: bytes.len(), base64: base64(&bytes) })
            }
            Ask::StopWhen { text } => self.stop_when(text),
            Ask::Overlay { agent, tick } => {
                let name = self.one(*agent, |recording| Ok(recording.name_of(agent.agent)))?;
                let world = lock(&self.shots).world(*tick);
                let world = world.ok_or_else(|| Refusal::new("how the world was then is not known"))?;
                json(&Overlay::of(&world, &name)?)
            }
            Ask::Room(ask) => self.answer_room(ask),
        }
    }

    fn jump(
        &self,
        agent: Option<Who>,
        tick: u64,
        back: bool,
        sorts: &[crate::wire::Sort],
    ) -> Result<Option<u64>, Refusal> {
        if let Some(who) = agent {
            return self.one(who, |recording| Ok(recording.jump(Some(who.agent), tick, back, sorts)));
        }
        let ticks = self.reel.all(|recording| Ok(recording.jump(None, tick, back, sorts)))?;
        let ticks = ticks.into_iter().flatten();
        Ok(if back { ticks.max() } else { ticks.min() })
    }

    fn stop_when(&self, text: &str) -> Result<Value, Refusal> {
        if self.live_scene.is_none() && self.attachment.is_none() {
            return Err(Refusal::new("a recording does not go on"));
        }
        if self.live_scene.is_some() && !self.may_control {
            return Err(Refusal::new("the studio was started without --allow-control"));
        }
        let condition = (!text.trim().is_empty()).then(|| Condition::parse(text)).transpose()?;
        let text = condition.as_ref().map(|condition| condition.text().to_owned());
        let tick = self.news.borrow().last_tick;
        self.breakpoint.want(condition, tick)?;
        self.news.send_modify(|status| status.stop_when = text);
        Ok(Value::Null)
    }

    fn control(&self, order: impl FnOnce(&LiveScene)) -> Result<Value, Refusal> {
        match &self.live_scene {
            Some(live_scene) if self.may_control => {
                order(live_scene);
                Ok(Value::Null)
            }
            Some(_) => Err(Refusal::new("the studio was started without --allow-control")),
            None if self.attachment.is_some() => {
                Err(Refusal::new("the game goes on by itself: the studio only looks"))
            }
            None => Err(Refusal::new("a recording does not go on")),
        }
    }

    /// Asks the tape of an agent.
    pub(crate) fn one<T>(
        &self,
        who: Who,
        ask: impl FnOnce(&RecordingView) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.reel.recording(who.recording, ask)
    }

    /// How many recordings there are.
    pub(crate) fn recordings(&self) -> usize {
        self.reel.len()
    }

    /// Asks one of the tapes.
    pub(crate) fn with_recording<T>(
        &self,
        at: usize,
        ask: impl FnOnce(&RecordingView) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.reel.recording(at, ask)
    }
}

#[derive(Serialize)]
struct Frame<'a> {
    tick: u64,
    bodies: Vec<crate::recording::Body>,
    shot: Option<&'a crate::shots::Shot>,
}

/// A recording for a file.
#[derive(Serialize)]
struct Saved {
    bytes: usize,
    base64: String,
}

pub(crate) fn json(value: &impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(value).map_err(|error| Refusal::new(error.to_string()))
}
