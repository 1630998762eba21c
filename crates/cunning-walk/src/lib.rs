//! Grid maps, the scenarios played on them, maps made from a seed, and paths across them.
//!
//! - [`Map`]: which cells of a rectangle are free; reads and writes MovingAI `.map` text.
//! - [`Scenario`]: start and goal pairs with known shortest lengths; reads MovingAI `.scen` text.
//! - [`generate`]: rooms, caves, mazes and fields, the same for the same seed on every machine.
//! - [`Grid`]: a map made ready for search under a corner rule; [`PathFinder`]: paths on it by any engine.
//! - [`Octile`]: exact path lengths, so that optimality is equality.
//! - [`real_time`]: walkers that look, learn and take one step at a time (LRTA* and its kin), for game loops.
//! - [`self_knowledge`]: what such walkers would pay from everywhere, and how knowing that changes them.
//! - [`knowledge`]: what an agent remembers of its walks, or has seen of others', and how shy that makes it.
//! - [`navigator`]: all of that for a character in a game loop, who walks, remembers, watches others, and can be saved.
//! - [`GridSpace`], [`JumpSpace`]: a grid as a space of the search kernel, for searches of your own.
//!
//! Text comes in as a [`Source`](cunning_diag::Source) and problems come back as
//! [`Diagnostics`](cunning_diag::Diagnostics): all of them at once, each with its line and column.
//!
//! The crate does no I/O, reads no clock and starts no thread. It knows cells and lengths, no agents.

mod bitmap;
mod direction;
pub mod generate;
mod grid;
mod grid_space;
mod jps;
pub mod knowledge;
pub mod map;
pub mod navigator;
mod octile;
mod path_finder;
pub mod real_time;
mod rules;
pub mod scenario;
pub mod self_knowledge;

pub use cunning_search::Algorithm;
pub use direction::{Direction, Directions, DirectionsIter};
pub use grid::Grid;
pub use grid_space::{CanonicalSpace, GridGuide, GridSpace, OctileDistance, Road};
pub use jps::JumpSpace;
pub use map::Map;
pub use octile::Octile;
pub use path_finder::{PathAlgorithm, PathError, PathFinder};
pub use rules::Corners;
pub use scenario::{ListedLength, Problem, Scenario};
