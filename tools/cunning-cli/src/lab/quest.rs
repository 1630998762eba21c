//! `cunning lab quest`: runs configurations and writes table, charts and report.

use std::path::{Path, PathBuf};

use cpu_time::ThreadTime;
use cunning_diag::did_you_mean;
use cunning_lab::calibrate;
use cunning_lab::quest::{
    Bench, CONFIGURATIONS, Configuration, Evidence, LabError, Measure, Row, Speed, chart, claims, csv,
    placements, report, speed_text, spread_chart, unchanged,
};
use cunning_train::Successors;
use serde::Serialize;

use crate::cancel::Cancel;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning lab quest
  cunning lab quest --only A,T,X --repeat 20
  cunning lab quest --successors 256 --out lab
  cunning lab quest --random 200 --out lab --format json")]
pub(crate) struct Arguments {
    /// Run only these configurations, given by their letters
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Number of time measurements, of which the least counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    repeat: u32,
    /// Number of successors of a state; 256 is the paper's enlarged space
    #[arg(long, value_name = "16|256", default_value = "16", value_parser = ["16", "256"])]
    successors: String,
    /// Number of random placements of key and shield
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    random: u32,
    /// Seed of the random number generator
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write table, charts and report to this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Record<'a> {
    label: &'a str,
    planner: &'a str,
    bound: f64,
    cost: f64,
    optimal: f64,
    expanded: u64,
    generated: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<u32>,
}

/// The number of time measurements for each random placement.
const REPETITIONS_OF_RANDOM: u32 = 1;

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let chosen = chosen(&arguments.only)?;
    let is_enlarged = arguments.successors == "256";
    let successors = if is_enlarged { Successors::TwoHundredFiftySix } else { Successors::Sixteen };
    let bench = || Bench::new().map(|bench| bench.successors(successors)).map_err(failed);
    let cancel = Cancel::listen();
    let placing = Output::progress(arguments.random.into()).with_message("placements");
    let mut place = |done: u32| placing.set_position(done.into());
    let placed =
        placements(bench()?.quest(), arguments.random, arguments.seed, &mut place).map_err(failed)?;
    placing.finish_and_clear();
    let spaces = if is_enlarged { 2 } else { 1 };
    let progress = Output::progress((chosen.len() * (spaces + placed.len())) as u64).with_message("runs");
    let begin = ThreadTime::now();
    let mut clock = || begin.elapsed().as_secs_f64();
    let before = calibrate(&mut clock);
    let mut evidence = Evidence { unchanged: unchanged().map_err(failed)?, ..Evidence::default() };
    let mut all = |bench: &mut Bench, repetitions: u32, rows: &mut Vec<Row>| {
        for configuration in &chosen {
            if cancel.is_wanted() {
                return Ok::<bool, Failure>(false);
            }
            rows.push(bench.run(configuration, repetitions, &mut clock).map_err(failed)?);
            progress.inc(1);
        }
        Ok(true)
    };
    // The enlarged space is compared with the ordinary one.
    let mut goes_on = all(&mut Bench::new().map_err(failed)?, arguments.repeat, &mut evidence.plain)?;
    if is_enlarged && goes_on {
        goes_on = all(&mut bench()?, arguments.repeat.min(2), &mut evidence.enlarged)?;
    }
    let start = bench()?;
    for (number, quest) in placed.into_iter().enumerate() {
        if goes_on {
            let mut moved = start.moved(quest, number as u32).map_err(failed)?;
            goes_on = all(&mut moved, REPETITIONS_OF_RANDOM, &mut evidence.random)?;
        }
    }
    progress.finish_and_clear();
    let speed = Speed { calibration_ms: (before, calibrate(&mut clock)) };
    print(&evidence, speed, output)?;
    if let Some(folder) = &arguments.out {
        save(folder, &evidence, speed)?;
    }
    Ok(if goes_on { Exit::Done } else { Exit::Cancelled })
}

/// The configurations of `--only`, or all.
fn chosen(only: &[String]) -> Result<Vec<Configuration>, Failure> {
    for name in only {
        let is_known = |one: &Configuration| one.label == name || one.letter() == name;
        if !CONFIGURATIONS.iter().any(is_known) {
            let hint = did_you_mean(name, CONFIGURATIONS.iter().map(Configuration::letter));
            let hint = hint.map(|hint| format!("; did you mean `{hint}`?")).unwrap_or_default();
            let message = format!("unknown configuration `{name}`: expected A to X{hint}");
            return Err(Failure::input("cli/configuration", message));
        }
    }
    let is_chosen = |one: &&Configuration| {
        only.is_empty() || only.iter().any(|name| one.label == name || one.letter() == name)
    };
    Ok(CONFIGURATIONS.iter().filter(is_chosen).copied().collect())
}

fn failed(error: LabError) -> Failure {
    match error {
        LabError::Files(found) => Failure::Input(found),
        error => Failure::input("cli/lab", error),
    }
}

/// The rows to print: of the enlarged or the ordinary space, and of random placements.
fn asked(evidence: &Evidence) -> impl Iterator<Item = &Row> {
    let rows = if evidence.enlarged.is_empty() { &evidence.plain } else { &evidence.enlarged };
    rows.iter().chain(&evidence.random)
}

fn print(evidence: &Evidence, speed: Speed, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        let record = |row: &'_ Row| -> serde_json::Value { serde_json::json!(Record::new(row)) };
        return output.json(&asked(evidence).map(record).collect::<Vec<_>>());
    }
    let head = format!(
        "{:<5} {:<36} {:>7} {:>9} {:>6} {:>9} {:>11} {:>9}",
        "", "planner", "bound", "cost (s)", "ratio", "expanded", "generated", "ms"
    );
    let line = |row: &Row| {
        format!(
            "{:<5} {:<36} {:>7} {:>9.3} {:>6.3} {:>9} {:>11} {:>9.3}",
            row.label,
            row.planner,
            row.bound,
            row.cost,
            row.cost / row.optimal,
            row.expanded,
            row.generated,
            row.seconds * 1000.0
        )
    };
    let mut lines = vec![head];
    lines.extend(asked(evidence).filter(|row| row.placement.is_none()).map(line));
    lines.push(String::new());
    lines.extend(claims(evidence).iter().map(|claim| {
        let verdict = if claim.holds { "holds" } else { "DOES NOT HOLD" };
        format!("{}: {verdict}. {}.", claim.text, claim.numbers)
    }));
    lines.push(speed_text(&evidence.plain, speed));
    lines.push(String::new());
    output.text(&lines.join("\n"))
}

impl<'a> Record<'a> {
    fn new(row: &'a Row) -> Self {
        let Row { label, bound, cost, optimal, expanded, generated, seconds, placement, .. } = *row;
        Self { label, planner: &row.planner, bound, cost, optimal, expanded, generated, seconds, placement }
    }
}

/// Writes all result files.
fn save(folder: &Path, evidence: &Evidence, speed: Speed) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display().to_string(), error))?;
    let write = |name: &str, text: String| files::write(&folder.join(name), text.as_bytes());
    let Evidence { plain, enlarged, random, unchanged } = evidence;
    for (suffix, rows, title) in [("", plain, "16 successors"), ("-256", enlarged, "256 successors")] {
        if rows.is_empty() {
            continue;
        }
        write(&format!("quest{suffix}.csv"), csv(rows))?;
        let expansions = chart(&format!("Expanded states, {title}"), Measure::Expansions, rows);
        write(&format!("expansions{suffix}.svg"), expansions.map_err(failed)?)?;
        let time = chart(&format!("Time of planning, {title}"), Measure::Time, rows);
        write(&format!("time{suffix}.svg"), time.map_err(failed)?)?;
    }
    if !random.is_empty() {
        write("random.csv", csv(random))?;
        let title = "Expanded states, random placements: median, 10th to 90th percentile";
        let expansions = spread_chart(title, Measure::Expansions, random);
        write("random-expansions.svg", expansions.map_err(failed)?)?;
        let title = "Time of planning, random placements: median, 10th to 90th percentile";
        write("random-time.svg", spread_chart(title, Measure::Time, random).map_err(failed)?)?;
    }
    write("unchanged.csv", csv(unchanged))?;
    write("report.md", report(evidence, Some(speed)))
}
