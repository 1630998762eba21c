//! Runs a planner until it has an answer, its budget is spent, or the user presses Ctrl-C.

use cunning_plan::Planner;
use cunning_search::Status;

use crate::cancel::Cancel;

/// How many expansions pass between two checks for Ctrl-C.
const SLICE: u64 = 1000;

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
