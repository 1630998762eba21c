//! `cunning sweep --optimize`: tunes numbers and prints what was tried.

use std::fmt::Write as _;
use std::ops::Range;

use cunning_sweep::spec::Seeds;
use cunning_sweep::{
    Evaluation, Objective, Optimization, OptimizeOptions, Plan, ResultFolder, SummaryKind, Tuned, optimize,
};
use serde::Serialize;
use serde_json::Value;

use super::host::{Host, standard_job};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

#[derive(clap::Args)]
#[command(next_help_heading = "Tuning")]
pub(crate) struct TuneOptions {
    /// Tune a number: a parameter of the sweep, `NAME=LOW..HIGH`, or `KEY=LOW..HIGH`; may be given several times
    #[arg(long, value_name = "KEY", num_args = 1.., requires = "measure", requires = "held_out")]
    optimize: Vec<String>,
    /// The measure to tune
    #[arg(long, value_name = "NAME", requires = "optimize", requires = "goal")]
    measure: Option<String>,
    /// Tune the measure towards this value
    #[arg(long, value_name = "VALUE", group = "goal", requires = "optimize", allow_negative_numbers = true)]
    target: Option<f64>,
    /// Make the measure large
    #[arg(long, group = "goal", requires = "optimize")]
    maximize: bool,
    /// Make the measure small
    #[arg(long, group = "goal", requires = "optimize")]
    minimize: bool,
    /// Number of combinations to try
    #[arg(long, value_name = "N", default_value_t = 20, requires = "optimize")]
    evaluations: u32,
    /// Seeds of the final check, which the sweep does not use
    #[arg(long, value_name = "A..B", value_parser = Seeds::parse, requires = "optimize")]
    held_out: Option<Range<u64>>,
    /// Seed of the optimizer
    #[arg(long, value_name = "S", default_value_t = 0, requires = "optimize")]
    optimizer_seed: u64,
}

impl TuneOptions {
    pub(crate) fn is_wanted(&self) -> bool {
        !self.optimize.is_empty()
    }

    fn objective(&self) -> Objective {
        match self.target {
            Some(target) => Objective::Target(target),
            None if self.minimize => Objective::Minimize,
            None => Objective::Maximize,
        }
    }
}

#[derive(Serialize)]
struct Record<'a> {
    measure: &'a str,
    tuned: Vec<&'a str>,
    evaluations: Vec<Tried>,
    best: usize,
    check: Tried,
}

#[derive(Serialize)]
struct Tried {
    values: Vec<Value>,
    cells: u64,
    mean: f64,
    low: f64,
    high: f64,
}

impl From<&Evaluation> for Tried {
    fn from(one: &Evaluation) -> Self {
        let interval = one.interval;
        Self {
            values: one.values.clone(),
            cells: interval.count,
            mean: interval.mean,
            low: interval.low,
            high: interval.high,
        }
    }
}

pub(crate) fn tune(
    arguments: &TuneOptions,
    plan: &Plan,
    folder: &ResultFolder,
    jobs: usize,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let invalid = |message: String| Failure::input("cli/optimize", message);
    let tuned = arguments.optimize.iter().map(|text| Tuned::parse(text, plan)).collect::<Result<Vec<_>, _>>();
    let options = OptimizeOptions {
        tuned: tuned.map_err(invalid)?,
        measure: arguments.measure.clone().unwrap_or_default(),
        objective: arguments.objective(),
        evaluations: arguments.evaluations,
        held_out: Seeds::new(arguments.held_out.clone().into_iter().collect()).map_err(invalid)?,
        seed: arguments.optimizer_seed,
        jobs,
    };
    let host = Host::new();
    let result = host.run(|run_host| optimize(plan, &standard_job(), folder, &options, run_host))?;
    let text = report(&options, &result);
    folder.write("optimize.md", text.as_bytes())?;
    if output.is_json() {
        output.json(&Record {
            measure: &options.measure,
            tuned: options.tuned.iter().map(|tuned| tuned.name.as_str()).collect(),
            evaluations: result.evaluations.iter().map(Tried::from).collect(),
            best: result.best,
            check: Tried::from(&result.check),
        })?;
    } else {
        output.text(&text)?;
    }
    if result.is_cancelled {
        output.note("Cancelled. Finished cells are kept; run the same command again to resume.");
        return Ok(Exit::Cancelled);
    }
    Ok(Exit::Done)
}

/// The evaluations and the check as Markdown.
fn report(options: &OptimizeOptions, result: &Optimization) -> String {
    let goal = match options.objective {
        Objective::Target(target) => format!("towards {target}"),
        Objective::Maximize => "as large as possible".to_owned(),
        Objective::Minimize => "as small as possible".to_owned(),
    };
    let mut text = format!("# Tuning {}, {goal}\n\n|", options.measure);
    for tuned in &options.tuned {
        // Writing to a String cannot fail.
        let _ = write!(text, " {} |", tuned.name);
    }
    let _ = writeln!(text, " cells | {} (95 % interval) | |", options.measure);
    let _ = writeln!(text, "|{}", "---|".repeat(options.tuned.len() + 3));
    let mut row = |one: &Evaluation, note: &str| {
        let _ = write!(text, "|");
        for value in &one.values {
            let _ = write!(text, " {value} |");
        }
        let _ = writeln!(text, " {} | {} | {note} |", one.interval.count, interval(one));
    };
    for (at, one) in result.evaluations.iter().enumerate() {
        row(one, if at == result.best { "best" } else { "" });
    }
    row(&result.check, "held-out seeds");
    let values: Vec<String> = options
        .tuned
        .iter()
        .zip(&result.check.values)
        .map(|(tuned, value)| format!("{} = {value}", tuned.name))
        .collect();
    let _ = writeln!(
        text,
        "\nBest of {} evaluations: {}. The best of many looks better than it is; with held-out seeds: {}.",
        result.evaluations.len(),
        values.join(", "),
        interval(&result.check)
    );
    if let Objective::Target(target) = options.objective {
        let is_met = (result.check.interval.low..=result.check.interval.high).contains(&target);
        let verdict = if is_met { "contains" } else { "does not contain" };
        let _ = writeln!(text, "The interval of the check {verdict} the target {target}.");
    }
    text
}

fn interval(one: &Evaluation) -> String {
    let (mean, low, high) = (one.interval.mean, one.interval.low, one.interval.high);
    if one.kind == SummaryKind::Share {
        return format!("{:.1} % ({:.1} to {:.1})", mean * 100.0, low * 100.0, high * 100.0);
    }
    format!("{mean:.3} ({low:.3} to {high:.3})")
}
