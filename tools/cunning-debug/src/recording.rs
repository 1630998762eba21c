//! A recording and the answers to requests about it, in the form that a page shows.

mod agent;
mod command_tree;
mod event_log;
mod event_text;
mod frame;
mod lanes;
mod names;
mod objects;
mod order_log;
mod plan_progress;
mod searches;
mod why;
mod why_goal;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use cunning_mind::debug::RecordedDomain;
use cunning_trace::{AgentId, Damage, Ending, Event, ExcerptError, Kind, OpenError, Reader, View};

use crate::limits::{EXCERPT_BYTES_MAX, SCANNED_RECORDS};
use crate::protocol::{AgentRef, RequestError};
use lanes::Lanes;
use names::Names;

pub(crate) use agent::{AgentDetails, ScoreLines};
pub(crate) use command_tree::CommandRow;
pub(crate) use event_log::EventPage;
pub(crate) use frame::AgentState;
pub(crate) use lanes::LaneRow;
pub(crate) use order_log::OrderNews;
pub(crate) use searches::SearchList;
pub(crate) use why::{Explanation, rename};
pub(crate) use why_goal::{ActionWhy, GoalWhy};

/// A recording that may still be growing.
pub(crate) struct RecordingView {
    /// The index of the recording in the debug session.
    index: usize,
    reader: Reader<Vec<u8>>,
    lanes: Lanes,
    /// Whether the lanes have all records.
    is_scanned: bool,
    tick_ms: u32,
    /// The domain of the latest question. Most questions are about the same one.
    domain: Mutex<Option<Arc<RecordedDomain>>>,
}

impl RecordingView {
    pub(crate) fn open(index: usize, bytes: Vec<u8>) -> Result<Self, OpenError> {
        let mut recording = Self {
            index,
            reader: Reader::open(bytes)?,
            lanes: Lanes::default(),
            is_scanned: false,
            tick_ms: 0,
            domain: Mutex::default(),
        };
        recording.scan(SCANNED_RECORDS);
        Ok(recording)
    }

    /// Adds bytes that were recorded since.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), OpenError> {
        self.reader.append(bytes)?;
        self.scan(usize::MAX);
        Ok(())
    }

    /// The last scanned tick, if there is more to scan.
    pub(crate) fn scanned_tick(&self) -> Option<u64> {
        (!self.is_scanned).then(|| self.lanes.last_tick())
    }

    /// Scans records that are new, at most this many.
    pub(crate) fn scan(&mut self, records_max: usize) {
        self.is_scanned = self.lanes.extend(&self.reader, records_max);
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

    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// The reference to one of the recording's agents.
    pub(crate) fn agent_ref(&self, id: AgentId) -> AgentRef {
        AgentRef { recording: self.index, id }
    }

    pub(crate) fn first_tick(&self) -> u64 {
        self.reader.first_tick()
    }

    pub(crate) fn last_tick(&self) -> u64 {
        self.reader.last_tick()
    }

    /// The number of records that were dropped because the receiver was too slow.
    pub(crate) fn dropped(&self) -> u64 {
        self.lanes.dropped()
    }

    /// Whether a part of the recording cannot be read.
    pub(crate) fn is_broken(&self) -> bool {
        matches!(self.reader.ending(), Ending::Damaged(_))
    }

    /// A range of ticks as a separate recording.
    pub(crate) fn excerpt(&self, from: u64, to: u64) -> Result<Vec<u8>, RequestError> {
        let mut out = BoundedBuffer(Vec::new());
        match self.reader.excerpt(from, to, &mut out) {
            Ok(_) => Ok(out.0),
            Err(ExcerptError::Damaged(damage)) => Err(damaged(damage)),
            Err(_) => Err(RequestError::new(format!(
                "the range is larger than {EXCERPT_BYTES_MAX} bytes: select fewer ticks"
            ))),
        }
    }

    /// The length of a tick; 0 if there was none.
    pub(crate) fn tick_ms(&self) -> u32 {
        self.tick_ms
    }

    /// Describes what is missing at the end of the recording.
    pub(crate) fn damage(&self) -> Option<String> {
        match self.reader.ending() {
            Ending::Closed { left_out: 0 } | Ending::Unfinished { lost_bytes: 0 } => None,
            Ending::Closed { left_out } => {
                Some(format!("the recording reached its size limit: {left_out} records are missing"))
            }
            Ending::Unfinished { lost_bytes } => Some(format!(
                "the recording is truncated: its end is missing, with a part of the last record ({lost_bytes} B)"
            )),
            Ending::Damaged(damage) => Some(format!("the recording is damaged: {damage}")),
        }
    }

    fn names(&self, tick: u64) -> Names<'_> {
        Names::new(&self.reader, self.lanes.objects(), tick)
    }

    pub(crate) fn view(&self, agent: AgentId, tick: u64) -> Result<View, RequestError> {
        self.reader.view(agent, tick).map_err(damaged)
    }
}

/// The error for a damaged recording.
fn damaged(damage: Damage) -> RequestError {
    RequestError::new(format!("the recording is damaged: {damage}"))
}

/// A buffer that holds at most [`EXCERPT_BYTES_MAX`].
struct BoundedBuffer(Vec<u8>);

impl Write for BoundedBuffer {
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

#[cfg(test)]
mod tests {
    use cunning_trace::{Config, Header, Recorder, SharedBytes};

    use super::*;

    #[test]
    fn a_long_recording_is_shown_before_it_is_scanned_and_scanned_in_slices() {
        let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
        let file = SharedBytes::default();
        recorder.attach(Box::new(file.clone()));
        let agents = [AgentId(1), AgentId(2), AgentId(3)];
        for agent in agents {
            recorder.record(agent, || Event::AgentAdded {
                archetype: 0,
                name: "a",
                commander: None,
                seed: 1,
            });
        }
        let ticks = (3 * SCANNED_RECORDS / agents.len()) as u64;
        for tick in 1..=ticks {
            recorder.begin_tick(tick).unwrap();
            for agent in agents {
                recorder.record(agent, || if tick % 2 == 0 { Event::Slept } else { Event::Woken });
            }
        }
        recorder.detach().unwrap().unwrap();
        let bytes = file.take();

        let mut whole = RecordingView::open(0, bytes.clone()).unwrap();
        whole.scan(usize::MAX);
        assert_eq!(whole.scanned_tick(), None);
        let mut sliced = RecordingView::open(0, bytes).unwrap();
        assert_eq!((sliced.first_tick(), sliced.last_tick()), (0, ticks), "the ticks are known at once");
        let first = sliced.scanned_tick().unwrap();
        assert!(first > 0 && first < ticks / 2, "{first} of {ticks}");
        let mut slices = 0;
        while sliced.scanned_tick().is_some() {
            // An odd number, so that slices end within ticks.
            sliced.scan(SCANNED_RECORDS - 1);
            slices += 1;
        }
        assert!(slices > 1);
        let lanes = |view: &RecordingView| serde_json::to_string(&view.lanes(0, ticks)).unwrap();
        assert_eq!(lanes(&sliced), lanes(&whole));
    }
}
