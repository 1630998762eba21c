//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[cfg(feature = "asset")]
mod assets;
mod beliefs;
mod examples;
mod lifecycle;
mod places;
mod recording;
#[cfg(feature = "reflect")]
mod reflection;
mod squads;
mod steps;
mod support;
