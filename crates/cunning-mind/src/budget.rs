//! How much a tick may think.

use std::time::Duration;

/// A budget in units of work: an expansion of a search, or a question of a query. Units are counted, never timed, so the
/// same budget leads to the same decisions on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

impl Default for Budget {
    /// A thousand units: far below a millisecond for most domains, and enough for a few hundred agents.
    fn default() -> Self {
        Self(1000)
    }
}

impl Budget {
    /// A budget of so many units.
    pub const fn work(units: u64) -> Self {
        Self(units)
    }

    /// A budget of wall-clock time, for a [`Runtime`](crate::Runtime). Work is granted in slices until the time is over;
    /// a recording keeps what was granted, so it replays exactly.
    pub const fn time(limit: Duration) -> TimeBudget {
        TimeBudget(limit)
    }

    /// The units.
    pub const fn units(self) -> u64 {
        self.0
    }
}

/// A budget of wall-clock time; see [`Budget::time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget(pub(crate) Duration);

/// What a tick of a [`Runtime`](crate::Runtime) may spend: work or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TickBudget {
    /// Units of work.
    Work(Budget),
    /// Wall-clock time.
    Time(TimeBudget),
}

impl From<Budget> for TickBudget {
    fn from(budget: Budget) -> Self {
        Self::Work(budget)
    }
}

impl From<TimeBudget> for TickBudget {
    fn from(budget: TimeBudget) -> Self {
        Self::Time(budget)
    }
}
