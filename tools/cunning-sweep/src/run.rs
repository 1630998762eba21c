//! Runs cells on threads. Threads share nothing but a list of what to do, so their number changes no result.

use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::SweepError;
use crate::job::{Job, Trial, TrialError};
use crate::plan::{Cell, CellName, Plan};
use crate::result::CellRecord;
use crate::store::ResultStore;

/// Which cells are run, and on how many threads.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The number of threads.
    pub jobs: usize,
    /// The cells to run, by number; `None` for all.
    pub cells: Option<Range<u64>>,
    /// The only cell to run, even if it has a result or failed before.
    pub only: Option<CellName>,
    /// Whether cells that failed before are run again.
    pub retries_failed: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { jobs: 1, cells: None, only: None, retries_failed: false }
    }
}

/// What a run needs from its caller: a clock, a cancel flag and a progress callback.
pub struct RunHost<'h> {
    /// The time in microseconds since any fixed moment.
    pub micros: &'h (dyn Fn() -> u64 + Sync),
    /// Whether to stop.
    pub is_cancelled: &'h (dyn Fn() -> bool + Sync),
    /// Called once before the run with the number of cells to run, and after each cell.
    pub progress: &'h (dyn Fn(Progress) + Sync),
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The run begins.
    Begin {
        /// The number of cells to run.
        cells: u64,
        /// The number of cells that have a result already.
        done: u64,
    },
    /// A cell has ended.
    Cell {
        /// Whether it failed.
        has_failed: bool,
    },
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// The number of cells that were run with success.
    pub run: u64,
    /// The number of cells that had a result already.
    pub skipped: u64,
    /// The number of cells that failed, now or before.
    pub failed: u64,
    /// Whether the run was cancelled.
    pub is_cancelled: bool,
}

/// Runs the cells of a plan that have no result yet.
pub fn run_cells(
    plan: &Plan,
    job: &dyn Job,
    store: &dyn ResultStore,
    options: &RunOptions,
    host: &RunHost<'_>,
) -> Result<RunSummary, SweepError> {
    let mut summary = RunSummary::default();
    let mut todo: Vec<Cell> = Vec::new();
    let range = options.cells.clone().unwrap_or(0..plan.len());
    let seeds = plan.spec().seeds.count().max(1);
    for point in range.start / seeds..range.end.min(plan.len()).div_ceil(seeds) {
        for cell in plan.cells_of(&plan.point(point)).filter(|cell| range.contains(&cell.index)) {
            if options.only.is_some_and(|only| only != cell.name) {
                continue;
            }
            let is_forced = options.only.is_some();
            if !is_forced && store.is_done(cell.name) {
                summary.skipped += 1;
            } else if !is_forced && !options.retries_failed && store.is_failed(cell.name) {
                summary.failed += 1;
            } else {
                todo.push(cell);
            }
        }
    }
    if let (Some(only), true) = (options.only, todo.is_empty()) {
        return Err(SweepError::input(
            "sweep/cell",
            format!("the plan has no cell {only}; it may be of another version of the sweep"),
        ));
    }
    (host.progress)(Progress::Begin { cells: todo.len() as u64, done: summary.skipped });
    let shared = Shared {
        plan,
        job,
        store,
        host,
        is_forced: options.only.is_some(),
        todo,
        next: AtomicUsize::new(0),
        first_error: Mutex::new(None),
    };
    let jobs = options.jobs.clamp(1, shared.todo.len().max(1));
    let parts: Vec<RunSummary> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| shared.work())).collect();
        // A panic outside of jobs is a bug of this crate, which goes on in the caller's thread.
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().map(join).collect()
    });
    for part in parts {
        summary.run += part.run;
        summary.failed += part.failed;
        summary.skipped += part.skipped;
    }
    if let Some(error) = shared.first_error.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(error);
    }
    summary.is_cancelled = (host.is_cancelled)();
    Ok(summary)
}

/// The number of a combination of parameters, and its trial.
type Prepared = (u64, Result<Box<dyn Trial>, String>);

/// What the threads of a run share.
struct Shared<'r> {
    plan: &'r Plan,
    job: &'r dyn Job,
    store: &'r dyn ResultStore,
    host: &'r RunHost<'r>,
    is_forced: bool,
    todo: Vec<Cell>,
    next: AtomicUsize,
    /// The error that stops the run.
    first_error: Mutex<Option<SweepError>>,
}

impl Shared<'_> {
    fn has_error(&self) -> bool {
        self.first_error.lock().is_ok_and(|error| error.is_some())
    }

    /// Takes cells until none is left.
    fn work(&self) -> RunSummary {
        let mut summary = RunSummary::default();
        // The combination of parameters that was prepared last, or why it cannot be prepared.
        let mut prepared: Option<Prepared> = None;
        loop {
            if (self.host.is_cancelled)() || self.has_error() {
                return summary;
            }
            let Some(cell) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return summary };
            // Another process may have finished it meanwhile.
            if !self.is_forced && self.store.is_done(cell.name) {
                summary.skipped += 1;
                (self.host.progress)(Progress::Cell { has_failed: false });
                continue;
            }
            let begin = (self.host.micros)();
            let at = self.plan.point_of(cell.index);
            let point = self.plan.point(at);
            if prepared.as_ref().is_none_or(|(known, _)| *known != at) {
                let trial = catch_unwind(AssertUnwindSafe(|| self.plan.prepare(&point, self.job)));
                let trial =
                    trial.unwrap_or_else(|panic| Err(SweepError::input("sweep/panic", panicked(&*panic))));
                prepared = Some((at, trial.map_err(|error| error.to_string())));
            }
            let Some((_, trial)) = &mut prepared else { return summary };
            let result = match trial {
                Ok(trial) => {
                    let run = AssertUnwindSafe(|| trial.run(cell.seed, self.host.is_cancelled));
                    catch_unwind(run).unwrap_or_else(|panic| Err(TrialError::Failed(panicked(&*panic))))
                }
                Err(message) => Err(TrialError::Failed(message.clone())),
            };
            let (result, error) = match result {
                Ok(result) => (Some(result), None),
                Err(TrialError::Failed(message)) => (None, Some(message)),
                Err(TrialError::Cancelled) => return summary,
            };
            if error.is_some() {
                // A trial that panicked may be broken.
                prepared = None;
                summary.failed += 1;
            } else {
                summary.run += 1;
            }
            let record = CellRecord {
                format: CellRecord::FORMAT,
                cell: cell.name.to_string(),
                parameters: self.plan.parameters(&point),
                seed: cell.seed,
                result,
                error,
                ms: (self.host.micros)().saturating_sub(begin) as f64 / 1000.0,
            };
            if let Err(error) = self.store.put(cell.name, &record) {
                self.first_error
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner)
                    .get_or_insert(error);
                return summary;
            }
            (self.host.progress)(Progress::Cell { has_failed: record.error.is_some() });
        }
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("internal error: {}", text.unwrap_or_else(|| "a panic".to_owned()))
}

/// The names of cells among `done` that belong to a plan.
pub fn count_done(plan: &Plan, done: &BTreeSet<CellName>) -> u64 {
    plan.cells().filter(|cell| done.contains(&cell.name)).count() as u64
}
