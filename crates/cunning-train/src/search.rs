//! Planners behind one call, and a search that runs in slices.

use std::fmt;
use std::sync::Arc;

use cunning_search::{
    AStar, Counters, Dense, Engine, Expanded, FocalMha, Limits, MhaPlusPlus, Observer, PathStep, QueueChoice,
    SharedMha, Status, UnconstrainedMha, Weight, WeightedAStar,
};

use crate::guidance::{
    Experience, ExperienceError, ExperienceField, ExperienceGraph, FirstLeg, Guide, QuestGuides,
    StraightField,
};
use crate::metric::Metric;
use crate::rules::Situation;
use crate::space::{Layout, Packed, QuestSpace, Successors, Wide};
use crate::{Demonstration, Quest, SampleError, guidance};

/// How to plan. Everything but A* finds a plan within a factor of the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planner {
    /// A*: a fastest plan.
    AStar,
    /// Weighted A*: within `w`.
    WeightedAStar {
        /// The weight of the straight line.
        w: Weight,
    },
    /// Weighted A* with the E-Graph heuristic, demonstrations being put on the grid: within `ε·w`.
    EGraph {
        /// How much dearer it is to leave what was shown.
        epsilon: Weight,
        /// The weight of the heuristic.
        w: Weight,
    },
    /// Weighted A* with the T-Graph heuristic, demonstrations staying where they are: within `ε·w`.
    TGraph {
        /// How much dearer it is to leave what was shown.
        epsilon: Weight,
        /// The weight of the heuristic.
        w: Weight,
    },
    /// Shared MHA* with a guide for every event: within `w1·w2`, whatever `ε`.
    SharedMha {
        /// How much dearer it is to leave what was shown.
        epsilon: Weight,
        /// How guides lead to events.
        first_leg: FirstLeg,
        /// The weight of all heuristics.
        w1: Weight,
        /// How far guides may run ahead of the anchor.
        w2: Weight,
    },
    /// One of the improved variants: within `w`, whatever `ε`.
    ImprovedMha {
        /// Which one.
        variant: MhaVariant,
        /// How much dearer it is to leave what was shown.
        epsilon: Weight,
        /// How guides lead to events.
        first_leg: FirstLeg,
        /// The bound.
        w: Weight,
    },
}

/// The improved variants of MHA*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MhaVariant {
    /// MHA*++.
    PlusPlus,
    /// Focal-MHA*.
    Focal,
    /// Unconstrained-MHA*.
    Unconstrained,
}

/// One moment of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When, in nanoseconds from the beginning; always whole microseconds.
    pub ns: u64,
    /// How the walker stands then.
    pub situation: Situation,
}

/// A search for a plan, to be stepped.
///
/// ```
/// # use cunning_diag::Source;
/// # use cunning_train::Quest;
/// use cunning_search::{Status, Weight};
/// use cunning_train::{Experience, FirstLeg, Planner, QuestSearch, Successors};
///
/// # let text = "map = '''\n#######\n#S.k#G#\n#...D.#\n#######\n'''\n[walker]\nat = 'S'\n[item.key]\nat = 'k'\n[door.d]\nat = 'D'\nneeds = ['key']\n[goal]\nat = 'G'";
/// # let quest = Quest::parse(&Source::new("cellar.toml", text))?;
/// let (two, hundred) = (Weight::new(2.0)?, Weight::new(100.0)?);
/// let planner =
///     Planner::SharedMha { epsilon: hundred, first_leg: FirstLeg::Straight, w1: two, w2: two };
/// let mut search = QuestSearch::new(&quest, &Experience::new(), planner, Successors::Sixteen)?;
/// while search.step(100) == Status::Running {}
/// assert_eq!(search.status(), Status::Solved);
/// assert_eq!(search.plan().len(), 7, "first the key, then the door");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct QuestSearch {
    job: Box<dyn Job + Send + Sync>,
    planner: Planner,
    size: (u32, u32),
    quest: String,
}

/// States that have a record each in every search; more are hashed.
const DENSE_MAX: u64 = 1 << 23;

impl QuestSearch {
    /// Makes a search ready for its first step.
    pub fn new(
        quest: &Quest,
        experience: &Experience,
        planner: Planner,
        successors: Successors,
    ) -> Result<Self, ExperienceError> {
        let layout = Layout::new(quest, successors);
        let job = if layout.count() <= DENSE_MAX {
            job::<Dense>(quest, experience, planner, layout)?
        } else {
            job::<Wide>(quest, experience, planner, layout)?
        };
        Ok(Self { job, planner, size: (quest.width, quest.height), quest: quest.name.clone() })
    }

    /// Begins anew, in the memory it has: guidance too is computed again.
    pub fn restart(&mut self) {
        self.job.start();
    }

    /// Goes on for at most so many expansions.
    pub fn step(&mut self, budget: u64) -> Status {
        self.job.step(budget)
    }

    /// As [`QuestSearch::step`], and tells each cell of which a state is expanded.
    pub fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u32)) -> Status {
        self.job.step_watched(budget, watch)
    }

    /// How the search stands.
    pub fn status(&self) -> Status {
        self.job.search().0
    }

    /// What it did so far.
    pub fn counters(&self) -> Counters {
        self.job.search().1
    }

    /// What the best plan so far takes, in nanoseconds.
    pub fn cost(&self) -> Option<u64> {
        self.job.search().2
    }

    /// The best plan so far, from the start to the goal; empty if there is none.
    pub fn plan(&self) -> Vec<Moment> {
        self.job.plan()
    }

    /// The planner.
    pub fn planner(&self) -> Planner {
        self.planner
    }

    /// Bytes on the heap that the search holds.
    pub fn heap_bytes(&self) -> usize {
        self.job.heap_bytes()
    }

    /// The plan as experience for later quests.
    pub fn to_demonstration(&self) -> Result<Demonstration, SampleError> {
        crate::play::demonstration(&self.quest, self.size, &self.plan())
    }
}

impl Planner {
    /// How many times the fastest plan's time its plans take at most.
    pub fn bound(self) -> f64 {
        match self {
            Self::AStar => 1.0,
            Self::WeightedAStar { w } | Self::ImprovedMha { w, .. } => w.as_f64(),
            Self::EGraph { epsilon, w } | Self::TGraph { epsilon, w } => epsilon.as_f64() * w.as_f64(),
            Self::SharedMha { w1, w2, .. } => w1.as_f64() * w2.as_f64(),
        }
    }
}

impl fmt::Display for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leg = |first_leg: FirstLeg| if first_leg == FirstLeg::Experience { " (variation)" } else { "" };
        match *self {
            Self::AStar => f.write_str("A*"),
            Self::WeightedAStar { w } => write!(f, "weighted A*, w {w}"),
            Self::EGraph { epsilon, w } => write!(f, "E-Graph, ε {epsilon}, w {w}"),
            Self::TGraph { epsilon, w } => write!(f, "T-Graph, ε {epsilon}, w {w}"),
            Self::SharedMha { epsilon, first_leg, w1, w2 } => {
                write!(f, "MHA*{}, ε {epsilon}, w1 {w1}, w2 {w2}", leg(first_leg))
            }
            Self::ImprovedMha { variant, epsilon, first_leg, w } => {
                let name = match variant {
                    MhaVariant::PlusPlus => "MHA*++",
                    MhaVariant::Focal => "Focal-MHA*",
                    MhaVariant::Unconstrained => "Unconstrained-MHA*",
                };
                write!(f, "{name}{}, ε {epsilon}, w {w}", leg(first_leg))
            }
        }
    }
}

/// A search of any engine, guided by anything.
trait Job {
    fn start(&mut self);
    fn step(&mut self, budget: u64) -> Status;
    fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u32)) -> Status;
    fn search(&self) -> (Status, Counters, Option<u64>);
    fn plan(&self) -> Vec<Moment>;
    fn heap_bytes(&self) -> usize;
}

struct Run<P: Packed, E, H> {
    space: QuestSpace<P>,
    engine: E,
    guidance: H,
    aim: fn(&mut H, &[guidance::Target]),
    goal: Vec<guidance::Target>,
}

/// Tells the cells of expanded states.
struct Watch<'w> {
    tell: &'w mut dyn FnMut(u32),
    layout: Layout,
}

impl<P: Packed> Observer<QuestSpace<P>> for Watch<'_> {
    fn expanded(&mut self, event: Expanded<'_, QuestSpace<P>>) {
        (self.tell)(self.layout.cell(event.state.number()));
    }
}

impl<P: Packed, H, E: Engine<QuestSpace<P>, H>> Job for Run<P, E, H> {
    fn start(&mut self) {
        (self.aim)(&mut self.guidance, &self.goal);
        let start = self.space.start();
        self.engine.start(&mut self.space, &mut self.guidance, &start, &mut ());
    }

    fn step(&mut self, budget: u64) -> Status {
        self.engine.step(&mut self.space, &mut self.guidance, budget, &mut ())
    }

    fn step_watched(&mut self, budget: u64, watch: &mut dyn FnMut(u32)) -> Status {
        let mut watch = Watch { tell: watch, layout: self.space.layout() };
        self.engine.step(&mut self.space, &mut self.guidance, budget, &mut watch)
    }

    fn search(&self) -> (Status, Counters, Option<u64>) {
        (self.engine.status(), self.engine.counters(), self.engine.cost())
    }

    fn plan(&self) -> Vec<Moment> {
        let mut path: Vec<PathStep<QuestSpace<P>>> = Vec::new();
        self.engine.path_into(&mut path);
        let moment = |step: &PathStep<_>| Moment { ns: step.g, situation: self.space.situation(step.state) };
        path.iter().map(moment).collect()
    }

    fn heap_bytes(&self) -> usize {
        self.engine.heap_bytes()
    }
}

fn job<P: Packed + 'static>(
    quest: &Quest,
    experience: &Experience,
    planner: Planner,
    layout: Layout,
) -> Result<Box<dyn Job + Send + Sync>, ExperienceError> {
    let space = QuestSpace::<P>::with_layout(quest, layout);
    let limits = Limits { nodes_max: Limits::default().nodes_max.max(DENSE_MAX as u32) };
    let (metric, count) = (Metric::of(quest), quest.cell_count());
    let straight = || StraightField::new(metric, count);
    let field =
        |graph: ExperienceGraph, epsilon| ExperienceField::new(metric, Arc::new(graph), epsilon, count);
    let off_grid = || ExperienceGraph::off_grid(quest, experience);
    let guides = |epsilon, first_leg| {
        ExperienceGraph::on_grid(quest, experience)
            .map(|graph| QuestGuides::new(quest, &Arc::new(graph), epsilon, first_leg))
    };
    let turns = QueueChoice::RoundRobin;
    let goal = guidance::goal(quest);
    Ok(match planner {
        Planner::AStar => begun(space, AStar::new(limits), straight(), Guide::aim, goal),
        Planner::WeightedAStar { w } => {
            begun(space, WeightedAStar::new(w, limits), straight(), Guide::aim, goal)
        }
        Planner::EGraph { epsilon, w } => {
            let field = field(ExperienceGraph::on_grid(quest, experience)?, epsilon);
            begun(space, WeightedAStar::new(w, limits), field, Guide::aim, goal)
        }
        Planner::TGraph { epsilon, w } => {
            begun(space, WeightedAStar::new(w, limits), field(off_grid()?, epsilon), Guide::aim, goal)
        }
        Planner::SharedMha { epsilon, first_leg, w1, w2 } => {
            let engine = SharedMha::new(w1, w2, turns, limits);
            begun(space, engine, guides(epsilon, first_leg)?, aim_guides, goal)
        }
        Planner::ImprovedMha { variant, epsilon, first_leg, w } => {
            let guides = guides(epsilon, first_leg)?;
            match variant {
                MhaVariant::PlusPlus => {
                    begun(space, MhaPlusPlus::new(w, turns, limits), guides, aim_guides, goal)
                }
                MhaVariant::Focal => begun(space, FocalMha::new(w, turns, limits), guides, aim_guides, goal),
                MhaVariant::Unconstrained => {
                    begun(space, UnconstrainedMha::new(w, turns, limits), guides, aim_guides, goal)
                }
            }
        }
    })
}

/// Guides know their targets.
fn aim_guides(guides: &mut QuestGuides, _: &[guidance::Target]) {
    guides.aim();
}

fn begun<
    P: Packed + 'static,
    H: Send + Sync + 'static,
    E: Engine<QuestSpace<P>, H> + Send + Sync + 'static,
>(
    space: QuestSpace<P>,
    engine: E,
    guidance: H,
    aim: fn(&mut H, &[guidance::Target]),
    goal: Vec<guidance::Target>,
) -> Box<dyn Job + Send + Sync> {
    let mut run = Run { space, engine, guidance, aim, goal };
    run.start();
    Box::new(run)
}
