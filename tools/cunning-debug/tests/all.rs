//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod branches;
mod consistency;
mod edits;
mod orders;
mod session;
