//! How a quest is planned: a search algorithm, and how experience guides it.

use std::fmt;

use cunning_search::{
    Algorithm, AlgorithmError, AlgorithmInfo, AlgorithmParameters, Parameter, QueueChoice, Weight,
};

use crate::guidance::FirstLeg;

/// A search algorithm and how experience guides it.
///
/// ```
/// use cunning_search::{AlgorithmParameters, Weight};
/// use cunning_train::QuestPlanner;
///
/// let given = AlgorithmParameters { weight: Some(Weight::new(5.0)?), ..AlgorithmParameters::default() };
/// let planner = QuestPlanner::from_name_or("tgraph", &given, &AlgorithmParameters::default())?;
/// assert_eq!(planner, QuestPlanner::t_graph(Weight::new(2.0)?, Weight::new(5.0)?));
/// assert_eq!(planner.to_string(), "T-Graph, ε 2, w 5");
/// assert_eq!(planner.bound(), Some(10.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestPlanner {
    /// The search algorithm.
    pub algorithm: Algorithm,
    /// How experience guides the search.
    pub training: Training,
}

/// How experience guides a search. `epsilon` says how much more expensive it is to leave what was demonstrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Training {
    /// Experience is ignored: the heuristic is the straight line.
    None,
    /// The E-Graph heuristic, with demonstrations snapped to the grid. It multiplies the algorithm's bound by `ε`.
    EGraph {
        /// The inflation `ε`.
        epsilon: Weight,
    },
    /// The T-Graph heuristic, with demonstrations as they were recorded. It multiplies the algorithm's bound by `ε`.
    TGraph {
        /// The inflation `ε`.
        epsilon: Weight,
    },
    /// One guide for every event of the quest, see [`QuestGuides`](crate::QuestGuides). The anchor is the straight
    /// line, so the algorithm's bound holds for every `ε`. Algorithms that take a single heuristic use the anchor
    /// alone.
    Guides {
        /// The inflation `ε`.
        epsilon: Weight,
        /// How guides lead to events.
        first_leg: FirstLeg,
    },
}

/// A named planner that is not just an algorithm of the search kernel.
struct Entry {
    info: AlgorithmInfo,
    /// The name of its algorithm.
    algorithm: &'static str,
    training: fn(Weight) -> Training,
    default_epsilon: Weight,
}

static E_GRAPH: Entry = Entry {
    info: AlgorithmInfo {
        name: "egraph",
        aliases: &["e-graph"],
        title: "E-Graph",
        summary: "weighted A* with an experience graph on the grid: within `epsilon` times `weight`",
        parameters: &[Parameter::Weight, Parameter::Epsilon],
        uses_guides: false,
    },
    algorithm: "wastar",
    training: |epsilon| Training::EGraph { epsilon },
    default_epsilon: Weight::whole(2),
};

static T_GRAPH: Entry = Entry {
    info: AlgorithmInfo {
        name: "tgraph",
        aliases: &["t-graph"],
        title: "T-Graph",
        summary: "weighted A* with a training graph off the grid: within `epsilon` times `weight`",
        parameters: &[Parameter::Weight, Parameter::Epsilon],
        uses_guides: false,
    },
    algorithm: "wastar",
    training: |epsilon| Training::TGraph { epsilon },
    default_epsilon: Weight::whole(2),
};

static MHA_VARIATION: Entry = Entry {
    info: AlgorithmInfo {
        name: "mha-variation",
        aliases: &[],
        title: "MHA* (variation)",
        summary: "mha with guides that also follow experience on the way to events",
        parameters: &[Parameter::W1, Parameter::W2, Parameter::Thompson, Parameter::Epsilon],
        uses_guides: true,
    },
    algorithm: "mha",
    training: |epsilon| Training::Guides { epsilon, first_leg: FirstLeg::Experience },
    default_epsilon: GUIDES_EPSILON,
};

static ENTRIES: [&Entry; 3] = [&E_GRAPH, &T_GRAPH, &MHA_VARIATION];

/// The default `ε` of guides.
const GUIDES_EPSILON: Weight = Weight::whole(100);

impl QuestPlanner {
    /// A*: a fastest plan, without training.
    pub const ASTAR: Self = Self { algorithm: Algorithm::AStar, training: Training::None };

    /// Weighted A* with the E-Graph heuristic: within `ε·w` of the fastest plan.
    pub const fn e_graph(epsilon: Weight, w: Weight) -> Self {
        Self { algorithm: Algorithm::WeightedAStar(w), training: Training::EGraph { epsilon } }
    }

    /// Weighted A* with the T-Graph heuristic: within `ε·w` of the fastest plan.
    pub const fn t_graph(epsilon: Weight, w: Weight) -> Self {
        Self { algorithm: Algorithm::WeightedAStar(w), training: Training::TGraph { epsilon } }
    }

    /// A multi-heuristic algorithm with one guide for every event.
    pub const fn guided(algorithm: Algorithm, epsilon: Weight, first_leg: FirstLeg) -> Self {
        Self { algorithm, training: Training::Guides { epsilon, first_leg } }
    }

    /// Shared MHA* with one guide for every event, reached by the straight line: within `w1·w2` of the fastest plan.
    pub const fn shared_mha(epsilon: Weight, w1: Weight, w2: Weight) -> Self {
        let algorithm = Algorithm::SharedMha(w1, w2, QueueChoice::RoundRobin);
        Self::guided(algorithm, epsilon, FirstLeg::Straight)
    }

    /// Describes all planners, in the order in which help texts list them.
    pub fn all() -> impl Iterator<Item = &'static AlgorithmInfo> + Clone {
        let (guided, single) = (
            Algorithm::all().filter(|info| info.uses_guides),
            Algorithm::all().filter(|info| !info.uses_guides),
        );
        single.chain([&E_GRAPH.info, &T_GRAPH.info]).chain(guided).chain([&MHA_VARIATION.info])
    }

    /// Builds the planner with this name or alias. Rejects parameters that it does not take; `defaults` stand in for
    /// parameters that were not given, then `ε` is 2 for experience graphs and 100 for guides.
    pub fn from_name_or(
        name: &str,
        given: &AlgorithmParameters,
        defaults: &AlgorithmParameters,
    ) -> Result<Self, AlgorithmError> {
        let epsilon = given.epsilon.or(defaults.epsilon);
        let algorithm = |name: &str| {
            Algorithm::from_name_or(name, &AlgorithmParameters { epsilon: None, ..*given }, defaults)
        };
        if let Some(entry) = ENTRIES.iter().find(|entry| entry.info.is_called(name)) {
            entry.info.check(given)?;
            let training = (entry.training)(epsilon.unwrap_or(entry.default_epsilon));
            return Ok(Self { algorithm: algorithm(entry.algorithm)?, training });
        }
        let algorithm = algorithm(name)?;
        if algorithm.info().uses_guides {
            return Ok(Self::guided(algorithm, epsilon.unwrap_or(GUIDES_EPSILON), FirstLeg::Straight));
        }
        algorithm.info().check(given)?;
        Ok(algorithm.into())
    }

    /// How many times the fastest plan's time a plan may take; `None` if there is no bound.
    pub fn bound(self) -> Option<f64> {
        let inflation = match self.training {
            Training::None | Training::Guides { .. } => 1.0,
            Training::EGraph { epsilon } | Training::TGraph { epsilon } => epsilon.as_f64(),
        };
        self.algorithm.guarantee().bound().map(|bound| inflation * bound)
    }
}

impl From<Algorithm> for QuestPlanner {
    /// The algorithm without training.
    fn from(algorithm: Algorithm) -> Self {
        Self { algorithm, training: Training::None }
    }
}

impl fmt::Display for QuestPlanner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.algorithm.info().title;
        let graph = match self.training {
            Training::None => return write!(f, "{}", self.algorithm),
            Training::Guides { first_leg: FirstLeg::Straight, .. } => None,
            Training::Guides { first_leg: FirstLeg::Experience, .. } => Some("(variation)"),
            Training::EGraph { .. } => Some(E_GRAPH.info.title),
            Training::TGraph { .. } => Some(T_GRAPH.info.title),
        };
        match graph {
            None => f.write_str(title)?,
            // Weighted A* is what the papers use.
            Some(graph) if matches!(self.algorithm, Algorithm::WeightedAStar(_)) => f.write_str(graph)?,
            Some(graph) => write!(f, "{title} {graph}")?,
        }
        write!(
            f,
            "{}",
            AlgorithmParameters { epsilon: self.training.epsilon(), ..self.algorithm.parameters() }
        )
    }
}

impl Training {
    /// The inflation `ε`; `None` without training.
    pub fn epsilon(self) -> Option<Weight> {
        match self {
            Self::None => None,
            Self::EGraph { epsilon } | Self::TGraph { epsilon } | Self::Guides { epsilon, .. } => {
                Some(epsilon)
            }
        }
    }
}
