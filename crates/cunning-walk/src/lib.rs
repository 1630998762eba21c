//! Grid maps, the scenarios played on them, and maps made from a seed.
//!
//! - [`Map`]: which cells of a rectangle are free; reads and writes MovingAI `.map` text.
//! - [`Scenario`]: start and goal pairs with known shortest lengths; reads MovingAI `.scen` text.
//! - [`generate`]: rooms, caves, mazes and fields, the same for the same seed on every machine.
//!
//! Text comes in as a [`Source`](cunning_diag::Source) and problems come back as
//! [`Diagnostics`](cunning_diag::Diagnostics): all of them at once, each with its line and column.

pub mod generate;
pub mod map;
pub mod scenario;

pub use map::Map;
pub use scenario::{ListedLength, Problem, Scenario};
