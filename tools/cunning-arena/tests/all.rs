//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod ablations;
mod arms;
mod bad_scenes;
mod baselines;
mod castle;
mod castle_map;
mod combat;
mod custody;
mod decision_snapshots;
mod determinism;
mod edits;
mod grenades;
mod load;
mod map_families;
mod outpost;
mod pictures;
mod pirate;
mod quality;
mod quest;
mod recordings;
mod reload;
mod replayed_reloads;
mod rooms;
mod saving;
mod scene_page;
mod scenes;
mod searches;
mod senses;
mod sightings;
mod simulation;
mod skirmish;
mod squad;
mod study;
mod support;
mod tactics;
mod threads;
mod trade;
mod variants;
mod village;
mod walking;
