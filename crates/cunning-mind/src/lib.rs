//! Minds: agents that sense, choose goals, plan, act and command, within a budget.
//!
//! What a domain file says about minds is read by [`read`] into a [`Lore`], together with the planning domain it
//! belongs to. Texts may come from anywhere: nothing panics, every mistake is a diagnostic with its place, and every
//! list has a cap in [`limits`].

mod acquaintance;
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
mod detail;
mod dormant;
mod driver;
mod errand;
mod error;
mod geometry;
mod give;
mod kind;
pub mod limits;
mod lint;
mod lore;
mod memory;
mod message;
mod moment;
mod news;
mod passage;
mod plain;
mod profile;
mod pursue;
mod query;
mod read;
mod record;
mod replay;
mod restate;
mod scheduler;
mod seen_search;
mod set;
mod stopgap;
mod survey;
mod time;
mod timers;
mod turn;
mod what_if;
mod wire;

pub use bytes::MESSAGE_BYTES_MAX;
pub use circumstances::Circumstances;
pub use comparison::{Comparison, Decision};
pub use driver::{Behaviour, Doing, Driver, Progress, Senses, Sensor};
pub use error::MindError;
pub use geometry::{Finding, Geometry, Inquiry, Position, Spot};
pub use lore::*;
pub use message::{
    AgentId, CERTAIN, Command, Commands, IdleReason, Order, OrderId, OrderState, Percept, QuestionId, StepId,
    StopReason, Value,
};
pub use moment::{Moment, Prospect, Reasons};
pub use news::News;
pub use profile::{Culprit, Phase, PhaseProfile, Profile, Profiler, SLOW_TICK_NANOS, TickProfile};
pub use read::{LoreReader, read, read_with};
pub use replay::{Replayed, replay};
pub use seen_search::SeenSearch;
pub use set::{AgentSet, Inspection, MindConfig, ReloadReport, RestoreError, RestoreReport, Snapshot, Spawn};
pub use turn::Counters;
pub use what_if::{Explanation, Missed, Question, WhatIf, WhatIfError, status_word};
