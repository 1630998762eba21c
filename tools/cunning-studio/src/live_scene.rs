//! A scene that is played while pages look at it, in a thread of its own that waits for nobody.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cunning_arena::simulation::{ReloadError, ReplayError, Scenario, Simulation};
use cunning_mind::ReloadReport;
use tokio::sync::watch;

use crate::breakpoint::Breakpoint;
use crate::shots::Shots;
use crate::wire::{Refusal, Status};

/// The scene's own pace, in thousandths.
const PACE: u32 = 1000;
/// The slowest and the fastest pace.
const SPEEDS: (u32, u32) = (50, 64_000);
/// How long a page waits for a scene to take another version of its texts.
const RELOAD_PATIENCE: Duration = Duration::from_secs(10);

/// What pages want of the scene.
#[derive(Default)]
struct Control {
    is_playing: bool,
    /// Ticks to play although it is paused.
    steps: u32,
    /// In thousandths.
    speed: u32,
    is_over: bool,
    /// Another version of the play to go on with, and who wants to know what became of it.
    reload: Option<(Arc<Scenario>, SyncSender<Reloaded>)>,
}

/// What became of the minds of each domain file.
type Reloaded = Result<Vec<(String, ReloadReport)>, ReloadError>;

/// What is recorded, on its way from the thread that plays to whoever asks. Handing it over never waits.
pub(crate) struct Feed(Mutex<Receiver<Vec<u8>>>);

impl Feed {
    /// A feed, and where to write what it gives.
    fn new() -> (Self, Pen) {
        let (sender, receiver) = channel();
        (Self(Mutex::new(receiver)), Pen(sender))
    }

    /// Takes everything that lies there.
    pub(crate) fn take(&self) -> Vec<u8> {
        lock(&self.0).try_iter().flatten().collect()
    }
}

/// The end of a feed that is written to.
struct Pen(Sender<Vec<u8>>);

impl Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // When nobody is there to take it, it does not matter.
        let _sent = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Nothing that is kept behind a lock is left half changed by a panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A scene under way.
pub(crate) struct LiveScene {
    control: Arc<(Mutex<Control>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl LiveScene {
    /// Begins a play, paused; each feed gets the recording of one domain file's minds.
    pub(crate) fn open(
        scenario: &Arc<Scenario>,
        seed: u64,
        (shots, breakpoint): (Arc<Mutex<Shots>>, Arc<Breakpoint>),
        news: watch::Sender<Status>,
    ) -> Result<(Self, Vec<Feed>), ReplayError> {
        let mut feeds = Vec::new();
        let simulation = Simulation::recorded(scenario, seed, |_| {
            let (feed, pen) = Feed::new();
            feeds.push(feed);
            Some(Box::new(pen))
        })?;
        let control = Arc::new((Mutex::new(Control { speed: PACE, ..Control::default() }), Condvar::new()));
        lock(&shots).add(0, simulation.world());
        let show = Show { simulation, control: control.clone(), shots, breakpoint, news, waits: 0 };
        let thread = std::thread::Builder::new().name("scene".to_owned()).spawn(|| show.go_on());
        let thread = Some(thread.map_err(|_| ReplayError::NoScene)?);
        Ok((Self { control, thread }, feeds))
    }

    pub(crate) fn scenario(&self) {
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

    /// Goes on with other versions of the domain files from the next tick on.
    pub(crate) fn reload(&self, scenario: Arc<Scenario>) -> Result<Vec<(String, ReloadReport)>, Refusal> {
        let (sender, receiver) = sync_channel(1);
        self.change(|control| control.reload = Some((scenario, sender)));
        match receiver.recv_timeout(RELOAD_PATIENCE) {
            Ok(reloaded) => reloaded.map_err(|error| Refusal::new(format!("it is not taken: {error}"))),
            Err(_) => Err(Refusal::new("the scene did not take it in time")),
        }
    }

    fn change(&self, change: impl FnOnce(&mut Control)) {
        change(&mut lock(&self.control.0));
        self.control.1.notify_all();
    }
}

impl Drop for LiveScene {
    fn drop(&mut self) {
        self.change(|control| control.is_over = true);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was told by its own hook.
            let _ended = thread.join();
        }
    }
}

/// What the thread has.
struct Show {
    simulation: Simulation,
    control: Arc<(Mutex<Control>, Condvar)>,
    shots: Arc<Mutex<Shots>>,
    breakpoint: Arc<Breakpoint>,
    news: watch::Sender<Status>,
    /// How often it would have had to wait for whoever looks, and did not.
    waits: u64,
}

impl Show {
    fn go_on(mut self) {
        let tick_ms = self.simulation.scenario().settings().tick_ms;
        let mut due = Instant::now();
        loop {
            self.tell();
            let mut control = lock(&self.control.0);
            // Waits until there is something to do: a tick that is due, or an order.
            loop {
                if control.is_over {
                    return;
                }
                if let Some((scenario, reply)) = control.reload.take() {
                    // Who asked may have given up meanwhile.
                    let _sent = reply.send(self.simulation.reload(&scenario));
                }
                let now = Instant::now();
                let is_on = control.is_playing && self.simulation.outcome().is_none();
                if control.steps > 0 {
                    control.steps -= 1;
                    due = now;
                    break;
                }
                if is_on && now >= due {
                    break;
                }
                let waited = if is_on {
                    self.control
                        .1
                        .wait_timeout(control, due - now)
                        .map_or_else(|poisoned| poisoned.into_inner().0, |(control, _)| control)
                } else {
                    due = now;
                    self.control.1.wait(control).unwrap_or_else(PoisonError::into_inner)
                };
                control = waited;
                self.tell_control(&control);
            }
            let pace =
                Duration::from_micros(u64::from(tick_ms) * 1_000_000 / u64::from(control.speed.max(1)));
            drop(control);
            self.simulation.tick();
            // A picture less matters less than a tick that waits.
            match self.shots.try_lock() {
                Ok(mut shots) => shots.add(self.simulation.ticks(), self.simulation.world()),
                Err(_) => self.waits += 1,
            }
            if let Some(stop) = self.breakpoint.check(self.simulation.ticks()) {
                let mut control = lock(&self.control.0);
                (control.is_playing, control.steps) = (false, 0);
                // Pages show the tick at once, so they must be told that there is one.
                let last_tick = self.simulation.ticks();
                self.news.send_modify(|status| {
                    (status.stop_when, status.stopped, status.last_tick) = (None, Some(stop), last_tick);
                });
            }
            // Who cannot keep pace does not try to catch up.
            due = (due + pace).max(Instant::now());
        }
    }

    fn tell(&self) {
        let outcome = self.simulation.outcome().map(|outcome| self.simulation.describe_outcome(outcome));
        let last_tick = self.simulation.ticks();
        self.news.send_modify(|status| {
            (status.last_tick, status.outcome, status.waits) = (last_tick, outcome, self.waits);
        });
        self.tell_control(&lock(&self.control.0));
    }

    fn tell_control(&self, control: &Control) {
        let is_playing = control.is_playing && self.simulation.outcome().is_none();
        self.news.send_if_modified(|status| {
            let news = (is_playing, control.speed);
            let is_new = (status.is_playing, status.speed) != news;
            (status.is_playing, status.speed) = news;
            is_new
        });
    }
}
