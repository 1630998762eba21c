//! Heuristic search over any state space: A*, weighted A*, greedy search, IDA*, ARA* and multi-heuristic A*.
//!
//! A problem is a [`Space`] (states, successors, goal test) and a [`Heuristic`], or a [`HeuristicSet`] for the
//! multi-heuristic engines. An engine is started once and then stepped with a budget of expansions until it
//! has an answer:
//!
//! ```
//! use cunning_search::{AStar, Dense, Engine, Estimate, Limits, Search, Space, Status, Successor};
//!
//! /// Whole numbers from 0 to 99: add one for 1, or double for 3.
//! struct Count;
//!
//! impl Space for Count {
//!     type State = Dense;
//!     type Action = &'static str;
//!     type Cost = u64;
//!     fn successors(&mut self, at: &Dense, _via: Option<&'static str>, out: &mut Vec<Successor<Self>>) {
//!         out.push(Successor { state: Dense(at.0 + 1), action: "+1", cost: 1 });
//!         out.push(Successor { state: Dense(at.0 * 2), action: "*2", cost: 3 });
//!         out.retain(|next| next.state.0 < 100);
//!     }
//!     fn is_goal(&mut self, at: &Dense) -> bool {
//!         at.0 == 42
//!     }
//! }
//!
//! let mut astar = AStar::new(Limits::default());
//! let mut zero = Estimate::consistent(|_: &Dense| Some(0));
//! astar.start(&mut Count, &mut zero, &Dense(1), &mut ());
//! while astar.step(&mut Count, &mut zero, 10, &mut ()) == Status::Running {
//!     // The next frame: ten more expansions.
//! }
//! assert_eq!(astar.status(), Status::Solved);
//! assert_eq!(astar.cost(), Some(14)); // 1+1+1+1+1 = 5, doubled twice, +1, doubled: 42
//! ```
//!
//! | engine | finds | remembers |
//! |---|---|---|
//! | [`AStar`] | a cheapest path | every state met |
//! | [`WeightedAStar`] | a path within `w` of the cheapest | every state met |
//! | [`Greedy`] | some path, quickly | every state met |
//! | [`IdaStar`] | a cheapest path | the current path only |
//! | [`AraStar`] | better and better paths, the last one cheapest | every state met |
//! | [`SharedMha`] | a path within `w1·w2`, helped by any number of unreliable heuristics | every state met |
//! | [`FocalMha`], [`MhaPlusPlus`], [`UnconstrainedMha`] | the same within one weight `w` | every state met |
//!
//! To choose an algorithm at run time, use [`Algorithm`] (names, parameters, guarantees) with [`AnyEngine`] or
//! [`Runner`].
//!
//! Every engine guarantees:
//! - **Slices.** `step(3)` followed by `step(4)` leaves the engine in the same state as `step(7)`: same status, path
//!   and [`Counters`].
//! - **Ties.** Each engine documents how it orders equal keys. Remaining ties go to the lower [`NodeId`]: discovery
//!   order for [`HashedStates`], the index itself for [`DenseStates`]. Nothing depends on hash order.
//! - **Memory.** An engine reuses its memory when it is started again, and allocates nothing once it is warm.
//!   [`Limits::nodes_max`] bounds how many nodes it stores.
//! - **Exactness.** Costs are integers ([`Cost`]), and weighted keys are exact, so bounds hold without tolerance.
//!
//! The crate does no I/O, reads no clock, starts no thread and knows nothing about symbols, grids or agents.

mod algorithm;
mod any_engine;
mod ara;
mod astar;
mod best_first;
mod blocks;
mod cost;
mod engine;
mod graph;
mod greedy;
mod heuristic;
mod ida;
mod mha;
mod nodes;
mod observer;
mod open_list;
mod runner;
mod space;
mod states;
mod weight;
mod weighted_astar;

pub use algorithm::{Algorithm, AlgorithmError, AlgorithmInfo, AlgorithmParameters, Guarantee, Parameter};
pub use any_engine::AnyEngine;
pub use ara::{AraStar, Schedule};
pub use astar::AStar;
pub use best_first::{BestFirst, Ranking};
pub use blocks::{Blocks, Runs};
pub use cost::{Cost, Rank};
pub use engine::{Counters, Engine, Limit, Limits, Search, Status};
pub use greedy::Greedy;
pub use heuristic::{Estimate, Heuristic, HeuristicSet, Heuristics, Unguided, Zero};
pub use ida::{IdaLimits, IdaStar};
pub use mha::{FocalMha, ImprovedMha, MhaPlusPlus, QueueChoice, SharedMha, UnconstrainedMha};
pub use nodes::{Met, NodeId, PathStep};
pub use observer::{Expanded, Fate, Generated, Observer};
pub use runner::{Runner, SearchQuery};
pub use space::{Space, Successor};
pub use states::{Dense, DenseStates, HashedStates, Rows, State, StateTable};
pub use weight::{Weight, WeightError};
pub use weighted_astar::WeightedAStar;
