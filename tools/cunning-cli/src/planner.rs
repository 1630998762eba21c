//! Runs a planner until it has an answer, its budget is spent, or the user presses Ctrl-C.

use std::sync::Arc;

use cunning_plan::model::PlanningDomain;
use cunning_plan::{CompiledGoal, Grounding, GroundingError, PlanRequest, Planner, PlannerConfig};
use cunning_search::Status;

use crate::cancel::Cancel;

/// How many expansions pass between two checks for Ctrl-C.
const SLICE: u64 = 1000;

/// Starts a planner for a request, with a configuration that may depend on the compiled goal.
pub(crate) fn begin(
    domain: &Arc<PlanningDomain>,
    request: &PlanRequest,
    config: impl FnOnce(&CompiledGoal) -> PlannerConfig,
) -> Result<(Planner, Arc<Grounding>), GroundingError> {
    let grounding = Grounding::for_request(domain, request)?;
    let compiled_goal = grounding.compiled_goal(request.goal, &request.args)?;
    let mut planner = Planner::new(config(&compiled_goal));
    planner.begin(&compiled_goal, &grounding.start(), &grounding.refused(&request.checks));
    Ok((planner, grounding))
}

/// Runs the planner for at most `expansions_max` expansions, as long as `goes_on`, and returns its status.
pub(crate) fn run_planner(
    planner: &mut Planner,
    expansions_max: u64,
    mut goes_on: impl FnMut(&mut Planner) -> bool,
) -> Status {
    let cancel = Cancel::listen();
    let mut left = expansions_max;
    while left > 0 && planner.status() == Status::Running && goes_on(planner) {
        if cancel.is_wanted() {
            return Status::Cancelled;
        }
        let slice = left.min(SLICE);
        planner.step(slice);
        left -= slice;
    }
    planner.status()
}
