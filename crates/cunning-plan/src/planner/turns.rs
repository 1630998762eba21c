//! The turns of the searches that look for a cheapest plan at the same time.

/// A search that takes turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Backward,
    Quick,
    Strong,
}

impl Way {
    /// Returns the index in the order of expansions.
    pub(super) const fn number(self) -> u8 {
        match self {
            Self::Backward => 1,
            Self::Quick => 2,
            Self::Strong => 3,
        }
    }
}

/// Whose turn it is, and how much work each search may have done before the next turn. A search that has proved a lower
/// bound than another with the same work is behind and gets a small share.
#[derive(Clone, Copy)]
pub(super) struct Turns {
    ways: [Option<Way>; 3],
    at: usize,
    /// The allowed work doubles with every round.
    round: usize,
    is_behind: [bool; 3],
    /// For each search, the bound that it had proved when it had done the work of a round.
    proved: [[u64; ROUNDS_MAX]; 3],
    /// For each search, the rounds whose work it has done.
    done: [usize; 3],
}

/// The initial amount of work per turn. A unit is about a quarter of a microsecond.
const FIRST_ALLOWANCE: u64 = 1 << 13;
/// The last round allows any amount of work.
const ROUNDS_MAX: usize = 48;
/// The bound of a search that is still preparing. It is not behind.
const UNKNOWN: u64 = u64::MAX;
/// A search that is behind does the work of an earlier round: an eighth.
const ROUNDS_BEHIND: usize = 3;

impl Turns {
    pub(super) fn new(ways: [Option<Way>; 3]) -> Self {
        let (proved, done) = ([[0; ROUNDS_MAX]; 3], [0; 3]);
        let mut turns = Self { ways, at: 0, round: 0, is_behind: [false; 3], proved, done };
        while turns.way().is_none() && turns.at < turns.ways.len() {
            turns.at += 1;
        }
        turns
    }

    pub(super) fn way(&self) -> Option<Way> {
        self.ways.get(self.at).copied().flatten()
    }

    /// Returns the number of searches.
    pub(super) fn count(&self) -> u64 {
        self.ways.iter().flatten().count() as u64
    }

    pub(super) fn are_needed(&self) -> bool {
        self.count() > 1
    }

    /// Returns the round whose work the search whose turn it is may do.
    fn own_round(&self) -> usize {
        let is_behind = self.is_behind.get(self.at).copied().unwrap_or(false);
        if is_behind { self.round.saturating_sub(ROUNDS_BEHIND) } else { self.round }
    }

    /// Returns how much work the search whose turn it is may have done before the next turn.
    pub(super) fn allowance(&self) -> u64 {
        let round = self.own_round();
        if round + 1 >= ROUNDS_MAX { u64::MAX } else { FIRST_ALLOWANCE << round }
    }

    /// Notes the bound that the search has proved whose turn ends; `None` if it is still preparing.
    pub(super) fn note(&mut self, bound: Option<u64>) {
        let bound = bound.unwrap_or(UNKNOWN);
        let round = self.own_round();
        let (done, proved) = (&mut self.done[self.at], &mut self.proved[self.at]);
        // It is not known what it had proved in rounds that it skipped; at least as much as before.
        let before = done.checked_sub(1).map_or(0, |last| proved[last]);
        for skipped in proved.iter_mut().take(round).skip(*done) {
            *skipped = before;
        }
        if let Some(now) = proved.get_mut(round) {
            *now = bound;
        }
        *done = (*done).max(round + 1);
    }

    /// Starts the next turn. After a round, the searches are compared by what they had proved with the same work.
    pub(super) fn next(&mut self) {
        for _ in 0..self.ways.len() {
            self.at += 1;
            if self.at == self.ways.len() {
                self.at = 0;
                self.round = (self.round + 1).min(ROUNDS_MAX - 1);
                self.compare();
            }
            if self.way().is_some() {
                return;
            }
        }
    }

    fn compare(&mut self) {
        let active = |at: &usize| self.ways[*at].is_some();
        let Some(common) = (0..3).filter(active).map(|at| self.done[at]).min() else { return };
        let proved = |at: usize| common.checked_sub(1).map_or(0, |round| self.proved[at][round]);
        let known = (0..3).filter(active).map(proved).filter(|&bound| bound != UNKNOWN);
        let best = known.max().unwrap_or(0);
        self.is_behind = [0, 1, 2].map(|at| proved(at) < best);
    }

    /// Removes a search that cannot continue.
    pub(super) fn give_up(&mut self) {
        self.ways[self.at] = None;
        self.next();
    }
}
