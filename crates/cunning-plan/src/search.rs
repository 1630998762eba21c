//! Searching for a goal: forward from the start, or backward from the goal.

mod backward;
mod forward;
mod guide;
mod packing;
mod pocket;
mod regression;
mod rows;
mod successor_tree;

pub(crate) use backward::{Backward, NO_OPERATOR};
pub(crate) use forward::Forward;
pub use guide::Heuristic;
pub(crate) use guide::{BackwardGuide, ForwardGuide};
pub(crate) use packing::Packing;
pub(crate) use pocket::{Pocket, PocketNode, PocketRules, PocketStatus};
pub(crate) use regression::Regression;
pub(crate) use rows::BoundedSpace;
