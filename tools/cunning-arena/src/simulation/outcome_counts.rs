//! Counts of outcomes over many runs, with confidence intervals.

use crate::TeamId;
use crate::world::Outcome;

/// The outcomes of many runs of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// How often each team won.
    pub won: Vec<u64>,
    /// How often the scene ended in a draw.
    pub drawn: u64,
    /// How often time was up, or the run was cut off.
    pub undecided: u64,
}

impl OutcomeCounts {
    /// Empty counts for a number of teams.
    pub fn new(teams: usize) -> Self {
        Self { won: vec![0; teams], ..Self::default() }
    }

    /// Counts an outcome; `None` means that the run was cut off.
    pub fn add(&mut self, outcome: Option<Outcome>) {
        match outcome {
            Some(Outcome::Won { team, .. }) => {
                if let Some(won) = self.won.get_mut(team.index()) {
                    *won += 1;
                }
            }
            Some(Outcome::Draw) => self.drawn += 1,
            Some(Outcome::TimeUp) | None => self.undecided += 1,
        }
    }

    /// The number of runs.
    pub fn runs(&self) -> u64 {
        self.won.iter().sum::<u64>() + self.drawn + self.undecided
    }

    /// The share of all runs that a team won, with the bounds of its 95 % interval.
    pub fn rate(&self, team: TeamId) -> (f64, f64, f64) {
        let won = self.won.get(team.index()).copied().unwrap_or(0);
        let (low, high) = wilson(won, self.runs());
        (won as f64 / self.runs().max(1) as f64, low, high)
    }
}

/// The 95 % Wilson interval of a proportion: it stays within 0 to 1 and holds for few trials too.
///
/// ```
/// let (low, high) = cunning_arena::simulation::wilson(60, 100);
/// assert!((low - 0.502).abs() < 0.001 && (high - 0.691).abs() < 0.001);
/// assert_eq!(cunning_arena::simulation::wilson(0, 0), (0.0, 1.0));
/// ```
pub fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    // The quantile of the normal distribution that leaves 2.5 % on either side.
    let z = 1.959_964;
    let n = trials as f64;
    let share = successes as f64 / n;
    let centre = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0))
}
