//! What an engine answered to a query, and when.

use serde::Serialize;

use super::query::{Best, Query};
use super::suite::Part;

/// How an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// It found a plan.
    Solved,
    /// It proved that no plan exists.
    Unsolvable,
    /// It reached its cap or a limit without a plan.
    GaveUp,
    /// It cannot express the query.
    Inexpressible,
}

/// A plan that an engine had found after some time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct FoundPlan {
    /// Processor time since the query began.
    pub(crate) seconds: f64,
    pub(crate) cost_micros: u64,
    pub(crate) steps: usize,
}

/// The answer of an engine.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Outcome {
    pub(crate) engine: String,
    pub(crate) verdict: Verdict,
    /// From the text to the compiled goal; `None` if the engine does not tell it apart from the search.
    pub(crate) compile_seconds: Option<f64>,
    /// The memory that the compiled goal keeps.
    pub(crate) compile_bytes: Option<u64>,
    /// The first plan of a new planner.
    pub(crate) first_seconds: Option<f64>,
    /// The first plan of a planner that has answered the query before.
    pub(crate) warm_seconds: Option<f64>,
    /// The time until the engine proved that no plan is cheaper, or that none exists.
    pub(crate) proof_seconds: Option<f64>,
    /// Whether the engine can prove a plan to be the cheapest. Where an action stands for a goal of its own, its cost is
    /// an estimate and no plan is claimed to be.
    pub(crate) is_provable: bool,
    /// The plans, each cheaper than the one before.
    pub(crate) plans: Vec<FoundPlan>,
    pub(crate) expanded: Option<u64>,
    /// What is wrong with the plan.
    pub(crate) fault: Option<String>,
}

impl Outcome {
    pub(crate) fn new(engine: &str, verdict: Verdict) -> Self {
        Self {
            engine: engine.to_owned(),
            verdict,
            compile_seconds: None,
            compile_bytes: None,
            first_seconds: None,
            warm_seconds: None,
            proof_seconds: None,
            is_provable: true,
            plans: Vec::new(),
            expanded: None,
            fault: None,
        }
    }

    pub(crate) fn last_plan(&self) -> Option<FoundPlan> {
        self.plans.last().copied()
    }

    /// The time until a plan costs at most `factor` times `cost_micros`.
    pub(crate) fn seconds_within(&self, cost_micros: u64, factor: f64) -> Option<f64> {
        let enough = |plan: &&FoundPlan| plan.cost_micros as f64 <= cost_micros as f64 * factor;
        self.plans.iter().find(enough).map(|plan| plan.seconds)
    }

    /// The cost of the best plan after some time.
    pub(crate) fn cost_after(&self, seconds: f64) -> Option<u64> {
        self.plans.iter().rev().find(|plan| plan.seconds <= seconds).map(|plan| plan.cost_micros)
    }
}

/// An answer beside the best known plan.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) query: String,
    pub(crate) part: Part,
    pub(crate) best: Option<Best>,
    pub(crate) unsolvable: bool,
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
    /// The cost of the first plan divided by the best known cost.
    pub(crate) first_ratio: Option<f64>,
    /// The time until a plan costs at most 1.1 times the best known cost.
    pub(crate) near_seconds: Option<f64>,
}

impl Row {
    pub(crate) fn new(query: &Query, part: Part, outcome: Outcome) -> Self {
        let best = query.best.clone();
        let first = outcome.plans.first();
        let first_ratio =
            first.zip(best.as_ref()).map(|(plan, best)| ratio(plan.cost_micros, best.cost_micros));
        let near_seconds =
            best.as_ref().and_then(|best| outcome.seconds_within(best.cost_micros, super::NEAR));
        Self {
            query: query.name(),
            part,
            best,
            unsolvable: query.unsolvable,
            outcome,
            first_ratio,
            near_seconds,
        }
    }

    /// Whether the answer is invalid or contradicts what is known.
    pub(crate) fn is_wrong(&self) -> bool {
        let last = self.outcome.last_plan();
        let proved = self.outcome.proof_seconds.is_some();
        let is_cheaper_than_proved = self
            .best
            .as_ref()
            .zip(last)
            .is_some_and(|(best, plan)| best.proved && plan.cost_micros < best.cost_micros);
        let is_false_proof = self
            .best
            .as_ref()
            .zip(last)
            .is_some_and(|(best, plan)| proved && plan.cost_micros > best.cost_micros);
        let denies = self.outcome.verdict == Verdict::Unsolvable && self.best.is_some();
        let invents = self.unsolvable && last.is_some();
        self.outcome.fault.is_some() || is_cheaper_than_proved || is_false_proof || denies || invents
    }
}

/// The quotient of two costs, where nothing divided by nothing is one.
pub(crate) fn ratio(cost: u64, best: u64) -> f64 {
    if cost == best { 1.0 } else { cost as f64 / (best as f64).max(1.0) }
}
