//! Experiments of published papers: measurements, summaries, charts and reports.
//!
//! | module | experiment |
//! |---|---|
//! | [`fear`] | self-knowledge in real-time search: "once bitten, twice shy" |
//! | [`quest`] | training by demonstration across quests |
//!
//! The crate does no I/O, reads no clock and starts no thread: callers pass in maps and a clock, get rows and pictures
//! back, and may run the parts of an experiment on any number of threads.

mod calibration;
pub mod fear;
pub mod quest;

pub use calibration::calibrate;
