//! Writes a range of a recording as a separate recording.

use std::io::{self, Write};

use cunning_encode::Encode as _;

use crate::event::{Event, Kind};
use crate::frame::Damage;
use crate::output::Output;
use crate::reader::Reader;
use crate::recorder::{Config, Running};
use crate::slot;
use crate::writer::{Writer, Written};

/// Why an excerpt could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExcerptError {
    /// The recording is damaged within the range.
    Damaged(Damage),
    /// Writing to the output failed.
    Write(io::Error),
}

impl std::fmt::Display for ExcerptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Damaged(damage) => damage.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExcerptError {}

impl From<Damage> for ExcerptError {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

impl<B: AsRef<[u8]>> Reader<B> {
    /// Writes a range of ticks as a separate recording: the same header, the definitions so far, the states at the start of
    /// the range, and all events within it. Earlier events are left out, except the texts that a scene was reloaded with;
    /// with those a scene can be replayed up to the range.
    ///
    /// ```
    /// use cunning_trace::{AgentId, Config, Event, Header, Reader, Recorder};
    ///
    /// let guard = AgentId(1);
    /// let mut recorder = Recorder::new(&Header::default(), Config::default())?;
    /// for tick in 1..=9 {
    ///     recorder.begin_tick(tick)?;
    ///     recorder.record(guard, || if tick == 2 { Event::Slept } else { Event::Note { text: "a tick" } });
    /// }
    /// let mut bytes = Vec::new();
    /// recorder.save(&mut bytes).unwrap()?;
    ///
    /// let mut part = Vec::new();
    /// Reader::open(bytes)?.excerpt(4, 6, &mut part)?;
    /// let part = Reader::open(part)?;
    /// assert_eq!((part.first_tick(), part.last_tick()), (4, 6));
    /// assert_eq!(part.records().count(), 3);
    /// assert_eq!(part.view(guard, 4)?.entries().count(), 1, "the agent has been asleep since tick 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn excerpt(&self, from: u64, to: u64, out: &mut dyn Write) -> Result<Written, ExcerptError> {
        let from = from.max(self.first_tick());
        let mut running =
            Running::new(self.preamble().to_vec(), Config { ring_bytes_max: 0, ..Config::default() });
        running.tick = from;
        let mut coded = Output::default();
        let mut scene_inputs = Vec::new();
        let kinds = [Kind::Name, Kind::Backdrop, Kind::Reloaded, Kind::SceneReloaded, Kind::SceneEdited];
        for record in self.records().of_kinds(&kinds) {
            let record = record?;
            if record.tick >= from {
                break;
            }
            if matches!(record.event, Event::SceneReloaded { .. } | Event::SceneEdited { .. }) {
                scene_inputs.push(record);
                continue;
            }
            coded.clear();
            record.event.put(&mut coded);
            running.definitions.apply(record.tick, &record.event, coded.bytes().unwrap_or_default());
        }
        if let Some(before) = from.checked_sub(1) {
            running.set_states(self.states(before, None)?);
        }
        running.attach(out);
        for record in scene_inputs {
            running.record(record.subject, record.origin, record.event);
        }
        for record in self.records_from(from) {
            let record = record?;
            if record.tick > to {
                break;
            }
            debug_assert!(record.tick >= running.tick || slot::is_definition(&record.event));
            running.tick = record.tick;
            running.record(record.subject, record.origin, record.event);
        }
        running.writer.map_or(Ok(Written::default()), Writer::finish).map_err(ExcerptError::Write)
    }
}
