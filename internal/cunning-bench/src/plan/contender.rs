//! Who takes part: what a contender has to do, and the list of them.

use cunning_oracle::Step;

use super::problems::Problem;
use super::{dogoap, goap, ours, pathfinding, planning, rust_goap, telic};

/// The name of our own planner among the contenders.
pub(crate) const OURS: &str = "cunning";

/// A planner that takes part.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    /// Everything that does not depend on the start; nothing if the contender cannot express the problem.
    pub(crate) prepare: fn(&Problem) -> Option<Box<dyn Runner>>,
}

impl Contender {
    pub(crate) fn named(name: &str) -> Result<&'static Self, String> {
        CONTENDERS.iter().find(|contender| contender.name == name).ok_or_else(|| {
            let names: Vec<&str> = CONTENDERS.iter().map(|contender| contender.name).collect();
            format!("no contender `{name}`; there are {}", names.join(", "))
        })
    }
}

/// A contender that has been given a problem.
pub(crate) trait Runner {
    /// Plans from one of the starts. This is what is timed.
    fn plan(&mut self, start: usize);

    /// What came of the last call of `plan`. This is not timed.
    fn answer(&self) -> Answer;
}

/// What a contender says.
pub(crate) struct Answer {
    pub(crate) said: Said,
    /// How many states it expanded, if it tells.
    pub(crate) expanded: Option<u64>,
}

/// A plan or none.
pub(crate) enum Said {
    Plan(Vec<Step>),
    /// There is no plan.
    NoPlan,
    /// It does not know.
    GaveUp,
}

impl From<Option<Vec<Step>>> for Said {
    /// For contenders that know only plans and no plans.
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
