//! The contenders: their interface, and the list of them.

use cunning_oracle::Step;

use super::problems::Problem;
use super::{dogoap, goap, ours, pathfinding, planning, rust_goap, telic};

/// The name of our own planner among the contenders.
pub(crate) const OURS: &str = "cunning";

/// A planner that takes part.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    /// Prepares everything that does not depend on the start; `None` if the contender cannot express the
    /// problem.
    pub(crate) prepare: fn(&Problem) -> Option<Box<dyn Runner>>,
}

impl Contender {
    pub(crate) fn named(name: &str) -> Result<&'static Self, String> {
        CONTENDERS.iter().find(|contender| contender.name == name).ok_or_else(|| {
            let names: Vec<&str> = CONTENDERS.iter().map(|contender| contender.name).collect();
            format!("no contender `{name}`; known are {}", names.join(", "))
        })
    }
}

/// A contender prepared for a problem.
pub(crate) trait Runner {
    /// Plans from one of the starts. Only this is timed.
    fn plan(&mut self, start: usize);

    /// Returns the result of the last call of `plan`. This is not timed.
    fn answer(&self) -> Answer;
}

/// The answer of a contender.
pub(crate) struct Answer {
    pub(crate) result: PlanResult,
    /// The number of expanded states, if the contender reports it.
    pub(crate) expanded: Option<u64>,
}

/// The result of a planning call.
pub(crate) enum PlanResult {
    Plan(Vec<Step>),
    /// The contender claims that no plan exists.
    NoPlan,
    /// The contender reached a limit.
    GaveUp,
}

impl From<Option<Vec<Step>>> for PlanResult {
    /// For contenders that do not distinguish unsolvable problems from giving up.
    fn from(plan: Option<Vec<Step>>) -> Self {
        plan.map_or(Self::NoPlan, Self::Plan)
    }
}

/// All contenders, our own first.
pub(crate) static CONTENDERS: [Contender; 7] = [
    Contender { name: OURS, prepare: ours::prepare },
    Contender { name: "pathfinding", prepare: pathfinding::prepare },
    Contender { name: "planning", prepare: planning::prepare },
    Contender { name: "telic", prepare: telic::prepare },
    Contender { name: "rust_goap", prepare: rust_goap::prepare },
    Contender { name: "dogoap", prepare: dogoap::prepare },
    Contender { name: "goap", prepare: goap::prepare },
];
