//! The heuristic-search kernel: one set of engines for grids, plans and quests.
//!
//! A problem is a [`Space`] (states, successors, goal test) and a [`Heuristic`] (or a
//! [`HeuristicSet`] for the multi-heuristic family). An engine is started once and then stepped with
//! a budget of expansions until it answers:
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
//! let mut no_idea = Estimate::consistent(|_: &Dense| Some(0));
//! astar.start(&mut Count, &mut no_idea, &Dense(1), &mut ());
//! while astar.step(&mut Count, &mut no_idea, 10, &mut ()) == Status::Running {
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
//! What every engine keeps:
//! - **Slices.** `step(3)` then `step(4)` leaves the engine exactly where `step(7)` would: same status,
//!   path and [`Counters`].
//! - **Ties.** Equal keys are ordered by a rule stated at each engine, then by the lower [`NodeId`]:
//!   discovery order for [`HashedStates`], the index itself for [`DenseStates`]. Nothing depends on hash order.
//! - **Memory.** An engine is its own scratch: start it again and it reuses what it holds. Once warm it
//!   allocates nothing. [`Limits::nodes_max`] caps what it may ever hold.
//! - **Exactness.** Costs are integers of some kind ([`Cost`]); weighted keys are exact too, so a bound is a
//!   bound, not a tolerance.
//!
//! The crate does no I/O, reads no clock, starts no thread and knows no symbols, grids or agents.

mod algorithm;
mod any_engine;
mod ara;
mod astar;
mod best_first;
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
