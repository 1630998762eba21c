//! One course of events: the recordings of the minds, the history of the world, and the simulation if it is still running.
//!
//! A simulation depends on its scenario, its seed and the texts that pages applied to it. A branch is therefore a run of its
//! own from the first tick: it repeats the ticks up to where it branches off, and its recording is complete.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use cunning_arena::simulation::{CommandError, ReloadError, ReplayError, Scenario, Simulation};
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

/// What pages did to the scene, each with the tick after which they did it.
#[derive(Default)]
struct Inputs {
    all: Vec<(u64, Input)>,
    applied: usize,
}

/// Something that a page did to the scene.
#[derive(Clone)]
enum Input {
    /// It applied other versions of the domain files.
    Reload(Arc<Scenario>),
    /// It made an edit, in words.
    Edit(String),
    /// It gave an order.
    Order(PlayerOrder),
}

/// An order of a person.
#[derive(Clone)]
pub(crate) struct PlayerOrder {
    pub(crate) names: Vec<String>,
    pub(crate) order: String,
    pub(crate) targets: Vec<String>,
}

impl PlayerOrder {
    fn give(&self, simulation: &mut Simulation) -> Result<usize, CommandError> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let targets: Vec<&str> = self.targets.iter().map(String::as_str).collect();
        simulation.give_order(&names, &self.order, &targets)
    }
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
        lock(&self.state).skipped_snapshots += u64::from(is_skipped);
        Some(self.show(&simulation))
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
            inputs.add(simulation.ticks(), Input::Reload(scenario));
        }
        Some(reloaded)
    }

    /// Makes an edit between two ticks and returns what happened; `None` if it is not a scene.
    pub(crate) fn edit(&self, text: &str) -> Option<Result<String, String>> {
        let scene = self.scene.as_ref()?;
        let mut simulation = lock(&scene.simulation);
        let made = simulation.edit(text);
        if made.is_ok() {
            lock(&scene.inputs).add(simulation.ticks(), Input::Edit(text.to_owned()));
            lock(&self.worlds).replace(simulation.ticks(), simulation.world());
            self.show(&simulation);
        }
        Some(made)
    }

    /// Gives an order between two ticks and returns how many friends received it; `None` if it is not a scene.
    pub(crate) fn give_order(&self, order: PlayerOrder) -> Option<Result<usize, CommandError>> {
        let scene = self.scene.as_ref()?;
        let mut simulation = lock(&scene.simulation);
        let given = order.give(&mut simulation);
        if given.is_ok() {
            lock(&scene.inputs).add(simulation.ticks(), Input::Order(order));
        }
        Some(given)
    }

    /// Reads from the running simulation; `None` if it is not a scene.
    pub(crate) fn simulation<T>(&self, read: impl FnOnce(&Simulation) -> T) -> Option<T> {
        self.scene.as_ref().map(|scene| read(&lock(&scene.simulation)))
    }

    /// Notes how far the simulation is.
    fn show(&self, simulation: &Simulation) -> RunState {
        let mut state = lock(&self.state);
        state.last_tick = simulation.ticks();
        state.outcome = simulation.outcome().map(|outcome| simulation.describe_outcome(outcome));
        state.clone()
    }
}

impl Inputs {
    fn add(&mut self, after: u64, input: Input) {
        self.all.push((after, input));
        self.applied = self.all.len();
    }

    /// Repeats what is due before the next tick. It was possible in the parent in the same state.
    fn apply(&mut self, simulation: &mut Simulation) {
        while let Some((_, input)) =
            self.all.get(self.applied).filter(|(after, _)| *after == simulation.ticks())
        {
            match input {
                Input::Reload(scenario) => drop(simulation.reload(scenario)),
                Input::Edit(text) => drop(simulation.edit(text)),
                Input::Order(order) => drop(order.give(simulation)),
            }
            self.applied += 1;
        }
    }
}
