//! Reading a recording: go through it, jump to a tick, ask for the state of an agent.
//!
//! The bytes may come from anywhere, and may be damaged or made to do harm. Nothing is copied but what a question asks
//! for, and nothing that a file claims about its size is believed before the bytes are there.

use std::collections::BTreeMap;

use crate::event::{Event, INDEX_CODE, KEY_CODE, Kind};
use crate::frame::{self, Damage, DamageKind};
use crate::header::{self, Header, OpenError};
use crate::index::{self, Index, Mark};
use crate::limits::NAMES_MAX;
use crate::list::List;
use crate::parts::Source;
use crate::record::RawRecord;
use crate::slot;
use crate::state::{State, key};
use crate::value::{NameTable, Subject};
use crate::view::View;
use crate::walk::{Records, Walk};
use crate::wire::Malformed;

/// How a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Properly.
    Closed {
        /// How many records were left out at the end because it was full.
        left_out: u64,
    },
    /// After a whole record or within one: it is still being written, or its writer crashed.
    Unfinished {
        /// How many bytes at the end are no whole record.
        lost_bytes: u64,
    },
    /// With something that cannot be read.
    Damaged(Damage),
}

/// A recording, over anything that is bytes: a slice, a vector, a mapped file.
///
/// ```
/// use cunning_trace::{AgentId, Config, Event, Header, Reader, Recorder};
///
/// let guard = AgentId(1);
/// let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
/// recorder.record(guard, || Event::Slept);
/// recorder.begin_tick(5).unwrap();
/// recorder.record(guard, || Event::Woken);
/// let mut bytes = Vec::new();
/// recorder.save(&mut bytes).unwrap().unwrap();
///
/// let reader = Reader::open(bytes).unwrap();
/// assert_eq!(reader.last_tick(), 5);
/// assert_eq!(reader.view(guard, 4).unwrap().entries().count(), 1);
/// assert_eq!(reader.view(guard, 5).unwrap().entries().count(), 0);
/// ```
///
/// A recording that was closed properly is opened by its index, in an instant; damage in it is noticed when it is read.
/// Any other one is gone through once.
pub struct Reader<B> {
    bytes: B,
    /// Where the records begin.
    start: usize,
    /// Where the records end that can be read.
    end: usize,
    ending: Ending,
    index: Index,
    /// The first record of a key frame whose last one has not come yet.
    key_begun: Option<Mark>,
    /// The names by table, number and offset, with their ticks.
    names: BTreeMap<(NameTable, u32, u64), u64>,
    /// All other definitions.
    definitions: Vec<Mark>,
}

impl<B: AsRef<[u8]>> Reader<B> {
    /// Opens a recording.
    pub fn open(bytes: B) -> Result<Self, OpenError> {
        let (_, start) = header::take(bytes.as_ref())?;
        let mut reader = Self {
            bytes,
            start,
            end: start,
            ending: Ending::Unfinished { lost_bytes: 0 },
            index: Index::default(),
            key_begun: None,
            names: BTreeMap::new(),
            definitions: Vec::new(),
        };
        if !reader.open_by_index()? {
            reader.scan()?;
        }
        Ok(reader)
    }

    /// What stands at the beginning.
    pub fn header(&self) -> Header<'_> {
        header::take(self.bytes.as_ref()).map(|(header, _)| header).unwrap_or_default()
    }

    /// How it ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The first tick of which anything is known.
    pub fn first_tick(&self) -> u64 {
        self.index.keys.first().map_or(0, |mark| mark.tick)
    }

    /// The tick of the last record.
    pub fn last_tick(&self) -> u64 {
        self.index.last_tick
    }

    /// Where the key frames are. A jump to a tick reads from the last one at or before it.
    pub fn key_frames(&self) -> &[Mark] {
        &self.index.keys
    }

    /// All events from the beginning.
    pub fn records(&self) -> Records<'_> {
        Records::new(Ok(Walk::new(self.readable(), self.start, 0)), 0)
    }

    /// All events from a tick on.
    pub fn records_from(&self, tick: u64) -> Records<'_> {
        let walk = match self.key_before(tick) {
            Some(mark) => Walk::at_key(self.readable(), mark),
            None => Ok(Walk::new(self.readable(), self.start, 0)),
        };
        Records::new(walk, tick)
    }

    /// The state of an agent or of the world at the end of a tick: empty if nothing is known of it.
    pub fn view(&self, subject: impl Into<Subject>, tick: u64) -> Result<View, Damage> {
        let subject = subject.into();
        let mut states = self.states(tick, Some(subject))?;
        Ok(View::new(subject, tick, states.remove(&subject).unwrap_or_default()))
    }

    /// The states of the world and of all agents that there are at the end of a tick, the world first.
    pub fn views(&self, tick: u64) -> Result<Vec<View>, Damage> {
        let states = self.states(tick, None)?.into_iter();
        let views = states.map(|(subject, state)| View::new(subject, tick, state));
        Ok(views.filter(|view| view.subject() == Subject::World || view.exists()).collect())
    }

    /// The name that a number has at the end of a tick.
    pub fn name(&self, table: NameTable, id: u32, tick: u64) -> Option<&str> {
        let mut named = self.names.range((table, id, 0)..=(table, id, u64::MAX)).rev();
        let ((_, _, offset), _) = named.find(|(_, since)| **since <= tick)?;
        match self.definition(*offset)? {
            Event::Name { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The backdrop at the end of a tick: its format and its bytes.
    pub fn backdrop(&self, tick: u64) -> Option<(&str, &[u8])> {
        self.latest_definition(tick, |event| match event {
            Event::Backdrop { format, bytes } => Some((format, bytes)),
            _ => None,
        })
    }

    /// The domain text at the end of a tick: the header's, or that of the latest reload.
    pub fn domain(&self, tick: u64) -> List<'_, Source<'_>> {
        let reloaded = self.latest_definition(tick, |event| match event {
            Event::Reloaded { sources } => Some(sources),
            _ => None,
        });
        reloaded.unwrap_or_else(|| self.header().domain)
    }

    fn readable(&self) -> &[u8] {
        let bytes = self.bytes.as_ref();
        // Whoever goes through a damaged recording is to meet the damage.
        if matches!(self.ending, Ending::Damaged(_)) { bytes } else { &bytes[..self.end] }
    }

    fn key_before(&self, tick: u64) -> Option<Mark> {
        let after = self.index.keys.partition_point(|mark| mark.tick <= tick);
        self.index.keys[..after].last().copied()
    }

    /// The first bytes, up to the first record.
    pub(crate) fn beginning(&self) -> &[u8] {
        &self.bytes.as_ref()[..self.start]
    }

    /// The states of all subjects, or of one, at the end of a tick.
    pub(crate) fn states(
        &self,
        tick: u64,
        only: Option<Subject>,
    ) -> Result<BTreeMap<Subject, State>, Damage> {
        let mut states = BTreeMap::new();
        let Some(mark) = self.key_before(tick) else { return Ok(states) };
        let mut walk = Walk::at_key(self.readable(), mark)?;
        while let Some((offset, record)) = walk.next()? {
            if record.tick > tick {
                break;
            }
            if only.is_none_or(|only| only == record.subject) {
                let is_key = record.code() == Ok(KEY_CODE);
                let state = states.entry(record.subject).or_insert_with(State::default);
                let counted = if is_key { restore(state, &record) } else { count(state, &record) };
                counted.map_err(|Malformed| Damage { offset: offset as u64, kind: DamageKind::Malformed })?;
            }
        }
        Ok(states)
    }

    fn definition(&self, offset: u64) -> Option<Event<'_>> {
        let (body, _) = frame::take(self.readable(), offset as usize).ok()?;
        RawRecord::take(body, 0).ok()?.event().ok()
    }

    fn latest_definition<'a, T>(&'a self, tick: u64, pick: impl Fn(Event<'a>) -> Option<T>) -> Option<T> {
        let mut marks = self.definitions.iter().rev().filter(|mark| mark.tick <= tick);
        marks.find_map(|mark| pick(self.definition(mark.offset)?))
    }

    /// Takes the closing index at its word, if there is one and all definitions are where it says.
    fn open_by_index(&mut self) -> Result<bool, OpenError> {
        let Some((index, end)) = self.find_index() else { return Ok(false) };
        self.end = end;
        for &mark in &index.definitions {
            self.add_definition(mark)?;
        }
        let known = self.names.len() + self.definitions.len();
        if known != index.definitions.len() {
            self.names.clear();
            self.definitions.clear();
            self.end = self.start;
            return Ok(false);
        }
        self.ending = Ending::Closed { left_out: index.left_out };
        self.index = index;
        Ok(true)
    }

    /// The closing index, and where it begins.
    fn find_index(&self) -> Option<(Index, usize)> {
        let bytes = self.bytes.as_ref();
        let offset = index::find(bytes).filter(|&offset| offset >= self.start)?;
        let (body, end) = frame::take(bytes, offset).ok()?;
        let record = RawRecord::take(body, 0).ok()?;
        if end != bytes.len() - index::TRAILER_BYTES || record.code() != Ok(INDEX_CODE) {
            return None;
        }
        let index = Index::take(&mut record.payload().ok()?).ok()?;
        // Definitions that overlap would be read over and over again.
        let mut free = self.start as u64;
        for mark in &index.definitions {
            if mark.offset < free {
                return None;
            }
            free = frame::take(&bytes[..offset], usize::try_from(mark.offset).ok()?).ok()?.1 as u64;
        }
        Some((index, offset))
    }

    /// Remembers where a definition is, if there is one.
    fn add_definition(&mut self, mark: Mark) -> Result<(), OpenError> {
        match self.definition(mark.offset) {
            Some(Event::Name { table, id, .. }) => {
                if self.names.len() >= NAMES_MAX {
                    return Err(OpenError::TooManyNames);
                }
                self.names.insert((table, id, mark.offset), mark.tick);
            }
            Some(Event::Backdrop { .. } | Event::Reloaded { .. }) => self.definitions.push(mark),
            _ => {}
        }
        Ok(())
    }

    /// Goes through what has not been gone through.
    fn scan(&mut self) -> Result<(), OpenError> {
        loop {
            let bytes = self.bytes.as_ref();
            let mut walk = Walk::new(bytes, self.end, self.index.last_tick);
            let (offset, record) = match walk.next() {
                Ok(Some(found)) => found,
                stopped => {
                    self.ending = match stopped {
                        Err(damage) if damage.kind != DamageKind::Cut => Ending::Damaged(damage),
                        _ => Ending::Unfinished { lost_bytes: (bytes.len() - self.end) as u64 },
                    };
                    return Ok(());
                }
            };
            let mark = Mark { tick: record.tick, offset: offset as u64 };
            let (end, met) = (walk.offset, Met::new(&record));
            if let Met::Index { left_out } = met {
                self.ending = Ending::Closed { left_out };
                return Ok(());
            }
            (self.end, self.index.last_tick) = (end, mark.tick);
            match met {
                Met::Key { flags } => {
                    if flags & key::FIRST != 0 {
                        self.key_begun = Some(mark);
                    }
                    if flags & key::LAST != 0 {
                        self.index.keys.extend(self.key_begun.take());
                    }
                }
                Met::Definition => self.add_definition(mark)?,
                Met::Index { .. } | Met::Other => {}
            }
        }
    }
}

impl Reader<Vec<u8>> {
    /// Adds bytes that came in since: a recording can be watched while it is being written.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), OpenError> {
        self.bytes.extend_from_slice(bytes);
        if matches!(self.ending, Ending::Unfinished { .. }) { self.scan() } else { Ok(()) }
    }
}

/// What a scan needs to know of a record.
enum Met {
    Key { flags: u32 },
    Index { left_out: u64 },
    Definition,
    Other,
}

impl Met {
    fn new(record: &RawRecord<'_>) -> Self {
        let is = |kind: Kind| record.code() == Ok(kind as u32);
        let payload = record.payload();
        match record.code() {
            Ok(KEY_CODE) => match payload.and_then(|mut input| key::take(&mut input)) {
                Ok((flags, _)) => Self::Key { flags },
                Err(Malformed) => Self::Other,
            },
            Ok(INDEX_CODE) => {
                let index = payload.and_then(|mut input| Index::take(&mut input));
                Self::Index { left_out: index.map_or(0, |index| index.left_out) }
            }
            _ if is(Kind::Name) || is(Kind::Backdrop) || is(Kind::Reloaded) => Self::Definition,
            _ => Self::Other,
        }
    }
}

/// Puts back what a record of a key frame says.
pub(crate) fn restore(state: &mut State, record: &RawRecord<'_>) -> Result<(), Malformed> {
    let mut input = record.payload()?;
    let (_, tick) = key::take(&mut input)?;
    key::restore(state, &mut input, tick)
}

/// Lets a record count, unless it is a definition, of which the reader keeps track.
fn count(state: &mut State, record: &RawRecord<'_>) -> Result<(), Malformed> {
    let event = record.event()?;
    if !slot::is_definition(&event) {
        state.apply(record.tick, &event, record.coded);
    }
    Ok(())
}
