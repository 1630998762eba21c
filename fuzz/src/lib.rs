//! What must hold for every input, one reader a file. The fuzz targets call these, and so do the ordinary tests of the
//! crates, which replay `corpus` and `regressions` with them. A broken promise is a panic.

pub mod domain;
pub mod expression;
pub mod pddl;
pub mod plan;
pub mod save;
pub mod size;
pub mod trace;
