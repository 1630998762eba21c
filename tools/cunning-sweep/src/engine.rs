//! Scripts that run the cells of a plan on an existing engine: `HyperQueue`, Ray, Slurm or GNU parallel.
//!
//! Every script runs `cunning sweep run FOLDER --cells A..B`: the same cells, the same files and so the same table.

use crate::plan::Plan;

/// An engine that runs commands on many cores or machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// `HyperQueue`, which also allocates through Slurm and PBS.
    HyperQueue,
    /// Ray.
    Ray,
    /// Arrays of jobs of Slurm.
    Slurm,
    /// GNU parallel.
    Parallel,
}

impl Engine {
    /// All engines.
    pub const ALL: [Self; 4] = [Self::HyperQueue, Self::Ray, Self::Slurm, Self::Parallel];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::HyperQueue => "hyperqueue",
            Self::Ray => "ray",
            Self::Slurm => "slurm",
            Self::Parallel => "parallel",
        }
    }

    /// The name of the script in the result folder.
    pub fn script_name(self) -> &'static str {
        match self {
            Self::HyperQueue => "hyperqueue_run.py",
            Self::Ray => "ray_run.py",
            Self::Slurm => "slurm.sh",
            Self::Parallel => "parallel.sh",
        }
    }

    /// The program that runs the script.
    pub fn interpreter(self) -> &'static str {
        match self {
            Self::HyperQueue | Self::Ray => "python3",
            Self::Slurm | Self::Parallel => "bash",
        }
    }

    /// How long a batch should take, in milliseconds, so that starting it costs little: Slurm takes half a second to
    /// start a task, the others a few hundredths.
    pub fn batch_ms(self) -> f64 {
        match self {
            Self::Slurm => 30_000.0,
            Self::HyperQueue | Self::Ray | Self::Parallel => 3_000.0,
        }
    }

    fn template(self) -> &'static str {
        match self {
            Self::HyperQueue => include_str!("engine/hyperqueue_run.py"),
            Self::Ray => include_str!("engine/ray_run.py"),
            Self::Slurm => include_str!("engine/slurm.sh"),
            Self::Parallel => include_str!("engine/parallel.sh"),
        }
    }
}

/// How many cells a batch has, for cells that take `cell_ms` each: as many as fill the engine's batch, but few enough that
/// every worker gets several batches.
pub fn batch_cells(engine: Engine, cells: u64, workers: u64, cell_ms: f64) -> u64 {
    let by_time = (engine.batch_ms() / cell_ms.max(0.01)).ceil() as u64;
    let by_share = cells.div_ceil(workers.max(1) * 4);
    by_time.min(by_share).max(1)
}

/// The script that runs a plan: `program` is the `cunning` command and `folder` the result folder, both absolute paths.
pub fn script(engine: Engine, plan: &Plan, program: &str, folder: &str, batch: u64, workers: u64) -> String {
    let batch = batch.max(1);
    let batches = plan.len().div_ceil(batch);
    let quote: fn(&str) -> String = match engine.interpreter() {
        "python3" => |text| serde_json::Value::from(text).to_string(),
        _ => |text| format!("'{}'", text.replace('\'', r"'\''")),
    };
    let values = [
        ("@NAME@", plan.spec().name.replace(['\n', '\r'], " ")),
        ("@PROGRAM@", quote(program)),
        ("@FOLDER@", quote(folder)),
        ("@CELLS@", plan.len().to_string()),
        ("@BATCH@", batch.to_string()),
        ("@BATCHES@", batches.to_string()),
        ("@LAST@", batches.saturating_sub(1).to_string()),
        ("@WORKERS@", workers.max(1).to_string()),
    ];
    let mut text = engine.template().to_owned();
    for (mark, value) in values {
        text = text.replace(mark, &value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_long_enough_for_the_engine_and_leave_work_for_all() {
        assert_eq!(batch_cells(Engine::Slurm, 10_000, 2, 100.0), 300);
        assert_eq!(batch_cells(Engine::Slurm, 80, 2, 100.0), 10);
        assert_eq!(batch_cells(Engine::HyperQueue, 10_000, 2, 10_000.0), 1);
        assert_eq!(batch_cells(Engine::Ray, 100, 2, 0.0), 13);
    }
}
