//! The compared configurations: the labels of Figure 9 of the paper.

use cunning_search::{Algorithm, Weight, WeightError};
use cunning_train::QuestPlanner;

/// A configuration with its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Configuration {
    /// The label in the paper.
    pub label: &'static str,
    /// The planner's family.
    pub family: Family,
    epsilon: f64,
    w1: f64,
    w2: f64,
}

/// Configurations that differ in their weights only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Weighted A*.
    WeightedAStar,
    /// T-Graph.
    TGraph,
    /// MHA* with `ε` 2, which uses experience cautiously.
    MhaTwo,
    /// MHA* with `ε` 100, which follows experience closely.
    MhaHundred,
}

const fn row(label: &'static str, family: Family, epsilon: f64, w1: f64, w2: f64) -> Configuration {
    Configuration { label, family, epsilon, w1, w2 }
}

const fn a_star(label: &'static str, w: f64) -> Configuration {
    row(label, Family::WeightedAStar, 1.0, w, 1.0)
}

const fn t_graph(label: &'static str, epsilon: f64, w: f64) -> Configuration {
    row(label, Family::TGraph, epsilon, w, 1.0)
}

const fn mha_two(label: &'static str, w1: f64, w2: f64) -> Configuration {
    row(label, Family::MhaTwo, 2.0, w1, w2)
}

const fn mha_hundred(label: &'static str, w1: f64, w2: f64) -> Configuration {
    row(label, Family::MhaHundred, 100.0, w1, w2)
}

/// All configurations, in the paper's order.
pub const CONFIGURATIONS: [Configuration; 24] = [
    a_star("A", 1.0),
    a_star("B", 10.0),
    a_star("C", 100.0),
    a_star("D", 1e3),
    a_star("E", 1e4),
    a_star("F", 1e5),
    t_graph("G†", 1.0, 1.0),
    t_graph("H†", 2.0, 5.0),
    t_graph("I†", 2.0, 50.0),
    t_graph("J†", 2.0, 500.0),
    t_graph("K†", 2.0, 5e3),
    t_graph("L†", 2.0, 5e4),
    mha_two("M*", 1.0, 1.0),
    mha_two("N*", 10.0, 1.0),
    mha_two("O*", 20.0, 5.0),
    mha_two("P*", 200.0, 5.0),
    mha_two("Q*", 2000.0, 5.0),
    mha_two("R*", 20_000.0, 5.0),
    mha_hundred("S*", 1.0, 1.0),
    mha_hundred("T*", 1.0, 10.0),
    mha_hundred("U*", 1.0, 100.0),
    mha_hundred("V*", 20.0, 50.0),
    mha_hundred("W*", 200.0, 50.0),
    mha_hundred("X*", 2000.0, 50.0),
];

impl Configuration {
    /// The planner.
    pub fn planner(&self) -> Result<QuestPlanner, WeightError> {
        let (epsilon, w1, w2) = (Weight::new(self.epsilon)?, Weight::new(self.w1)?, Weight::new(self.w2)?);
        Ok(match self.family {
            Family::WeightedAStar if w1 == Weight::ONE => QuestPlanner::ASTAR,
            Family::WeightedAStar => Algorithm::WeightedAStar(w1).into(),
            Family::TGraph => QuestPlanner::t_graph(epsilon, w1),
            Family::MhaTwo | Family::MhaHundred => QuestPlanner::shared_mha(epsilon, w1, w2),
        })
    }

    /// The label without its mark, which is easy to type.
    pub fn letter(&self) -> &'static str {
        self.label.trim_end_matches(['†', '*'])
    }
}

impl Family {
    /// All families, in the order of the report.
    pub const ALL: [Self; 4] = [Self::WeightedAStar, Self::TGraph, Self::MhaTwo, Self::MhaHundred];

    /// The name in charts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WeightedAStar => "weighted A*",
            Self::TGraph => "T-Graph †",
            Self::MhaTwo => "MHA* (ε 2)",
            Self::MhaHundred => "MHA* (ε 100)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_match_the_paper() {
        let bounds: Vec<f64> =
            CONFIGURATIONS.iter().map(|one| one.planner().unwrap().bound().unwrap()).collect();
        let six = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5];
        assert_eq!(bounds, [six, six, six, six].concat());
    }
}
