//! The properties that must hold for every input, one reader per file. The fuzz targets check them, and so do the tests
//! of the crates, on the inputs in `corpus` and `regressions`. A violated property is a panic.

pub mod domain;
pub mod expression;
pub mod pddl;
pub mod plan;
pub mod save;
pub mod size;
pub mod trace;
