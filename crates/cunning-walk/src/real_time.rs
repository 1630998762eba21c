//! Real-time heuristic search: walkers that plan one step at a time with bounded work, and learn.
//!
//! A [`Walker`] is in one state of a [`Graph`] and stores an estimate of the cost to its goal for every state. Each call
//! of [`Walker::step`] does a bounded amount of work, whatever the size of the graph, and moves the walker along one edge.
//! A [`Method`] decides how it learns and moves: the general [`Rule`] with LRTA* and hill climbing as special cases, or a
//! [`Lookahead`] (LSS-LRTA*, RTAA*, daLSS-LRTA*).
//!
//! Estimates are `f64` in the graph's units. A [`Grid`](crate::Grid) uses the integers of [`Octile`](crate::Octile), so
//! methods that only add and compare (LRTA*, hill climbing, LSS-LRTA*, RTAA*) are exact: an `f64` holds those integers for
//! every length up to 233 million moves. Weights and step sizes round according to IEEE 754, the same on every machine.

mod distances;
mod error;
mod general;
mod graph;
mod lookahead;
mod road_map;
mod rule;
mod walker;

pub use distances::{distances, octile_distances};
pub use error::WalkError;
pub(crate) use general::{Beliefs, Seen, first_step, look};
pub use graph::{Choice, Graph};
pub use lookahead::{Lookahead, Teaching};
pub use road_map::{ROADS_MAX, RoadMap, STATES_MAX};
pub use rule::{Learning, Method, Rule};
pub use walker::{Run, Step, WalkObserver, Walker};
