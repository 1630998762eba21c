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
    pub per_agent_minute: QualityRates,
}

/// Quality counters, with times in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QualityCounts {
    /// Plans that were replaced before their first step ended.
    pub plans_replaced: u64,
    /// Walks that turned back soon after they began.
    pub direction_reversals: u64,
    /// Changes of goals.
    pub goal_switches: u64,
    /// Steps about objects that were absent.
    pub absent_objects: u64,
    /// Orders that were given again.
    pub orders_reissued: u64,
    /// The time without a plan.
    pub idle_s: f64,
    /// The part of it with a goal that has a plan.
    pub idle_solvable_s: f64,
}

/// [`QualityCounts`] per minute of an agent's life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // The fields are those of the counts.
pub struct QualityRates {
    pub plans_replaced: f64,
    pub direction_reversals: f64,
    pub goal_switches: f64,
    pub absent_objects: f64,
    pub orders_reissued: f64,
    pub idle_s: f64,
    pub idle_solvable_s: f64,
}

impl QualityReport {
    fn new(agent_minutes: f64, sums: QualityCounts) -> Self {
        let rate = |sum: f64| if agent_minutes > 0.0 { sum / agent_minutes } else { 0.0 };
        let per_agent_minute = QualityRates {
            plans_replaced: rate(sums.plans_replaced as f64),
            direction_reversals: rate(sums.direction_reversals as f64),
            goal_switches: rate(sums.goal_switches as f64),
            absent_objects: rate(sums.absent_objects as f64),
            orders_reissued: rate(sums.orders_reissued as f64),
            idle_s: rate(sums.idle_s),
            idle_solvable_s: rate(sums.idle_solvable_s),
        };
        Self { agent_minutes, sums, per_agent_minute }
    }

    /// The counters of several runs together.
    pub fn total<'q>(reports: impl IntoIterator<Item = &'q Self>) -> Self {
        let (mut minutes, mut sums) = (0.0, QualityCounts::default());
        for Self { agent_minutes, sums: more, .. } in reports {
            minutes += agent_minutes;
            sums.plans_replaced += more.plans_replaced;
            sums.direction_reversals += more.direction_reversals;
            sums.goal_switches += more.goal_switches;
            sums.absent_objects += more.absent_objects;
            sums.orders_reissued += more.orders_reissued;
            sums.idle_s += more.idle_s;
            sums.idle_solvable_s += more.idle_solvable_s;
        }
        Self::new(minutes, sums)
    }

    /// The rates as a sentence.
    pub fn sentence(&self) -> String {
        let QualityRates {
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
            plans_replaced: minds.plans_replaced,
            direction_reversals,
            goal_switches: minds.goal_switches,
            absent_objects: minds.absent_objects,
            orders_reissued: minds.orders_reissued,
            idle_s: minds.idle_ms as f64 / 1000.0,
            idle_solvable_s: minds.idle_solvable_ms as f64 / 1000.0,
        };
        Self::new(minds.agent_ms as f64 / 60_000.0, sums)
    }
}
