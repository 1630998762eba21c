//! Searching a task: forward from the start, or backward from the goal.

mod compiled;
mod forward;
mod heuristic;

pub(crate) use compiled::Compiled;
pub(crate) use forward::Forward;
pub(crate) use heuristic::Guide;
pub use heuristic::HeuristicKind;
