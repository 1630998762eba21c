//! The papers' experiments, to be run again: configurations, runs, tables, charts and reports.
//!
//! - [`quest`]: training by demonstration across quests.
//!
//! The crate does no I/O and starts no thread; tables, charts and reports are texts, and time comes from a clock that the
//! caller passes in.

pub mod quest;
