//! The quality counters of runs, as sums and per minute of an agent's life.

use cunning_arena::simulation::RunQuality;
use serde::Serialize;

/// The quality counters of one run or of several.
#[derive(Serialize)]
pub(super) struct QualityReport {
    agent_minutes: f64,
    #[serde(flatten)]
    sums: Sums,
    per_agent_minute: Rates,
}

/// The counters, with times in seconds.
#[derive(Serialize)]
struct Sums {
    plans_replaced: u64,
    direction_reversals: u64,
    goal_switches: u64,
    absent_objects: u64,
    orders_reissued: u64,
    idle_s: f64,
    idle_solvable_s: f64,
}

/// The counters per minute of an agent's life.
#[derive(Serialize)]
struct Rates {
    plans_replaced: f64,
    direction_reversals: f64,
    goal_switches: f64,
    absent_objects: f64,
    orders_reissued: f64,
    idle_s: f64,
    idle_solvable_s: f64,
}

impl From<RunQuality> for QualityReport {
    fn from(quality: RunQuality) -> Self {
        let RunQuality { minds, direction_reversals } = quality;
        let per_minute = |count: u64| minds.per_agent_minute(count);
        Self {
            agent_minutes: minds.agent_ms as f64 / 60_000.0,
            sums: Sums {
                plans_replaced: minds.plans_replaced,
                direction_reversals,
                goal_switches: minds.goal_switches,
                absent_objects: minds.absent_objects,
                orders_reissued: minds.orders_reissued,
                idle_s: minds.idle_ms as f64 / 1000.0,
                idle_solvable_s: minds.idle_solvable_ms as f64 / 1000.0,
            },
            per_agent_minute: Rates {
                plans_replaced: per_minute(minds.plans_replaced),
                direction_reversals: per_minute(direction_reversals),
                goal_switches: per_minute(minds.goal_switches),
                absent_objects: per_minute(minds.absent_objects),
                orders_reissued: per_minute(minds.orders_reissued),
                idle_s: per_minute(minds.idle_ms) / 1000.0,
                idle_solvable_s: per_minute(minds.idle_solvable_ms) / 1000.0,
            },
        }
    }
}

impl QualityReport {
    pub(super) fn sentence(&self) -> String {
        let Rates {
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
