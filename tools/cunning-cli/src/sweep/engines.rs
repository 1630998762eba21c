//! Engines: writes the script that runs a plan on one, and runs it.

use std::path::PathBuf;
use std::process::Command;

use clap::ValueEnum;
use cunning_sweep::engine::{Engine, batch_cells, script};
use cunning_sweep::{Plan, ResultFolder, RunOptions, Table, run_cells};

use super::host::{Host, standard_job};
use crate::failure::Failure;
use crate::output::Output;

/// An engine on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    #[value(help = "HyperQueue (Python package `hyperqueue`)")]
    Hyperqueue,
    /// Ray (Python package `ray`)
    Ray,
    /// Slurm, as an array of jobs
    Slurm,
    /// GNU parallel
    Parallel,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Hyperqueue => Self::HyperQueue,
            EngineName::Ray => Self::Ray,
            EngineName::Slurm => Self::Slurm,
            EngineName::Parallel => Self::Parallel,
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct EngineOptions {
    /// Number of workers or cores that the engine uses [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    workers: Option<u32>,
    /// Number of cells that a task of the engine runs [default: from the time that the first cells take]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    batch: Option<u32>,
}

/// How many cells are run to find out how long a cell takes.
const TRIED: u64 = 4;

/// Writes the script of an engine to the result folder and returns its path.
pub(crate) fn write_script(
    plan: &Plan,
    folder: &ResultFolder,
    engine: EngineName,
    options: &EngineOptions,
    output: &mut Output,
) -> Result<PathBuf, Failure> {
    let engine = Engine::from(engine);
    let workers = options.workers.map_or_else(super::all_cores, |workers| workers as usize) as u64;
    let batch = match options.batch {
        Some(batch) => u64::from(batch),
        None => batch_cells(engine, plan.len(), workers, cell_ms(plan, folder)?),
    };
    let absolute = |path: PathBuf| {
        let full =
            std::path::absolute(&path).map_err(|error| Failure::io(path.display().to_string(), error))?;
        Ok::<String, Failure>(full.display().to_string())
    };
    let program = absolute(standard_job().program)?;
    let text = script(engine, plan, &program, &absolute(folder.path().to_path_buf())?, batch, workers);
    folder.write(engine.script_name(), text.as_bytes())?;
    let batches = plan.len().div_ceil(batch);
    output.note(&format!("{}: {batches} tasks of {batch} cells", engine.name()));
    Ok(folder.path().join(engine.script_name()))
}

/// How long a cell takes: from finished cells, of which a few are run if there are none.
fn cell_ms(plan: &Plan, folder: &ResultFolder) -> Result<f64, Failure> {
    if folder.done()?.is_empty() {
        let options = RunOptions { cells: Some(0..TRIED), ..RunOptions::default() };
        Host::new().run(|host| run_cells(plan, &standard_job(), folder, &options, host))?;
    }
    let table = Table::collect(plan, folder)?;
    Ok(table.busy_ms() / table.len().max(1) as f64)
}

/// Runs the cells on an engine.
pub(crate) fn run(
    plan: &Plan,
    folder: &ResultFolder,
    engine: EngineName,
    options: &EngineOptions,
    output: &mut Output,
) -> Result<(), Failure> {
    let path = write_script(plan, folder, engine, options, output)?;
    let engine = Engine::from(engine);
    let program = engine.interpreter();
    let status = Command::new(program).arg(&path).stdout(std::io::stderr()).status();
    let status = status.map_err(|error| Failure::io(program, error))?;
    if !status.success() {
        let message = format!(
            "{} failed ({status}); finished cells are kept. To run it by hand: {program} {}",
            engine.name(),
            path.display()
        );
        return Err(Failure::input("cli/engine", message));
    }
    Ok(())
}
