//! Plans.

mod validate;

use crate::ground::GroundActionId;
use crate::micros::Micros;
use crate::model::ActionId;

pub use validate::PlanFault;
pub(crate) use validate::conditions;

/// A sequence of steps that reaches a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The steps, in order.
    pub steps: Vec<PlanStep>,
    /// The sum of the steps' costs, in millionths.
    pub cost_micros: u64,
}

/// A step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The action with its parameters bound; see [`Grounding::args`](crate::Grounding::args).
    pub id: GroundActionId,
    /// The action, without its arguments.
    pub action: ActionId,
    /// The cost of the step, in millionths.
    pub cost_micros: u64,
    /// The action that this step is a part of, if that action stands for a goal.
    pub part_of: Option<GroundActionId>,
}

/// Formats a cost for display.
pub fn show_cost(micros: u64) -> String {
    i64::try_from(micros)
        .ok()
        .and_then(Micros::new)
        .map_or_else(|| format!("{micros} millionths"), |cost| cost.to_string())
}
