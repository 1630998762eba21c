//! The thread that runs a scene while pages watch it. It never waits for a page.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cunning_debug::Pace;

use crate::host::Host;

/// The running thread; dropping it stops and joins it.
pub(crate) struct SceneThread {
    host: Arc<Host>,
    thread: Option<JoinHandle<()>>,
}

impl SceneThread {
    /// Starts the thread.
    pub(crate) fn spawn(host: &Arc<Host>) -> io::Result<Self> {
        let own = host.clone();
        let thread = std::thread::Builder::new().name("scene".to_owned()).spawn(move || run(&own))?;
        Ok(Self { host: host.clone(), thread: Some(thread) })
    }
}

impl Drop for SceneThread {
    fn drop(&mut self) {
        self.host.stop();
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic already.
            let _ended = thread.join();
        }
    }
}

fn run(host: &Host) {
    let mut due = Instant::now();
    loop {
        // Wait for a tick that is due or a change of the pace.
        let mut is_stopping = host.lock();
        let interval = loop {
            if *is_stopping {
                return;
            }
            let now = Instant::now();
            let left = match host.session.pace() {
                Pace::Now => {
                    due = now;
                    break Duration::ZERO;
                }
                Pace::Every(interval) if now >= due => break interval,
                Pace::Every(_) => Some(due - now),
                Pace::Paused => {
                    due = now;
                    None
                }
            };
            is_stopping = host.wait(is_stopping, left);
        };
        drop(is_stopping);
        host.session.tick();
        host.notify_pages();
        // Do not try to catch up after a slow tick.
        due = (due + interval).max(Instant::now());
    }
}
