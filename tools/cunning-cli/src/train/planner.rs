//! The choice of a planner and its weights on the command line.

use clap::ValueEnum;
use cunning_search::Weight;
use cunning_train::{FirstLeg, MhaVariant, Planner, Successors};

use crate::failure::Failure;

#[derive(clap::Args)]
pub(super) struct PlannerOptions {
    /// How to plan
    #[arg(long, value_enum, default_value = "mha")]
    planner: Name,
    /// How much dearer it is to leave what was shown: a factor from 1 on [default: 100 for mha, 2 for graphs]
    #[arg(long, value_name = "E")]
    epsilon: Option<f64>,
    /// The weight of the heuristic; for the improved mha the bound [default: 2]
    #[arg(long, value_name = "W")]
    weight: Option<f64>,
    /// For mha: the weight of all heuristics [default: 1]
    #[arg(long, value_name = "W")]
    w1: Option<f64>,
    /// For mha: how far guides may run ahead of the anchor [default: 100]
    #[arg(long, value_name = "W")]
    w2: Option<f64>,
    /// How many successors a state has
    #[arg(long, value_name = "16|256", default_value = "16", value_parser = ["16", "256"])]
    successors: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// A*: a fastest plan, without training
    Astar,
    /// Weighted A*: within --weight, without training
    Wastar,
    /// Experience graph, demonstrations put on the grid: within --epsilon times --weight
    Egraph,
    /// Training graph, demonstrations off the grid: within --epsilon times --weight
    Tgraph,
    /// Shared MHA*, a guide for every event: within --w1 times --w2
    Mha,
    /// Its variation: experience on the way to events too
    MhaVariation,
    /// MHA*++: within --weight
    #[value(name = "mha++")]
    MhaPlusPlus,
    /// Focal-MHA*: within --weight
    FocalMha,
    /// Unconstrained-MHA*: within --weight
    UnconstrainedMha,
}

impl PlannerOptions {
    pub(super) fn planner(&self) -> Result<Planner, Failure> {
        self.refuse_unused()?;
        let weight = |given: Option<f64>, default: f64| {
            Weight::new(given.unwrap_or(default)).map_err(|error| Failure::input("cli/weight", error))
        };
        let w = weight(self.weight, 2.0)?;
        let (graph, mha) = (weight(self.epsilon, 2.0)?, weight(self.epsilon, 100.0)?);
        let (w1, w2) = (weight(self.w1, 1.0)?, weight(self.w2, 100.0)?);
        let shared = |first_leg| Planner::SharedMha { epsilon: mha, first_leg, w1, w2 };
        let improved =
            |variant| Planner::ImprovedMha { variant, epsilon: mha, first_leg: FirstLeg::Straight, w };
        Ok(match self.planner {
            Name::Astar => Planner::AStar,
            Name::Wastar => Planner::WeightedAStar { w },
            Name::Egraph => Planner::EGraph { epsilon: graph, w },
            Name::Tgraph => Planner::TGraph { epsilon: graph, w },
            Name::Mha => shared(FirstLeg::Straight),
            Name::MhaVariation => shared(FirstLeg::Experience),
            Name::MhaPlusPlus => improved(MhaVariant::PlusPlus),
            Name::FocalMha => improved(MhaVariant::Focal),
            Name::UnconstrainedMha => improved(MhaVariant::Unconstrained),
        })
    }

    pub(super) fn successors(&self) -> Successors {
        if self.successors == "256" { Successors::TwoHundredFiftySix } else { Successors::Sixteen }
    }

    /// A parameter that does nothing is a misunderstanding, better told than ignored.
    fn refuse_unused(&self) -> Result<(), Failure> {
        let is_shared = matches!(self.planner, Name::Mha | Name::MhaVariation);
        let is_untrained = matches!(self.planner, Name::Astar | Name::Wastar);
        let unused = [
            ("--epsilon", self.epsilon.is_some() && is_untrained),
            ("--weight", self.weight.is_some() && (is_shared || self.planner == Name::Astar)),
            ("--w1", self.w1.is_some() && !is_shared),
            ("--w2", self.w2.is_some() && !is_shared),
        ];
        match unused.into_iter().find(|(_, is_unused)| *is_unused) {
            None => Ok(()),
            Some((option, _)) => {
                let name = self.planner.to_possible_value();
                let name = name.as_ref().map_or("this planner", |name| name.get_name());
                Err(Failure::input("cli/unused-option", format!("{option} means nothing to {name}")))
            }
        }
    }
}
