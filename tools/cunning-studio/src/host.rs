//! The session that a server shows, with what it needs from the operating system: a clock, files and notifications.

use std::io;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cunning_debug::{DebugSession, Message, Shell};
use tokio::sync::watch;

/// A session and the threads that wait for its changes.
pub(crate) struct Host {
    pub(crate) session: DebugSession,
    start: Instant,
    /// The last revision of the session that connections were told of.
    pages: watch::Sender<u64>,
    /// Whether the server is stopping; the scene thread waits with this lock.
    is_stopping: Mutex<bool>,
    scene: Condvar,
}

impl Host {
    pub(crate) fn new(session: DebugSession) -> Self {
        let pages = watch::Sender::new(session.revision());
        Self { session, start: Instant::now(), pages, is_stopping: Mutex::new(false), scene: Condvar::new() }
    }

    /// A receiver that is notified when the status of the session changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.pages.subscribe()
    }

    /// Answers a request and notifies everything that depends on what it changed.
    pub(crate) fn answer(&self, message: Message) -> String {
        let reply = message.answer(&self.session, self);
        if self.notify_pages() {
            // A waiting scene thread checks the pace again. Taking the lock makes sure that it waits or has not yet
            // looked.
            drop(self.lock());
            self.scene.notify_all();
        }
        reply
    }

    /// Tells pages if the status has changed. Returns whether it has.
    pub(crate) fn notify_pages(&self) -> bool {
        let revision = self.session.revision();
        self.pages.send_if_modified(|known| std::mem::replace(known, revision) != revision)
    }

    /// Ends the waiting of the scene thread for good.
    pub(crate) fn stop(&self) {
        *self.lock() = true;
        self.scene.notify_all();
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, bool> {
        self.is_stopping.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a notification, at most this long if a time is given.
    pub(crate) fn wait<'a>(
        &'a self,
        guard: MutexGuard<'a, bool>,
        time: Option<Duration>,
    ) -> MutexGuard<'a, bool> {
        match time {
            Some(time) => self
                .scene
                .wait_timeout(guard, time)
                .map_or_else(|poisoned| poisoned.into_inner().0, |(guard, _)| guard),
            None => self.scene.wait(guard).unwrap_or_else(PoisonError::into_inner),
        }
    }
}

impl Shell for Host {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        std::fs::read_to_string(path)
    }

    fn replace_file(&self, path: &Path, text: &str) -> io::Result<()> {
        cunning_files::replace(path, text.as_bytes())
    }

    fn create_files(&self, root: &Path, folder: &Path, files: &[(String, String)]) -> io::Result<()> {
        cunning_files::create_below(root, folder, files)
    }
}
