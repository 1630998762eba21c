//! Independent walks from many states, on one thread or all.

use std::sync::{Mutex, PoisonError};

use crate::real_time::{Graph, Method, Run, WalkError, Walker};

/// A pool of walkers, one for each thread.
pub(super) struct Runners<'g, G> {
    walkers: Vec<Mutex<(u32, Walker<&'g G>)>>,
}

/// A walk to simulate.
#[derive(Clone, Copy)]
pub(super) struct RunSpec {
    pub(super) from: u32,
    pub(super) limit: f64,
}

impl<'g, G: Graph + Sync> Runners<'g, G> {
    pub(super) fn new(graph: &'g G, method: Method, heuristic: &[f64], goal: u32) -> Result<Self, WalkError> {
        let walker = Walker::new(graph, method, heuristic.to_vec(), goal, goal)?;
        Ok(Self { walkers: (0..threads()).map(|_| Mutex::new((0, walker.clone()))).collect() })
    }

    /// The cost of each walk; infinite if it reached the limit or got stuck. `order` identifies the heuristic.
    pub(super) fn run(&self, runs: &[RunSpec], order: u32, heuristic: &[f64]) -> Vec<f64> {
        let walk = |run_spec: &RunSpec| {
            // No walk panics while it holds a walker, and the next one resets it anyway.
            let Some(slot) = self.walkers.get(thread() % self.walkers.len()) else { return f64::INFINITY };
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let (prepared, walker) = &mut *slot;
            if *prepared != order {
                // The heuristic was checked when the walkers were made and when costs were computed.
                let _ = walker.set_heuristic(heuristic);
                *prepared = order;
            }
            let _ = walker.place(run_spec.from);
            let end = walker.run(run_spec.limit as u64);
            walker.forget();
            match end {
                Run::Arrived(cost) => cost as f64,
                Run::OverLimit | Run::Stuck => f64::INFINITY,
            }
        };
        map(runs, walk)
    }
}

#[cfg(feature = "parallel")]
fn map(runs: &[RunSpec], walk: impl Fn(&RunSpec) -> f64 + Send + Sync) -> Vec<f64> {
    use rayon::prelude::*;
    runs.par_iter().map(walk).collect()
}

#[cfg(feature = "parallel")]
fn threads() -> usize {
    rayon::current_num_threads()
}

#[cfg(feature = "parallel")]
fn thread() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

#[cfg(not(feature = "parallel"))]
fn map(runs: &[RunSpec], walk: impl Fn(&RunSpec) -> f64) -> Vec<f64> {
    runs.iter().map(walk).collect()
}

#[cfg(not(feature = "parallel"))]
fn threads() -> usize {
    1
}

#[cfg(not(feature = "parallel"))]
fn thread() -> usize {
    0
}
