//! Runs of whole days: whether the goods, needs and habits of a scene in which people live are in balance.

use std::collections::BTreeMap;

use cunning_arena::simulation::{DaysSummary, Scenario, Simulation};
use serde::{Deserialize, Serialize};

/// The fact whose percentiles are counted, if the agents of a scene have it.
const FACT: &str = "hunger";
/// The word by which actors know where they live.
const HOME: &str = "home";

/// How a scene with days lasted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Balance {
    /// The number of days that were run.
    pub days: usize,
    /// The change of each good that stations keep, from the second to the last third of the days, in percent.
    pub drift: BTreeMap<String, f64>,
    /// The largest of those changes, up or down, in percent.
    pub drift_max: f64,
    /// The largest 95th percentile of hunger at the end of a day; null if no agent gets hungry.
    pub hunger_p95_max: Option<i64>,
    /// The longest time that an agent did nothing, in seconds of the scene.
    pub idle_max_seconds: f64,
    /// The pairs of people who live in the same place.
    pub neighbours: usize,
    /// The share of those pairs, in percent, that leave home within the same five minutes on more than half of the days.
    pub together: f64,
}

impl Balance {
    /// Counts what [`Balance::of`] needs from now on.
    #[must_use]
    pub fn counted(simulation: Simulation) -> Simulation {
        simulation.with_ledger(FACT, HOME)
    }

    /// The number of ticks that some days of a scene take; none if the scene has no days.
    pub fn ticks(scenario: &Scenario, days: u64) -> Option<u64> {
        let day_ms = scenario.scene().rules().day_ms?;
        Some(days.saturating_mul(day_ms).div_ceil(scenario.settings().tick_ms.into()))
    }

    /// The days of a counted run; none if they were not counted.
    pub fn of(simulation: &Simulation) -> Option<Self> {
        let DaysSummary { days, goods, p95_most, idle_most_ms, neighbours } = simulation.days_summary()?;
        // Three decimals are more than anyone compares, and short in tables.
        let rounded = |number: f64| (number * 1000.0).round() / 1000.0;
        let drift: BTreeMap<_, _> =
            goods.iter().map(|good| (good.item.clone(), rounded(good.percent()))).collect();
        Some(Self {
            days,
            drift_max: drift.values().map(|drift| drift.abs()).fold(0.0, f64::max),
            drift,
            hunger_p95_max: p95_most,
            idle_max_seconds: idle_most_ms as f64 / 1000.0,
            neighbours: neighbours.pairs,
            together: rounded(100.0 * neighbours.together as f64 / neighbours.pairs.max(1) as f64),
        })
    }
}
