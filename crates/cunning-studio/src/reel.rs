//! The recordings that are looked at, together, and where the growing ones come from.

use std::sync::Mutex;

use crate::tape::Tape;
use crate::theatre::{Feed, lock};
use crate::wire::Refusal;

/// All recordings of a desk.
#[derive(Default)]
pub(crate) struct Reel {
    tapes: Vec<Mutex<Tape>>,
    /// Where the growing tapes come from, if they do not come whole.
    feeds: Vec<Feed>,
}

impl Reel {
    pub(crate) fn new(tapes: Vec<Tape>, feeds: Vec<Feed>) -> Self {
        Self { tapes: tapes.into_iter().map(Mutex::new).collect(), feeds }
    }

    /// How many recordings there are.
    pub(crate) fn len(&self) -> usize {
        self.tapes.len()
    }

    /// Asks one of the tapes.
    pub(crate) fn tape<T>(
        &self,
        at: usize,
        ask: impl FnOnce(&Tape) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let tape = self.tapes.get(at).ok_or_else(|| Refusal::new("there is no such agent"))?;
        let mut tape = lock(tape);
        self.catch_up(at, &mut tape)?;
        ask(&tape)
    }

    /// Asks all tapes.
    pub(crate) fn all<T>(&self, ask: impl Fn(&Tape) -> Result<T, Refusal>) -> Result<Vec<T>, Refusal> {
        (0..self.len()).map(|at| self.tape(at, &ask)).collect()
    }

    /// Adds what came in to the first tape; gives what is known of it then.
    pub(crate) fn append<T>(
        &self,
        bytes: &[u8],
        then: impl FnOnce(&Tape) -> T,
    ) -> Result<Option<T>, Refusal> {
        let Some(tape) = self.tapes.first() else { return Ok(None) };
        let mut tape = lock(tape);
        tape.append(bytes).map_err(|error| Refusal::new(error.to_string()))?;
        Ok(Some(then(&tape)))
    }

    /// Takes in what was recorded since.
    fn catch_up(&self, at: usize, tape: &mut Tape) -> Result<(), Refusal> {
        let news = self.feeds.get(at).map(Feed::take).unwrap_or_default();
        if news.is_empty() {
            return Ok(());
        }
        tape.append(&news).map_err(|error| Refusal::new(error.to_string()))
    }
}
