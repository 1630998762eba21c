//! The quality counters of runs, as sums and per minute of an agent's life.

use cunning_arena::simulation::RunQuality;
use serde::{Deserialize, Serialize};

/// The quality counters of one run or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QualityReport {
    /// The minutes that agents lived, added up.
    pub agent_minutes: f64,
    /// The counters.
    #[serde(flatten)]
    pub sums: QualityCounts,
    /// The counters per minute of an agent's life.
    pub per_agent_minute: QualityCounts,
}

/// Quality counters, with times in seconds. Counts are whole numbers unless they are rates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QualityCounts {
    /// Plans that were replaced before their first step ended.
    pub plans_replaced: f64,
    /// Walks that turned back soon after they began.
    pub direction_reversals: f64,
    /// Changes of goals.
    pub goal_switches: f64,
    /// Steps about objects that were absent.
    pub absent_objects: f64,
    /// Orders that were given again.
    pub orders_reissued: f64,
    /// The time without a plan.
    pub idle_s: f64,
    /// The part of it with a goal that has a plan.
    pub idle_solvable_s: f64,
}

impl QualityCounts {
    /// Combines each counter with the same counter of others.
    fn combine(self, other: Self, combine: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            plans_replaced: combine(self.plans_replaced, other.plans_replaced),
            direction_reversals: combine(self.direction_reversals, other.direction_reversals),
            goal_switches: combine(self.goal_switches, other.goal_switches),
            absent_objects: combine(self.absent_objects, other.absent_objects),
            orders_reissued: combine(self.orders_reissued, other.orders_reissued),
            idle_s: combine(self.idle_s, other.idle_s),
            idle_solvable_s: combine(self.idle_solvable_s, other.idle_solvable_s),
        }
    }
}

impl QualityReport {
    fn new(agent_minutes: f64, sums: QualityCounts) -> Self {
        let rate = |sum: f64, _: f64| if agent_minutes > 0.0 { sum / agent_minutes } else { 0.0 };
        Self { agent_minutes, sums, per_agent_minute: sums.combine(sums, rate) }
    }

    /// The counters of several runs together.
    pub fn total<'q>(reports: impl IntoIterator<Item = &'q Self>) -> Self {
        let (mut minutes, mut sums) = (0.0, QualityCounts::default());
        for report in reports {
            minutes += report.agent_minutes;
            sums = sums.combine(report.sums, |one, other| one + other);
        }
        Self::new(minutes, sums)
    }

    /// The rates as a sentence.
    pub fn sentence(&self) -> String {
        let QualityCounts {
            plans_replaced,
            direction_reversals,
            goal_switches,
            absent_objects,
            orders_reissued,
            idle_s,
            idle_solvable_s,
        } = self.per_agent_minute;
        format!(
            "per agent and minute: {plans_replaced:.2} plans replaced before their first step ended, \
             {direction_reversals:.2} reversals, {goal_switches:.2} goal switches, {absent_objects:.2} steps about \
             absent objects, {orders_reissued:.2} orders re-issued, idle {idle_s:.1} s ({idle_solvable_s:.1} s with a \
             solvable goal)\n"
        )
    }
}

impl From<RunQuality> for QualityReport {
    fn from(quality: RunQuality) -> Self {
        let RunQuality { minds, direction_reversals } = quality;
        let sums = QualityCounts {
            plans_replaced: minds.plans_replaced as f64,
            direction_reversals: direction_reversals as f64,
            goal_switches: minds.goal_switches as f64,
            absent_objects: minds.absent_objects as f64,
            orders_reissued: minds.orders_reissued as f64,
            idle_s: minds.idle_ms as f64 / 1000.0,
            idle_solvable_s: minds.idle_solvable_ms as f64 / 1000.0,
        };
        Self::new(minds.agent_ms as f64 / 60_000.0, sums)
    }
}
