//! What is kept of a goal: one line of JSON, on standard output and in the folder.

use cunning_lab::fear::{OrderRow, Outcome, Study};
use serde::{Deserialize, Serialize};

/// One goal of one map under one algorithm.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) map: String,
    pub(crate) algorithm: String,
    /// What else it depends on: a run with other settings, or on another map of that name, does not go on from here.
    #[serde(default)]
    pub(crate) conditions: String,
    pub(crate) goal: (u32, u32),
    /// How many states can reach the goal.
    pub(crate) states: u32,
    pub(crate) outcome: Outcome,
    /// The mean suboptimality of each order.
    pub(crate) beta: Vec<f64>,
    /// The order at which the mean had settled by the measure of the paper.
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

    /// Whether it is about this goal under these conditions.
    pub(crate) fn is_about(&self, map: &str, algorithm: &str, conditions: &str, goal: (u32, u32)) -> bool {
        let Self { map: own, algorithm: method, conditions: known, .. } = self;
        (own.as_str(), method.as_str(), known.as_str(), self.goal) == (map, algorithm, conditions, goal)
    }

    /// The goal in a sentence.
    pub(crate) fn sentence(&self) -> String {
        let show = |beta: &f64| format!("{beta:.3}");
        let first: Vec<String> = self.beta.iter().take(6).map(show).collect();
        let more = if self.beta.len() > first.len() { " …" } else { "" };
        let end = match self.outcome {
            Outcome::Fixpoint => format!("nothing changes after order {}", self.beta.len().saturating_sub(1)),
            Outcome::OrdersMax => format!("still changing at order {}", self.beta.len()),
            Outcome::Rejected => "not in range".to_owned(),
            Outcome::Cancelled => "cancelled".to_owned(),
        };
        let settled = self.settled.map_or_else(String::new, |order| format!(", settled at {order}"));
        let ((x, y), Self { map, algorithm, states, seconds, .. }) = (self.goal, self);
        format!(
            "{map} {x},{y} ({states} states) {algorithm}: {}{more}; {end}{settled}; {seconds:.2} s\n",
            first.join(" ")
        )
    }
}
