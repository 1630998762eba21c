//! Ctrl-C: long work stops in an orderly manner and reports what it has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user wants to stop: a flag that Ctrl-C sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Listens for Ctrl-C from now on. The second Ctrl-C ends the program at once.
    pub(crate) fn listen() -> Self {
        let cancel = Self::default();
        let flag = cancel.0.clone();
        // Without a handler Ctrl-C ends the program at once, which is acceptable.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                exit_now();
            }
        });
        cancel
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[allow(clippy::exit)] // The user pressed Ctrl-C twice.
fn exit_now() {
    std::process::exit(crate::exit::Exit::Cancelled as i32);
}
