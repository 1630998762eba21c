//! The choice of the guide whose queue comes next.
//! Thompson sampling of queues: Phillips, Narayanan, Aine and Likhachev, "Efficient Search with an Ensemble of Heuristics", 2015.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// How a multi-heuristic engine divides its expansions among the guides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueueChoice {
    /// The guides take turns.
    #[default]
    RoundRobin,
    /// Thompson sampling: guides that recently made progress are chosen more often. Each guide's chance of progress is
    /// sampled from a Beta distribution over its last ten expansions, and the largest sample wins. Progress means that
    /// the guide's best estimate fell. The same seed gives the same choices.
    Thompson {
        /// The seed of the random number generator.
        seed: u64,
    },
}

/// Chooses guides during one search.
pub(super) struct Chooser {
    choice: QueueChoice,
    random: Pcg64Mcg,
    next: usize,
    histories: Vec<History>,
}

/// The number of outcomes remembered for each guide.
const HORIZON: u32 = 10;

/// The last outcomes of one guide, one bit each.
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

    /// The number of guides that take part in a round, which ends with the anchor.
    pub(super) fn guides_per_round(&self, guide_count: usize) -> usize {
        match self.choice {
            QueueChoice::RoundRobin => guide_count,
            QueueChoice::Thompson { .. } => guide_count.min(1),
        }
    }

    /// The next guide. `guide_count` must not be zero.
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
                // Ties go to the first guide.
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
    /// A sample from Beta(1 + successes, 1 + failures), as a fraction of 2⁶⁴.
    ///
    /// For integer parameters a and b that is the a-th smallest of a + b − 1 uniform samples. This is exact and the same
    /// on every platform, unlike a sampler built on `ln` and `pow`.
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
    fn guide_that_makes_progress_is_chosen_more_often() {
        let mut chooser = Chooser::new(QueueChoice::Thompson { seed: 7 });
        chooser.restart(3);
        let mut chosen = [0; 3];
        for _ in 0..1000 {
            let guide = chooser.choose(3);
            chosen[guide] += 1;
            chooser.reward(guide, guide == 1);
        }
        assert!(chosen[1] > 800, "{chosen:?}");
        assert!(chosen[0] > 0 && chosen[2] > 0, "the other guides are still chosen: {chosen:?}");
    }

    #[test]
    fn samples_are_beta_distributed() {
        // Beta(1 + 6, 1 + 4) has mean 7/12.
        let history = History { outcomes: 0b11_1111, count: 10 };
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let sum: f64 = (0..20_000).map(|_| history.draw(&mut random) as f64 / u64::MAX as f64).sum();
        assert!((sum / 20_000.0 - 7.0 / 12.0).abs() < 0.01, "{}", sum / 20_000.0);
    }
}
