//! Planning domains: the domain language, its checked model, diagnostics, lints and a builder.
//!
//! A domain is written in TOML with string expressions for conditions, effects and numbers, or built in Rust; both
//! give the same [`PlanningDomain`]. It comes with every name resolved and every rule of the language checked, or
//! with all errors at once as [`cunning_diag::Diagnostics`].
//!
//! The crate knows planning but no agents: keys that only minds understand are passed, with their locations, to
//! registered [`SectionReader`]s. It does no I/O; texts come in as [`cunning_diag::Source`]s.
//!
//! # Untrusted input
//!
//! Texts may come from anywhere. Nothing panics, and everything is limited by [`limits`]: a hostile file is rejected
//! quickly with the diagnostic `plan/limit`.

mod builder;
mod cache;
pub mod codes;
mod compiled_goal;
mod encode;
pub mod explain;
pub mod expr;
mod ground;
pub mod limits;
pub mod lint;
mod micros;
pub mod model;
mod patterns;
mod plan;
mod plan_request;
mod planner;
mod read;
pub mod read_error;
mod relax;
mod satisfice;
mod schema;
mod search;
pub mod shape;
mod task;
pub mod tree;
mod write;

pub use builder::{
    ActionBuilder, Builder, FactBuilder, GoalBuilder, TableBuilder, TestBuilder, all, any, table,
};
pub use cache::PlanCache;
pub use compiled_goal::CompiledGoal;
pub use cunning_search::Algorithm;
pub use encode::DecodeContext;
pub use ground::{
    Arg, FactValue, FixedNumbers, GroundActionId, GroundCondition, GroundFact, GroundNumber, Grounding,
    GroundingError, Slot, State, StateParts,
};
pub use micros::Micros;
pub use model::PlanningDomain;
pub use plan::{Plan, PlanFault, PlanStep, show_cost};
pub use plan_request::{CheckAnswer, PlanRequest, TableNumber};
pub use planner::{Direction, PlanMode, PlanQuality, Planner, PlannerConfig, SearchTree, TreeNode};
pub use read::{KeySpec, Owner, OwnerKind, Reader, Section, SectionContext, SectionReader, read};
pub use schema::{object_schema, schema};
pub use search::Heuristic;
pub use write::{Show, write};
