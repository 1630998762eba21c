//! A state: the latest event of every slot.
//!
//! The recorder keeps the state of every agent for key frames, a ring keeps the state before its oldest record, and a
//! reader builds the state of a tick. All of them use [`State::apply`], so they cannot disagree.

use cunning_encode::{Decode as _, Malformed};

use crate::event::Event;
use crate::output::input;
use crate::slot::{self, Key, Slot};

/// The approximate number of bytes that a key frame adds to an event: its age and its length.
const KEY_ENTRY_BYTES: usize = 3;

/// The latest event of every slot, sorted by slot and key.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    entries: Vec<Entry>,
    /// Unused entries, kept for their memory.
    spare: Vec<Entry>,
    key: Key,
    /// The total size of the encoded events.
    coded_bytes: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    slot: Option<Slot>,
    pub(crate) since: u64,
    /// The key, then the encoded event.
    bytes: Vec<u8>,
    key_len: usize,
}

impl Entry {
    pub(crate) fn key(&self) -> &[u8] {
        &self.bytes[..self.key_len]
    }

    pub(crate) fn coded(&self) -> &[u8] {
        &self.bytes[self.key_len..]
    }

    pub(crate) fn slot(&self) -> Option<Slot> {
        self.slot
    }

    /// The event. It is never `None`, because only valid events are kept.
    pub(crate) fn event(&self) -> Option<Event<'_>> {
        Event::take(&mut input(self.coded())).ok()
    }
}

impl State {
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of a key.
    pub(crate) fn get(&self, key: &Key) -> Option<&Entry> {
        self.find(key.bytes()).ok().map(|index| &self.entries[index])
    }

    /// The approximate size of the state in a key frame.
    pub(crate) fn key_bytes(&self) -> u64 {
        (self.coded_bytes + KEY_ENTRY_BYTES * self.entries.len()) as u64
    }

    /// Applies an event; `coded` is its encoding.
    pub(crate) fn apply(&mut self, tick: u64, event: &Event<'_>, coded: &[u8]) {
        if matches!(event, Event::AgentRemoved { .. }) {
            self.clear();
            return;
        }
        let mut key = std::mem::take(&mut self.key);
        if !slot::needs(event, &mut key) || self.find(key.bytes()).is_ok() {
            slot::emptied(event, &mut key, |key| self.empty(key));
            if let Some(slot) = slot::filled(event, &mut key) {
                self.fill(slot, &key, tick, coded);
            }
        }
        self.key = key;
    }

    /// Restores an event from a key frame.
    pub(crate) fn restore(&mut self, since: u64, coded: &[u8]) -> Result<(), Malformed> {
        let event = Event::take(&mut input(coded))?;
        let mut key = std::mem::take(&mut self.key);
        if let Some(slot) = slot::filled(&event, &mut key) {
            self.fill(slot, &key, since, coded);
        }
        self.key = key;
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        self.spare.append(&mut self.entries);
        self.coded_bytes = 0;
    }

    fn find(&self, key: &[u8]) -> Result<usize, usize> {
        self.entries.binary_search_by(|entry| entry.key().cmp(key))
    }

    fn fill(&mut self, slot: Slot, key: &Key, since: u64, coded: &[u8]) {
        let index = match self.find(key.bytes()) {
            Ok(index) => index,
            Err(index) => {
                let mut entry = self.spare.pop().unwrap_or_default();
                // A file may have many agents with a single entry each.
                if self.entries.capacity() == 0 {
                    self.entries.reserve_exact(1);
                }
                entry.slot = Some(slot);
                entry.bytes.clear();
                entry.bytes.extend_from_slice(key.bytes());
                entry.key_len = key.bytes().len();
                self.entries.insert(index, entry);
                index
            }
        };
        let entry = &mut self.entries[index];
        self.coded_bytes += coded.len();
        self.coded_bytes -= entry.coded().len();
        entry.bytes.truncate(entry.key_len);
        entry.bytes.extend_from_slice(coded);
        entry.since = since;
    }

    fn empty(&mut self, key: &Key) {
        if let Ok(index) = self.find(key.bytes()) {
            let entry = self.entries.remove(index);
            self.coded_bytes -= entry.coded().len();
            self.spare.push(entry);
        }
    }
}

/// States are equal if they hold the same events since the same ticks.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(a, b): (&Entry, &Entry)| a.since == b.since && a.bytes == b.bytes;
        self.entries.len() == other.entries.len() && self.entries.iter().zip(&other.entries).all(is_same)
    }
}

/// The encoding of states in key frames.
///
/// A key frame is a group of records, each with flags, its absolute tick, and entries of the state of its subject: the age
/// of each event and the event.
pub(crate) mod key {
    use cunning_encode::{Decode as _, Encode as _, Input, Malformed, Sink as _};

    use super::{Entry, State};
    use crate::event::KEY_CODE;
    use crate::output::Output;

    /// The first record of the group.
    pub(crate) const FIRST: u32 = 1;
    /// The last record of the group; a group without it is incomplete.
    pub(crate) const LAST: u32 = 2;

    pub(crate) fn begin(out: &mut Output, flags: u32, tick: u64) {
        out.number(u64::from(KEY_CODE));
        flags.put(out);
        tick.put(out);
    }

    pub(crate) fn entry(out: &mut Output, entry: &Entry, tick: u64) {
        out.number(tick - entry.since.min(tick));
        out.block(entry.coded());
    }

    /// Reads the flags and the tick.
    pub(crate) fn take(input: &mut Input<'_>) -> Result<(u32, u64), Malformed> {
        Ok((u32::take(input)?, u64::take(input)?))
    }

    /// Calls `each` with the tick and the encoded event of every entry.
    pub(crate) fn entries<'a>(
        input: &mut Input<'a>,
        tick: u64,
        mut each: impl FnMut(u64, &'a [u8]) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        while !input.is_empty() {
            let since = tick.checked_sub(input.number()?).ok_or(Malformed::new("an age is out of range"))?;
            each(since, input.block()?)?;
        }
        Ok(())
    }

    /// Restores all entries of a record.
    pub(crate) fn restore(state: &mut State, input: &mut Input<'_>, tick: u64) -> Result<(), Malformed> {
        entries(input, tick, |since, coded| state.restore(since, coded))
    }
}

#[cfg(test)]
mod tests {
    use cunning_encode::Encode as _;

    use super::*;
    use crate::output::Output;
    use crate::parts::{Cause, OrderTerms, Report, StepEnd};
    use crate::value::{Term, Value};

    fn apply(state: &mut State, tick: u64, event: Event<'_>) {
        let mut out = Output::default();
        event.put(&mut out);
        state.apply(tick, &event, out.bytes().unwrap());
    }

    fn slots(state: &State) -> Vec<(Slot, u64)> {
        state.entries().iter().map(|entry| (entry.slot().unwrap(), entry.since)).collect()
    }

    #[test]
    fn the_latest_event_replaces_its_slot() {
        let mut state = State::default();
        let belief = |id, value| Event::Belief {
            fact: Term::plain(id),
            value: Value::Int(value),
            confidence: 1_000_000,
            cause: Cause::Percept,
        };
        apply(&mut state, 1, belief(300, 5));
        apply(&mut state, 2, belief(2, 5));
        apply(&mut state, 3, belief(300, -6));
        assert_eq!(slots(&state), [(Slot::Belief, 2), (Slot::Belief, 3)]);
        assert_eq!(state.entries()[1].event(), Some(belief(300, -6)));
        let bytes: usize = state.entries().iter().map(|entry| entry.coded().len()).sum();
        assert_eq!(state.coded_bytes, bytes);
        apply(&mut state, 4, Event::Forgot { fact: Term::plain(300) });
        assert_eq!(slots(&state), [(Slot::Belief, 2)]);
        apply(&mut state, 5, Event::AgentRemoved { reason: 0 });
        assert_eq!((slots(&state), state.coded_bytes), (vec![], 0));
    }

    #[test]
    fn reports_about_ended_steps_have_no_effect() {
        let mut state = State::default();
        let start = |step| Event::StepStarted { step, index: 0, action: Term::plain(1), is_resumed: false };
        let report = |step| Event::StepReported { step, report: Report::Running, progress: 5 };
        apply(&mut state, 1, start(7));
        apply(&mut state, 2, report(7));
        apply(&mut state, 2, report(6));
        assert_eq!(slots(&state), [(Slot::Step, 1), (Slot::Progress, 2)]);
        apply(&mut state, 3, Event::StepEnded { step: 7, end: StepEnd::Done, reason: 0 });
        apply(&mut state, 4, report(7));
        apply(&mut state, 4, Event::StepStopped { step: 7, reason: 0 });
        assert_eq!(slots(&state), []);
    }

    #[test]
    fn entries_are_reused() {
        let mut state = State::default();
        for order in 0..1000 {
            let ordered =
                Event::Ordered { order, from: None, goal: Term::plain(1), terms: OrderTerms::default() };
            apply(&mut state, order, ordered);
            apply(&mut state, order, Event::OrderEnded { order, reason: 0 });
        }
        assert_eq!((state.entries.len(), state.spare.len()), (0, 1));
    }
}
