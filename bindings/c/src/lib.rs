//! The C interface of Cunning, and the base of its C++ and C# bindings.
//!
//! It is a thin layer above [`cunning_mind::Minds`]: functions check and convert what they get, call the method of the
//! same name, and return a status. The header `include/cunning.h` is generated from this crate (`cargo xtask bindings
//! --generate`), and a test compares the two.
//!
//! # The contract
//!
//! - A pointer is null, or it points to as many values as the function says, for as long as the call runs. Null where
//!   something is needed is the status `CUNNING_NULL`. Handles come from this library and have not been freed.
//! - Functions never unwind into the caller. An error inside the library is the status `CUNNING_INTERNAL`, after which
//!   the handle can only be freed.
//! - Minds are used by one thread at a time; another call meanwhile is the status `CUNNING_BUSY`. Domains may be used
//!   by any number of threads.
//! - Ids of agents, steps, checks, queries, orders and symbols may be stale: that is a status or is counted, and never
//!   does anything to another agent.
//!
//! This is what every `unsafe` block below relies on. `call::Call` stands for the promise inside the crate.

// Types and functions have the names they have in C, where there are no modules.
#![allow(clippy::wildcard_imports)]

mod agents;
mod beliefs;
mod call;
mod commands;
mod domain;
mod inspect;
mod minds;
mod names;
mod orders;
mod persistence;
mod plan;
mod recording;
mod status;
mod types;

pub use agents::*;
pub use beliefs::*;
pub use call::CunningMinds;
pub use commands::*;
pub use domain::*;
pub use inspect::*;
pub use minds::*;
pub use names::*;
pub use orders::*;
pub use persistence::*;
pub use recording::*;
pub use status::*;
pub use types::*;
