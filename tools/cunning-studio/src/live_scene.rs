//! A scene that runs in its own thread while pages watch it. The thread never waits for a page.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cunning_arena::simulation::{ReloadError, ReplayError, Scenario, Simulation};
use cunning_mind::ReloadReport;
use tokio::sync::watch;

use crate::breakpoint::Breakpoint;
use crate::protocol::{RequestError, Status};
use crate::world_history::WorldHistory;

/// Real time, in thousandths.
const REAL_TIME: u32 = 1000;
/// The lowest and the highest speed, in thousandths.
const SPEEDS: (u32, u32) = (50, 64_000);
/// How long a page waits for a reload.
const RELOAD_PATIENCE: Duration = Duration::from_secs(10);

/// The commands of pages to the scene.
#[derive(Default)]
struct Control {
    is_playing: bool,
    /// Single ticks to run while paused.
    steps: u32,
    /// The speed in thousandths of real time.
    speed: u32,
    is_stopped: bool,
    /// The scenario to continue with, and the channel for the result.
    reload: Option<(Arc<Scenario>, SyncSender<Reloaded>)>,
}

/// The result of a reload, per domain file.
type Reloaded = Result<Vec<(String, ReloadReport)>, ReloadError>;

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
        // The debug session may be gone already.
        let _sent = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Locks a mutex even if it is poisoned: no panic leaves the guarded values half changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running scene; dropping it stops and joins its thread.
pub(crate) struct LiveScene {
    control: Arc<(Mutex<Control>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl LiveScene {
    /// Starts a scene, paused. Each receiver gets the recording of one domain file's minds.
    pub(crate) fn spawn(
        scenario: &Arc<Scenario>,
        seed: u64,
        (worlds, breakpoint): (Arc<Mutex<WorldHistory>>, Arc<Breakpoint>),
        status: watch::Sender<Status>,
    ) -> Result<(Self, Vec<RecordingReceiver>), ReplayError> {
        let mut receivers = Vec::new();
        let simulation = Simulation::recorded(scenario, seed, |_| {
            let (receiver, sender) = RecordingReceiver::new();
            receivers.push(receiver);
            Some(Box::new(sender))
        })?;
        let control =
            Arc::new((Mutex::new(Control { speed: REAL_TIME, ..Control::default() }), Condvar::new()));
        lock(&worlds).add(0, simulation.world());
        let scene = SceneThread {
            simulation,
            control: control.clone(),
            worlds,
            breakpoint,
            status,
            skipped_snapshots: 0,
        };
        let thread = std::thread::Builder::new().name("scene".to_owned()).spawn(|| scene.run());
        let thread = Some(thread.map_err(|_| ReplayError::NoScene)?);
        Ok((Self { control, thread }, receivers))
    }

    pub(crate) fn play(&self) {
        self.change(|control| control.is_playing = true);
    }

    pub(crate) fn pause(&self) {
        self.change(|control| (control.is_playing, control.steps) = (false, 0));
    }

    pub(crate) fn step(&self) {
        self.change(|control| (control.is_playing, control.steps) = (false, control.steps.saturating_add(1)));
    }

    pub(crate) fn set_speed(&self, thousandths: u32) {
        self.change(|control| control.speed = thousandths.clamp(SPEEDS.0, SPEEDS.1));
    }

    /// Continues with changed domain files from the next tick on, and waits for the result.
    pub(crate) fn reload(
        &self,
        scenario: Arc<Scenario>,
    ) -> Result<Vec<(String, ReloadReport)>, RequestError> {
        let (sender, receiver) = sync_channel(1);
        self.change(|control| control.reload = Some((scenario, sender)));
        match receiver.recv_timeout(RELOAD_PATIENCE) {
            Ok(reloaded) => {
                reloaded.map_err(|error| RequestError::new(format!("the text was not applied: {error}")))
            }
            Err(_) => Err(RequestError::new("the scene did not apply the text in time")),
        }
    }

    fn change(&self, change: impl FnOnce(&mut Control)) {
        change(&mut lock(&self.control.0));
        self.control.1.notify_all();
    }
}

impl Drop for LiveScene {
    fn drop(&mut self) {
        self.change(|control| control.is_stopped = true);
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic already.
            let _ended = thread.join();
        }
    }
}

/// The state of the thread.
struct SceneThread {
    simulation: Simulation,
    control: Arc<(Mutex<Control>, Condvar)>,
    worlds: Arc<Mutex<WorldHistory>>,
    breakpoint: Arc<Breakpoint>,
    status: watch::Sender<Status>,
    /// The number of snapshots that were skipped because a page held the lock.
    skipped_snapshots: u64,
}

impl SceneThread {
    fn run(mut self) {
        let tick_ms = self.simulation.scenario().settings().tick_ms;
        let mut due = Instant::now();
        loop {
            self.send_status();
            let mut control = lock(&self.control.0);
            // Wait for a tick that is due or a command.
            loop {
                if control.is_stopped {
                    return;
                }
                if let Some((scenario, reply)) = control.reload.take() {
                    // The page may have given up waiting.
                    let _sent = reply.send(self.simulation.reload(&scenario));
                }
                let now = Instant::now();
                let is_running = control.is_playing && self.simulation.outcome().is_none();
                if control.steps > 0 {
                    control.steps -= 1;
                    due = now;
                    break;
                }
                if is_running && now >= due {
                    break;
                }
                let waited = if is_running {
                    self.control
                        .1
                        .wait_timeout(control, due - now)
                        .map_or_else(|poisoned| poisoned.into_inner().0, |(control, _)| control)
                } else {
                    due = now;
                    self.control.1.wait(control).unwrap_or_else(PoisonError::into_inner)
                };
                control = waited;
                self.send_control(&control);
            }
            let interval =
                Duration::from_micros(u64::from(tick_ms) * 1_000_000 / u64::from(control.speed.max(1)));
            drop(control);
            self.simulation.tick();
            // Skip the snapshot rather than delay the tick.
            match self.worlds.try_lock() {
                Ok(mut worlds) => worlds.add(self.simulation.ticks(), self.simulation.world()),
                Err(_) => self.skipped_snapshots += 1,
            }
            if let Some(stop) = self.breakpoint.check(self.simulation.ticks()) {
                let mut control = lock(&self.control.0);
                (control.is_playing, control.steps) = (false, 0);
                // Pages show the tick at once, so its number comes in the same update.
                let last_tick = self.simulation.ticks();
                self.status.send_modify(|status| {
                    (status.stop_when, status.stopped, status.last_tick) = (None, Some(stop), last_tick);
                });
            }
            // Do not try to catch up after a slow tick.
            due = (due + interval).max(Instant::now());
        }
    }

    fn send_status(&self) {
        let outcome = self.simulation.outcome().map(|outcome| self.simulation.describe_outcome(outcome));
        let last_tick = self.simulation.ticks();
        self.status.send_modify(|status| {
            (status.last_tick, status.outcome, status.skipped_snapshots) =
                (last_tick, outcome, self.skipped_snapshots);
        });
        self.send_control(&lock(&self.control.0));
    }

    fn send_control(&self, control: &Control) {
        let is_playing = control.is_playing && self.simulation.outcome().is_none();
        self.status.send_if_modified(|status| {
            let now = (is_playing, control.speed);
            let is_new = (status.is_playing, status.speed) != now;
            (status.is_playing, status.speed) = now;
            is_new
        });
    }
}
