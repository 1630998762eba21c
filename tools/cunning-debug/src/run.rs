//! One course of events: the recordings of the minds, the history of the world, and the simulation if it is still running.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use cunning_arena::simulation::{ReplayError, Scenario, Simulation};
use cunning_trace::OpenError;

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
#[derive(Default)]
pub(crate) struct Run {
    pub(crate) recordings: RecordingSet,
    pub(crate) worlds: Mutex<WorldHistory>,
    /// The simulation of a running scene.
    pub(crate) simulation: Option<Mutex<Simulation>>,
}

/// Why a scene cannot be run.
#[derive(Debug)]
pub(crate) enum StartError {
    Scenario(ReplayError),
    Open(OpenError),
}

impl Run {
    /// A run that was recorded or is recorded elsewhere.
    pub(crate) fn recorded(recordings: Vec<RecordingView>) -> Self {
        Self { recordings: RecordingSet::new(recordings, Vec::new()), ..Self::default() }
    }

    /// Starts a scene. The minds of each domain file have a recording.
    pub(crate) fn start(scenario: &Arc<Scenario>, seed: u64) -> Result<Self, StartError> {
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
            recordings: RecordingSet::new(recordings, receivers),
            worlds: Mutex::new(worlds),
            simulation: Some(Mutex::new(simulation)),
        })
    }
}
