//! Planning on and on: until there is an answer, the budget is spent or the user has had enough.

use cunning_plan::Planner;
use cunning_search::Status;

use crate::cancel::Cancel;

/// How many expansions pass between two looks at Ctrl-C.
const SLICE: u64 = 1000;

/// Goes on with a planner for at most so many expansions, and says how it stands then.
pub(crate) fn pursue(planner: &mut Planner, expansions_max: u64) -> Status {
    let cancel = Cancel::listen();
    let mut left = expansions_max;
    while left > 0 && planner.status() == Status::Running {
        if cancel.is_wanted() {
            return Status::Cancelled;
        }
        let slice = left.min(SLICE);
        planner.step(slice);
        left -= slice;
    }
    planner.status()
}
