//! All recordings of a debug session, and the receivers that growing ones are read from.

use std::sync::Mutex;

use crate::lock::lock;
use crate::protocol::{AgentRef, RequestError};
use crate::recording::RecordingView;
use crate::run::RecordingReceiver;

/// The recordings of a debug session. A running scene has one per domain file.
#[derive(Default)]
pub(crate) struct RecordingSet {
    recordings: Vec<Mutex<RecordingView>>,
    /// The source of each growing recording; empty for recordings that are complete.
    receivers: Vec<RecordingReceiver>,
}

impl RecordingSet {
    pub(crate) fn new(recordings: Vec<RecordingView>, receivers: Vec<RecordingReceiver>) -> Self {
        Self { recordings: recordings.into_iter().map(Mutex::new).collect(), receivers }
    }

    pub(crate) fn len(&self) -> usize {
        self.recordings.len()
    }

    /// Reads from one recording, after adding the bytes that have arrived.
    pub(crate) fn get<T>(
        &self,
        at: usize,
        read: impl FnOnce(&RecordingView) -> Result<T, RequestError>,
    ) -> Result<T, RequestError> {
        let recording = self
            .recordings
            .get(at)
            .ok_or_else(|| RequestError::new(format!("there is no recording {at}")))?;
        let mut recording = lock(recording);
        let bytes = self.receivers.get(at).map(RecordingReceiver::take).unwrap_or_default();
        if !bytes.is_empty() {
            recording.append(&bytes).map_err(RequestError::new)?;
        }
        read(&recording)
    }

    /// Reads from every recording.
    pub(crate) fn all<T>(
        &self,
        read: impl Fn(&RecordingView) -> Result<T, RequestError>,
    ) -> Result<Vec<T>, RequestError> {
        (0..self.len()).map(|at| self.get(at, &read)).collect()
    }

    /// The agent with a name, even after it was removed.
    pub(crate) fn agent_named(&self, name: &str) -> Result<Option<AgentRef>, RequestError> {
        let found =
            self.all(|recording| Ok(recording.agent_named(name).map(|id| recording.agent_ref(id))))?;
        Ok(found.into_iter().flatten().next())
    }

    /// Scans more records of the first recording that is not scanned. Returns its last scanned tick; `None` if all are
    /// scanned.
    pub(crate) fn scan(&self, records_max: usize) -> Option<u64> {
        let mut waiting = self.recordings.iter().map(lock).filter(|known| known.scanned_tick().is_some());
        let mut recording = waiting.next()?;
        recording.scan(records_max);
        // Another recording may have to be scanned.
        Some(recording.scanned_tick().unwrap_or_else(|| recording.last_tick()))
    }

    /// Adds bytes to the first recording and reads from it.
    pub(crate) fn append<T>(
        &self,
        bytes: &[u8],
        read: impl FnOnce(&RecordingView) -> T,
    ) -> Result<Option<T>, RequestError> {
        let Some(recording) = self.recordings.first() else { return Ok(None) };
        let mut recording = lock(recording);
        recording.append(bytes).map_err(RequestError::new)?;
        Ok(Some(read(&recording)))
    }
}
