//! The recordings that are looked at, together, and where the growing ones come from.

use std::sync::Mutex;

use crate::live_scene::{Feed, lock};
use crate::recording::RecordingView;
use crate::wire::Refusal;

/// All recordings of a desk.
#[derive(Default)]
pub(crate) struct Reel {
    recordings: Vec<Mutex<RecordingView>>,
    /// Where the growing tapes come from, if they do not come whole.
    feeds: Vec<Feed>,
}

impl Reel {
    pub(crate) fn new(recordings: Vec<RecordingView>, feeds: Vec<Feed>) -> Self {
        Self { recordings: recordings.into_iter().map(Mutex::new).collect(), feeds }
    }

    /// How many recordings there are.
    pub(crate) fn len(&self) -> usize {
        self.recordings.len()
    }

    /// Asks one of the tapes.
    pub(crate) fn recording<T>(
        &self,
        at: usize,
        ask: impl FnOnce(&RecordingView) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let recording = self.recordings.get(at).ok_or_else(|| Refusal::new("there is no such agent"))?;
        let mut recording = lock(recording);
        self.catch_up(at, &mut recording)?;
        ask(&recording)
    }

    /// Asks all tapes.
    pub(crate) fn all<T>(
        &self,
        ask: impl Fn(&RecordingView) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        (0..self.len()).map(|at| self.recording(at, &ask)).collect()
    }

    /// Adds what came in to the first tape; gives what is known of it then.
    pub(crate) fn append<T>(
        &self,
        bytes: &[u8],
        then: impl FnOnce(&RecordingView) -> T,
    ) -> Result<Option<T>, Refusal> {
        let Some(recording) = self.recordings.first() else { return Ok(None) };
        let mut recording = lock(recording);
        recording.append(bytes).map_err(|error| Refusal::new(error.to_string()))?;
        Ok(Some(then(&recording)))
    }

    /// Takes in what was recorded since.
    fn catch_up(&self, at: usize, recording: &mut RecordingView) -> Result<(), Refusal> {
        let news = self.feeds.get(at).map(Feed::take).unwrap_or_default();
        if news.is_empty() {
            return Ok(());
        }
        recording.append(&news).map_err(|error| Refusal::new(error.to_string()))
    }
}
