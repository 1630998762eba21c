//! Minds: agents that sense, choose goals, plan, act and command, within a budget.

mod act;
mod agent;
mod ask;
mod choose;
mod command;
mod error;
mod kind;
mod lore;
mod memory;
mod message;
mod plain;
mod scheduler;
mod set;
mod turn;

pub use error::MindError;
pub use lore::*;
pub use message::{
    AgentId, CERTAIN, Command, Commands, IdleReason, OrderId, OrderState, Percept, QuestionId, StepId,
    StopReason, Value,
};
pub use set::{AgentSet, Inspection, MindConfig, Spawn};
pub use turn::Counters;
