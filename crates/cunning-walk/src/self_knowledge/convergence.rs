//! When the mean suboptimality counts as settled.

/// Says when a sequence has changed by less than `epsilon` for `patience` steps in a row.
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
    /// The costs of this order are those of the one before: nothing will ever change again.
    Exactly,
    /// The mean has settled by the measure of [`Convergence`].
    Nearly,
    /// Neither yet.
    No,
}

impl Convergence {
    /// The measure of the paper: less than 0.001 for 10 orders.
    pub const PAPER: Self = Self::new(1e-3, 10);

    /// A measure of one's own.
    pub const fn new(epsilon: f64, patience: u32) -> Self {
        Self { epsilon, patience, last: None, quiet: 0 }
    }

    /// Takes the next value and says whether the sequence has settled by now.
    pub fn push(&mut self, value: f64) -> bool {
        let is_quiet = self.last.is_some_and(|last| (value - last).abs() < self.epsilon);
        self.quiet = if is_quiet { self.quiet.saturating_add(1) } else { 0 };
        self.last = Some(value);
        self.quiet >= self.patience
    }
}
