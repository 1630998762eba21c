//! Minds: agents that sense, choose goals, plan, act and command, within a budget.
//!
//! What a domain file says about minds is read by [`read`] into a [`Lore`], together with the planning domain it
//! belongs to. Texts may come from anywhere: nothing panics, every mistake is a diagnostic with its place, and every
//! list has a cap in [`limits`].

pub mod codes;
pub mod limits;
mod lint;
mod lore;
mod read;

pub use lore::*;
pub use read::{LoreReader, read, read_with};
