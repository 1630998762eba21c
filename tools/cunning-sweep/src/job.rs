//! Jobs: how the inputs of a cell become its result.

mod balance;
mod command;
mod quality;
mod scene;

use cunning_diag::Diagnostics;
use serde_json::Value;

use crate::inputs::{Inputs, SETTING};
use crate::spec::RunKind;

pub use balance::Balance;
pub use command::CommandCheck;
pub use quality::{QualityCounts, QualityRates, QualityReport};
pub use scene::{SceneResult, SceneTrial, Walk};

/// Runs cells. A Rust program implements it for its own game; [`StandardJob`] runs what sweep files name.
pub trait Job: Sync {
    /// Reads and checks the inputs of a combination of parameters, once for all of its seeds.
    fn prepare(&self, inputs: &Inputs<'_>) -> Result<Box<dyn Trial>, Diagnostics>;
}

/// A combination of parameters that is ready to run.
pub trait Trial {
    /// Runs one seed and returns its result, which must depend on the inputs and the seed alone. A long run asks from
    /// time to time whether it is cancelled.
    fn run(&mut self, seed: u64, is_cancelled: &dyn Fn() -> bool) -> Result<Value, TrialError>;
}

/// The reason why a cell has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialError {
    /// The run was cancelled; the cell will be run again.
    Cancelled,
    /// The run failed.
    Failed(String),
}

/// A job that is a function of the inputs and the seed.
///
/// ```
/// use cunning_sweep::{FunctionJob, Job};
/// let job = FunctionJob(|inputs, seed| {
///     let bonus = inputs.get("bonus").and_then(|bonus| bonus.as_u64()).unwrap_or(0);
///     Ok(serde_json::json!({ "score": seed % 7 + bonus }))
/// });
/// # fn is_job(_: &impl Job) {}
/// # is_job(&job);
/// ```
pub struct FunctionJob<F>(pub F)
where
    F: Fn(&serde_json::Map<String, Value>, u64) -> Result<Value, String> + Clone + Sync + 'static;

struct FunctionTrial<F>(F, serde_json::Map<String, Value>);

impl<F> Job for FunctionJob<F>
where
    F: Fn(&serde_json::Map<String, Value>, u64) -> Result<Value, String> + Clone + Sync + 'static,
{
    fn prepare(&self, inputs: &Inputs<'_>) -> Result<Box<dyn Trial>, Diagnostics> {
        let settings = inputs.settings().iter().map(|(key, value)| (key.to_string(), value.clone()));
        Ok(Box::new(FunctionTrial(self.0.clone(), settings.collect())))
    }
}

impl<F> Trial for FunctionTrial<F>
where
    F: Fn(&serde_json::Map<String, Value>, u64) -> Result<Value, String>,
{
    fn run(&mut self, seed: u64, _: &dyn Fn() -> bool) -> Result<Value, TrialError> {
        (self.0)(&self.1, seed).map_err(TrialError::Failed)
    }
}

/// Runs what sweep files name: scenes in this process, everything else as commands.
#[derive(Default)]
pub struct StandardJob {
    /// The `cunning` command, for plans, experiments and commands that begin with `cunning`.
    pub program: std::path::PathBuf,
    /// Checks the arguments of the `cunning` command before it is run.
    pub check: Option<CommandCheck>,
    /// The names of scenes that need no file, for suggestions.
    pub scenes: Vec<&'static str>,
}

impl Job for StandardJob {
    fn prepare(&self, inputs: &Inputs<'_>) -> Result<Box<dyn Trial>, Diagnostics> {
        match inputs.run.kind {
            RunKind::Scene => Ok(Box::new(SceneTrial::prepare(inputs, &self.scenes)?)),
            RunKind::Plan | RunKind::Lab | RunKind::Command => command::prepare(inputs, self),
            RunKind::Custom => {
                let message = "a `custom` run needs a Rust program that calls `run_cells` with its own job";
                Err(cunning_diag::Diagnostic::error(SETTING, message).into())
            }
        }
    }
}
