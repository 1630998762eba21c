//! Tunes numbers towards a goal, with a tree-structured Parzen estimator.
//!
//! Every evaluation runs ordinary cells, so that an interrupted optimization resumes where it was. All evaluations use
//! the seeds of the sweep: equal seeds make settings comparable. The best one was chosen among many and therefore looks
//! better than it is, so it is checked with seeds that no evaluation has seen.

use cunning_diag::did_you_mean;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde_json::Value;

use crate::error::SweepError;
use crate::job::Job;
use crate::key::Key;
use crate::plan::Plan;
use crate::run::{RunHost, RunOptions, run_cells};
use crate::spec::{Distribution, Level, Levels, Seeds};
use crate::stats::Interval;
use crate::store::ResultFolder;
use crate::summary::{Summaries, SummaryKind};
use crate::table::Table;

/// A number to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The name of the parameter.
    pub name: String,
    /// What the number changes.
    pub key: Key,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Whether only whole numbers are tried.
    pub is_whole: bool,
}

impl Tuned {
    /// Reads `NAME` (a numeric parameter of the sweep, between its smallest and largest value), `NAME=LOW..HIGH` or
    /// `KEY=LOW..HIGH`.
    pub fn parse(text: &str, plan: &Plan) -> Result<Self, String> {
        let (name, range) = text.split_once('=').map_or((text, None), |(name, range)| (name, Some(range)));
        let name = name.trim();
        let known = plan.spec().parameters.iter().find(|parameter| parameter.name == name);
        let own = known.and_then(|parameter| range_of(&parameter.levels));
        let (key, own_range) = match own {
            Some((key, range)) => (key, Some(range)),
            None if name.contains(':') => (Key::parse(name)?, None),
            None if known.is_some() => {
                return Err(format!("the parameter `{name}` does not have numbers for one key"));
            }
            None => {
                let names = plan.spec().parameters.iter().map(|parameter| parameter.name.as_str());
                let hint = did_you_mean(name, names).map_or_else(
                    || {
                        "name a numeric parameter, or a key as in `scene:weapon.rifle.damage=10..40`"
                            .to_owned()
                    },
                    |hint| format!("did you mean `{hint}`?"),
                );
                return Err(format!("there is no parameter `{name}`; {hint}"));
            }
        };
        let (low, high, is_whole) = match (range, own_range) {
            (Some(range), _) => {
                let expected = || format!("`{text}`: expected a range such as `{name}=10..40`");
                let (low, high) = range.split_once("..").ok_or_else(expected)?;
                let is_whole = low.trim().parse::<i64>().is_ok() && high.trim().parse::<i64>().is_ok();
                let number = |text: &str| text.trim().parse::<f64>().map_err(|_| expected());
                (number(low)?, number(high)?, is_whole)
            }
            (None, Some(range)) => range,
            (None, None) => return Err(format!("`{name}` needs a range, as in `{name}=10..40`")),
        };
        if low >= high || !low.is_finite() || !high.is_finite() {
            return Err(format!("`{text}`: {low} must be below {high}"));
        }
        Ok(Self { name: name.to_owned(), key, low, high, is_whole })
    }

    /// The value that a number stands for.
    fn value(&self, number: f64) -> Value {
        if self.is_whole {
            Value::from(number.round() as i64)
        } else {
            Value::from(crate::plan::rounded(number, self.high - self.low).clamp(self.low, self.high))
        }
    }
}

/// The key and the range of a parameter with numbers.
fn range_of(levels: &Levels) -> Option<(Key, (f64, f64, bool))> {
    match levels {
        Levels::Listed(levels) => {
            let mut range: Option<(Key, (f64, f64, bool))> = None;
            for level in levels {
                let [(key, value)] = level.settings.as_slice() else { return None };
                let number = value.as_f64()?;
                let (_, (low, high, is_whole)) = range.get_or_insert((key.clone(), (number, number, true)));
                (*low, *high, *is_whole) = (low.min(number), high.max(number), *is_whole && value.is_i64());
            }
            range
        }
        Levels::Sampled(key, Distribution::Whole(low, high)) => {
            Some((key.clone(), (*low as f64, *high as f64, true)))
        }
        Levels::Sampled(key, Distribution::Uniform(low, high) | Distribution::Logarithmic(low, high)) => {
            Some((key.clone(), (*low, *high, false)))
        }
        Levels::Sampled(_, Distribution::Choice(_)) => None,
    }
}

/// What tuning aims at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Objective {
    /// The measure shall be close to a number.
    Target(f64),
    /// The measure shall be large.
    Maximize,
    /// The measure shall be small.
    Minimize,
}

impl Objective {
    fn loss(self, mean: f64) -> f64 {
        match self {
            Self::Target(target) => (mean - target).abs(),
            Self::Maximize => -mean,
            Self::Minimize => mean,
        }
    }
}

/// What to tune, and how long.
#[derive(Clone, Debug)]
pub struct OptimizeOptions {
    /// The numbers to tune.
    pub tuned: Vec<Tuned>,
    /// The measure that the objective is about.
    pub measure: String,
    /// What to aim at.
    pub objective: Objective,
    /// How many combinations are tried.
    pub evaluations: u32,
    /// The seeds of the check, none of which the sweep has.
    pub held_out: Seeds,
    /// The seed of the optimizer.
    pub seed: u64,
    /// The number of threads.
    pub jobs: usize,
}

/// A combination that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The values, in the order of the tuned numbers.
    pub values: Vec<Value>,
    /// Whether the measure is a share or a mean.
    pub kind: SummaryKind,
    /// The measure with its interval.
    pub interval: Interval,
}

/// The result of tuning.
#[derive(Clone, Debug)]
pub struct Optimization {
    /// All evaluations, in order.
    pub evaluations: Vec<Evaluation>,
    /// The index of the best one.
    pub best: usize,
    /// The best one again, with the held-out seeds.
    pub check: Evaluation,
    /// Whether tuning was cancelled before its end.
    pub is_cancelled: bool,
}

/// Tunes numbers. Results are stored in the folder, so tuning can be interrupted and resumed.
pub fn optimize(
    plan: &Plan,
    job: &dyn Job,
    folder: &ResultFolder,
    options: &OptimizeOptions,
    host: &RunHost<'_>,
) -> Result<Optimization, SweepError> {
    let invalid = |message: String| SweepError::input("sweep/optimize", message);
    let shared = options
        .held_out
        .ranges()
        .iter()
        .flat_map(Clone::clone)
        .find(|&seed| plan.spec().seeds.contains(seed));
    if let Some(seed) = shared {
        return Err(invalid(format!("seed {seed} is a seed of the sweep; held-out seeds must be others")));
    }
    if options.tuned.is_empty() || options.evaluations == 0 {
        return Err(invalid(
            "there is nothing to tune: name a number and allow at least one evaluation".into(),
        ));
    }
    let broken = |error: &dyn std::fmt::Display| invalid(format!("the optimizer failed: {error}"));
    let mut estimators = Vec::new();
    for tuned in &options.tuned {
        // Every whole number gets an equal part of the range.
        let (low, high) =
            if tuned.is_whole { (tuned.low - 0.499, tuned.high + 0.499) } else { (tuned.low, tuned.high) };
        let range = tpe::range(low, high).map_err(|error| broken(&error))?;
        estimators.push(tpe::TpeOptimizer::new(tpe::parzen_estimator(), range));
    }
    let mut random = Pcg64Mcg::seed_from_u64(options.seed);
    // The first evaluations cover the ranges evenly.
    let first = (options.evaluations / 4).clamp(1, 10);
    let mut evaluations: Vec<Evaluation> = Vec::new();
    let mut is_cancelled = false;
    for turn in 0..options.evaluations {
        let mut numbers = Vec::new();
        for (at, (tuned, estimator)) in options.tuned.iter().zip(&mut estimators).enumerate() {
            let number = if turn < first {
                tuned.low + (tuned.high - tuned.low) * spread(turn, at)
            } else {
                estimator.ask(&mut random).map_err(|error| broken(&error))?
            };
            numbers.push(number.clamp(tuned.low, tuned.high));
        }
        let values: Vec<Value> =
            options.tuned.iter().zip(&numbers).map(|(tuned, number)| tuned.value(*number)).collect();
        let Some(evaluation) = evaluate(plan, job, folder, options, host, values)? else {
            is_cancelled = true;
            break;
        };
        let loss = options.objective.loss(evaluation.interval.mean);
        for (estimator, number) in estimators.iter_mut().zip(numbers) {
            estimator.tell(number, loss).map_err(|error| broken(&error))?;
        }
        evaluations.push(evaluation);
    }
    let losses = evaluations.iter().map(|one| options.objective.loss(one.interval.mean));
    let best = losses.enumerate().min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(at, _)| at);
    let Some(best) = best else { return Err(invalid("cancelled before the first evaluation".into())) };
    let held_out = plan.with_seeds(options.held_out.clone());
    let values = evaluations[best].values.clone();
    let check = evaluate(&held_out, job, folder, options, host, values)?;
    is_cancelled |= check.is_none();
    let check = check.unwrap_or_else(|| evaluations[best].clone());
    Ok(Optimization { evaluations, best, check, is_cancelled })
}

/// The share of a range that an early evaluation takes: multiples of irrational numbers, which cover several ranges
/// evenly.
fn spread(turn: u32, at: usize) -> f64 {
    let step = [0.618_033_988_749, 0.754_877_666_247, 0.819_172_513_396, 0.856_674_883_855][at % 4];
    (0.5 + f64::from(turn) * step).fract()
}

/// Runs all cells of a combination; `None` if it was cancelled.
fn evaluate(
    plan: &Plan,
    job: &dyn Job,
    folder: &ResultFolder,
    options: &OptimizeOptions,
    host: &RunHost<'_>,
    values: Vec<Value>,
) -> Result<Option<Evaluation>, SweepError> {
    let mut plan = plan.clone();
    for (tuned, value) in options.tuned.iter().zip(&values) {
        let level = Level { label: value.clone(), settings: vec![(tuned.key.clone(), value.clone())] };
        plan = plan.with_level(&tuned.name, level);
    }
    let run = RunOptions { jobs: options.jobs, ..RunOptions::default() };
    let summary = run_cells(&plan, job, folder, &run, host)?;
    if summary.is_cancelled {
        return Ok(None);
    }
    let table = Table::collect(&plan, folder)?;
    if let Some(failed) = table.failed.first() {
        let message = format!("the cell {} failed: {}", failed.parameters, failed.error);
        return Err(SweepError::input("sweep/optimize", message));
    }
    let summaries = Summaries::grouped(&table, &[], None);
    let Some(found) = summaries.iter().find(|summary| summary.measure == options.measure) else {
        let names = || summaries.iter().map(|summary| summary.measure.as_str());
        let hint = did_you_mean(&options.measure, names()).map_or_else(
            || format!("use one of {}", names().collect::<Vec<_>>().join(", ")),
            |hint| format!("did you mean `{hint}`?"),
        );
        let message = format!("there is no measure `{}` with numbers or shares; {hint}", options.measure);
        return Err(SweepError::input("sweep/optimize", message));
    };
    Ok(Some(Evaluation { values, kind: found.kind, interval: found.interval }))
}
