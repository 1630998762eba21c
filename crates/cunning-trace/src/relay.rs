//! Forwards a recording that is being written to readers that connect late and may be slow.
//!
//! A relay receives the complete records of a recorder and tracks the current states. A reader that connects late gets a
//! recording that starts with the current states. Records that a slow reader misses are counted and followed by a key
//! frame. The relay keeps no past.

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

/// Forwards a recording to an output that may connect late and be slow.
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
/// // A late reader still learns that the guard is asleep.
/// let late = relay.attach(Vec::new()).unwrap();
/// # let late: &Vec<u8> = late;
/// assert_eq!(Reader::open(late.clone())?.view(guard, 0)?.entries().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Relay<W> {
    running: Option<Running<W>>,
    /// The output while it is paused.
    paused: Option<Writer<W>>,
    /// The tick since which it is paused.
    paused_since: u64,
    /// Whether the output resumes with the next tick.
    resumes: bool,
    /// The number of missed records that have not been reported to the output.
    missed: u64,
    /// The number of missed records that have been reported.
    reported: u64,
    /// The tick of the last record.
    tick: u64,
    /// Whether records were lost before the relay, so that the states are unknown until the next key frame.
    is_lost: bool,
    /// The states of a key frame that is being received.
    key: Option<BTreeMap<Subject, State>>,
}

impl<W: Write> Default for Relay<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Write> Relay<W> {
    /// Creates a relay that has received nothing.
    pub const fn new() -> Self {
        Self {
            running: None,
            paused: None,
            paused_since: 0,
            resumes: false,
            missed: 0,
            reported: 0,
            tick: 0,
            is_lost: false,
            key: None,
        }
    }

    /// Receives bytes of a recorder: its header first, then any number of complete records.
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
                self.forward(&record, record.event().map_err(malformed)?);
            }
            offset = end;
        }
        Ok(())
    }

    /// Reports that records were lost after those that were pushed.
    pub fn lose(&mut self, records: u64) {
        self.is_lost |= records > 0;
        self.missed += records;
    }

    /// Connects an output, which receives a recording that starts now, and returns it. The previous output is disconnected.
    /// `None` if no header has been received or the states are unknown.
    pub fn attach(&mut self, out: W) -> Option<&mut W> {
        if self.is_lost {
            return None;
        }
        self.detach();
        let running = self.running.as_mut()?;
        running.attach(out);
        // A new output has missed nothing.
        self.reported += std::mem::take(&mut self.missed);
        self.output()
    }

    /// Disconnects the output.
    pub fn detach(&mut self) {
        self.paused = None;
        if let Some(running) = &mut self.running {
            running.writer = None;
        }
    }

    /// The output, if there is one.
    pub fn output(&mut self) -> Option<&mut W> {
        let writer = self.running.as_mut().and_then(|running| running.writer.as_mut());
        writer.or(self.paused.as_mut()).map(Writer::output)
    }

    /// Whether the output is paused.
    pub fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Pauses an output that is too slow. The records that it misses are counted.
    pub fn pause(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|_| self.paused.is_none()) {
            (self.paused, self.paused_since) = (running.writer.take(), running.tick);
            self.resumes = false;
        }
    }

    /// Resumes a paused output with the next tick: it gets the number of missed records and the current states.
    pub fn resume(&mut self) {
        self.resumes = self.paused.is_some();
    }

    /// The number of records that a connected output missed, or that were lost before the relay.
    pub fn missed(&self) -> u64 {
        self.reported + self.missed
    }

    fn report_missed(&mut self) {
        let Some(running) = self.running.as_mut().filter(|running| running.writer.is_some()) else { return };
        if self.missed > 0 {
            running.record(Subject::World, Origin::Result, Event::Dropped { records: self.missed });
            self.reported += std::mem::take(&mut self.missed);
        }
        running.write_key();
    }

    /// Receives a part of a key frame, which restores the states if they are unknown.
    fn key_part(&mut self, record: &RawRecord<'_>) -> Result<(), cunning_encode::Malformed> {
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
                running.set_states(states);
            }
            self.report_missed();
        }
        Ok(())
    }

    fn forward(&mut self, record: &RawRecord<'_>, event: Event<'_>) {
        self.tick = record.tick;
        let Some(running) = &mut self.running else { return };
        // Definitions are valid even after a loss, but their tick is not.
        if self.is_lost && !slot::is_definition(&event) {
            self.missed += 1;
            return;
        }
        if !self.is_lost && record.tick > running.tick {
            running.tick = record.tick;
            if self.resumes {
                self.resumes = false;
                running.writer = self.paused.take();
                running.repeat_definitions(self.paused_since);
                self.report_missed();
            }
        }
        let Some(running) = &mut self.running else { return };
        self.missed += u64::from(self.paused.is_some());
        running.record(record.subject, record.origin, event);
    }
}
