//! The choice of an algorithm and its parameters on the command line.

use std::fmt::Write as _;

use cunning_search::{AlgorithmParameters, Weight};
use cunning_walk::PathAlgorithm;
use cunning_walk::real_time::Method;

use crate::algorithm::{description, failure, unused_option, weight};
use crate::failure::Failure;
use crate::real_time::{METHODS, RuleOptions};

#[derive(clap::Args)]
pub(crate) struct AlgorithmOptions {
    #[arg(long, value_name = "NAME", default_value = "astar", help = algorithm_help())]
    algorithm: String,
    /// The algorithm's weight, from 1 on [default: 1.5]
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

/// How the goal is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Approach {
    /// By a complete search.
    Search(PathAlgorithm),
    /// By real-time search, one step at a time.
    RealTime(Method),
}

fn algorithm_help() -> String {
    let mut help = "How to search:\n".to_owned();
    for info in PathAlgorithm::all() {
        let _ = writeln!(help, "- {}: {}", info.name, description(info));
    }
    let _ = writeln!(help, "- {}: real-time search, one step after the other", METHODS.join(", "));
    help
}

impl AlgorithmOptions {
    pub(crate) fn approach(&self) -> Result<Approach, Failure> {
        let given = AlgorithmParameters {
            weight: weight(self.weight)?,
            w1: weight(self.w1)?,
            w2: weight(self.w2)?,
            thompson: self.thompson,
            epsilon: None,
        };
        if let Some(method) = self.rule.method(&self.algorithm) {
            return match given.names().next() {
                Some(parameter) => Err(unused_option(&format!("--{}", parameter.name()), &self.algorithm)),
                None => method.map(Approach::RealTime),
            };
        }
        let first_weight = Weight::new(1.5).map_err(|error| Failure::input("cli/weight", error))?;
        let defaults = AlgorithmParameters { weight: Some(first_weight), ..AlgorithmParameters::default() };
        let algorithm = PathAlgorithm::from_name_or(&self.algorithm, &given, &defaults);
        let known = PathAlgorithm::all().map(|info| info.name).chain(METHODS);
        let algorithm = algorithm.map_err(|error| failure(error, known))?;
        self.rule.refuse_others(&self.algorithm, &[])?;
        Ok(Approach::Search(algorithm))
    }
}
