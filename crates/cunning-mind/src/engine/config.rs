//! The configuration of an engine and of a new agent.

use cunning_plan::{Micros, PlanMode, PlannerConfig};

use crate::message::AgentId;

/// The configuration of a [`MindEngine`](crate::MindEngine).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MindConfig {
    /// The configuration of the planner. By default agents plan [in time](PlanMode::InTime).
    pub planner: PlannerConfig,
    /// The number of plans that the plan cache holds; 0 turns it off.
    pub cache: usize,
    /// The number of units after which the search for a plan is given up and its goal backs off.
    pub job_units_max: u64,
    /// About the memory that the searches of all agents may keep, in bytes. Each of the sixteen searches that can be
    /// under way has an equal share, so that no decision depends on what others search for. A search that needs more
    /// is given up like one that takes too long.
    pub memory_max: u64,
}

impl Default for MindConfig {
    fn default() -> Self {
        Self { planner: planner_config(), cache: 4096, job_units_max: 200_000, memory_max: 4 << 30 }
    }
}

/// Returns how agents plan, unless the game says otherwise: a cheapest plan if it is found soon, and otherwise a good one.
pub(crate) fn planner_config() -> PlannerConfig {
    PlannerConfig { mode: PlanMode::InTime, ..PlannerConfig::default() }
}

/// The properties of a new agent: name, seed, commander and traits.
#[derive(Clone, Debug, Default)]
pub struct Spawn {
    /// The display name of the agent. Names need not be unique.
    pub name: String,
    /// The seed of everything that is drawn at random for the agent.
    pub seed: u64,
    /// The agent's commander.
    pub commander: Option<AgentId>,
    /// Traits that are given instead of drawn.
    pub traits: Vec<(String, Micros)>,
}

impl Spawn {
    /// Creates a description of an agent without a name or commander, with seed 0 and all traits drawn.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the name for recordings and displays. Names need not be unique.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets the seed of everything that is drawn at random for the agent.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets a trait instead of drawing it. A value that is not finite counts as zero.
    #[must_use]
    pub fn set_trait(mut self, name: impl Into<String>, value: f64) -> Self {
        self.traits.push((name.into(), Micros::from_float(value).unwrap_or_default()));
        self
    }

    /// Sets the commander.
    #[must_use]
    pub fn commander(mut self, commander: AgentId) -> Self {
        self.commander = Some(commander);
        self
    }
}
