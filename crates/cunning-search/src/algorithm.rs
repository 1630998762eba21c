//! The registry of search algorithms: their names, parameters and guarantees.
//!
//! Command lines, documentation, error messages and [`AnyEngine`](crate::AnyEngine) all read this table.
//! To add an algorithm, write its engine in a file of its own, add a variant and a row here, and a variant of
//! [`AnyEngine`](crate::AnyEngine).

use std::fmt;

use crate::{QueueChoice, Schedule, Weight};

/// A search algorithm with its parameters.
///
/// ```
/// use cunning_search::{Algorithm, AlgorithmParameters, Guarantee, Weight};
///
/// let given = AlgorithmParameters { weight: Some(Weight::new(2.0)?), ..AlgorithmParameters::default() };
/// let algorithm = Algorithm::from_name("wastar", &given)?;
/// assert_eq!(algorithm, Algorithm::WeightedAStar(Weight::new(2.0)?));
/// assert_eq!(algorithm.guarantee(), Guarantee::Bounded(2.0));
/// assert_eq!(algorithm.to_string(), "weighted A*, w 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// A*, see [`AStar`](crate::AStar).
    AStar,
    /// Weighted A*, see [`WeightedAStar`](crate::WeightedAStar).
    WeightedAStar(Weight),
    /// Greedy best-first search, see [`Greedy`](crate::Greedy).
    Greedy,
    /// IDA*, see [`IdaStar`](crate::IdaStar).
    IdaStar,
    /// ARA*, see [`AraStar`](crate::AraStar).
    AraStar(Schedule),
    /// Shared MHA* with the weights `w1` and `w2`, see [`SharedMha`](crate::SharedMha).
    SharedMha(Weight, Weight, QueueChoice),
    /// Focal-MHA*, see [`FocalMha`](crate::FocalMha).
    FocalMha(Weight, QueueChoice),
    /// MHA*++, see [`MhaPlusPlus`](crate::MhaPlusPlus).
    MhaPlusPlus(Weight, QueueChoice),
    /// Unconstrained-MHA*, see [`UnconstrainedMha`](crate::UnconstrainedMha).
    UnconstrainedMha(Weight, QueueChoice),
}

/// How good the solutions of an algorithm are, given an admissible heuristic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guarantee {
    /// The solution is a cheapest one.
    Optimal,
    /// The solution costs at most this many times the cheapest.
    Bounded(f64),
    /// Nothing is known about the solution's cost.
    None,
}

/// What a user needs to know to choose an algorithm by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlgorithmInfo {
    /// The name on command lines.
    pub name: &'static str,
    /// Other accepted spellings of the name.
    pub aliases: &'static [&'static str],
    /// The name in running text.
    pub title: &'static str,
    /// What the algorithm finds, in a few words.
    pub summary: &'static str,
    /// The parameters that the algorithm takes.
    pub parameters: &'static [Parameter],
    /// Whether the algorithm uses the guides of a [`HeuristicSet`](crate::HeuristicSet). The others use the anchor
    /// alone.
    pub uses_guides: bool,
}

/// A parameter that some algorithms take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// The weight of the heuristic and, for most algorithms, the bound.
    Weight,
    /// The weight of all heuristics in shared MHA*.
    W1,
    /// How far the guides of shared MHA* may run ahead of the anchor.
    W2,
    /// The seed of Thompson sampling among guides.
    Thompson,
    /// The inflation `ε` of heuristics that prefer past experience. Planners that are trained by demonstration take
    /// it; no algorithm of this crate does.
    Epsilon,
}

/// Values for the parameters of an algorithm; `None` means the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlgorithmParameters {
    /// The weight of the heuristic: 1.5 by default. For ARA* the weight of the first pass: 5 by default.
    pub weight: Option<Weight>,
    /// The weight of all heuristics in shared MHA*: 1 by default.
    pub w1: Option<Weight>,
    /// How far the guides of shared MHA* may run ahead of the anchor: 2 by default.
    pub w2: Option<Weight>,
    /// The seed of Thompson sampling among guides. By default guides take turns.
    pub thompson: Option<u64>,
    /// The inflation `ε` of heuristics that prefer past experience.
    pub epsilon: Option<Weight>,
}

/// Why a name and its parameters do not make an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlgorithmError {
    /// No algorithm has this name.
    UnknownName(String),
    /// The algorithm does not take a parameter that was given.
    UnusedParameter {
        /// The algorithm's name.
        algorithm: &'static str,
        /// The parameter it does not take.
        parameter: Parameter,
    },
}

/// A row of the registry.
struct Entry {
    info: AlgorithmInfo,
    build: fn(&AlgorithmParameters) -> Algorithm,
}

static ASTAR: Entry = Entry {
    info: AlgorithmInfo {
        name: "astar",
        aliases: &["a*"],
        title: "A*",
        summary: "optimal",
        parameters: &[],
        uses_guides: false,
    },
    build: |_| Algorithm::AStar,
};

static WEIGHTED_ASTAR: Entry = Entry {
    info: AlgorithmInfo {
        name: "wastar",
        aliases: &["weighted-astar", "wa*"],
        title: "weighted A*",
        summary: "within `weight` times the optimum, usually much sooner than astar",
        parameters: &[Parameter::Weight],
        uses_guides: false,
    },
    build: |given| Algorithm::WeightedAStar(given.weight.unwrap_or(DEFAULT_WEIGHT)),
};

static GREEDY: Entry = Entry {
    info: AlgorithmInfo {
        name: "greedy",
        aliases: &["gbfs"],
        title: "greedy best-first search",
        summary: "some solution, soon",
        parameters: &[],
        uses_guides: false,
    },
    build: |_| Algorithm::Greedy,
};

static IDA_STAR: Entry = Entry {
    info: AlgorithmInfo {
        name: "ida",
        aliases: &["ida*"],
        title: "IDA*",
        summary: "optimal in very little memory; only for small problems",
        parameters: &[],
        uses_guides: false,
    },
    build: |_| Algorithm::IdaStar,
};

static ARA_STAR: Entry = Entry {
    info: AlgorithmInfo {
        name: "ara",
        aliases: &["ara*"],
        title: "ARA*",
        summary: "better and better solutions, from `weight` times the optimum down to the optimum",
        parameters: &[Parameter::Weight],
        uses_guides: false,
    },
    build: |given| {
        Algorithm::AraStar(Schedule {
            first: given.weight.unwrap_or(DEFAULT_FIRST_WEIGHT),
            passes: ARA_PASSES,
        })
    },
};

static SHARED_MHA: Entry = Entry {
    info: AlgorithmInfo {
        name: "mha",
        aliases: &["shared-mha", "mha*"],
        title: "MHA*",
        summary: "shared multi-heuristic A*: within `w1` times `w2`",
        parameters: &[Parameter::W1, Parameter::W2, Parameter::Thompson],
        uses_guides: true,
    },
    build: |given| {
        let (w1, w2) = (given.w1.unwrap_or(Weight::ONE), given.w2.unwrap_or(DEFAULT_W2));
        Algorithm::SharedMha(w1, w2, given.queue_choice())
    },
};

static FOCAL_MHA: Entry = Entry {
    info: AlgorithmInfo {
        name: "focal-mha",
        aliases: &["focal-mha*"],
        title: "Focal-MHA*",
        summary: "multi-heuristic A*: within `weight`, guides stay within the bound",
        parameters: &[Parameter::Weight, Parameter::Thompson],
        uses_guides: true,
    },
    build: |given| Algorithm::FocalMha(given.weight.unwrap_or(DEFAULT_WEIGHT), given.queue_choice()),
};

static MHA_PLUS_PLUS: Entry = Entry {
    info: AlgorithmInfo {
        name: "mha++",
        aliases: &["mha*++", "mha-plus-plus"],
        title: "MHA*++",
        summary: "multi-heuristic A*: within `weight`, the anchor is weighted",
        parameters: &[Parameter::Weight, Parameter::Thompson],
        uses_guides: true,
    },
    build: |given| Algorithm::MhaPlusPlus(given.weight.unwrap_or(DEFAULT_WEIGHT), given.queue_choice()),
};

static UNCONSTRAINED_MHA: Entry = Entry {
    info: AlgorithmInfo {
        name: "unconstrained-mha",
        aliases: &["unconstrained-mha*"],
        title: "Unconstrained-MHA*",
        summary: "multi-heuristic A*: within `weight`, guides may expand any state",
        parameters: &[Parameter::Weight, Parameter::Thompson],
        uses_guides: true,
    },
    build: |given| Algorithm::UnconstrainedMha(given.weight.unwrap_or(DEFAULT_WEIGHT), given.queue_choice()),
};

static REGISTRY: [&Entry; 9] = [
    &ASTAR,
    &WEIGHTED_ASTAR,
    &GREEDY,
    &IDA_STAR,
    &ARA_STAR,
    &SHARED_MHA,
    &FOCAL_MHA,
    &MHA_PLUS_PLUS,
    &UNCONSTRAINED_MHA,
];

const DEFAULT_WEIGHT: Weight = Weight::from_fraction(3, 2);
const DEFAULT_FIRST_WEIGHT: Weight = Weight::whole(5);
const DEFAULT_W2: Weight = Weight::whole(2);

/// The number of weighted passes of ARA* before the last one.
const ARA_PASSES: u32 = 4;

impl Algorithm {
    /// Describes all algorithms, in the order in which help texts list them.
    pub fn all() -> impl Iterator<Item = &'static AlgorithmInfo> + Clone {
        REGISTRY.iter().map(|entry| &entry.info)
    }

    /// Builds the algorithm with this name or alias. Rejects parameters that it does not take.
    pub fn from_name(name: &str, given: &AlgorithmParameters) -> Result<Self, AlgorithmError> {
        Self::from_name_or(name, given, &AlgorithmParameters::default())
    }

    /// As [`Algorithm::from_name`], with the caller's defaults for parameters that were not given.
    pub fn from_name_or(
        name: &str,
        given: &AlgorithmParameters,
        defaults: &AlgorithmParameters,
    ) -> Result<Self, AlgorithmError> {
        let entry = REGISTRY.iter().find(|entry| entry.info.is_called(name));
        let entry = entry.ok_or_else(|| AlgorithmError::UnknownName(name.to_owned()))?;
        entry.info.check(given)?;
        Ok((entry.build)(&given.or(defaults)))
    }

    /// Describes this algorithm.
    pub fn info(self) -> &'static AlgorithmInfo {
        let entry = match self {
            Self::AStar => &ASTAR,
            Self::WeightedAStar(_) => &WEIGHTED_ASTAR,
            Self::Greedy => &GREEDY,
            Self::IdaStar => &IDA_STAR,
            Self::AraStar(_) => &ARA_STAR,
            Self::SharedMha(..) => &SHARED_MHA,
            Self::FocalMha(..) => &FOCAL_MHA,
            Self::MhaPlusPlus(..) => &MHA_PLUS_PLUS,
            Self::UnconstrainedMha(..) => &UNCONSTRAINED_MHA,
        };
        &entry.info
    }

    /// The parameters that this algorithm was built with.
    pub fn parameters(self) -> AlgorithmParameters {
        let mut parameters = AlgorithmParameters::default();
        let choice = match self {
            Self::AStar | Self::Greedy | Self::IdaStar => QueueChoice::RoundRobin,
            Self::WeightedAStar(weight) | Self::AraStar(Schedule { first: weight, .. }) => {
                parameters.weight = Some(weight);
                QueueChoice::RoundRobin
            }
            Self::SharedMha(w1, w2, choice) => {
                (parameters.w1, parameters.w2) = (Some(w1), Some(w2));
                choice
            }
            Self::FocalMha(weight, choice)
            | Self::MhaPlusPlus(weight, choice)
            | Self::UnconstrainedMha(weight, choice) => {
                parameters.weight = Some(weight);
                choice
            }
        };
        if let QueueChoice::Thompson { seed } = choice {
            parameters.thompson = Some(seed);
        }
        parameters
    }

    /// How good a solution is once a search has ended with [`Status::Solved`](crate::Status::Solved), given an
    /// admissible heuristic.
    pub fn guarantee(self) -> Guarantee {
        match self {
            Self::AStar | Self::IdaStar | Self::AraStar(_) => Guarantee::Optimal,
            Self::Greedy => Guarantee::None,
            Self::SharedMha(w1, w2, _) => Guarantee::Bounded(w1.as_f64() * w2.as_f64()),
            Self::WeightedAStar(weight)
            | Self::FocalMha(weight, _)
            | Self::MhaPlusPlus(weight, _)
            | Self::UnconstrainedMha(weight, _) => Guarantee::Bounded(weight.as_f64()),
        }
    }
}

impl Guarantee {
    /// How many times the cheapest cost a solution may have; `None` if there is no bound.
    pub fn bound(self) -> Option<f64> {
        match self {
            Self::Optimal => Some(1.0),
            Self::Bounded(factor) => Some(factor),
            Self::None => None,
        }
    }
}

impl AlgorithmInfo {
    /// Whether this is the algorithm's name or one of its aliases.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Rejects parameters that the algorithm does not take.
    pub fn check(&self, given: &AlgorithmParameters) -> Result<(), AlgorithmError> {
        match given.names().find(|parameter| !self.parameters.contains(parameter)) {
            Some(parameter) => Err(AlgorithmError::UnusedParameter { algorithm: self.name, parameter }),
            None => Ok(()),
        }
    }
}

impl Parameter {
    /// The parameter's name on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weight => "weight",
            Self::W1 => "w1",
            Self::W2 => "w2",
            Self::Thompson => "thompson",
            Self::Epsilon => "epsilon",
        }
    }
}

impl AlgorithmParameters {
    /// These parameters, with those of `defaults` where nothing was given.
    #[must_use]
    pub fn or(&self, defaults: &Self) -> Self {
        Self {
            weight: self.weight.or(defaults.weight),
            w1: self.w1.or(defaults.w1),
            w2: self.w2.or(defaults.w2),
            thompson: self.thompson.or(defaults.thompson),
            epsilon: self.epsilon.or(defaults.epsilon),
        }
    }

    /// The parameters that were given.
    pub fn names(&self) -> impl Iterator<Item = Parameter> {
        let given = [
            (Parameter::Weight, self.weight.is_some()),
            (Parameter::W1, self.w1.is_some()),
            (Parameter::W2, self.w2.is_some()),
            (Parameter::Thompson, self.thompson.is_some()),
            (Parameter::Epsilon, self.epsilon.is_some()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(parameter, _)| parameter)
    }

    fn queue_choice(&self) -> QueueChoice {
        self.thompson.map_or(QueueChoice::RoundRobin, |seed| QueueChoice::Thompson { seed })
    }
}

/// Shows the parameters as they follow a title: `, w1 1, w2 2`.
impl fmt::Display for AlgorithmParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, weight) in [("ε", self.epsilon), ("w", self.weight), ("w1", self.w1), ("w2", self.w2)] {
            if let Some(weight) = weight {
                write!(f, ", {name} {weight}")?;
            }
        }
        match self.thompson {
            Some(seed) => write!(f, ", Thompson sampling with seed {seed}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.info().title, self.parameters())
    }
}

impl fmt::Display for AlgorithmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(name) => write!(f, "unknown algorithm `{name}`"),
            Self::UnusedParameter { algorithm, parameter } => {
                write!(f, "`{algorithm}` does not take the parameter `{}`", parameter.name())
            }
        }
    }
}

impl std::error::Error for AlgorithmError {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_name_and_alias_builds_the_algorithm_it_describes() {
        for info in Algorithm::all() {
            for name in info.aliases.iter().chain([&info.name]) {
                let algorithm = Algorithm::from_name(name, &AlgorithmParameters::default()).unwrap();
                assert_eq!(algorithm.info(), info);
            }
        }
    }

    #[test]
    fn names_and_aliases_are_unique() {
        let names: Vec<&str> =
            Algorithm::all().flat_map(|info| info.aliases.iter().copied().chain([info.name])).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }

    #[test]
    fn parameters_survive_building() {
        let weight = Some(Weight::from_fraction(7, 2));
        let given = AlgorithmParameters { weight, w1: weight, w2: weight, thompson: Some(7), epsilon: None };
        for info in Algorithm::all() {
            let taken = |parameter| info.parameters.contains(&parameter);
            let given = AlgorithmParameters {
                weight: given.weight.filter(|_| taken(Parameter::Weight)),
                w1: given.w1.filter(|_| taken(Parameter::W1)),
                w2: given.w2.filter(|_| taken(Parameter::W2)),
                thompson: given.thompson.filter(|_| taken(Parameter::Thompson)),
                epsilon: None,
            };
            assert_eq!(Algorithm::from_name(info.name, &given).unwrap().parameters(), given);
        }
    }

    #[test]
    fn unused_parameters_are_rejected() {
        let given = AlgorithmParameters { w2: Some(Weight::ONE), ..AlgorithmParameters::default() };
        let error = Algorithm::from_name("wastar", &given).unwrap_err();
        assert_eq!(error.to_string(), "`wastar` does not take the parameter `w2`");
        assert!(Algorithm::from_name("mha", &given).is_ok());
    }
}
