//! One generated domain with the oracle's verdict, and the comparison of a planner's answer with it.

use std::fmt;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::generate::Generated;
use cunning_oracle::{Limits as OracleLimits, OracleDomain, Outcome, Step as OracleStep, Verdict};
use cunning_plan::model::PlanningDomain;
use cunning_plan::{
    Algorithm, CompiledGoal, Grounding, Plan, PlanRequest, Planner, PlannerConfig, State, read,
};
use cunning_search::Status;

use crate::asked;

use super::triples::{Promise, promise};

/// A generated domain and the oracle's verdict.
pub struct Case {
    pub generated: Generated,
    pub text: String,
    pub oracle: OracleDomain,
    pub outcome: Outcome,
    pub domain: Arc<PlanningDomain>,
    pub query: PlanRequest,
}

/// A difference between planner and oracle.
#[derive(Debug)]
pub struct Mismatch(String);

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a planner answered or gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Answered,
    GaveUp,
}

/// IDA* saves memory at the cost of time, so it may give up.
const IDA_EXPANSIONS_MAX: u64 = 400;
/// Far more than any generated domain needs.
pub const EXPANSIONS_MAX: u64 = 1_000_000;

impl Case {
    pub fn new(generated: Generated) -> Self {
        let text = generated.model.to_string();
        let oracle = OracleDomain::parse(&text).unwrap();
        let outcome = oracle.solve(&generated.query, OracleLimits::default()).unwrap();
        let domain = read(&Source::new("generated.toml", text.as_str()))
            .unwrap_or_else(|found| panic!("{found}\n{text}"));
        let query = asked::query(&domain, &generated.query);
        Self { generated, text, oracle, outcome, domain: Arc::new(domain), query }
    }

    /// A difference with everything needed to reproduce it.
    pub fn mismatch(&self, what: impl fmt::Display, config: &PlannerConfig, plan: Option<&Plan>) -> Mismatch {
        let Self { generated, text, outcome, .. } = self;
        let Generated { family, seed, query, .. } = generated;
        let verdict = &outcome.verdict;
        Mismatch(format!(
            "{what}\n{family:?}, seed {seed}, {config:?}\n{text}\n{query:?}\n{plan:?}\noracle: {verdict:?}\nreplay: \
             CUNNING_SEED={seed} CUNNING_SEEDS=1 CUNNING_TRIPLES=75 cargo test -p cunning-plan --test differential"
        ))
    }

    /// Checks with the oracle and with the planner's validator that a plan reaches the goal at its stated cost.
    pub fn follow(&self, compiled_goal: &CompiledGoal, start: &State, plan: &Plan) -> Result<(), String> {
        let grounding = compiled_goal.grounding();
        let followed = self.oracle.validate(&self.generated.query, &steps(grounding, plan));
        if !matches!(&followed, Ok(found) if *found == (plan.cost_micros, plan.steps.len())) {
            return Err(format!("the oracle rejects the plan: {followed:?}"));
        }
        plan.validate(compiled_goal, start)
            .map_err(|fault| format!("the validator rejects the plan: {fault}"))
    }

    /// Runs a planner that was started and compares its answer with the oracle's.
    pub fn judge(
        &self,
        planner: &mut Planner,
        compiled_goal: &CompiledGoal,
        start: &State,
        config: &PlannerConfig,
    ) -> Result<Ended, Mismatch> {
        let is_ida = config.algorithm == Algorithm::IdaStar;
        let status = planner.step(if is_ida { IDA_EXPANSIONS_MAX } else { EXPANSIONS_MAX });
        if is_ida && status == Status::Running {
            return Ok(Ended::GaveUp);
        }
        let plan = planner.plan();
        let mismatch = |what: &dyn fmt::Display| Err(self.mismatch(what, config, plan.as_ref()));
        match (&self.outcome.verdict, status, &plan) {
            (Verdict::Unsolvable, Status::Unsolvable, None) => {}
            (Verdict::Solved { cost_micros, steps: best_steps, .. }, Status::Solved, Some(plan)) => {
                let found = (plan.cost_micros, plan.steps.len());
                if let Err(what) = self.follow(compiled_goal, start, plan) {
                    return mismatch(&what);
                }
                let is_kept = match promise(config) {
                    Promise::Least => found == (*cost_micros, *best_steps),
                    Promise::Twice => plan.cost_micros <= 2 * cost_micros,
                    Promise::Valid => true,
                };
                if !is_kept {
                    return mismatch(&"the plan is too expensive");
                }
            }
            _ => return mismatch(&format_args!("planning ended with {status:?}")),
        }
        Ok(Ended::Answered)
    }
}

/// Converts a plan to the oracle's steps.
fn steps(grounding: &Grounding, plan: &Plan) -> Vec<OracleStep> {
    let step = |step: &cunning_plan::PlanStep| {
        let action = &grounding.domain().actions()[step.action];
        let values: Vec<String> = grounding.args(step.id).collect();
        let names = action.params.iter().map(|param| param.name.as_str());
        let args: Vec<(&str, &str)> = names.zip(values.iter().map(String::as_str)).collect();
        OracleStep::new(&action.name, &args)
    };
    plan.steps.iter().map(step).collect()
}
