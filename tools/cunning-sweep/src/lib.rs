//! Experiments over parameters and seeds: balance a scene, test an ablation, reproduce a figure.
//!
//! A [sweep file](spec) says what to run, with which parameters and seeds, and what to measure. A [`Plan`] is made from
//! it: all cells, and all texts that they read. [`run_cells`] runs cells on threads and stores each result in a
//! [`ResultFolder`] under the hash of its inputs, so that anything may be killed and resumed, and several machines may
//! work on one plan. A [`Table`] is collected from the results, with [`Summaries`], [`charts()`] and a [`report()`].
//!
//! ```
//! use cunning_diag::Source;
//! use cunning_sweep::{FunctionJob, Plan, ResultFolder, RunHost, RunOptions, Summaries, Table, run_cells};
//!
//! let sweep = Source::new("dice.toml", r#"
//! [sweep]
//! seeds = "0..50"
//! [run]
//! custom = "dice"
//! [grid]
//! sides = [6, 20]
//! [measure]
//! six = { field = "face", is = 6 }
//! "#);
//! let job = FunctionJob(|settings, seed| {
//!     let sides = settings["sides"].as_u64().unwrap_or(6);
//!     Ok(serde_json::json!({ "face": seed * 7 % sides + 1 }))
//! });
//! let plan = Plan::new(&sweep, &job, &|_, _| None)?;
//! let folder = tempfile::tempdir()?;
//! let folder = ResultFolder::create(folder.path())?;
//! folder.save_plan(&plan)?;
//! let host = RunHost { micros: &|| 0, is_cancelled: &|| false, progress: &|_| () };
//! let options = RunOptions { jobs: 2, ..RunOptions::default() };
//! let summary = run_cells(&plan, &job, &folder, &options, &host)?;
//! assert_eq!((summary.run, summary.failed), (100, 0));
//!
//! let table = Table::collect(&plan, &folder)?;
//! assert!(table.to_csv().starts_with("cell,sides,seed,status,six\n"));
//! let summaries = Summaries::new(&plan, &table);
//! assert!(summaries.to_csv().contains("6,six,share,50,0.16,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod edit;
pub mod engine;
mod error;
mod field;
mod inputs;
mod job;
mod key;
mod optimize;
mod plan;
mod report;
mod result;
mod run;
pub mod spec;
pub mod stats;
mod store;
mod summary;
mod table;

pub use error::SweepError;
pub use inputs::{Inputs, Load};
pub use job::{
    Balance, CommandCheck, FunctionJob, Job, QualityCounts, QualityRates, QualityReport, SceneResult,
    SceneTrial, StandardJob, Trial, TrialError, Walk,
};
pub use key::Key;
pub use optimize::{Evaluation, Objective, Optimization, OptimizeOptions, Tuned, optimize};
pub use plan::{Cell, CellName, Plan, Point};
pub use report::{Chart, charts, report};
pub use result::CellRecord;
pub use run::{Progress, RunHost, RunOptions, RunSummary, count_done, run_cells};
pub use store::{MemoryStore, ResultFolder, ResultStore};
pub use summary::{Summaries, Summary, SummaryKind};
pub use table::{FailedCell, Table};

/// The examples of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/sweeps.md")]
struct Guide;
