//! Questions about a recording, answered in words and numbers that a page can show.

mod agent;
mod command;
mod frame;
mod lanes;
mod past;
mod searches;
mod tell;
mod why;
mod words;

use std::io::{self, Write};

use cunning_trace::{AgentId, Ending, Event, ExcerptError, Kind, OpenError, Reader, View};

use crate::limits::EXCERPT_BYTES_MAX;
use crate::wire::Refusal;
use lanes::Lanes;
use words::Words;

pub(crate) use frame::Body;

/// A recording that may still be growing.
pub(crate) struct RecordingView {
    /// Which of the recordings it is.
    at: usize,
    reader: Reader<Vec<u8>>,
    lanes: Lanes,
    tick_ms: u32,
}

impl RecordingView {
    pub(crate) fn open(at: usize, bytes: Vec<u8>) -> Result<Self, OpenError> {
        let mut recording = Self { at, reader: Reader::open(bytes)?, lanes: Lanes::default(), tick_ms: 0 };
        recording.look();
        Ok(recording)
    }

    /// Adds what was recorded since.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), OpenError> {
        self.reader.append(bytes)?;
        self.look();
        Ok(())
    }

    /// Goes through what is new.
    fn look(&mut self) {
        self.lanes.extend(&self.reader);
        if self.tick_ms == 0 {
            let ticks = self.reader.records().of_kinds(&[Kind::Tick]).flatten();
            let lengths = ticks.map(|record| match record.event {
                Event::Tick { dt_ms, .. } => dt_ms,
                _ => 0,
            });
            self.tick_ms = lengths.take(1).max().unwrap_or(0);
        }
    }

    pub(crate) fn reader(&self) -> &Reader<Vec<u8>> {
        &self.reader
    }

    /// Which of the recordings it is.
    pub(crate) fn number(&self) -> usize {
        self.at
    }

    pub(crate) fn first_tick(&self) -> u64 {
        self.reader.first_tick()
    }

    pub(crate) fn last_tick(&self) -> u64 {
        self.reader.last_tick()
    }

    /// How many records are missing because somebody was too slow for them.
    pub(crate) fn dropped(&self) -> u64 {
        self.lanes.dropped()
    }

    /// Whether something in it cannot be read.
    pub(crate) fn is_broken(&self) -> bool {
        matches!(self.reader.ending(), Ending::Damaged(_))
    }

    /// A range of ticks as a recording of its own.
    pub(crate) fn excerpt(&self, from: u64, to: u64) -> Result<Vec<u8>, Refusal> {
        let mut out = Cut(Vec::new());
        match self.reader.excerpt(from, to, &mut out) {
            Ok(_) => Ok(out.0),
            Err(ExcerptError::Damaged(damage)) => {
                Err(Refusal::new(format!("the recording is damaged: {damage}")))
            }
            Err(_) => Err(Refusal::new("so many ticks are too much for a page: choose fewer")),
        }
    }

    /// How long a tick is; 0 if there was none.
    pub(crate) fn tick_ms(&self) -> u32 {
        self.tick_ms
    }

    /// What is missing at its end, in words.
    pub(crate) fn damage(&self) -> Option<String> {
        match self.reader.ending() {
            Ending::Closed { left_out: 0 } | Ending::Unfinished { lost_bytes: 0 } => None,
            Ending::Closed { left_out } => {
                Some(format!("the recording was full: {left_out} records are missing"))
            }
            Ending::Unfinished { lost_bytes } => {
                Some(format!("the recording was cut off: {lost_bytes} bytes at its end are no whole record"))
            }
            Ending::Damaged(damage) => Some(format!("the recording is damaged: {damage}")),
        }
    }

    fn words(&self, tick: u64) -> Words<'_> {
        Words::new(&self.reader, tick)
    }

    pub(crate) fn view(&self, agent: AgentId, tick: u64) -> Result<View, Refusal> {
        self.reader
            .view(agent, tick)
            .map_err(|damage| Refusal::new(format!("the recording is damaged: {damage}")))
    }
}

/// Memory up to a cap.
struct Cut(Vec<u8>);

impl Write for Cut {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > EXCERPT_BYTES_MAX {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
