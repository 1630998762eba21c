//! `cunning sweep`: experiments over parameters and seeds, from one core to a cluster.

mod collect;
mod engines;
mod host;
mod texts;
mod tune;

use std::ops::Range;
use std::path::{Path, PathBuf};

use cunning_sweep::spec::Seeds;
use cunning_sweep::{Cell, CellName, Plan, ResultFolder, RunOptions, SweepError, count_done, run_cells};
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;
use collect::collect;
pub(crate) use collect::write_tables;
use engines::{EngineName, EngineOptions};
pub(crate) use host::{Host, standard_job};
pub(crate) use texts::TextLoader;

#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Without a step, all of them: plan, run, collect. Results go to a folder, one file for each cell; run the same command again \
to resume. The guide has a page about sweeps with the format of sweep files.

Examples:
  cunning sweep balance.toml
  cunning sweep balance.toml --jobs 8 --out results
  cunning sweep balance.toml --engine hyperqueue --workers 2
  cunning sweep balance.toml --optimize damage --measure red_wins --target 0.5 --held-out 1000..1400
  cunning sweep plan balance.toml && cunning sweep run balance.sweep --cells 0..500
  cunning sweep status balance.sweep
  cunning sweep script balance.sweep --engine slurm --workers 64"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    step: Option<Step>,
    /// The sweep file
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    #[command(flatten)]
    out: OutOption,
    #[command(flatten)]
    run: RunArguments,
    /// Run the cells on this engine instead of on threads of this process
    #[arg(long, value_enum, conflicts_with = "optimize")]
    engine: Option<EngineName>,
    #[command(flatten)]
    engine_options: EngineOptions,
    #[command(flatten)]
    tune: tune::TuneOptions,
}

#[derive(clap::Subcommand)]
enum Step {
    /// Find and check all cells, and store them in the result folder
    Plan(PlanArguments),
    /// Run the cells of a result folder that have no result yet
    Run(StepArguments),
    /// Write the table, summaries, charts and the report of a result folder
    #[command(after_help = "Examples:\n  cunning sweep collect balance.sweep")]
    Collect(FolderArgument),
    /// Print how many cells of a result folder have results or failed
    #[command(
        after_help = "Examples:\n  cunning sweep status balance.sweep\n  cunning sweep status balance.sweep --format json"
    )]
    Status(FolderArgument),
    /// List the cells of a result folder: number, name, parameters and seed
    #[command(after_help = "Examples:\n  cunning sweep cells balance.sweep")]
    Cells(FolderArgument),
    /// Copy results of other folders into a result folder
    Merge(MergeArguments),
    /// Write a script that runs the cells on an engine
    Script(ScriptArguments),
}

#[derive(clap::Args)]
struct OutOption {
    /// The result folder [default: the name of the file with the ending .sweep]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, clap::Args)]
struct RunArguments {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Run failed cells again
    #[arg(long)]
    retry: bool,
}

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  cunning sweep plan balance.toml\n  cunning sweep plan balance.toml --out results"
)]
struct PlanArguments {
    /// The sweep file
    file: PathBuf,
    #[command(flatten)]
    out: OutOption,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning sweep run balance.sweep
  cunning sweep run balance.sweep --cells 0..500 --jobs 1
  cunning sweep run balance.sweep --cell 0123456789abcdef0123456789abcdef")]
struct StepArguments {
    /// The result folder
    folder: PathBuf,
    #[command(flatten)]
    run: RunArguments,
    /// Run only these cells, by number
    #[arg(long, value_name = "A..B", value_parser = cell_range)]
    cells: Option<Range<u64>>,
    /// Run only this cell, even if it has a result or failed
    #[arg(long, value_name = "NAME", conflicts_with = "cells", value_parser = cell_name)]
    cell: Option<CellName>,
}

#[derive(clap::Args)]
struct FolderArgument {
    /// The result folder
    folder: PathBuf,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cunning sweep merge balance.sweep /mnt/other/balance.sweep")]
struct MergeArguments {
    /// The result folder
    folder: PathBuf,
    /// The folders to copy results from
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning sweep script balance.sweep --engine slurm --workers 64
  cunning sweep script balance.sweep --engine ray --batch 50")]
struct ScriptArguments {
    /// The result folder
    folder: PathBuf,
    /// The engine
    #[arg(long, value_enum)]
    engine: EngineName,
    #[command(flatten)]
    options: EngineOptions,
}

/// How many failed cells `status` lists.
const FAILED_SHOWN: usize = 20;

fn cell_name(text: &str) -> Result<CellName, String> {
    CellName::parse(text).ok_or_else(|| "expected the name of a cell: 32 hexadecimal digits".to_owned())
}

fn cell_range(text: &str) -> Result<Range<u64>, String> {
    let range = Seeds::parse(text).ok().filter(|range| !range.is_empty());
    range.ok_or_else(|| {
        "expected a range of cells such as `0..500`, which does not contain its end".to_owned()
    })
}

/// The largest number of threads by default.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl RunArguments {
    fn options(&self) -> RunOptions {
        let jobs = self.jobs.map_or_else(all_cores, usize::from);
        RunOptions { jobs, retries_failed: self.retry, ..RunOptions::default() }
    }
}

impl From<SweepError> for Failure {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Input(found) => Self::Input(found),
            SweepError::Io { path, error } => Self::io(path.display().to_string(), error),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    match (&arguments.step, &arguments.file) {
        (Some(Step::Plan(plan)), _) => {
            let (folder, plan) = make_plan(&plan.file, plan.out.out.as_deref())?;
            print_plan(&plan, &folder, output)?;
            Ok(Exit::Done)
        }
        (Some(Step::Run(step)), _) => {
            let (folder, plan) = open(&step.folder)?;
            if let Some(range) = step.cells.as_ref().filter(|range| range.start >= plan.len()) {
                let message = format!("there is no cell {}; the plan has {}", range.start, plan.len());
                return Err(Failure::input("cli/sweep", message));
            }
            let options = RunOptions { cells: step.cells.clone(), only: step.cell, ..step.run.options() };
            run_step(&plan, &folder, &options, output)
        }
        (Some(Step::Collect(step)), _) => {
            let (folder, plan) = open(&step.folder)?;
            collect(&plan, &folder, output)
        }
        (Some(Step::Status(step)), _) => status(&step.folder, output),
        (Some(Step::Cells(step)), _) => {
            let (_, plan) = open(&step.folder)?;
            print_cells(&plan, output)
        }
        (Some(Step::Merge(step)), _) => merge(step, output),
        (Some(Step::Script(step)), _) => {
            let (folder, plan) = open(&step.folder)?;
            let path = engines::write_script(&plan, &folder, step.engine, &step.options, output)?;
            output.text(&format!("{}\n", path.display()))?;
            Ok(Exit::Done)
        }
        (None, Some(file)) => all_steps(arguments, file, output),
        // The parser requires a file without a step.
        (None, None) => Err(Failure::input("cli/sweep", "name a sweep file or a step")),
    }
}

/// Plans, runs and collects.
fn all_steps(arguments: &Arguments, file: &Path, output: &mut Output) -> Result<Exit, Failure> {
    let (folder, plan) = make_plan(file, arguments.out.out.as_deref())?;
    let options = arguments.run.options();
    if arguments.tune.is_wanted() {
        return tune::tune(&arguments.tune, &plan, &folder, options.jobs, output);
    }
    if let Some(engine) = arguments.engine {
        engines::run(&plan, &folder, engine, &arguments.engine_options, output)?;
        return collect(&plan, &folder, output);
    }
    let host = Host::new();
    let summary = host.run(|run_host| run_cells(&plan, &standard_job(), &folder, &options, run_host));
    let summary = summary.map_err(|error| kept(error, &folder, output))?;
    if summary.is_cancelled {
        output.note("Cancelled. Finished cells are kept; run the same command again to resume.");
        return Ok(Exit::Cancelled);
    }
    collect(&plan, &folder, output)
}

/// Runs cells as a step of its own: the exit code and one line say what happened.
fn run_step(
    plan: &Plan,
    folder: &ResultFolder,
    options: &RunOptions,
    output: &mut Output,
) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Record {
        run: u64,
        skipped: u64,
        failed: u64,
        cancelled: bool,
    }
    let host = Host::new();
    let summary = host.run(|run_host| run_cells(plan, &standard_job(), folder, options, run_host));
    let summary = summary.map_err(|error| kept(error, folder, output))?;
    if output.is_json() {
        let record = Record {
            run: summary.run,
            skipped: summary.skipped,
            failed: summary.failed,
            cancelled: summary.is_cancelled,
        };
        output.json(&record)?;
    } else {
        output.text(&format!(
            "{} cells run, {} had results, {} failed\n",
            summary.run, summary.skipped, summary.failed
        ))?;
    }
    if let (Some(cell), true) = (options.only, summary.failed > 0) {
        let record = folder.failure(cell)?;
        output.note(&record.and_then(|record| record.error).unwrap_or_default());
    }
    Ok(match summary {
        _ if summary.is_cancelled => Exit::Cancelled,
        _ if summary.failed > 0 => Exit::CheckFailed,
        _ => Exit::Done,
    })
}

/// Notes that finished cells are kept when a run stops with an error.
fn kept(error: SweepError, folder: &ResultFolder, output: &mut Output) -> Failure {
    if matches!(error, SweepError::Io { .. }) {
        let folder = folder.path().display();
        output.note(&format!(
            "The run stopped. Finished cells are kept in {folder}; run the command again to resume."
        ));
    }
    error.into()
}

/// Reads a sweep file and plans its cells.
fn make_plan(file: &Path, out: Option<&Path>) -> Result<(ResultFolder, Plan), Failure> {
    let folder = match out {
        Some(out) => out.to_path_buf(),
        None if file == Path::new("-") => {
            let message = "a sweep from standard input needs a result folder: add --out DIR";
            return Err(Failure::input("cli/sweep", message));
        }
        None => format!("{}.sweep", file.file_stem().unwrap_or_default().to_string_lossy()).into(),
    };
    let source = files::read(file, cunning_sweep::spec::SWEEP_BYTES_MAX)?;
    let loader = TextLoader::beside(file);
    let plan = Plan::new(&source, &standard_job(), &|from, name| loader.load(from, name))?;
    let folder = ResultFolder::create(&folder)?;
    folder.save_plan(&plan)?;
    Ok((folder, plan))
}

fn open(path: &Path) -> Result<(ResultFolder, Plan), Failure> {
    if !path.join("plan.json").exists() {
        let hint =
            if path.is_file() { "; for a sweep file, plan it first: cunning sweep plan FILE" } else { "" };
        let message = format!("{} is not a result folder: it has no plan.json{hint}", path.display());
        return Err(Failure::input("cli/sweep", message));
    }
    Ok(ResultFolder::open(path)?)
}

fn print_plan(plan: &Plan, folder: &ResultFolder, output: &mut Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Record<'a> {
        name: &'a str,
        cells: u64,
        points: u64,
        seeds: u64,
        done: u64,
        folder: String,
    }
    let spec = plan.spec();
    let done = count_done(plan, &folder.done()?);
    let record = Record {
        name: &spec.name,
        cells: plan.len(),
        points: spec.point_count(),
        seeds: spec.seeds.count(),
        done,
        folder: folder.path().display().to_string(),
    };
    if output.is_json() {
        return output.json(&record);
    }
    let Record { name, cells, points, seeds, done, folder } = record;
    output.text(&format!(
        "{name}: {cells} cells ({points} combinations of parameters, {seeds} seeds), {done} with results; planned in {folder}\n"
    ))
}

fn print_cells(plan: &Plan, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Record {
        index: u64,
        cell: String,
        parameters: serde_json::Map<String, serde_json::Value>,
        seed: u64,
    }
    if output.is_json() {
        let record = |cell: Cell| Record {
            index: cell.index,
            cell: cell.name.to_string(),
            parameters: plan.parameters(&plan.point(plan.point_of(cell.index))),
            seed: cell.seed,
        };
        output.json(&plan.cells().map(record).collect::<Vec<_>>())?;
    } else {
        for cell in plan.cells() {
            output.text(&format!("{} {} {}\n", cell.index, cell.name, plan.describe(cell.index)))?;
        }
    }
    Ok(Exit::Done)
}

fn status(path: &Path, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Record {
        cells: u64,
        done: u64,
        failed: Vec<Failed>,
        other: u64,
    }
    #[derive(Serialize)]
    struct Failed {
        parameters: String,
        error: String,
        repeat: String,
    }
    let (folder, plan) = open(path)?;
    let done = folder.done()?;
    let mut record =
        Record { cells: plan.len(), done: count_done(&plan, &done), failed: Vec::new(), other: 0 };
    record.other = done.len() as u64 - record.done;
    for cell in plan.cells().filter(|cell| !done.contains(&cell.name)) {
        if let Some(failure) = folder.failure(cell.name)? {
            record.failed.push(Failed {
                parameters: plan.describe(cell.index),
                error: failure.error.unwrap_or_default(),
                repeat: collect::repeat(&folder, &failure.cell),
            });
        }
    }
    if output.is_json() {
        output.json(&record)?;
    } else {
        let Record { cells, done, failed, other } = &record;
        let open = cells - done - failed.len() as u64;
        output.text(&format!(
            "{done} of {cells} cells have results, {} failed, {open} are open\n",
            failed.len()
        ))?;
        if *other > 0 {
            output.text(&format!("{other} results are of other versions of the sweep\n"))?;
        }
        for Failed { parameters, error, repeat } in failed.iter().take(FAILED_SHOWN) {
            output.text(&format!(
                "failed: {parameters}: {}\n  {repeat}\n",
                error.lines().next().unwrap_or_default()
            ))?;
        }
        if failed.len() > FAILED_SHOWN {
            let more = failed.len() - FAILED_SHOWN;
            output.text(&format!("and {more} more failed; --format json lists all\n"))?;
        }
    }
    Ok(match record {
        Record { failed, .. } if !failed.is_empty() => Exit::CheckFailed,
        Record { cells, done, .. } if done < cells => Exit::OutOfBudget,
        _ => Exit::Done,
    })
}

fn merge(arguments: &MergeArguments, output: &mut Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Record {
        copied: Vec<u64>,
        cells: u64,
        done: u64,
    }
    let (folder, plan) = open(&arguments.folder)?;
    let mut copied = Vec::new();
    for from in &arguments.from {
        let (other, _) = open(from)?;
        copied.push(folder.merge(&other)?);
    }
    let record = Record { copied, cells: plan.len(), done: count_done(&plan, &folder.done()?) };
    if output.is_json() {
        output.json(&record)?;
        return Ok(Exit::Done);
    }
    for (from, count) in arguments.from.iter().zip(&record.copied) {
        output.text(&format!("{count} results copied from {}\n", from.display()))?;
    }
    output.text(&format!("{} of {} cells have results\n", record.done, record.cells))?;
    Ok(Exit::Done)
}
