//! Which guide's queue comes next.
//! Thompson sampling of queues: Phillips, Narayanan, Aine and Likhachev, "Efficient Search with an Ensemble of Heuristics", 2015.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// How a multi-heuristic engine divides its expansions among the guides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueueChoice {
    /// Each in turn.
    #[default]
    RoundRobin,
    /// The guides that made progress lately, more often: each guide's chance of progress is drawn from
    /// what its last ten expansions were worth, and the luckiest draw is chosen. Progress means that the
    /// guide's own best estimate fell. Same seed, same choices.
    Thompson {
        /// The seed of the draws.
        seed: u64,
    },
}

/// The state of a choice in one search.
pub(super) struct Chooser {
    choice: QueueChoice,
    random: Pcg64Mcg,
    next: usize,
    histories: Vec<History>,
}

/// How many outcomes a guide is judged by.
const HORIZON: u32 = 10;

/// The last outcomes of one guide, a bit each.
#[derive(Clone, Copy, Default)]
struct History {
    outcomes: u32,
    count: u32,
}

impl Chooser {
    pub(super) fn new(choice: QueueChoice) -> Self {
        Self { choice, random: Pcg64Mcg::seed_from_u64(0), next: 0, histories: Vec::new() }
    }

    pub(super) fn restart(&mut self, guide_count: usize) {
        self.next = 0;
        self.histories.clear();
        if let QueueChoice::Thompson { seed } = self.choice {
            self.random = Pcg64Mcg::seed_from_u64(seed);
            self.histories.resize(guide_count, History::default());
        }
    }

    /// How many guides take part in a round that ends with the anchor.
    pub(super) fn guides_per_round(&self, guide_count: usize) -> usize {
        match self.choice {
            QueueChoice::RoundRobin => guide_count,
            QueueChoice::Thompson { .. } => guide_count.min(1),
        }
    }

    /// The guide whose turn it is. `guide_count` is not zero.
    pub(super) fn choose(&mut self, guide_count: usize) -> usize {
        match self.choice {
            QueueChoice::RoundRobin => {
                let guide = self.next % guide_count;
                self.next = guide + 1;
                guide
            }
            QueueChoice::Thompson { .. } => {
                let random = &mut self.random;
                let draws = self.histories.iter().map(|history| history.draw(random)).enumerate();
                // Of equal draws the first guide's wins.
                draws
                    .max_by_key(|&(guide, draw)| (draw, std::cmp::Reverse(guide)))
                    .map_or(0, |(guide, _)| guide)
            }
        }
    }

    pub(super) fn reward(&mut self, guide: usize, made_progress: bool) {
        if let Some(history) = self.histories.get_mut(guide) {
            history.outcomes = (history.outcomes << 1 | u32::from(made_progress)) & ((1 << HORIZON) - 1);
            history.count = (history.count + 1).min(HORIZON);
        }
    }
}

impl History {
    /// A draw from Beta(1 + successes, 1 + failures), as a fraction of 2⁶⁴.
    ///
    /// For whole parameters a and b that is the a-th smallest of a + b − 1 uniform draws: exact, and
    /// the same on every platform, which a sampler built on `ln` and `pow` is not.
    fn draw(self, random: &mut impl Rng) -> u64 {
        let successes = self.outcomes.count_ones() as usize;
        let mut draws = [0_u64; HORIZON as usize + 1];
        let draws = &mut draws[..=self.count as usize];
        draws.fill_with(|| random.next_u64());
        draws.sort_unstable();
        draws[successes]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_that_makes_progress_is_chosen_more_often() {
        let mut chooser = Chooser::new(QueueChoice::Thompson { seed: 7 });
        chooser.restart(3);
        let mut chosen = [0; 3];
        for _ in 0..1000 {
            let guide = chooser.choose(3);
            chosen[guide] += 1;
            chooser.reward(guide, guide == 1);
        }
        assert!(chosen[1] > 800, "{chosen:?}");
        assert!(chosen[0] > 0 && chosen[2] > 0, "the others still get their chance: {chosen:?}");
    }

    #[test]
    fn a_draw_is_beta_distributed() {
        // Beta(1 + 6, 1 + 4) has mean 7/12.
        let history = History { outcomes: 0b11_1111, count: 10 };
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let sum: f64 = (0..20_000).map(|_| history.draw(&mut random) as f64 / u64::MAX as f64).sum();
        assert!((sum / 20_000.0 - 7.0 / 12.0).abs() < 0.01, "{}", sum / 20_000.0);
    }
}
