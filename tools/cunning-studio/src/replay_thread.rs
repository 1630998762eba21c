//! The thread that scans a long recording, and replays a recorded scene to reconstruct its world, which a recording of minds
//! does not contain.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use crate::host::Host;

/// The replaying thread; dropping it stops and joins it.
pub(crate) struct ReplayThread {
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ReplayThread {
    /// Starts the replay.
    pub(crate) fn spawn(host: &Arc<Host>) -> io::Result<Self> {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let (flag, host) = (is_stopped.clone(), host.clone());
        let replay = move || {
            let go_on = || {
                host.notify_pages();
                !flag.load(Ordering::Relaxed)
            };
            host.session.scan(go_on);
            host.session.replay(go_on);
            host.notify_pages();
        };
        let thread = std::thread::Builder::new().name("replay".to_owned()).spawn(replay)?;
        Ok(Self { is_stopped, thread: Some(thread) })
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
