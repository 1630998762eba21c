//! The limits of searches, which count work and memory instead of time, so that the result is the same on every machine.

use cunning_plan::PlannerConfig;
use cunning_search::{Limit, Status};

use crate::exit::Exit;

/// The number of expansions after which a search ends, unless the user gives another one.
const EXPANSIONS_MAX: u64 = 1_000_000;

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

    /// The configuration with the memory that the user allows.
    pub(crate) fn apply(&self, config: PlannerConfig) -> PlannerConfig {
        PlannerConfig { memory_max: u64::from(self.max_memory) << 20, ..config }
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
