//! Sweep files: what to run, with which parameters and seeds, what to measure and how to group it.
//!
//! # File format
//!
//! | table | keys, with their defaults |
//! |---|---|
//! | `[sweep]` | `name` (default: the file's name); `doc`; `seeds = "0..1"`: a range `"A..B"` without B, a number, or a list of both |
//! | `[run]` | one of `scene`, `plan` (a domain file), `lab` (an experiment), `command` (a program with its arguments) or `custom` (for Rust programs), and settings: values of [keys](crate::Key) that all cells share. For commands also `texts = []` (files to put into the working folder), `timeout` (seconds) and `exits = [0]` (exit codes of success) |
//! | `[grid]` | parameters of which every combination is run: `NAME = [VALUES]`, where the name is the key, or `NAME = { key = KEY, values = [VALUES] }`, or `{ key = KEY, from = A, to = B, step = C }`, or `{ levels = { LEVEL = { KEY = VALUE, … }, … } }` |
//! | `[sample]` | parameters that are drawn together: `count`; `seed = 0`; `NAME = { key = KEY, min = A, max = B, log = false }` or `{ key = KEY, values = [VALUES] }` |
//! | `[measure]` | columns: `NAME = FIELD`, or `NAME = { field = FIELD, is = VALUE, take = "mean", scale = 1, timing = false }`. Without this table every plain field of the results is a column |
//! | `[group]` | `by` (parameters; by default all); `compare = { PARAMETER = LEVEL }` (paired differences from this level); `x` (the parameter on the horizontal axis of charts) |

mod keys;
mod model;
mod read;
mod settings;

pub use model::{
    Distribution, GroupSpec, Level, Levels, Measure, Parameter, RunKind, RunSpec, Samples, Seeds, Settings,
    SweepSpec, Take,
};

/// The largest number of bytes of a sweep file.
pub const SWEEP_BYTES_MAX: usize = 1 << 20;
/// The largest number of cells of a sweep.
pub const CELLS_MAX: u64 = 10_000_000;
/// The largest number of levels of a parameter.
pub const LEVELS_MAX: usize = 100_000;
