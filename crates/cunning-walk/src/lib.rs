//! Path finding on grids: maps, scenarios, map generators, A* and jump point search, and real-time search.
//!
//! - [`Map`]: the free and blocked cells of a rectangle; reads and writes MovingAI `.map` text.
//! - [`Scenario`]: start and goal pairs with known shortest lengths; reads MovingAI `.scen` text.
//! - [`generate`]: rooms, caves, mazes and fields from a seed, the same on every machine.
//! - [`Grid`]: a map compiled for search under a corner rule; [`PathFinder`]: paths on it by any [`PathAlgorithm`].
//! - [`Octile`]: exact path lengths, which can be compared for equality.
//! - [`real_time`]: real-time search for game loops (LRTA* and related methods): bounded work for each step.
//! - [`self_knowledge`]: the cost of such walks from every state, and how knowing it changes the walks.
//! - [`knowledge`]: what an agent remembers of its own walks and those it has watched, and the fear that results.
//! - [`navigator`]: real-time search with memory for one character in a game loop; can be saved.
//! - [`GridSpace`], [`JumpSpace`]: a grid as a [`Space`](cunning_search::Space), for custom searches.
//!
//! Text is passed in as a [`Source`](cunning_diag::Source); all problems in it are reported together as
//! [`Diagnostics`](cunning_diag::Diagnostics) with line and column.
//!
//! The crate does no I/O, reads no clock and starts no thread. It knows cells and lengths but no agents.

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
mod random;
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
pub use random::Random;
pub use rules::Corners;
pub use scenario::{ListedLength, Problem, Scenario};
