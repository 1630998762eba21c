//! Recordings, and the link to the studio.

use std::io::BufWriter;
use std::path::PathBuf;

use cunning_mind::{AgentId, SharedBytes};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::{Minds, wrong_order};
use crate::errors::{Failure, failure};

impl Minds {
    fn not_recorded(&self) -> Result<(), Failure> {
        if self.recording.is_some() || self.minds.link().is_some() {
            return Err(failure("recording", "the minds are recorded or attached already").into());
        }
        Ok(())
    }
}

#[pymethods]
impl Minds {
    /// Records everything from now on, to a file or, without a path, to memory that `drain_recording` empties.
    #[pyo3(signature = (path = None))]
    fn record(&mut self, path: Option<PathBuf>) -> Result<(), Failure> {
        self.between_ticks()?;
        self.not_recorded()?;
        let bytes = SharedBytes::default();
        match path {
            Some(path) => self.minds.record(BufWriter::new(std::fs::File::create(path)?))?,
            None => self.minds.record(bytes.clone())?,
        }
        self.recording = Some(bytes);
        Ok(())
    }

    /// Takes what has been recorded to memory since the last call.
    fn drain_recording<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        let Some(recording) = &self.recording else { return Err(wrong_order("call record() first")) };
        Ok(PyBytes::new(py, &recording.take()))
    }

    /// Ends the recording and returns what was recorded to memory and not taken yet.
    fn end_recording<'py>(&mut self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        self.between_ticks()?;
        let Some(recording) = self.recording.take() else { return Err(wrong_order("call record() first")) };
        self.minds.end_recording()?;
        Ok(PyBytes::new(py, &recording.take()))
    }

    /// Opens a link for the studio and returns its address, for `cunning studio --attach`.
    fn attach(&mut self) -> Result<String, Failure> {
        self.between_ticks()?;
        self.not_recorded()?;
        Ok(self.minds.attach()?)
    }

    /// Tells the studio where an agent is.
    #[pyo3(signature = (agent, x, y, z = 0.0, yaw = 0.0))]
    fn note_position(&mut self, agent: u64, x: f32, y: f32, z: f32, yaw: f32) {
        self.minds.note_position(AgentId(agent), [x, y, z], yaw);
    }
}
