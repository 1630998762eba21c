//! A thread that replays a recorded scene to reconstruct its world, which a recording of minds does not contain.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use cunning_arena::simulation::replay_frames;
use cunning_trace::Reader;
use tokio::sync::watch;

use crate::live_scene::lock;
use crate::protocol::Status;
use crate::world_history::WorldHistory;

/// Ticks between two status updates.
const UPDATE_TICKS: u64 = 1000;

/// The replaying thread; dropping it stops and joins the thread.
pub(crate) struct ReplayThread {
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ReplayThread {
    /// Starts the replay; `None` if no thread could be started.
    pub(crate) fn spawn(
        bytes: Vec<u8>,
        worlds: Arc<Mutex<WorldHistory>>,
        status: watch::Sender<Status>,
    ) -> Option<Self> {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let flag = is_stopped.clone();
        let replay = move || {
            let Ok(reader) = Reader::open(bytes) else { return };
            let replayed = replay_frames(&reader, |tick, world| {
                lock(&worlds).add(tick, world);
                if tick % UPDATE_TICKS == 0 {
                    status.send_modify(|status| status.world_revision += 1);
                }
                !flag.load(Ordering::Relaxed)
            });
            status.send_modify(|status| {
                status.world_revision += 1;
                // Recordings without a scene cannot be replayed; pages then show positions only.
                status.diverged = replayed.ok().flatten();
            });
        };
        let thread = std::thread::Builder::new().name("replay".to_owned()).spawn(replay).ok()?;
        Some(Self { is_stopped, thread: Some(thread) })
    }
}

impl Drop for ReplayThread {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic already.
            let _ended = thread.join();
        }
    }
}
