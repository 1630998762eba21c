//! Passing on a recording that is being written elsewhere, to readers that come and go and may be slow.
//!
//! A relay is given whatever a recorder writes, as whole records, and keeps the present states as the recorder does. So a
//! reader that comes late gets a recording that begins here and now; what a slow reader misses is counted, and after it
//! the states are told anew. Nothing of the past is kept.

use std::collections::BTreeMap;
use std::io::Write;

use crate::event::{Event, INDEX_CODE, KEY_CODE};
use crate::frame::{self, Damage, DamageKind};
use crate::header::{self, OpenError};
use crate::reader::restore;
use crate::record::RawRecord;
use crate::recorder::{Config, Running};
use crate::slot;
use crate::state::{State, key};
use crate::value::{Origin, Subject};
use crate::writer::Writer;

/// A recording on its way. See the module.
///
/// ```
/// use cunning_trace::{AgentId, Config, Event, Header, Reader, Recorder, Relay};
///
/// let guard = AgentId(1);
/// let mut recorder = Recorder::new(&Header::default(), Config::default())?;
/// recorder.record(guard, || Event::Slept);
/// let mut written = Vec::new();
/// recorder.save(&mut written).unwrap()?;
///
/// let mut relay = Relay::new();
/// relay.push(&written)?;
/// // Somebody comes late and still learns that the guard sleeps.
/// let late = relay.attach(Vec::new()).unwrap();
/// # let late: &Vec<u8> = late;
/// assert_eq!(Reader::open(late.clone())?.view(guard, 0)?.entries().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Relay<W> {
    running: Option<Running<W>>,
    /// The output, while it is passed over.
    held: Option<Writer<W>>,
    /// Since which tick it is.
    held_since: u64,
    /// Whether it is to go on with the next tick.
    is_due: bool,
    /// How many records the output has missed and was not told of.
    missed: u64,
    /// How many it was told of, and those before it.
    told: u64,
    /// The tick of the record that came last.
    tick: u64,
    /// Whether records were lost on the way here, so that the states are not known until the next key frame.
    is_lost: bool,
    /// The states of a key frame that is coming in.
    key: Option<BTreeMap<Subject, State>>,
}

impl<W: Write> Default for Relay<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Write> Relay<W> {
    /// A relay that was given nothing yet.
    pub const fn new() -> Self {
        Self {
            running: None,
            held: None,
            held_since: 0,
            is_due: false,
            missed: 0,
            told: 0,
            tick: 0,
            is_lost: false,
            key: None,
        }
    }

    /// Takes what a recorder wrote: its beginning first, then any number of whole records.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), OpenError> {
        let mut offset = 0;
        if bytes.is_empty() {
            return Ok(());
        }
        if self.running.is_none() {
            let (_, start) = header::take(bytes)?;
            let config =
                Config { ring_bytes_max: 0, recording_bytes_max: u64::MAX >> 1, ..Config::default() };
            self.running = Some(Running::new(bytes[..start].to_vec(), config));
            offset = start;
        }
        while offset < bytes.len() {
            let (body, end) = frame::take(bytes, offset).map_err(OpenError::Header)?;
            let malformed =
                |_| OpenError::Header(Damage { offset: offset as u64, kind: DamageKind::Malformed });
            let record = RawRecord::take(body, self.tick).map_err(malformed)?;
            let code = record.code().map_err(malformed)?;
            if code == INDEX_CODE {
                break;
            }
            if code == KEY_CODE {
                self.key_part(&record).map_err(malformed)?;
            } else {
                self.pass(&record, record.event().map_err(malformed)?);
            }
            offset = end;
        }
        Ok(())
    }

    /// Says that so many records were lost on the way here, after those that were pushed.
    pub fn lose(&mut self, records: u64) {
        self.is_lost |= records > 0;
        self.missed += records;
    }

    /// Gives everything from now on to an output, as a recording that begins here; nothing if there is no beginning yet, or
    /// if the states are not known. One that had it before loses it. Returns the output.
    pub fn attach(&mut self, out: W) -> Option<&mut W> {
        if self.is_lost {
            return None;
        }
        self.detach();
        let running = self.running.as_mut()?;
        running.attach(out);
        // Whoever comes new has missed nothing.
        self.told += std::mem::take(&mut self.missed);
        self.output()
    }

    /// Gives nothing to the output any more.
    pub fn detach(&mut self) {
        self.held = None;
        if let Some(running) = &mut self.running {
            running.writer = None;
        }
    }

    /// The output, if there is one.
    pub fn output(&mut self) -> Option<&mut W> {
        let writer = self.running.as_mut().and_then(|running| running.writer.as_mut());
        writer.or(self.held.as_mut()).map(Writer::output)
    }

    /// Whether the output is passed over.
    pub fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    /// Passes the output over from now on: it is too slow. What it misses is counted.
    pub fn hold(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|_| self.held.is_none()) {
            (self.held, self.held_since) = (running.writer.take(), running.tick);
            self.is_due = false;
        }
    }

    /// Goes on with an output that was passed over, from the next tick on: with how much it has missed, and the states as
    /// they are then.
    pub fn go_on(&mut self) {
        self.is_due = self.held.is_some();
    }

    /// How many records no output got although one was there, or that were lost on the way here.
    pub fn missed(&self) -> u64 {
        self.told + self.missed
    }

    fn tell_missed(&mut self) {
        let Some(running) = self.running.as_mut().filter(|running| running.writer.is_some()) else { return };
        if self.missed > 0 {
            running.record(Subject::World, Origin::Result, Event::Dropped { records: self.missed });
            self.told += std::mem::take(&mut self.missed);
        }
        running.write_key();
    }

    /// A part of a key frame: it tells the states anew, if they are not known.
    fn key_part(&mut self, record: &RawRecord<'_>) -> Result<(), crate::wire::Malformed> {
        let (flags, tick) = key::take(&mut record.payload()?)?;
        self.tick = tick;
        if flags & key::FIRST != 0 && self.is_lost {
            self.key = Some(BTreeMap::new());
        }
        let Some(states) = &mut self.key else { return Ok(()) };
        restore(states.entry(record.subject).or_default(), record)?;
        if flags & key::LAST != 0 {
            let states = self.key.take().unwrap_or_default();
            self.is_lost = false;
            if let Some(running) = &mut self.running {
                running.tick = running.tick.max(tick);
                running.begin_with(states);
            }
            self.tell_missed();
        }
        Ok(())
    }

    fn pass(&mut self, record: &RawRecord<'_>, event: Event<'_>) {
        self.tick = record.tick;
        let Some(running) = &mut self.running else { return };
        // Names count whatever else was lost; the tick is not sure then.
        if self.is_lost && !slot::is_definition(&event) {
            self.missed += 1;
            return;
        }
        if !self.is_lost && record.tick > running.tick {
            running.tick = record.tick;
            if self.is_due {
                self.is_due = false;
                running.writer = self.held.take();
                running.define_again(self.held_since);
                self.tell_missed();
            }
        }
        let Some(running) = &mut self.running else { return };
        self.missed += u64::from(self.held.is_some());
        running.record(record.subject, record.origin, event);
    }
}
