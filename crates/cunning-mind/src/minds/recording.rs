//! Recordings of minds, for `cunning replay` and the studio.

use std::io::{self, Write};

use cunning_trace::{Config, Event, Header, List, RecordError, Recorder};
use thiserror::Error;

use super::Minds;
use crate::engine::AgentId;

/// The name of the engine in the header of recordings.
const ENGINE: &str = concat!("cunning ", env!("CARGO_PKG_VERSION"));

/// Why minds cannot be recorded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The recording cannot be started.
    #[error("{0}")]
    Record(RecordError),
    /// The recording could not be written.
    #[error("cannot write the recording: {0}")]
    Io(io::Error),
    /// The link for the studio cannot be opened.
    #[cfg(feature = "link")]
    #[error("{0}")]
    Link(cunning_link::LinkError),
}

impl Minds {
    /// Records everything from now on to a writer, until [`Minds::end_recording`].
    pub fn record(&mut self, output: impl Write + Send + Sync + 'static) -> Result<(), RecordingError> {
        let recorder = self.with_header(|header| Recorder::new(header, Config::default()));
        let mut recorder = recorder.map_err(RecordingError::Record)?;
        recorder.attach(Box::new(output));
        self.engine.record(recorder);
        Ok(())
    }

    /// Ends the recording. Fails if a part of it could not be written.
    pub fn end_recording(&mut self) -> Result<(), RecordingError> {
        let written = self.engine.take_recorder().detach();
        written.map_or(Ok(()), |written| written.map(|_| ()).map_err(RecordingError::Io))
    }

    /// Opens a link for the studio to watch the running game. Returns the address for `cunning studio --attach`. The
    /// game never waits for the studio.
    #[cfg(feature = "link")]
    pub fn attach(&mut self) -> Result<String, RecordingError> {
        let config = cunning_link::LinkConfig::default();
        let opened = self.with_header(|header| cunning_link::Link::open(header, &config));
        let (recorder, link) = opened.map_err(RecordingError::Link)?;
        self.engine.record(recorder);
        Ok(self.link.insert(link).address())
    }

    /// Returns the link opened by [`Minds::attach`].
    #[cfg(feature = "link")]
    pub fn link(&self) -> Option<&cunning_link::Link> {
        self.link.as_ref()
    }

    /// Records the position of an agent, so that the studio can draw it.
    pub fn note_position(&mut self, agent: AgentId, [x, y, z]: [f32; 3], yaw: f32) {
        self.engine.note(agent, || Event::Place { x, y, z, yaw });
    }

    /// Calls `with` with the header of a recording, which holds the domain's texts.
    fn with_header<T>(&self, with: impl FnOnce(&Header<'_>) -> T) -> T {
        let sources: Vec<cunning_trace::Source<'_>> = self
            .domain
            .sources
            .iter()
            .map(|source| cunning_trace::Source { name: source.name(), text: source.text() })
            .collect();
        with(&Header { engine: ENGINE, domain: List::from(&sources[..]), ..Header::default() })
    }
}
