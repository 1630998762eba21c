#![doc = include_str!("../README.md")]

pub use cunning_arena as arena;
pub use cunning_diag as diag;
pub use cunning_mind as mind;
pub use cunning_pddl as pddl;
pub use cunning_plan as plan;
pub use cunning_search as search;
pub use cunning_trace as trace;
pub use cunning_walk as walk;
