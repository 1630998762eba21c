//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod inherited;
mod limits;
mod no_allocation;
mod promises;
mod slicing;
mod support;
