//! The test for convergence of the mean suboptimality.

/// Detects that a sequence has changed by less than `epsilon` for `patience` steps in a row.
///
/// ```
/// use cunning_walk::self_knowledge::Convergence;
///
/// let mut convergence = Convergence::new(0.01, 2);
/// let settled: Vec<bool> = [3.0, 1.0, 1.001, 1.002].map(|beta| convergence.push(beta)).into();
/// assert_eq!(settled, [false, false, false, true]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Convergence {
    epsilon: f64,
    patience: u32,
    last: Option<f64>,
    quiet: u32,
}

/// How a sequence of orders ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Converged {
    /// The costs equal those of the order before, so they will not change any more.
    Exactly,
    /// The mean has converged according to [`Convergence`].
    Nearly,
    /// The sequence has not ended.
    No,
}

impl Convergence {
    /// The criterion of the paper: less than 0.001 for 10 orders.
    pub const PAPER: Self = Self::new(1e-3, 10);

    /// Makes a test with a custom criterion.
    pub const fn new(epsilon: f64, patience: u32) -> Self {
        Self { epsilon, patience, last: None, quiet: 0 }
    }

    /// Adds the next value and returns whether the sequence has converged.
    pub fn push(&mut self, value: f64) -> bool {
        let is_quiet = self.last.is_some_and(|last| (value - last).abs() < self.epsilon);
        self.quiet = if is_quiet { self.quiet.saturating_add(1) } else { 0 };
        self.last = Some(value);
        self.quiet >= self.patience
    }
}
