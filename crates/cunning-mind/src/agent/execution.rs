//! What an agent does: its plan and the running step.

use cunning_plan::model::ActionId;
use cunning_plan::{FactValue, GroundActionId, GroundFact};

use crate::message::{StepId, Value};
use crate::wire::{wire_and_clone, wire_enum, wire_struct};

/// What an agent does.
#[derive(Debug, Default)]
pub(crate) struct Execution {
    /// The planning job that produced the plan.
    pub(crate) plan_job: u64,
    /// The steps of the plan in order; `at` is the index of the current one.
    pub(crate) plan: Vec<GroundActionId>,
    pub(crate) at: usize,
    /// The running step: the current one of the plan, a fallback action, or a step of a former plan that stops.
    pub(crate) running: Option<Running>,
    /// The hoped-for effects of the running step that have not been observed yet.
    pub(crate) hoped: Vec<(GroundFact, FactValue)>,
    /// The number of consecutive steps whose hoped-for effects did not appear.
    pub(crate) disappointments: u32,
    /// Actions on cooldown, each with the time at which its cooldown ends.
    pub(crate) cooldowns: Vec<(ActionId, u64)>,
    /// Objects reserved by the plan.
    pub(crate) claims: Vec<Value>,
    /// Whether the game was told that the agent has nothing to do.
    pub(crate) is_idle: bool,
}

wire_and_clone!(Execution {
    plan_job,
    plan,
    at,
    running,
    hoped,
    disappointments,
    cooldowns,
    claims,
    is_idle,
});

impl Execution {
    /// Returns the steps of the plan that have not ended; the first one may be running.
    pub(crate) fn rest(&self) -> &[GroundActionId] {
        self.plan.get(self.at..).unwrap_or(&[])
    }
}

/// The running step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Running {
    pub(crate) step: StepId,
    pub(crate) action: GroundActionId,
    pub(crate) phase: Phase,
    /// The time at which the phase ends at the latest.
    pub(crate) until_ms: u64,
    /// The time at which the step is done if it takes its action's duration.
    pub(crate) due_ms: u64,
    /// Whether the step is a fallback action rather than a step of the plan.
    pub(crate) is_fallback: bool,
}

/// The phase of a running step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The game is carrying out the step.
    Acting,
    /// The game reported the step as done, but a hoped-for effect has not been observed.
    Hoping,
    /// The step was told to stop.
    Stopping,
}

wire_struct!(Running { step, action, phase, until_ms, due_ms, is_fallback });
wire_enum!(Phase { 0 = Acting, 1 = Hoping, 2 = Stopping });
