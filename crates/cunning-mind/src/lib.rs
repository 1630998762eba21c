//! Minds: agents that sense, choose goals, plan, act and command, within a budget.

mod lore;

pub use lore::*;
