//! Queries: a goal, a start, and the best plan known for it.

use serde::{Deserialize, Serialize};

use super::outcome::{Outcome, Verdict};

/// A query of the benchmark. `cunning plan FILE --goal GOAL --set …` asks it too.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Query {
    /// The name of the domain file, without its ending.
    pub(crate) game: String,
    /// The goal with its arguments.
    pub(crate) goal: String,
    /// The number of the random walk that led to the start; 0 is the file's own start.
    pub(crate) walk: usize,
    /// The facts that differ from the file's own start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) set: Vec<String>,
    /// The best plan that an engine has found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) best: Option<Best>,
    /// Whether it is proved that no plan exists.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unsolvable: bool,
}

/// The best known plan of a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Best {
    /// Its cost in millionths.
    pub(crate) cost_micros: u64,
    /// Its length.
    pub(crate) steps: usize,
    /// The engine that found it first.
    pub(crate) by: String,
    /// Whether no plan is cheaper.
    pub(crate) proved: bool,
}

impl Query {
    /// The name, by which queries are selected and reported.
    pub(crate) fn name(&self) -> String {
        if self.walk == 0 {
            format!("{}/{}/own", self.game, self.goal)
        } else {
            format!("{}/{}/walk{}", self.game, self.goal, self.walk)
        }
    }

    /// Stores what an answer tells about the query; returns whether it is news.
    pub(crate) fn learn(&mut self, outcome: &Outcome) -> bool {
        if outcome.verdict == Verdict::Unsolvable {
            return !std::mem::replace(&mut self.unsolvable, true);
        }
        let Some(plan) = outcome.last_plan().filter(|_| outcome.fault.is_none()) else { return false };
        let proved = outcome.proof_seconds.is_some();
        let is_better = match &self.best {
            None => true,
            Some(best) if plan.cost_micros == best.cost_micros => {
                (proved && !best.proved) || (proved == best.proved && plan.steps < best.steps)
            }
            Some(best) => plan.cost_micros < best.cost_micros,
        };
        if is_better {
            let (cost_micros, steps) = (plan.cost_micros, plan.steps);
            self.best = Some(Best { cost_micros, steps, by: outcome.engine.clone(), proved });
        }
        is_better
    }
}
