//! Timers: when each agent next has work. A wheel of buckets, each a few milliseconds wide.
//!
//! Most timers are set for the near future, so a bucket holds few that are not due when its turn comes; those wait
//! for another round. Timers come out in the order of their times, and of agent indices among equals. Buckets are
//! lists of chunks from a shared pool, so that no memory is allocated once the largest number of timers was set, and
//! timers are adjacent in memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::wire::clone_by_field;

/// The timers of agents, by index. An agent may have several, of which the owner knows the current one. The others are
/// dropped when their bucket comes up, so those of removed agents cost one visit each.
#[derive(Debug)]
pub(crate) struct Timers {
    /// The first chunk of each bucket, the only one with room.
    first: [usize; BUCKETS as usize],
    chunks: Vec<Chunk>,
    /// The first unused chunk.
    free: usize,
    /// The due timers, latest first.
    due: Vec<Timer>,
    /// The timers that were set for a time already reached.
    late: BinaryHeap<Reverse<Timer>>,
    now_ms: u64,
}

clone_by_field!(Timers { first, chunks, free, due, late, now_ms });

/// A time and the index of an agent.
type Timer = (u64, usize);

/// Some timers of a bucket.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    timers: [Timer; CHUNK],
    len: usize,
    next: usize,
}

const BUCKETS: u64 = 64;
const BUCKET_MS: u64 = 16;
const CHUNK: usize = 32;
/// The end of a list of chunks.
const END: usize = usize::MAX;

impl Default for Timers {
    fn default() -> Self {
        Self::at(0)
    }
}

impl Timers {
    /// Creates an empty wheel at the given time.
    pub(crate) fn at(now_ms: u64) -> Self {
        Self {
            first: [END; BUCKETS as usize],
            chunks: Vec::new(),
            free: END,
            due: Vec::new(),
            late: BinaryHeap::new(),
            now_ms,
        }
    }

    /// Sets a timer.
    pub(crate) fn set(&mut self, ms: u64, index: usize) {
        if ms <= self.now_ms {
            self.late.push(Reverse((ms, index)));
            return;
        }
        let bucket = (ms / BUCKET_MS % BUCKETS) as usize;
        if self.chunks.get(self.first[bucket]).is_none_or(|chunk| chunk.len == CHUNK) {
            self.add_chunk(bucket);
        }
        let chunk = &mut self.chunks[self.first[bucket]];
        chunk.timers[chunk.len] = (ms, index);
        chunk.len += 1;
    }

    fn add_chunk(&mut self, bucket: usize) {
        let chunk = Chunk { timers: [(0, 0); CHUNK], len: 0, next: self.first[bucket] };
        if self.free == END {
            self.first[bucket] = self.chunks.len();
            self.chunks.push(chunk);
        } else {
            self.first[bucket] = self.free;
            self.free = std::mem::replace(&mut self.chunks[self.free], chunk).next;
        }
    }

    /// Advances time to `now_ms`. Timers that are not due are kept if they are still the current ones of their agents.
    pub(crate) fn pass(&mut self, now_ms: u64, is_current: impl Fn(u64, usize) -> bool) {
        let (first, last) = (self.now_ms / BUCKET_MS, now_ms / BUCKET_MS);
        self.now_ms = now_ms;
        for bucket in first..=last.min(first + BUCKETS - 1) {
            let mut at = std::mem::replace(&mut self.first[(bucket % BUCKETS) as usize], END);
            while at != END {
                let Chunk { timers, len, next } = self.chunks[at];
                self.chunks[at].next = std::mem::replace(&mut self.free, at);
                for &(ms, index) in &timers[..len] {
                    if ms <= now_ms {
                        self.due.push((ms, index));
                    } else if is_current(ms, index) {
                        self.set(ms, index);
                    }
                }
                at = next;
            }
        }
        self.due.sort_unstable_by_key(|timer| Reverse(*timer));
    }

    /// Iterates over the agents of the next due timers, at most `count` of them, without those that were set too
    /// late.
    pub(crate) fn next(&self, count: usize) -> impl Iterator<Item = usize> {
        self.due.iter().rev().take(count).map(|(_, index)| *index)
    }

    /// Takes the first due timer.
    pub(crate) fn pop(&mut self) -> Option<Timer> {
        match (self.due.last(), self.late.peek()) {
            (Some(due), Some(Reverse(late))) if late < due => self.late.pop().map(|Reverse(late)| late),
            (None, Some(_)) => self.late.pop().map(|Reverse(late)| late),
            _ => self.due.pop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all timers that are due at a time.
    fn due(timers: &mut Timers, now_ms: u64) -> Vec<Timer> {
        timers.pass(now_ms, |_, _| true);
        std::iter::from_fn(|| timers.pop()).collect()
    }

    #[test]
    fn timers_come_out_in_order_and_not_before_their_time() {
        let mut timers = Timers::default();
        for (ms, index) in [(5000, 0), (20, 1), (17, 3), (17, 2), (1041, 4), (40, 5)] {
            timers.set(ms, index);
        }
        assert_eq!(due(&mut timers, 16), []);
        assert_eq!(due(&mut timers, 32), [(17, 2), (17, 3), (20, 1)]);
        assert_eq!(due(&mut timers, 33), []);
        // The same bucket in the next round.
        assert_eq!(due(&mut timers, 48), [(40, 5)]);
        assert_eq!(due(&mut timers, 1_000_000), [(1041, 4), (5000, 0)]);
        assert_eq!(due(&mut timers, 2_000_000), []);
    }

    #[test]
    fn what_is_set_too_late_is_due_at_once_and_in_its_place() {
        let mut timers = Timers::default();
        timers.set(10, 0);
        timers.set(12, 1);
        timers.pass(16, |_, _| true);
        assert_eq!(timers.pop(), Some((10, 0)));
        timers.set(11, 7);
        timers.set(16, 8);
        assert_eq!(due(&mut timers, 16), [(11, 7), (12, 1), (16, 8)]);
        timers.set(3, 9);
        assert_eq!(due(&mut timers, 32), [(3, 9)]);
    }

    #[test]
    fn outdated_timers_are_visited_once_and_dropped() {
        let mut timers = Timers::default();
        for index in 0..100 {
            timers.set(3_600_000, index);
        }
        let visits = std::cell::Cell::new(0);
        let mut pass = |now_ms| {
            visits.set(0);
            timers.pass(now_ms, |_, index| {
                visits.set(visits.get() + 1);
                index < 10
            });
            visits.get()
        };
        assert_eq!([1024, 2048, 3072].map(&mut pass), [100, 10, 10]);
        assert_eq!(due(&mut timers, 3_600_000).len(), 10);
    }
}
