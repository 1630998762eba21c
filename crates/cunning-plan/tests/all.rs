//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod agreement;
mod asked;
mod builder;
mod cache;
mod damaged;
mod diagnostics;
mod domain_sizes;
mod domains;
mod endings;
mod explanations;
mod field;
mod field_crashkonijn_7;
mod field_dogoap_1;
mod field_dogoap_2;
mod field_goap_ai_1;
mod field_gpgoap_1;
mod field_mountain_goap_40;
mod field_planning_1;
mod field_regoap_24;
mod field_unity_goap_3;
mod fuzz_corpus;
mod hostile;
mod language;
mod lints;
mod patterns;
mod round_trip;
mod run_time;
mod satisficing;
mod schema;
mod test_objects;
mod trees;
mod undefined;
mod validate;
