//! The papers' experiments, ready to be run again: what is measured, how it is summed up, and how it is drawn.
//!
//! | module | experiment |
//! |---|---|
//! | [`fear`] | self-knowledge in real-time search: "once bitten, twice shy" |
//! | [`quest`] | training by demonstration across quests |
//!
//! The crate does no I/O, reads no clock and starts no thread: whoever runs an experiment hands in maps and a clock, gets
//! rows and pictures back, and may run the pieces on as many threads as there are.

mod calibration;
pub mod fear;
pub mod quest;

pub use calibration::calibrate;
