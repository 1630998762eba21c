//! Grid maps and the scenarios played on them.
//!
//! - [`Map`]: which cells of a rectangle are free; reads and writes MovingAI `.map` text.
//! - [`Scenario`]: start and goal pairs with known shortest lengths; reads MovingAI `.scen` text.
//!
//! Text comes in as a [`Source`](cunning_diag::Source) and problems come back as
//! [`Diagnostics`](cunning_diag::Diagnostics): all of them at once, each with its line and column.

pub mod map;
pub mod scenario;

pub use map::Map;
pub use scenario::{ListedLength, Problem, Scenario};
