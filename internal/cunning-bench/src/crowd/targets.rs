//! The performance targets for crowds.

use super::report::{Planning, Row};
use crate::target::Target;

pub(super) fn targets(rows: &[Row], planning: Option<&Planning>) -> Vec<Target> {
    let mut targets = Vec::new();
    for is_cached in [true, false] {
        targets.push(tick(rows, 10_000, is_cached, 2000.0));
        targets.push(tick(rows, 100_000, is_cached, 20_000.0));
    }
    let rate = planning.map(|planning| 1e6 / planning.micros);
    targets.push(Target {
        what: "500,000 plans a second on one core without the cache".into(),
        measured: rate.map_or_else(String::new, |rate| format!("{rate:.0}")),
        met: rate.map(|rate| rate >= 500_000.0),
    });
    let is_idle = !rows.is_empty() && rows.iter().all(|row| row.idle_thoughts == 0);
    let allocations: u64 = rows.iter().map(|row| row.idle_allocations).sum();
    targets.push(Target {
        what: "no allocations in idle ticks".into(),
        measured: format!("{allocations} in all of them"),
        met: is_idle.then_some(allocations == 0),
    });
    let over: Vec<&Row> = rows.iter().filter(|row| row.expanded_max > row.budget).collect();
    targets.push(Target {
        what: "no tick makes more expansions than its budget".into(),
        measured: over
            .first()
            .map_or_else(|| "none did".to_owned(), |row| format!("{} of {}", row.expanded_max, row.budget)),
        met: (!rows.is_empty()).then_some(over.is_empty()),
    });
    let hashed = rows.iter().find(|row| row.agents == 10_000 && row.threads == 1);
    let percent = hashed.map(|row| 100.0 * row.hash_micros / row.recorded_micros);
    targets.push(Target {
        what: "10000 agents: the state hash takes at most 10 % of a recorded tick".into(),
        measured: percent.map_or_else(String::new, |percent| format!("{percent:.1} %")),
        met: percent.map(|percent| percent <= 10.0),
    });
    let is_hard = |row: &Row| row.mean_plan_steps >= 3.0 && row.long_plans_percent >= 10.0;
    targets.push(Target {
        what: "plans of 3 steps on average, one in ten of 5 or more".into(),
        measured: rows.last().map_or_else(String::new, |row| {
            format!("{:.2} steps, {:.1} %", row.mean_plan_steps, row.long_plans_percent)
        }),
        met: (!rows.is_empty()).then(|| rows.iter().all(is_hard)),
    });
    targets
}

fn tick(rows: &[Row], agents: u32, is_cached: bool, micros_max: f64) -> Target {
    let row =
        rows.iter().find(|row| row.agents == agents && (row.cache > 0) == is_cached && row.threads == 1);
    let with = if is_cached { "with" } else { "without" };
    Target {
        what: format!("{agents} agents, {with} cache: p99 of a tick at most {} ms", micros_max / 1e3),
        measured: row.map_or_else(String::new, |row| format!("{:.2} ms", row.micros_p99 / 1e3)),
        met: row.map(|row| row.micros_p99 <= micros_max),
    }
}
