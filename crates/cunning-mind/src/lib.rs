//! Minds: agents that sense, choose goals, plan, act and command, within a budget.
//!
//! What a domain file says about minds is read by [`read`] into a [`DomainSpec`], together with the planning domain it
//! belongs to. Texts may come from anywhere: nothing panics, every mistake is a diagnostic with its place, and every
//! list has a cap in [`limits`].

mod act;
mod agent;
mod ask;
mod back_off;
mod bytes;
mod choose;
mod circumstances;
mod claims;
pub mod codes;
mod command;
mod comparison;
mod compiled_archetype;
mod decision_snapshot;
mod detail;
mod dormant;
mod driver;
mod engine;
mod error;
mod events;
mod fallback;
mod geometry;
mod give;
mod job_snapshot;
pub mod limits;
mod lint;
mod memory;
mod message;
mod migration;
mod object_slots;
mod plain;
mod profile;
mod pursue;
mod query;
mod query_runner;
mod read;
mod record;
mod recorded_search;
mod replay;
mod restate_record;
mod scheduler;
mod spec;
mod tick_context;
mod time;
mod timers;
mod what_if;
mod wire;

pub use bytes::MESSAGE_BYTES_MAX;
pub use circumstances::Circumstances;
pub use comparison::{Comparison, Decision};
pub use decision_snapshot::{DecisionSnapshot, Prospect, Reasons};
pub use driver::{Behaviour, Doing, Driver, Progress, Senses, Sensor};
pub use engine::{
    Inspection, MindConfig, MindEngine, ReloadReport, RestoreError, RestoreReport, Snapshot, Spawn,
};
pub use error::MindError;
pub use events::MindEvent;
pub use geometry::{Geometry, Position, SpatialAnswer, SpatialQuestion, Spot};
pub use message::{
    AgentId, CERTAIN, Command, Commands, IdleReason, Order, OrderId, OrderState, Percept, QuestionId, StepId,
    StopReason, Value,
};
pub use profile::{Culprit, Phase, PhaseProfile, Profile, Profiler, SLOW_TICK_NANOS, TickProfile};
pub use read::{DomainReader, read, read_with};
pub use recorded_search::RecordedSearch;
pub use replay::{Replayed, replay};
pub use spec::*;
pub use tick_context::Counters;
pub use what_if::{Explanation, Missed, Question, WhatIf, WhatIfError, status_word};
