//! The queue between the game and the link's thread. The game never blocks: records that it cannot hand over stay with it
//! until the next record, and records that do not fit are dropped and counted.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

/// Declares the counters once: as the atomics that threads update, and as the snapshot that users read.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// The counters of a link.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct LinkCounts {
            $($(#[$doc])* pub $name: u64,)+
        }

        #[derive(Default)]
        struct Counters {
            $($name: AtomicU64,)+
        }

        impl Counters {
            fn snapshot(&self) -> LinkCounts {
                LinkCounts { $($name: self.$name.load(Ordering::Relaxed),)+ }
            }
        }
    };
}

counters! {
    /// Records that the game wrote.
    records,
    /// Records that did not fit into the queue.
    dropped,
    /// Records that readers missed because they were too slow or the queue was full.
    missed,
    /// Records that stayed with the game for a moment because the queue was in use.
    busy,
    /// Readers that connected with a valid token.
    readers,
    /// The most bytes that waited in the queue or for the reader.
    bytes_high,
}

/// Complete records that are handed over together.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) bytes: Vec<u8>,
    /// The number of dropped records that follow the bytes.
    pub(crate) dropped: u64,
}

/// The state that the game and the link's thread share.
#[derive(Default)]
pub(crate) struct Queue {
    waiting: Mutex<Batch>,
    bytes_max: usize,
    is_closed: AtomicBool,
    counters: Counters,
}

impl Queue {
    pub(crate) fn new(bytes_max: usize) -> Self {
        Self { bytes_max, ..Self::default() }
    }

    /// Takes all waiting records and leaves an empty buffer. Only the link's thread calls it.
    pub(crate) fn take(&self, into: &mut Batch) {
        into.bytes.clear();
        into.dropped = 0;
        std::mem::swap(into, &mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    pub(crate) fn count_reader(&self) {
        self.counters.readers.fetch_add(1, Ordering::Relaxed);
    }

    /// Sets the number of records that readers have missed.
    pub(crate) fn count_missed(&self, records: u64) {
        self.counters.missed.store(records, Ordering::Relaxed);
    }

    /// Updates the highest number of waiting bytes.
    pub(crate) fn count_bytes(&self, bytes: usize) {
        self.counters.bytes_high.fetch_max(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn counts(&self) -> LinkCounts {
        self.counters.snapshot()
    }
}

/// The output of the game's recorder. Each write is a complete record or the start of the recording.
pub(crate) struct QueueWriter {
    queue: Arc<Queue>,
    /// Records that could not be handed over yet.
    kept: Batch,
}

impl QueueWriter {
    pub(crate) fn new(queue: Arc<Queue>) -> Self {
        Self { queue, kept: Batch::default() }
    }
}

impl Batch {
    /// Adds records if they fit and none was dropped before them.
    fn add(&mut self, bytes: &[u8], dropped: u64, bytes_max: usize) -> bool {
        let fits = self.dropped == 0 && self.bytes.len() + bytes.len() <= bytes_max;
        if fits {
            self.bytes.extend_from_slice(bytes);
            self.dropped = dropped;
        }
        fits
    }
}

impl Write for QueueWriter {
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        let Self { queue, kept } = self;
        queue.counters.records.fetch_add(1, Ordering::Relaxed);
        if !kept.add(record, 0, queue.bytes_max) {
            kept.dropped += 1;
            queue.counters.dropped.fetch_add(1, Ordering::Relaxed);
        }
        let mut waiting = match queue.waiting.try_lock() {
            Ok(waiting) => waiting,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                queue.counters.busy.fetch_add(1, Ordering::Relaxed);
                return Ok(record.len());
            }
        };
        if waiting.add(&kept.bytes, kept.dropped, queue.bytes_max) {
            kept.bytes.clear();
            kept.dropped = 0;
            queue.count_bytes(waiting.bytes.len());
        }
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_drops_and_counts_records() {
        let queue = Arc::new(Queue::new(10));
        let mut writer = QueueWriter::new(queue.clone());
        for _ in 0..30 {
            writer.write_all(b"four").unwrap();
        }
        // Two records fit into the queue and two stay with the game.
        assert_eq!(queue.counts().dropped, 26);
        let mut batch = Batch::default();
        queue.take(&mut batch);
        assert_eq!((batch.bytes.as_slice(), batch.dropped), (&b"fourfour"[..], 0));
        // The next record hands over what the game kept and the number of dropped records, itself included.
        writer.write_all(b"more").unwrap();
        queue.take(&mut batch);
        assert_eq!((batch.bytes.as_slice(), batch.dropped), (&b"fourfour"[..], 27));
        writer.write_all(b"good").unwrap();
        queue.take(&mut batch);
        assert_eq!((batch.bytes.as_slice(), batch.dropped), (&b"good"[..], 0));
        assert!(queue.counts().bytes_high <= 10);
    }

    #[test]
    fn writing_never_blocks() {
        let queue = Arc::new(Queue::new(100));
        let mut writer = QueueWriter::new(queue.clone());
        let in_use = queue.waiting.lock().unwrap();
        for _ in 0..40 {
            writer.write_all(b"four").unwrap();
        }
        assert_eq!(
            queue.counts(),
            LinkCounts { records: 40, dropped: 15, busy: 40, ..LinkCounts::default() }
        );
        drop(in_use);
    }
}
