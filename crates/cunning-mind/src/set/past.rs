//! What a set of agents remembers of itself: its record, and a hash of its state to compare two lives by.

use cunning_trace::{Event, Recorder, StateHash, Subject};

use super::AgentSet;
use crate::record::{Chronicle, define};

impl AgentSet {
    /// Records from now on, until [`AgentSet::take_recorder`]. To be called before the first agent is spawned, so that the
    /// recording is enough to [replay](crate::replay) it.
    pub fn record(&mut self, mut recorder: Recorder) {
        define(&mut recorder, &self.lore);
        self.turn.chronicle = Chronicle(recorder);
    }

    /// The recorder, if it records.
    pub fn recorder(&mut self) -> &mut Recorder {
        &mut self.turn.chronicle.0
    }

    /// Ends the record.
    pub fn take_recorder(&mut self) -> Recorder {
        std::mem::take(&mut self.turn.chronicle).0
    }

    /// Records something of the game's own: where agents are, what to draw behind them, notes.
    pub fn note<'e>(&mut self, subject: impl Into<Subject>, event: impl FnOnce() -> Event<'e>) {
        self.turn.chronicle.0.record(subject, event);
    }

    /// A hash of everything that decides what agents will do. Two sets with the same lore that went through the same have
    /// the same, on every platform.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.number(self.turn.now_ms).number(self.turn.tick).number(self.scheduler.len() as u64);
        for agent in self.agents.iter().filter_map(|entry| entry.agent.as_deref()) {
            agent.hash(&mut hash);
        }
        hash.finish()
    }
}
