//! The limits of searches, which count work and memory instead of time, so that the result is the same on every machine.

use cunning_plan::model::{FactKind, PlanningDomain};
use cunning_plan::{CompiledGoal, PlannerConfig};
use cunning_search::{Limit, Status};

use crate::exit::Exit;

/// The number of expansions after which a search ends, unless the user gives another one.
const EXPANSIONS_MAX: u64 = 1_000_000;
/// What a search keeps for a state besides its facts: links, costs, a slot of the table and entries of queues.
const NODE_BYTES: usize = 96;

#[derive(clap::Args)]
pub(crate) struct LimitArguments {
    /// Give up after this many expansions [default: 1000000]
    #[arg(long, value_name = "N")]
    max_expansions: Option<u64>,
    /// Give up when the search needs about this much memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    max_memory: u32,
}

impl LimitArguments {
    /// The largest number of expansions.
    pub(crate) fn expansions(&self) -> u64 {
        self.max_expansions.unwrap_or(EXPANSIONS_MAX)
    }

    /// The number of expansions that the user gave, or no limit.
    pub(crate) fn expansions_or_all(&self) -> u64 {
        self.max_expansions.unwrap_or(u64::MAX)
    }

    /// The configuration with as many states as the memory allows.
    pub(crate) fn apply(&self, mut config: PlannerConfig, goal: &CompiledGoal) -> PlannerConfig {
        // Both directions may run, each with its own states.
        let bytes = (self.max_memory as usize) << 19;
        let nodes = u32::try_from(bytes / state_bytes(goal)).unwrap_or(u32::MAX);
        config.limits.nodes_max = config.limits.nodes_max.min(nodes.max(1));
        config
    }

    /// The exit code of a search. Spending the default limit is a limit; spending a budget that was asked for is not.
    pub(crate) fn exit(&self, status: Status) -> Exit {
        match status {
            Status::Running | Status::Idle if self.max_expansions.is_none() => Exit::LimitExceeded,
            status => status.into(),
        }
    }

    /// How to raise the limit that ended a search.
    pub(crate) fn advice(&self, status: Status) -> Option<String> {
        match status {
            Status::Running | Status::Idle if self.max_expansions.is_none() => {
                Some(format!("The limit is {EXPANSIONS_MAX} expansions; raise it with --max-expansions N."))
            }
            Status::LimitExceeded(Limit::Nodes) => Some(format!(
                "The limit is {} MiB of memory; raise it with --max-memory MIB.",
                self.max_memory
            )),
            _ => None,
        }
    }
}

/// About the memory that a search keeps for a state: one bit for each value of each relevant fact, which backward search
/// needs, and forward search needs less.
fn state_bytes(goal: &CompiledGoal) -> usize {
    let grounding = goal.grounding();
    let domain = grounding.domain();
    let relevant = grounding.ground_facts().filter(|fact| goal.reads(*fact));
    let bits: usize =
        relevant.filter_map(|fact| grounding.fact_of(fact)).map(|fact| values(domain, fact)).sum();
    NODE_BYTES + bits / 8
}

/// The number of values of a fact.
fn values(domain: &PlanningDomain, fact: cunning_plan::model::FactId) -> usize {
    match domain.facts().get(fact).map(|fact| fact.kind) {
        Some(FactKind::Bool) | None => 2,
        Some(FactKind::Int { min, max, .. }) => (max - min + 1) as usize,
        Some(FactKind::Object { ty, .. }) => {
            let bound = domain.bindings().iter().map(|binding| binding.names.len()).sum::<usize>();
            1 + domain.objects_of(ty).count() + bound
        }
    }
}
