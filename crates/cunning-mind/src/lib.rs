//! Minds for non-player characters: agents that believe, choose goals, plan, act and command, within a budget.
//!
//! | you want | use |
//! |---|---|
//! | a plan for a goal of a domain file | [`Domain::plan`] |
//! | agents in a game loop of your own | [`Minds`], which takes beliefs by name and gives [`Command`]s |
//! | agents with handlers for sensors, actions and checks | [`Runtime`] |
//! | to drive minds from another engine | [`Host`], the one interface that carries out commands |
//! | plain messages with numbers, or bytes | [`engine`] |
//! | what a domain file says, with every name resolved | [`spec`] |
//! | explanations, recorded decisions, replays | [`debug`] |
//!
//! Domain files and saved games may come from anywhere: nothing panics, every mistake is an error with its location,
//! and everything has a cap in [`limits`]. Nothing here reads a clock, starts a thread or opens a file, except
//! `Domain::from_file` (feature `fs`), the clock of a [`Runtime`], and `Minds::attach` (feature `link`).

mod act;
mod agent;
mod archetype_set;
mod ask;
mod back_off;
mod budget;
mod bytes;
mod choose;
mod circumstances;
mod claims;
pub mod codes;
mod command;
mod comparison;
mod compiled_archetype;
pub mod debug;
mod decision_snapshot;
mod detail;
mod domain;
mod dormant;
pub mod engine;
mod error;
mod events;
mod fallback;
mod geometry;
mod give;
mod goal_mode;
mod goal_reasons;
mod host;
mod job_client;
mod job_snapshot;
mod keep;
mod keys;
pub mod limits;
mod lint;
mod memory;
mod message;
mod migration;
mod minds;
mod object_slots;
mod plain;
mod planning;
mod profile;
mod pursue;
mod quality;
mod query;
mod query_runner;
mod read;
mod record;
mod recorded_domain;
mod recorded_search;
mod replay;
mod restate_record;
mod runtime;
mod scheduler;
pub mod spec;
mod symbols;
mod tick_context;
mod time;
mod timers;
mod value;
mod what_if;
mod wire;

/// A recording in memory, for [`Minds::record`].
pub use cunning_trace::SharedBytes;

pub use budget::{Budget, TickBudget, TimeBudget};
pub use domain::{Domain, DomainError};
pub use engine::{
    AgentId, IdleReason, Inspection, MindConfig, MindEngine, OrderFailure, OrderId, OrderState, ReloadReport,
    RestoreError, RestoreReport, Snapshot, Spawn, StepId, StopReason,
};
pub use error::{MindError, NameKind, UnknownName};
pub use geometry::{Geometry, Position, SpatialAnswer, SpatialQuestion, Spot};
pub use host::{Host, dispatch, tick};
pub use keys::schema;
pub use minds::{
    Args, Check, CheckId, Command, Idle, Minds, Order, PlannedStep, QueryId, RecordingError, Report,
    SensorPoll, SpatialQuery, Step, StoppedStep, Subject, Why,
};
pub use planning::{NoPlan, Plan, PlanBuilder, PlanError, PlanStep};
pub use profile::{Culprit, Phase, PhaseProfile, Profile, Profiler, SLOW_TICK_NANOS, TickProfile};
pub use quality::Quality;
pub use read::{DomainReader, read, read_with};
pub use runtime::{ActionHandler, Beliefs, BuildError, MissingHandler, Progress, Runtime, RuntimeBuilder};
pub use spec::DomainSpec;
pub use symbols::{Fact, FactType, Symbol};
pub use tick_context::Counters;
pub use value::{FactKey, GameObject, Value, ValueRef};
