//! One course of events: the recordings of the minds, the history of the world, and the simulation if it is still running.
//!
//! A simulation depends on its scenario, its seed and the texts that pages applied to it. A branch is therefore a run of its
//! own from the first tick: it repeats the ticks up to where it branches off, and its recording is complete.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use cunning_arena::simulation::{ReloadError, ReplayError, Scenario, Simulation};
use cunning_mind::ReloadReport;
use cunning_trace::OpenError;

use crate::backdrop::Backdrop;
use crate::lock::lock;
use crate::recording::RecordingView;
use crate::recording_set::RecordingSet;
use crate::world_history::WorldHistory;

/// The receiving end of a recording that a running scene writes. Sending never blocks.
pub(crate) struct RecordingReceiver(Mutex<Receiver<Vec<u8>>>);

impl RecordingReceiver {
    /// Makes a channel for one recording.
    fn new() -> (Self, RecordingSender) {
        let (sender, receiver) = channel();
        (Self(Mutex::new(receiver)), RecordingSender(sender))
    }

    /// Takes all bytes that have arrived.
    pub(crate) fn take(&self) -> Vec<u8> {
        lock(&self.0).try_iter().flatten().collect()
    }
}

/// The sending end, which the recorder writes to.
struct RecordingSender(Sender<Vec<u8>>);

impl Write for RecordingSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The session may be gone already.
        let _sent = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One course of events.
pub(crate) struct Run {
    pub(crate) name: String,
    /// The run and the tick that it branched off from.
    pub(crate) parent: Option<(usize, u64)>,
    pub(crate) recordings: RecordingSet,
    pub(crate) worlds: Mutex<WorldHistory>,
    pub(crate) backdrop: Arc<Backdrop>,
    /// The simulation of a running scene.
    pub(crate) scene: Option<SceneRun>,
    state: Mutex<RunState>,
}

/// A scene that can be continued.
pub(crate) struct SceneRun {
    /// The scenario that the run started with.
    pub(crate) scenario: Arc<Scenario>,
    pub(crate) seed: u64,
    simulation: Mutex<Simulation>,
    inputs: Mutex<Inputs>,
    /// The tick that a branch repeats its parent up to.
    catch_up: u64,
}

/// The versions of the domain files that pages applied, each with the tick after which it was applied.
#[derive(Default)]
struct Inputs {
    all: Vec<(u64, Arc<Scenario>)>,
    applied: usize,
}

/// How far a run is.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunState {
    pub(crate) last_tick: u64,
    pub(crate) outcome: Option<String>,
    /// The number of snapshots that were skipped because a page held the lock.
    pub(crate) skipped_snapshots: u64,
}

/// Why a scene cannot be run.
#[derive(Debug)]
pub(crate) enum StartError {
    Scenario(ReplayError),
    Open(OpenError),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scenario(error) => error.fmt(f),
            Self::Open(error) => error.fmt(f),
        }
    }
}

impl Run {
    /// A run that was recorded or is recorded elsewhere.
    pub(crate) fn recorded(recordings: Vec<RecordingView>, backdrop: Backdrop) -> Self {
        Self {
            name: "recording".to_owned(),
            parent: None,
            recordings: RecordingSet::new(recordings, Vec::new()),
            worlds: Mutex::default(),
            backdrop: Arc::new(backdrop),
            scene: None,
            state: Mutex::default(),
        }
    }

    /// Starts a scene. The minds of each domain file have a recording.
    pub(crate) fn start(name: String, scenario: &Arc<Scenario>, seed: u64) -> Result<Self, StartError> {
        let mut receivers = Vec::new();
        let simulation = Simulation::recorded(scenario, seed, |_| {
            let (receiver, sender) = RecordingReceiver::new();
            receivers.push(receiver);
            Some(Box::new(sender))
        })
        .map_err(StartError::Scenario)?;
        let recordings =
            receivers.iter().enumerate().map(|(at, receiver)| RecordingView::open(at, receiver.take()));
        let recordings = recordings.collect::<Result<_, _>>().map_err(StartError::Open)?;
        let mut worlds = WorldHistory::default();
        worlds.add(0, simulation.world());
        Ok(Self {
            name,
            parent: None,
            recordings: RecordingSet::new(recordings, receivers),
            worlds: Mutex::new(worlds),
            backdrop: Arc::new(Backdrop::from_scene(scenario.scene())),
            scene: Some(SceneRun {
                scenario: scenario.clone(),
                seed,
                simulation: Mutex::new(simulation),
                inputs: Mutex::default(),
                catch_up: 0,
            }),
            state: Mutex::default(),
        })
    }

    /// Starts a branch that repeats this run, which has the index `parent`, up to a tick; `None` if it is not a scene.
    pub(crate) fn branch(&self, name: String, parent: usize, tick: u64) -> Option<Result<Self, StartError>> {
        let scene = self.scene.as_ref()?;
        let inputs = lock(&scene.inputs);
        // What was applied after the tick comes later than what is shown of it.
        let all = inputs.all.iter().filter(|(after, _)| *after < tick).cloned().collect();
        Some(Self::start(name, &scene.scenario, scene.seed).map(|run| Self {
            parent: Some((parent, tick)),
            scene: run.scene.map(|scene| SceneRun {
                inputs: Mutex::new(Inputs { all, applied: 0 }),
                catch_up: tick,
                ..scene
            }),
            ..run
        }))
    }

    pub(crate) fn state(&self) -> RunState {
        lock(&self.state).clone()
    }

    /// Whether a branch has not yet reached the tick where it branches off.
    pub(crate) fn is_catching_up(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| lock(&self.state).last_tick < scene.catch_up)
    }

    /// The scenario whose texts the minds use now.
    pub(crate) fn scenario(&self) -> Option<Arc<Scenario>> {
        self.scene.as_ref().map(|scene| lock(&scene.simulation).scenario().clone())
    }

    /// Runs one tick and returns how far the run is then.
    pub(crate) fn tick(&self) -> Option<RunState> {
        let scene = self.scene.as_ref()?;
        let mut simulation = lock(&scene.simulation);
        lock(&scene.inputs).apply(&mut simulation);
        simulation.tick();
        let tick = simulation.ticks();
        // Skip the snapshot rather than delay the tick.
        let is_skipped = match self.worlds.try_lock() {
            Ok(mut worlds) => {
                worlds.add(tick, simulation.world());
                false
            }
            Err(_) => true,
        };
        let mut state = lock(&self.state);
        state.last_tick = tick;
        state.outcome = simulation.outcome().map(|outcome| simulation.describe_outcome(outcome));
        state.skipped_snapshots += u64::from(is_skipped);
        Some(state.clone())
    }

    /// Continues with other versions of the domain files; `None` if it is not a scene.
    pub(crate) fn reload(
        &self,
        scenario: Arc<Scenario>,
    ) -> Option<Result<Vec<(String, ReloadReport)>, ReloadError>> {
        let scene = self.scene.as_ref()?;
        let mut simulation = lock(&scene.simulation);
        let reloaded = simulation.reload(&scenario);
        if reloaded.is_ok() {
            let mut inputs = lock(&scene.inputs);
            inputs.all.push((simulation.ticks(), scenario));
            inputs.applied = inputs.all.len();
        }
        Some(reloaded)
    }
}

impl Inputs {
    /// Applies the versions that are due before the next tick.
    fn apply(&mut self, simulation: &mut Simulation) {
        while let Some((_, scenario)) =
            self.all.get(self.applied).filter(|(after, _)| *after == simulation.ticks())
        {
            // It was applied to the parent in the same state.
            let _reloaded = simulation.reload(scenario);
            self.applied += 1;
        }
    }
}
