//! Training by demonstration: show a character how a quest is done, and it adapts that to the next quest.
//!
//! - [`Quest`]: a map with items, triggers, doors, enemies and a goal, read from TOML; [`built_in`] has three.
//! - [`Demonstration`]: positions over time, independent of any grid; from a [`Recorder`] that a game calls every frame,
//!   from a [`QuestSession`] by hand, from a script of [`Waypoint`]s, or from JSON.
//! - [`Experience`]: a collection of demonstrations and past solutions, from any quest.
//! - [`Rules`]: the effects of each step, for carrying out a plan; [`Quest::begun_at`] plans again from a situation.
//! - [`QuestPlanner`], [`QuestSearch`]: a plan within a proved factor of the fastest, found sooner where experience helps.
//! - [`ExperienceField`], [`QuestGuides`]: the heuristics behind it, for custom searches.
//!
//! ```
//! use cunning_search::{Status, Weight};
//! use cunning_train::{Demonstration, Experience, Quest, QuestPlanner, QuestSearch, Successors, built_in};
//!
//! let quest = Quest::parse(&built_in::quest(built_in::DUNGEON).unwrap())?;
//! let mut experience = Experience::new();
//! for file in quest.demonstrations() {
//!     for shown in Demonstration::parse(&built_in::demonstrations(file).unwrap())? {
//!         experience.add(shown)?;
//!     }
//! }
//! let planner = QuestPlanner::shared_mha(Weight::whole(100), Weight::whole(20), Weight::whole(50));
//! let mut trained = QuestSearch::new(&quest, &experience, planner, Successors::Sixteen)?;
//! let mut untrained = QuestSearch::new(&quest, &experience, QuestPlanner::ASTAR, Successors::Sixteen)?;
//! assert_eq!((trained.step(u64::MAX), untrained.step(u64::MAX)), (Status::Solved, Status::Solved));
//! assert!(trained.counters().expanded * 10 < untrained.counters().expanded);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Costs are times, exact, in nanoseconds; see [`Metric`]. The crate does no I/O, reads no clock and starts no thread.
//!
//! # Untrusted input
//!
//! Quest files and demonstrations are treated as untrusted input: every error is a diagnostic with its location, and every
//! size is limited, see [`limits`].

pub mod built_in;
mod demonstration;
mod guidance;
pub mod limits;
mod metric;
mod planner;
mod play;
mod quest;
mod reach;
mod rules;
mod search;
mod space;

pub use demonstration::{Demonstration, Recorder, Sample, SampleError, Waypoint, WaypointError};
pub use guidance::{
    Experience, ExperienceError, ExperienceField, ExperienceGraph, FirstLeg, Guide, QuestGuides,
    StraightField, Target,
};
pub use metric::{MILLI, Metric, NS_PER_MS, Point};
pub use planner::{QuestPlanner, Training};
pub use play::{QuestSession, Refusal};
pub use quest::{Door, Enemy, Event, EventKind, FactId, Facts, Goal, MoveError, Quest, Walker, schema};
pub use reach::{Obstacle, Unreachable};
pub use rules::{Rules, Situation};
pub use search::{Moment, QuestSearch};
pub use space::{Packed, QuestSpace, Step, Successors, Wide};
