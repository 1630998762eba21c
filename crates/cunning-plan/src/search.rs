//! Searching for a goal: forward from the start, or backward from the goal.

mod backward;
mod forward;
mod guide;
mod packing;
mod regression;
mod rows;
mod small_search;
mod successor_tree;

pub(crate) use backward::{Backward, NO_OPERATOR};
pub(crate) use forward::Forward;
pub use guide::Heuristic;
pub(crate) use guide::{BackwardGuide, ForwardGuide};
pub(crate) use packing::Packing;
pub(crate) use regression::Regression;
pub(crate) use rows::BoundedSpace;
pub(crate) use small_search::{SmallSearch, SmallSearchNode, SmallSearchRules, SmallSearchStatus};
pub(crate) use successor_tree::SuccessorTree;
