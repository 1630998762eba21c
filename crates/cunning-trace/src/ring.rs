//! The past of one subject in memory: the latest records within a limit, and the state before the oldest of them.
//!
//! Records are encoded as in a file but without checksum and subject. A dropped record is applied to the base state, so the
//! state at any later tick is complete.

use cunning_encode::{Input, Sink as _};

use crate::event::Event;
use crate::output::{Output, input};
use crate::record::RawRecord;
use crate::state::State;
use crate::value::{Origin, Subject};

#[derive(Clone, Debug)]
pub(crate) struct Ring {
    /// Dropped records, then kept ones. It is allocated once.
    bytes: Vec<u8>,
    /// The offset of the oldest kept record.
    start: usize,
    /// The most bytes of kept records: half the memory, so that they are moved rarely.
    kept_bytes_max: usize,
    /// The state before the oldest record.
    base: State,
    /// The tick of the last dropped record.
    base_tick: u64,
    last_tick: u64,
    dropped: u64,
}

impl Ring {
    pub(crate) fn new(bytes_max: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(bytes_max),
            start: 0,
            kept_bytes_max: bytes_max / 2,
            base: State::default(),
            base_tick: 0,
            last_tick: 0,
            dropped: 0,
        }
    }

    /// Removes all records and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.start = 0;
        self.base.clear();
        (self.base_tick, self.last_tick, self.dropped) = (0, 0, 0);
    }

    /// The first tick whose records are all kept.
    pub(crate) fn complete_from(&self) -> u64 {
        if self.dropped == 0 { 0 } else { self.base_tick + 1 }
    }

    /// The state at the end of a tick; `None` if too many records were dropped.
    pub(crate) fn state(&self, tick: u64) -> Option<State> {
        if self.dropped > 0 && tick < self.base_tick {
            return None;
        }
        let mut state = self.base.clone();
        for record in self.records(Subject::World).take_while(|record| record.tick <= tick) {
            // Records in memory are always valid.
            if let Ok(event) = record.event() {
                state.apply(record.tick, &event, record.coded);
            }
        }
        Some(state)
    }

    pub(crate) fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Adds an event. `scratch` is a buffer to reuse.
    pub(crate) fn push(
        &mut self,
        scratch: &mut Output,
        tick: u64,
        origin: Origin,
        event: &Event<'_>,
        coded: &[u8],
    ) {
        scratch.clear();
        RawRecord::put_head(scratch, tick - self.last_tick, Subject::World, origin);
        let head_len = scratch.len();
        scratch.number((head_len + coded.len()) as u64);
        let len = scratch.len() + coded.len();
        while self.start < self.bytes.len() && self.bytes.len() - self.start + len > self.kept_bytes_max {
            self.drop_oldest();
        }
        if len > self.kept_bytes_max {
            self.base.apply(tick, event, coded);
            self.base_tick = tick;
            self.dropped += 1;
        } else {
            if self.bytes.len() + len > 2 * self.kept_bytes_max {
                self.bytes.drain(..self.start);
                self.start = 0;
            }
            let (head, length) = scratch.bytes().unwrap_or_default().split_at(head_len);
            for part in [length, head, coded] {
                self.bytes.extend_from_slice(part);
            }
        }
        self.last_tick = tick;
    }

    fn drop_oldest(&mut self) {
        let mut input = input(&self.bytes[self.start..]);
        let oldest = input.block().and_then(|body| RawRecord::take(body, self.base_tick));
        // Records in memory are always valid.
        if let Ok(oldest) = oldest
            && let Ok(event) = oldest.event()
        {
            self.base.apply(oldest.tick, &event, oldest.coded);
            self.base_tick = oldest.tick;
        }
        self.start = self.bytes.len() - input.rest().len();
        self.dropped += 1;
    }

    /// The kept records, oldest first.
    pub(crate) fn records(&self, subject: Subject) -> RingRecords<'_> {
        RingRecords { input: input(&self.bytes[self.start..]), tick: self.base_tick, subject }
    }
}

#[derive(Clone)]
pub(crate) struct RingRecords<'a> {
    input: Input<'a>,
    tick: u64,
    subject: Subject,
}

impl<'a> Iterator for RingRecords<'a> {
    type Item = RawRecord<'a>;

    fn next(&mut self) -> Option<RawRecord<'a>> {
        let body = self.input.block().ok()?;
        let record = RawRecord::take(body, self.tick).ok()?;
        self.tick = record.tick;
        Some(RawRecord { subject: self.subject, ..record })
    }
}
