//! The connections that have not presented the token. When there are too many, the one that has waited longest is closed, so
//! that a process without the token cannot keep pages out.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// All waiting connections, in the order in which they came.
pub(crate) struct WaitingList {
    waiting: Mutex<Waiting>,
    max: usize,
}

#[derive(Default)]
struct Waiting {
    next: u64,
    all: BTreeMap<u64, Arc<Notify>>,
}

/// The place of a connection; dropping it gives it up.
pub(crate) struct Place {
    list: Arc<WaitingList>,
    number: u64,
    is_closed: Arc<Notify>,
}

impl WaitingList {
    pub(crate) fn new(max: usize) -> Arc<Self> {
        Arc::new(Self { waiting: Mutex::default(), max })
    }

    /// Adds a connection. If the list is full, the oldest one is closed.
    pub(crate) fn enter(self: &Arc<Self>) -> Place {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while waiting.all.len() >= self.max.max(1) {
            if let Some((_, oldest)) = waiting.all.pop_first() {
                oldest.notify_one();
            }
        }
        let (number, is_closed) = (waiting.next, Arc::new(Notify::new()));
        waiting.next += 1;
        waiting.all.insert(number, is_closed.clone());
        Place { list: self.clone(), number, is_closed }
    }
}

impl Place {
    /// Returns when the connection has to be closed.
    pub(crate) async fn closed(&self) {
        self.is_closed.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.list.waiting.lock().unwrap_or_else(PoisonError::into_inner).all.remove(&self.number);
    }
}
