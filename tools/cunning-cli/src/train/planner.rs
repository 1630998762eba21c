//! The choice of a planner and its weights on the command line.

use cunning_search::{AlgorithmParameters, Weight};
use cunning_train::{QuestPlanner, Successors};

use crate::algorithm::{failure, names, weight};
use crate::failure::Failure;

#[derive(clap::Args)]
pub(super) struct PlannerOptions {
    /// How to plan
    #[arg(long, value_name = "NAME", default_value = "mha", value_parser = names(QuestPlanner::all()))]
    planner: String,
    /// How much more expensive it is to leave what was demonstrated, from 1 on [default: 100 for the mha family, 2 for
    /// graphs]
    #[arg(long, value_name = "E")]
    epsilon: Option<f64>,
    /// The algorithm's weight, from 1 on [default: 2]
    #[arg(long, value_name = "W")]
    weight: Option<f64>,
    /// For mha: the weight of all heuristics [default: 1]
    #[arg(long, value_name = "W")]
    w1: Option<f64>,
    /// For mha: how far guides may run ahead of the anchor [default: 100]
    #[arg(long, value_name = "W")]
    w2: Option<f64>,
    /// Number of successors of a state
    #[arg(long, value_name = "16|256", default_value = "16", value_parser = ["16", "256"])]
    successors: String,
}

impl PlannerOptions {
    pub(super) fn planner(&self) -> Result<QuestPlanner, Failure> {
        let given = AlgorithmParameters {
            weight: weight(self.weight)?,
            w1: weight(self.w1)?,
            w2: weight(self.w2)?,
            thompson: None,
            epsilon: weight(self.epsilon)?,
        };
        let defaults = AlgorithmParameters {
            weight: Some(Weight::whole(2)),
            w2: Some(Weight::whole(100)),
            ..AlgorithmParameters::default()
        };
        let planner = QuestPlanner::from_name_or(&self.planner, &given, &defaults);
        planner.map_err(|error| failure(error, QuestPlanner::all().map(|info| info.name)))
    }

    pub(super) fn successors(&self) -> Successors {
        if self.successors == "256" { Successors::TwoHundredFiftySix } else { Successors::Sixteen }
    }
}
