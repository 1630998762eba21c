//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod agents_act;
mod back_off;
mod budget;
mod cache_changes_nothing;
mod camp;
mod checks;
mod claims;
mod command;
mod crowd;
mod decision_snapshot;
mod detail;
mod diagnostics;
mod dormant;
mod exact_continuation;
mod fuzz_corpus;
mod golden;
mod guard;
mod hope;
mod limits;
mod meanwhile;
mod memory;
mod messages;
mod minds;
mod no_allocation;
mod numbers;
mod object_ids;
mod orders;
mod past;
mod plane;
mod profile;
mod queries;
mod query_messages;
mod recordings;
mod reload;
mod replan;
mod right_objects;
mod runtime;
mod schema;
mod spec;
mod story;
mod target_fuzz;
mod threads;
mod trees;
mod watch;
