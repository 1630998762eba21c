//! Real-time heuristic search: walkers that look at their surroundings, learn, and take one step after the other.
//!
//! A [`Walker`] stands in one state of a [`Graph`] and keeps an estimate of the cost to its goal for every state.
//! Each call of [`Walker::step`] does a bounded amount of work, whatever the size of the graph, and moves the walker
//! along one edge: made for a game loop. How it learns and moves is a [`Method`]: the general [`Rule`] with LRTA* and
//! hill climbing as special cases, or a [`Lookahead`] (LSS-LRTA*, RTAA*, daLSS-LRTA*).
//!
//! Estimates are numbers in the graph's own units. A [`Grid`](crate::Grid) has the integers behind
//! [`Octile`](crate::Octile), so whatever only adds and compares (LRTA*, hill climbing, LSS-LRTA*, RTAA*) is exact:
//! an `f64` holds those integers for every length up to 233 million moves. Weights and step sizes round as IEEE 754 says,
//! the same on every machine.

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
