//! The choice of an algorithm and its parameters on the command line.

use clap::ValueEnum;
use cunning_search::{QueueChoice, Schedule, Weight};
use cunning_walk::Algorithm;
use cunning_walk::real_time::Method;

use crate::failure::Failure;
use crate::real_time::{METHODS, RuleOptions, unknown};

#[derive(clap::Args)]
pub(crate) struct AlgorithmOptions {
    /// How to search: astar, jps (shortest paths); wastar, ara, mha, focal-mha, mha++, unconstrained-mha (within a
    /// weight); greedy, ida; lrta, hill-climbing, lss-lrta, rtaa, dalss-lrta (real time: one step after the other)
    #[arg(long, value_name = "NAME", default_value = "astar")]
    algorithm: String,
    /// How far from the shortest the path may be: a factor from 1 on [default: 1.5]
    #[arg(long, value_name = "W")]
    weight: Option<f64>,
    /// For mha: the weight of the heuristics [default: 1]
    #[arg(long, value_name = "W")]
    w1: Option<f64>,
    /// For mha: how far the guides may run ahead of the anchor [default: 2]
    #[arg(long, value_name = "W")]
    w2: Option<f64>,
    /// For the mha family: choose the next guide by Thompson sampling with this seed, not in turn
    #[arg(long, value_name = "SEED")]
    thompson: Option<u64>,
    #[command(flatten)]
    rule: RuleOptions,
}

/// How to get to a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    /// Search first, then go.
    Search(Algorithm),
    /// Look and learn while going.
    RealTime(Method),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// A*: a shortest path
    Astar,
    /// Jump point search: a shortest path, faster
    Jps,
    /// Weighted A*: within --weight of the shortest
    Wastar,
    /// Greedy best-first: some path
    Greedy,
    /// IDA*: a shortest path in tiny memory; only for tiny maps
    Ida,
    /// ARA*: from --weight down to a shortest path
    Ara,
    /// Shared MHA*: within --w1 times --w2
    Mha,
    /// Focal-MHA*: within --weight
    FocalMha,
    /// MHA*++: within --weight
    #[value(name = "mha++")]
    MhaPlusPlus,
    /// Unconstrained-MHA*: within --weight
    UnconstrainedMha,
}

/// The weighted passes of ARA* before the last one.
const ARA_PASSES: u32 = 4;

impl AlgorithmOptions {
    pub(crate) fn way(&self) -> Result<Way, Failure> {
        if let Some(method) = self.rule.method(&self.algorithm) {
            self.refuse_unused(None)?;
            return method.map(Way::RealTime);
        }
        let Ok(name) = Name::from_str(&self.algorithm, false) else {
            let names = Name::value_variants().iter().filter_map(Name::to_possible_value);
            let names: Vec<String> = names.map(|name| name.get_name().to_owned()).collect();
            let names = names.iter().map(String::as_str).chain(METHODS);
            return Err(unknown("algorithm", &self.algorithm, names));
        };
        self.rule.refuse_others(&self.algorithm, &[])?;
        self.algorithm(name).map(Way::Search)
    }

    fn algorithm(&self, name: Name) -> Result<Algorithm, Failure> {
        self.refuse_unused(Some(name))?;
        let weight = |given: Option<f64>, default: f64| {
            Weight::new(given.unwrap_or(default)).map_err(|error| Failure::input("cli/weight", error))
        };
        let one = weight(self.weight, 1.5)?;
        let choice = self.thompson.map_or(QueueChoice::RoundRobin, |seed| QueueChoice::Thompson { seed });
        Ok(match name {
            Name::Astar => Algorithm::AStar,
            Name::Jps => Algorithm::Jps,
            Name::Wastar => Algorithm::WeightedAStar(one),
            Name::Greedy => Algorithm::Greedy,
            Name::Ida => Algorithm::Ida,
            Name::Ara => Algorithm::Ara(Schedule { first: one, passes: ARA_PASSES }),
            Name::Mha => Algorithm::SharedMha(weight(self.w1, 1.0)?, weight(self.w2, 2.0)?, choice),
            Name::FocalMha => Algorithm::FocalMha(one, choice),
            Name::MhaPlusPlus => Algorithm::MhaPlusPlus(one, choice),
            Name::UnconstrainedMha => Algorithm::UnconstrainedMha(one, choice),
        })
    }

    /// A parameter that does nothing is a misunderstanding, better told than ignored.
    fn refuse_unused(&self, name: Option<Name>) -> Result<(), Failure> {
        let is_mha = name == Some(Name::Mha);
        let is_family = matches!(name, Some(Name::FocalMha | Name::MhaPlusPlus | Name::UnconstrainedMha));
        let takes_weight = is_family || matches!(name, Some(Name::Wastar | Name::Ara));
        let unused = [
            ("--weight", self.weight.is_some() && !takes_weight),
            ("--w1", self.w1.is_some() && !is_mha),
            ("--w2", self.w2.is_some() && !is_mha),
            ("--thompson", self.thompson.is_some() && !is_mha && !is_family),
        ];
        match unused.into_iter().find(|(_, is_unused)| *is_unused) {
            None => Ok(()),
            Some((option, _)) => {
                let name = &self.algorithm;
                Err(Failure::input("cli/unused-option", format!("{option} means nothing to {name}")))
            }
        }
    }
}

/// How many times the shortest length the algorithm's paths may have; `None` for no promise.
pub(crate) fn bound(algorithm: Algorithm) -> Option<f64> {
    match algorithm {
        Algorithm::AStar | Algorithm::Jps | Algorithm::Ida | Algorithm::Ara(_) => Some(1.0),
        Algorithm::Greedy => None,
        Algorithm::SharedMha(w1, w2, _) => Some(w1.as_f64() * w2.as_f64()),
        Algorithm::WeightedAStar(weight)
        | Algorithm::FocalMha(weight, _)
        | Algorithm::MhaPlusPlus(weight, _)
        | Algorithm::UnconstrainedMha(weight, _) => Some(weight.as_f64()),
    }
}
