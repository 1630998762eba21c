//! Reads a recording: iterates over its records, jumps to a tick, and returns the state of an agent.
//!
//! The bytes are untrusted: they may be damaged or malicious. The reader copies only what a query returns, and checks every
//! size in the file against the bytes that exist.

use std::collections::BTreeMap;

use cunning_encode::Malformed;

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

/// How a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The recording was finished.
    Closed {
        /// The number of records that were left out at the end because the recording was full.
        left_out: u64,
    },
    /// The recording has no closing index: it is still being written, or its writer crashed.
    Unfinished {
        /// The number of bytes at the end that are not a complete record.
        lost_bytes: u64,
    },
    /// A part of the recording cannot be read.
    Damaged(Damage),
}

/// A recording in memory: a slice, a vector or a mapped file.
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
/// A finished recording is opened by its index at once; damage is detected when it is read. Any other recording is scanned
/// once.
pub struct Reader<B> {
    bytes: B,
    /// The offset of the first record.
    start: usize,
    /// The end of the readable records.
    end: usize,
    ending: Ending,
    index: Index,
    /// The first record of a key frame whose last record has not been read yet.
    open_key: Option<Mark>,
    /// The ticks of names, by table, id and offset.
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
            open_key: None,
            names: BTreeMap::new(),
            definitions: Vec::new(),
        };
        if !reader.open_by_index()? {
            reader.scan()?;
        }
        Ok(reader)
    }

    /// The header of the recording.
    pub fn header(&self) -> Header<'_> {
        header::take(self.bytes.as_ref()).map(|(header, _)| header).unwrap_or_default()
    }

    /// How the recording ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The first tick of the recording.
    pub fn first_tick(&self) -> u64 {
        self.index.keys.first().map_or(0, |mark| mark.tick)
    }

    /// The tick of the last record.
    pub fn last_tick(&self) -> u64 {
        self.index.last_tick
    }

    /// The key frames. A jump to a tick reads from the last key frame at or before it.
    pub fn key_frames(&self) -> &[Mark] {
        &self.index.keys
    }

    /// All events from the start.
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

    /// The state of an agent or of the world at the end of a tick; empty if there is none.
    pub fn view(&self, subject: impl Into<Subject>, tick: u64) -> Result<View, Damage> {
        let subject = subject.into();
        let mut states = self.states(tick, Some(subject))?;
        Ok(View::new(subject, tick, states.remove(&subject).unwrap_or_default()))
    }

    /// The states of the world and of all agents at the end of a tick, the world first.
    pub fn views(&self, tick: u64) -> Result<Vec<View>, Damage> {
        let states = self.states(tick, None)?.into_iter();
        let views = states.map(|(subject, state)| View::new(subject, tick, state));
        Ok(views.filter(|view| view.subject() == Subject::World || view.exists()).collect())
    }

    /// The name of an id at the end of a tick.
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

    /// The files of the domain at the end of a tick: those of the header, or of the latest reload.
    pub fn domain(&self, tick: u64) -> List<'_, Source<'_>> {
        let reloaded = self.latest_definition(tick, |event| match event {
            Event::Reloaded { sources } => Some(sources),
            _ => None,
        });
        reloaded.unwrap_or_else(|| self.header().domain)
    }

    fn readable(&self) -> &[u8] {
        let bytes = self.bytes.as_ref();
        // Iterators over a damaged recording report the damage.
        if matches!(self.ending, Ending::Damaged(_)) { bytes } else { &bytes[..self.end] }
    }

    fn key_before(&self, tick: u64) -> Option<Mark> {
        let after = self.index.keys.partition_point(|mark| mark.tick <= tick);
        self.index.keys[..after].last().copied()
    }

    /// The bytes before the first record.
    pub(crate) fn preamble(&self) -> &[u8] {
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
                let applied = if is_key { restore(state, &record) } else { apply(state, &record) };
                applied.map_err(|_| Damage { offset: offset as u64, kind: DamageKind::Malformed })?;
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

    /// Opens the recording by its closing index, if there is one and its definitions are valid.
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

    /// The closing index and its offset.
    fn find_index(&self) -> Option<(Index, usize)> {
        let bytes = self.bytes.as_ref();
        let offset = index::find(bytes).filter(|&offset| offset >= self.start)?;
        let (body, end) = frame::take(bytes, offset).ok()?;
        let record = RawRecord::take(body, 0).ok()?;
        if end != bytes.len() - index::TRAILER_BYTES || record.code() != Ok(INDEX_CODE) {
            return None;
        }
        let index = Index::take(&mut record.payload().ok()?).ok()?;
        // Overlapping definitions would be read many times.
        let mut free = self.start as u64;
        for mark in &index.definitions {
            if mark.offset < free {
                return None;
            }
            free = frame::take(&bytes[..offset], usize::try_from(mark.offset).ok()?).ok()?.1 as u64;
        }
        Some((index, offset))
    }

    /// Remembers the position of a definition.
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

    /// Scans the records that have not been scanned yet.
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
            let (end, scanned) = (walk.offset, Scanned::new(&record));
            if let Scanned::Index { left_out } = scanned {
                self.ending = Ending::Closed { left_out };
                return Ok(());
            }
            (self.end, self.index.last_tick) = (end, mark.tick);
            match scanned {
                Scanned::Key { flags } => {
                    if flags & key::FIRST != 0 {
                        self.open_key = Some(mark);
                    }
                    if flags & key::LAST != 0 {
                        self.index.keys.extend(self.open_key.take());
                    }
                }
                Scanned::Definition => self.add_definition(mark)?,
                Scanned::Index { .. } | Scanned::Other => {}
            }
        }
    }
}

impl Reader<Vec<u8>> {
    /// Adds bytes that were written since, so that a recording can be read while it is being written.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), OpenError> {
        self.bytes.extend_from_slice(bytes);
        if matches!(self.ending, Ending::Unfinished { .. }) { self.scan() } else { Ok(()) }
    }
}

/// What a scan needs to know about a record.
enum Scanned {
    Key { flags: u32 },
    Index { left_out: u64 },
    Definition,
    Other,
}

impl Scanned {
    fn new(record: &RawRecord<'_>) -> Self {
        let is = |kind: Kind| record.code() == Ok(kind as u32);
        let payload = record.payload();
        match record.code() {
            Ok(KEY_CODE) => match payload.and_then(|mut input| key::take(&mut input)) {
                Ok((flags, _)) => Self::Key { flags },
                Err(_) => Self::Other,
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

/// Restores the entries of a key frame record.
pub(crate) fn restore(state: &mut State, record: &RawRecord<'_>) -> Result<(), Malformed> {
    let mut input = record.payload()?;
    let (_, tick) = key::take(&mut input)?;
    key::restore(state, &mut input, tick)
}

/// Applies a record to a state, unless it is a definition.
fn apply(state: &mut State, record: &RawRecord<'_>) -> Result<(), Malformed> {
    let event = record.event()?;
    if !slot::is_definition(&event) {
        state.apply(record.tick, &event, record.coded);
    }
    Ok(())
}
