//! PDDL problems, for planners of other libraries.

use std::sync::Arc;

use cunning_pddl::Problem;
use cunning_plan::{Grounding, PlanMode, Planner, PlannerConfig};
use cunning_search::{Algorithm, Status, Weight};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{Failure, failure};

/// A search for a plan of a PDDL problem, which the caller runs in slices.
#[pyclass(module = "cunning")]
pub struct PddlSearch {
    problem: Problem,
    grounding: Arc<Grounding>,
    planner: Planner,
}

impl PddlSearch {
    /// Whether no number was limited to a range that the problem does not state: then what is proved is proved.
    fn is_exact(&self) -> bool {
        self.problem.assumed_ranges().is_empty()
    }
}

#[pymethods]
impl PddlSearch {
    /// `mode` is `optimal` (a cheapest plan), `first` (a plan soon) or `anytime` (a plan soon, then cheaper ones, at last
    /// a cheapest one). With `weight` the plan of `optimal` costs at most that many times as much as a cheapest one.
    #[new]
    #[pyo3(signature = (domain, problem, mode = "optimal", weight = None))]
    fn new(
        py: Python<'_>,
        domain: &str,
        problem: &str,
        mode: &str,
        weight: Option<f64>,
    ) -> Result<Self, Failure> {
        let mode = match mode {
            "optimal" => PlanMode::Proof,
            "first" => PlanMode::FirstPlan,
            "anytime" => PlanMode::Anytime,
            _ => {
                let text = format!("`{mode}` is no mode; use optimal, first or anytime");
                return Err(PyValueError::new_err(text).into());
            }
        };
        let mut config = PlannerConfig { mode, ..PlannerConfig::default() };
        if let Some(weight) = weight {
            let weight = Weight::new(weight).map_err(|error| PyValueError::new_err(error.to_string()))?;
            config.algorithm = Algorithm::WeightedAStar(weight);
        }
        py.detach(|| {
            let problem = cunning_pddl::parse(domain, problem)?;
            let begun = Planner::for_request(problem.domain(), &problem.request(), config);
            let (planner, grounding) = begun.map_err(|error| failure("grounding", error))?;
            Ok(Self { problem, grounding, planner })
        })
    }

    /// Searches for this many units and returns the status: `running`, `solved`, `unsolvable` (a proof), `incomplete` (no
    /// plan with numbers of moderate size), `limit`.
    fn step(&mut self, py: Python<'_>, units: u64) -> &'static str {
        py.detach(|| self.planner.step(units));
        self.status()
    }

    #[getter]
    fn status(&self) -> &'static str {
        match self.planner.status() {
            Status::Solved => "solved",
            Status::Unsolvable if self.is_exact() => "unsolvable",
            Status::Unsolvable => "incomplete",
            Status::LimitExceeded(_) => "limit",
            Status::Cancelled => "cancelled",
            Status::Idle | Status::Running => "running",
        }
    }

    /// The cost of the best plan so far.
    #[getter]
    fn cost(&mut self) -> Option<f64> {
        self.planner.plan().map(|plan| plan.cost_micros as f64 / 1e6)
    }

    /// The proved lower bound of the cost of all plans.
    #[getter]
    fn bound(&mut self) -> Option<f64> {
        let proved = self.planner.proved_micros().filter(|_| self.is_exact());
        proved.map(|bound| bound as f64 / 1e6)
    }

    /// The best plan so far as a text with one `(action object …)` in a line.
    fn plan(&mut self) -> Option<String> {
        let plan = self.planner.plan()?;
        Some(self.problem.plan_text(&self.grounding, &plan))
    }

    /// What the search did so far, as a dict of counters.
    fn counters(&self) -> std::collections::BTreeMap<&'static str, u64> {
        let counters = self.planner.counters();
        [("expanded", counters.expanded), ("generated", counters.generated)].into()
    }
}
