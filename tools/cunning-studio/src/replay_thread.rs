//! A recorded scene, played again while pages look at the recording: what it looked like beyond places and decisions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use cunning_arena::simulation::replay_frames;
use cunning_trace::Reader;
use tokio::sync::watch;

use crate::live_scene::lock;
use crate::shots::Shots;
use crate::wire::Status;

/// How many ticks are played before pages hear of it.
const TOLD_EVERY: u64 = 1000;

/// The thread that plays.
pub(crate) struct ReplayThread {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ReplayThread {
    /// Begins to play; none if no thread could be started.
    pub(crate) fn begin(
        bytes: Vec<u8>,
        shots: Arc<Mutex<Shots>>,
        news: watch::Sender<Status>,
    ) -> Option<Self> {
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = is_over.clone();
        let scenario = move || {
            let Ok(reader) = Reader::open(bytes) else { return };
            // A recording of something else is shown by its places alone.
            let played = replay_frames(&reader, |tick, world| {
                lock(&shots).add(tick, world);
                if tick % TOLD_EVERY == 0 {
                    news.send_modify(|status| status.shots += 1);
                }
                !flag.load(Ordering::Relaxed)
            });
            news.send_modify(|status| {
                status.shots += 1;
                status.diverged = played.ok().flatten();
            });
        };
        let thread = std::thread::Builder::new().name("again".to_owned()).spawn(scenario).ok()?;
        Some(Self { is_over, thread: Some(thread) })
    }
}

impl Drop for ReplayThread {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was told by its own hook.
            let _ended = thread.join();
        }
    }
}
