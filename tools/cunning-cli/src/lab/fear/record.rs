//! The result of a goal: one line of JSON on standard output and in the result directory.

use cunning_lab::fear::{OrderRow, Outcome, Study};
use serde::{Deserialize, Serialize};

/// One goal of one map under one algorithm.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) map: String,
    pub(crate) algorithm: String,
    /// The settings of the run; results with other settings are not reused.
    #[serde(default)]
    pub(crate) conditions: String,
    pub(crate) goal: (u32, u32),
    /// The number of states that can reach the goal.
    pub(crate) states: u32,
    pub(crate) outcome: Outcome,
    /// The mean suboptimality of each order.
    pub(crate) beta: Vec<f64>,
    /// The order at which the mean had converged by the criterion of the paper.
    pub(crate) settled: Option<u32>,
    pub(crate) seconds: f64,
    pub(crate) orders: Vec<OrderRow>,
}

impl Record {
    pub(crate) fn new(map: &str, algorithm: &str, conditions: &str, study: &Study) -> Self {
        let micros: u64 = study.orders.iter().map(|row| row.micros).sum();
        Self {
            map: map.to_owned(),
            algorithm: algorithm.to_owned(),
            conditions: conditions.to_owned(),
            goal: study.goal,
            states: study.states,
            outcome: study.outcome,
            beta: study.betas().collect(),
            settled: study.settled,
            seconds: micros as f64 / 1e6,
            orders: study.orders.clone(),
        }
    }

    /// Whether this is the result of a goal under the same settings.
    pub(crate) fn is_about(&self, map: &str, algorithm: &str, conditions: &str, goal: (u32, u32)) -> bool {
        let Self { map: own, algorithm: method, conditions: known, .. } = self;
        (own.as_str(), method.as_str(), known.as_str(), self.goal) == (map, algorithm, conditions, goal)
    }

    /// The result as a line of JSON.
    pub(crate) fn line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self).map(|line| line + "\n")
    }

    /// The result as a line of text.
    pub(crate) fn sentence(&self) -> String {
        let show = |beta: &f64| format!("{beta:.3}");
        let first: Vec<String> = self.beta.iter().take(6).map(show).collect();
        let more = if self.beta.len() > first.len() { " …" } else { "" };
        let end = match self.outcome {
            Outcome::Fixpoint => format!("fixpoint at order {}", self.beta.len().saturating_sub(1)),
            Outcome::OrdersMax => format!("still changing at order {}", self.beta.len()),
            Outcome::Rejected => "not in range".to_owned(),
            Outcome::Cancelled => "cancelled".to_owned(),
        };
        let settled = self.settled.map_or_else(String::new, |order| format!(", converged at {order}"));
        let ((x, y), Self { map, algorithm, states, seconds, .. }) = (self.goal, self);
        format!(
            "{map} {x},{y} ({states} states) {algorithm}: {}{more}; {end}{settled}; {seconds:.2} s\n",
            first.join(" ")
        )
    }
}
