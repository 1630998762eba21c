#![doc = include_str!("../README.md")]

pub use cunning_arena as arena;
pub use cunning_diag as diag;
#[cfg(feature = "link")]
pub use cunning_link as link;
pub use cunning_mind as mind;
pub use cunning_pddl as pddl;
pub use cunning_plan as plan;
pub use cunning_search as search;
pub use cunning_trace as trace;
pub use cunning_train as train;
pub use cunning_walk as walk;

/// The guide, page by page; its examples are tested.
pub mod guide {
    #[doc = include_str!("../docs/first-agent.md")]
    pub mod first_agent {}
    #[doc = include_str!("../docs/squads.md")]
    pub mod squads {}
    #[doc = include_str!("../docs/budgets.md")]
    pub mod budgets {}
    #[doc = include_str!("../docs/saving.md")]
    pub mod saving {}
    #[doc = include_str!("../docs/train.md")]
    pub mod train {}
    #[doc = include_str!("../docs/fear.md")]
    pub mod fear {}
}
