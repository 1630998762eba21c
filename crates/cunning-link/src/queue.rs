//! The queue between the game and the link's thread. The game only ever tries to get in; what it cannot hand over it
//! keeps for the next time, and what does not fit is counted and gone.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use crate::LinkCounts;

/// What waits for the link's thread.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Whole records.
    pub(crate) bytes: Vec<u8>,
    /// How many records after them are missing.
    pub(crate) dropped: u64,
}

/// What the game and the link's thread share.
pub(crate) struct Queue {
    waiting: Mutex<Waiting>,
    bytes_max: usize,
    is_over: AtomicBool,
    records: AtomicU64,
    dropped: AtomicU64,
    missed: AtomicU64,
    busy: AtomicU64,
    readers: AtomicU64,
    bytes_high: AtomicU64,
}

impl Queue {
    pub(crate) fn new(bytes_max: usize) -> Self {
        Self {
            waiting: Mutex::default(),
            bytes_max,
            is_over: AtomicBool::new(false),
            records: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
            missed: AtomicU64::new(0),
            busy: AtomicU64::new(0),
            readers: AtomicU64::new(0),
            bytes_high: AtomicU64::new(0),
        }
    }

    /// Takes everything that waits, in exchange for an empty piece of memory. For the link's thread alone.
    pub(crate) fn take(&self, into: &mut Waiting) {
        into.bytes.clear();
        into.dropped = 0;
        std::mem::swap(into, &mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    pub(crate) fn count_reader(&self) {
        self.readers.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes how many records readers have missed so far.
    pub(crate) fn count_missed(&self, records: u64) {
        self.missed.store(records, Ordering::Relaxed);
    }

    /// Notes how many bytes wait somewhere.
    pub(crate) fn count_bytes(&self, bytes: usize) {
        self.bytes_high.fetch_max(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn counts(&self) -> LinkCounts {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        LinkCounts {
            records: of(&self.records),
            dropped: of(&self.dropped),
            missed: of(&self.missed),
            busy: of(&self.busy),
            readers: of(&self.readers),
            bytes_high: of(&self.bytes_high),
        }
    }
}

/// What the game's recorder writes to: each write is a whole record, or the beginning of the recording.
pub(crate) struct Tap {
    queue: Arc<Queue>,
    /// What could not be handed over yet.
    own: Waiting,
}

impl Tap {
    pub(crate) fn new(queue: Arc<Queue>) -> Self {
        Self { queue, own: Waiting::default() }
    }
}

impl Waiting {
    /// Adds what fits; nothing may come after what was dropped.
    fn add(&mut self, bytes: &[u8], dropped: u64, bytes_max: usize) -> bool {
        let fits = self.dropped == 0 && self.bytes.len() + bytes.len() <= bytes_max;
        if fits {
            self.bytes.extend_from_slice(bytes);
            self.dropped = dropped;
        }
        fits
    }
}

impl Write for Tap {
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        let Self { queue, own } = self;
        queue.records.fetch_add(1, Ordering::Relaxed);
        if !own.add(record, 0, queue.bytes_max) {
            own.dropped += 1;
            queue.dropped.fetch_add(1, Ordering::Relaxed);
        }
        let mut waiting = match queue.waiting.try_lock() {
            Ok(waiting) => waiting,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                queue.busy.fetch_add(1, Ordering::Relaxed);
                return Ok(record.len());
            }
        };
        if waiting.add(&own.bytes, own.dropped, queue.bytes_max) {
            own.bytes.clear();
            own.dropped = 0;
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
    fn a_full_queue_drops_the_rest_and_counts_it() {
        let queue = Arc::new(Queue::new(10));
        let mut tap = Tap::new(queue.clone());
        for _ in 0..30 {
            tap.write_all(b"four").unwrap();
        }
        // Two in the queue, two with the game: no more fit.
        assert_eq!(queue.counts().dropped, 26);
        let mut taken = Waiting::default();
        queue.take(&mut taken);
        assert_eq!((taken.bytes.as_slice(), taken.dropped), (&b"fourfour"[..], 0));
        // What the game kept comes with the next record, then how many are missing, that one too.
        tap.write_all(b"more").unwrap();
        queue.take(&mut taken);
        assert_eq!((taken.bytes.as_slice(), taken.dropped), (&b"fourfour"[..], 27));
        tap.write_all(b"good").unwrap();
        queue.take(&mut taken);
        assert_eq!((taken.bytes.as_slice(), taken.dropped), (&b"good"[..], 0));
        assert!(queue.counts().bytes_high <= 10);
    }

    #[test]
    fn nobody_waits_for_a_queue_in_use() {
        let queue = Arc::new(Queue::new(100));
        let mut tap = Tap::new(queue.clone());
        let in_use = queue.waiting.lock().unwrap();
        for _ in 0..40 {
            tap.write_all(b"four").unwrap();
        }
        assert_eq!(
            queue.counts(),
            LinkCounts { records: 40, dropped: 15, busy: 40, ..LinkCounts::default() }
        );
        drop(in_use);
    }
}
