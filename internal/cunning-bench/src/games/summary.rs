//! Summaries: one for each engine and part, over the queries that have a plan.

use serde::Serialize;

use super::outcome::{Row, Verdict, ratio};
use super::suite::Part;

/// The results of one engine on one part of the queries.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) engine: String,
    /// `None` for all parts together.
    pub(crate) part: Option<Part>,
    /// Queries that some engine has found a plan for.
    pub(crate) solvable: usize,
    pub(crate) solved: usize,
    pub(crate) compile: Spread,
    pub(crate) compile_bytes_max: u64,
    pub(crate) first: Spread,
    pub(crate) warm: Spread,
    /// The worst warm time of queries whose best known plan has at most 30 steps.
    pub(crate) warm_short_worst: Option<f64>,
    pub(crate) near: Spread,
    /// The geometric mean of the first plan's cost divided by the best known cost.
    pub(crate) first_ratio: Option<f64>,
    /// The same after 20 ms, over the queries with a plan by then.
    pub(crate) ratio_after_20_ms: Option<f64>,
    /// Proofs within 10 s for best known plans of fewer than 12, 12 to 24, and at least 25 steps, of the queries that the
    /// engine can prove at all.
    pub(crate) proofs: [Share; 3],
    /// The other queries: their goals have sub-goals.
    pub(crate) unprovable: usize,
}

/// Percentiles of times in seconds. Queries without a time count as infinitely long.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Spread {
    pub(crate) p50: Option<f64>,
    pub(crate) p99: Option<f64>,
    pub(crate) worst: Option<f64>,
}

/// A number of queries out of a larger number.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Share {
    pub(crate) count: usize,
    pub(crate) of: usize,
}

/// The time after which the cost of the best plan is compared.
const SOON_SECONDS: f64 = 0.02;
/// The time that a proof may take.
const PROOF_SECONDS: f64 = 10.0;
/// The number of steps beyond which a first plan may take longer.
const LONG_STEPS: usize = 30;

pub(crate) fn summaries(rows: &[Row]) -> Vec<Summary> {
    let mut engines: Vec<&str> = Vec::new();
    for row in rows {
        if !engines.contains(&row.outcome.engine.as_str()) {
            engines.push(&row.outcome.engine);
        }
    }
    let mut all = Vec::new();
    for engine in engines {
        for part in [Some(Part::Tuning), Some(Part::HeldOut), None] {
            let is_counted = |row: &&Row| {
                row.outcome.engine == engine && part.is_none_or(|part| row.part == part) && row.best.is_some()
            };
            let counted: Vec<&Row> = rows.iter().filter(is_counted).collect();
            if !counted.is_empty() {
                all.push(summary(engine, part, &counted));
            }
        }
    }
    all
}

fn summary(engine: &str, part: Option<Part>, rows: &[&Row]) -> Summary {
    let times = |of: fn(&Row) -> Option<f64>| Spread::of(rows.iter().map(|row| of(row)).collect());
    let is_short = |row: &&&Row| row.best.as_ref().is_some_and(|best| best.steps <= LONG_STEPS);
    let short = rows.iter().filter(is_short).map(|row| row.outcome.warm_seconds).collect();
    let soon =
        |row: &&Row| Some(ratio(row.outcome.cost_after(SOON_SECONDS)?, row.best.as_ref()?.cost_micros));
    let proofs = [0..12, 12..25, 25..usize::MAX].map(|steps| {
        let is_in = |row: &&&Row| {
            row.outcome.is_provable && row.best.as_ref().is_some_and(|best| steps.contains(&best.steps))
        };
        let is_proved = |row: &&&Row| row.outcome.proof_seconds.is_some_and(|at| at <= PROOF_SECONDS);
        Share {
            count: rows.iter().filter(is_in).filter(is_proved).count(),
            of: rows.iter().filter(is_in).count(),
        }
    });
    Summary {
        engine: engine.to_owned(),
        part,
        solvable: rows.len(),
        solved: rows.iter().filter(|row| row.outcome.verdict == Verdict::Solved).count(),
        compile: times(|row| row.outcome.compile_seconds),
        compile_bytes_max: rows.iter().filter_map(|row| row.outcome.compile_bytes).max().unwrap_or(0),
        first: times(|row| row.outcome.first_seconds),
        warm: times(|row| row.outcome.warm_seconds),
        warm_short_worst: Spread::of(short).worst,
        near: times(|row| row.near_seconds),
        first_ratio: geometric_mean(rows.iter().filter_map(|row| row.first_ratio)),
        ratio_after_20_ms: geometric_mean(rows.iter().filter_map(soon)),
        proofs,
        unprovable: rows.iter().filter(|row| !row.outcome.is_provable).count(),
    }
}

impl Spread {
    fn of(times: Vec<Option<f64>>) -> Self {
        let mut times: Vec<f64> = times.into_iter().map(|time| time.unwrap_or(f64::INFINITY)).collect();
        times.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let index = (part * times.len() as f64).ceil() as usize;
            times.get(index.saturating_sub(1)).copied().filter(|time| time.is_finite())
        };
        Self { p50: at(0.5), p99: at(0.99), worst: at(1.0) }
    }
}

fn geometric_mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) =
        numbers.fold((0.0, 0), |(sum, count), number| (sum + number.max(1e-9).ln(), count + 1));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_count_missing_times_as_the_longest() {
        let spread = Spread::of(vec![Some(3.0), None, Some(1.0), Some(2.0)]);
        assert_eq!((spread.p50, spread.p99, spread.worst), (Some(2.0), None, None));
    }

    #[test]
    fn geometric_mean_of_nothing_is_none() {
        assert_eq!(geometric_mean([].into_iter()), None);
        let mean = geometric_mean([1.0, 4.0].into_iter()).unwrap();
        assert!((mean - 2.0).abs() < 1e-9);
    }
}
