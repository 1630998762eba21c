//! Budgets: how much work a tick may do.

use std::time::Duration;

/// A budget in units of bounded work: a piece of a search or one question of a query. Units are counted, never timed, so
/// the same budget leads to the same decisions on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

impl Default for Budget {
    /// Returns five hundred units: about a millisecond on one core, and enough for a few hundred agents.
    fn default() -> Self {
        Self(500)
    }
}

impl Budget {
    /// Creates a budget of `units` units of work.
    pub const fn work(units: u64) -> Self {
        Self(units)
    }

    /// Creates a budget of wall-clock time for a [`Runtime`](crate::Runtime). Work is granted in slices until the
    /// time is over. Recordings store what was granted, so they replay exactly.
    pub const fn time(limit: Duration) -> TimeBudget {
        TimeBudget(limit)
    }

    /// Returns the number of units.
    pub const fn units(self) -> u64 {
        self.0
    }
}

/// A budget of wall-clock time; see [`Budget::time`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget(pub(crate) Duration);

/// The budget of one tick of a [`Runtime`](crate::Runtime): work or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TickBudget {
    /// A number of units of work.
    Work(Budget),
    /// An amount of wall-clock time.
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
