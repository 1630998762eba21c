//! The search for a plan of a quest, in slices.

use std::sync::Arc;

use cunning_search::{AnyEngine, Counters, Dense, Limits, Runner, SearchQuery, Status, Unguided};

use crate::guidance::{
    Experience, ExperienceError, ExperienceField, ExperienceGraph, Guide, QuestGuides, StraightField, Target,
};
use crate::metric::Metric;
use crate::planner::{QuestPlanner, Training};
use crate::rules::Situation;
use crate::space::{Layout, Packed, QuestSpace, Successors, Wide};
use crate::{Demonstration, Quest, SampleError, guidance};

/// A point in time of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The time in nanoseconds from the start; always whole microseconds.
    pub ns: u64,
    /// The situation of the walker at that time.
    pub situation: Situation,
}

/// A search for the plan of a quest that runs in slices.
///
/// ```
/// # use cunning_diag::Source;
/// # use cunning_train::Quest;
/// use cunning_search::{Status, Weight};
/// use cunning_train::{Experience, QuestPlanner, QuestSearch, Successors};
///
/// # let text = "map = '''\n#######\n#S.k#G#\n#...D.#\n#######\n'''\n[walker]\nat = 'S'\n[item.key]\nat = 'k'\n[door.d]\nat = 'D'\nneeds = ['key']\n[goal]\nat = 'G'";
/// # let quest = Quest::parse(&Source::new("cellar.toml", text))?;
/// let planner = QuestPlanner::shared_mha(Weight::whole(100), Weight::whole(2), Weight::whole(2));
/// let mut search = QuestSearch::new(&quest, &Experience::new(), planner, Successors::Sixteen)?;
/// while search.step(100) == Status::Running {}
/// assert_eq!(search.status(), Status::Solved);
/// assert_eq!(search.plan().len(), 7, "first the key, then the door");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct QuestSearch {
    runner: Runner<[Target], u64>,
    /// The cells of the goal.
    goal: Vec<Target>,
    layout: Layout,
    planner: QuestPlanner,
    size: (u32, u32),
    quest: String,
}

/// The largest number of states that are indexed directly; more are hashed.
const DENSE_MAX: u64 = 1 << 23;

impl QuestSearch {
    /// Makes a search and starts it.
    pub fn new(
        quest: &Quest,
        experience: &Experience,
        planner: impl Into<QuestPlanner>,
        successors: Successors,
    ) -> Result<Self, ExperienceError> {
        let (planner, layout) = (planner.into(), Layout::new(quest, successors));
        let runner = if layout.count() <= DENSE_MAX {
            runner::<Dense>(quest, experience, planner, layout)?
        } else {
            runner::<Wide>(quest, experience, planner, layout)?
        };
        let (size, name) = ((quest.width, quest.height), quest.name.clone());
        let mut search = Self { runner, goal: guidance::goal(quest), layout, planner, size, quest: name };
        search.restart();
        Ok(search)
    }

    /// Starts the search again and reuses its memory. The heuristics are computed again too.
    pub fn restart(&mut self) {
        self.runner.start(&self.goal);
    }

    /// Continues the search for at most `budget` expansions.
    pub fn step(&mut self, budget: u64) -> Status {
        self.runner.step(budget)
    }

    /// As [`QuestSearch::step`], calling `watch` with the cell of every expanded state.
    pub fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u32)) -> Status {
        let layout = self.layout;
        self.runner.step_watched(budget, &mut |state| watch(layout.cell(state)))
    }

    /// The state of the search.
    pub fn status(&self) -> Status {
        self.runner.status()
    }

    /// The work done so far.
    pub fn counters(&self) -> Counters {
        self.runner.counters()
    }

    /// The time of the best plan so far, in nanoseconds.
    pub fn cost(&self) -> Option<u64> {
        self.runner.cost()
    }

    /// The best plan so far, from the start to the goal; empty if there is none.
    pub fn plan(&self) -> Vec<Moment> {
        let mut plan = Vec::new();
        self.runner.visit_path(&mut |state, ns| {
            plan.push(Moment { ns, situation: self.layout.situation(state) });
        });
        plan
    }

    /// The planner.
    pub fn planner(&self) -> QuestPlanner {
        self.planner
    }

    /// Bytes on the heap that the search holds.
    pub fn heap_bytes(&self) -> usize {
        self.runner.heap_bytes()
    }

    /// Converts the plan to a demonstration for later quests.
    pub fn to_demonstration(&self) -> Result<Demonstration, SampleError> {
        crate::play::demonstration(&self.quest, self.size, &self.plan())
    }
}

fn runner<P: Packed + 'static>(
    quest: &Quest,
    experience: &Experience,
    planner: QuestPlanner,
    layout: Layout,
) -> Result<Runner<[Target], u64>, ExperienceError> {
    let space = QuestSpace::<P>::with_layout(quest, layout);
    let limits = Limits { nodes_max: Limits::default().nodes_max.max(DENSE_MAX as u32), ..Limits::default() };
    let engine = AnyEngine::new(planner.algorithm, limits);
    let (metric, count) = (Metric::of(quest), quest.cell_count());
    let field = |graph, epsilon| Unguided(ExperienceField::new(metric, Arc::new(graph), epsilon, count));
    Ok(match planner.training {
        Training::None => Runner::new(engine, space, Unguided(StraightField::new(metric, count))),
        Training::EGraph { epsilon } => {
            Runner::new(engine, space, field(ExperienceGraph::on_grid(quest, experience)?, epsilon))
        }
        Training::TGraph { epsilon } => {
            Runner::new(engine, space, field(ExperienceGraph::off_grid(quest, experience)?, epsilon))
        }
        Training::Guides { epsilon, first_leg } => {
            let graph = Arc::new(ExperienceGraph::on_grid(quest, experience)?);
            Runner::new(engine, space, QuestGuides::new(quest, &graph, epsilon, first_leg))
        }
    })
}

/// The query consists of the targets of the goal.
impl<P: Packed, H: Guide> SearchQuery<QuestSpace<P>, Unguided<H>> for [Target] {
    fn prepare(&self, space: &mut QuestSpace<P>, heuristic: &mut Unguided<H>) -> P {
        heuristic.0.aim(self);
        space.start()
    }
}

impl<P: Packed> SearchQuery<QuestSpace<P>, QuestGuides> for [Target] {
    /// Guides know the targets of their quest already.
    fn prepare(&self, space: &mut QuestSpace<P>, guides: &mut QuestGuides) -> P {
        guides.aim();
        space.start()
    }
}
