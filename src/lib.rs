#![doc = include_str!("../README.md")]

#[cfg(feature = "arena")]
pub use cunning_arena as arena;
pub use cunning_diag as diag;
#[cfg(feature = "link")]
pub use cunning_link as link;
pub use cunning_mind as mind;
#[doc(inline)]
pub use cunning_mind::{
    ActionHandler, AgentId, Args, Beliefs, Budget, BuildError, Check, CheckId, Command, Domain, DomainError,
    Fact, FactKey, FactType, GameObject, Geometry, Host, Idle, IdleReason, Inspection, MindConfig, MindError,
    Minds, NameKind, NoPlan, Order, OrderFailure, OrderId, OrderState, Plan, PlanBuilder, PlanError,
    PlanStep, Position, Progress, QueryId, ReloadReport, Report, RestoreError, RestoreReport, Runtime,
    RuntimeBuilder, SensorPoll, Snapshot, SpatialAnswer, SpatialQuery, SpatialQuestion, Spawn, Step, StepId,
    StopReason, StoppedStep, Subject, Symbol, UnknownName, Value, ValueRef, Why, dispatch, tick,
};
#[cfg(feature = "pddl")]
pub use cunning_pddl as pddl;
pub use cunning_plan as plan;
pub use cunning_search as search;
pub use cunning_trace as trace;
#[cfg(feature = "train")]
pub use cunning_train as train;
#[cfg(feature = "walk")]
pub use cunning_walk as walk;

#[cfg(feature = "arena")]
pub mod stock;

/// The types that most games need: `use cunning::prelude::*;`.
pub mod prelude {
    pub use cunning_mind::{
        ActionHandler, AgentId, Beliefs, Budget, Command, Domain, GameObject, Host, MindError, Minds, Order,
        OrderId, OrderState, Plan, PlanError, Position, Progress, Runtime, SpatialAnswer, Spawn, Step,
        StepId, StopReason, Value,
    };
}

/// The guide, one module per page. Its examples are tested.
#[allow(clippy::doc_markdown, reason = "the pages are also read as plain Markdown")]
#[cfg(all(feature = "arena", feature = "pddl"))] // Its examples use both features.
pub mod guide {
    #[doc = include_str!("../docs/concepts.md")]
    pub mod concepts {}
    #[doc = include_str!("../docs/first-plan.md")]
    pub mod first_plan {}
    #[doc = include_str!("../docs/facts.md")]
    pub mod facts {}
    #[doc = include_str!("../docs/targets.md")]
    pub mod targets {}
    #[doc = include_str!("../docs/explaining.md")]
    pub mod explaining {}
    #[doc = include_str!("../docs/pddl.md")]
    pub mod pddl {}
    #[doc = include_str!("../docs/first-agent.md")]
    pub mod first_agent {}
    #[doc = include_str!("../docs/goals.md")]
    pub mod goals {}
    #[doc = include_str!("../docs/memory.md")]
    pub mod memory {}
    #[doc = include_str!("../docs/replanning.md")]
    pub mod replanning {}
    #[doc = include_str!("../docs/queries.md")]
    pub mod queries {}
    #[doc = include_str!("../docs/squads.md")]
    pub mod squads {}
    #[doc = include_str!("../docs/playing.md")]
    pub mod playing {}
    #[doc = include_str!("../docs/budgets.md")]
    pub mod budgets {}
    #[doc = include_str!("../docs/saving.md")]
    pub mod saving {}
    #[doc = include_str!("../docs/replay.md")]
    pub mod replay {}
    #[cfg(feature = "link")] // Its example uses the feature.
    #[doc = include_str!("../docs/studio.md")]
    pub mod studio {}
    #[doc = include_str!("../docs/train.md")]
    pub mod train {}
    #[doc = include_str!("../docs/fear.md")]
    pub mod fear {}
    #[doc = include_str!("../docs/embedding.md")]
    pub mod embedding {}
    #[doc = include_str!("../docs/determinism.md")]
    pub mod determinism {}
    #[doc = include_str!("../docs/performance.md")]
    pub mod performance {}
    #[doc = include_str!("../docs/limits.md")]
    pub mod limits {}
    #[doc = include_str!("../docs/migrating.md")]
    pub mod migrating {}
    #[doc = include_str!("../docs/faq.md")]
    pub mod faq {}
}
