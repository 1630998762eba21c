//! What an agent wants: the goal that it pursues, the plan that it waits for, and the goals that it leaves alone.

use cunning_plan::{Arg, GroundActionId, Plan};

use crate::compiled_archetype::CompiledArchetype;
use crate::message::QuestionId;
use crate::scheduler::Job;
use crate::wire::{wire_and_clone, wire_struct};

/// What an agent wants.
#[derive(Debug)]
pub(crate) struct Intention {
    /// The goal being pursued.
    pub(crate) chosen: Option<Chosen>,
    /// The plan that the agent waits for.
    pub(crate) requested: Option<RequestedPlan>,
    /// The state of each goal of the archetype.
    pub(crate) goals: Vec<GoalState>,
    /// Whether the agent should reconsider its goals.
    pub(crate) is_awake: bool,
    /// The time at which the goal is planned for again.
    pub(crate) replan_ms: u64,
}

wire_and_clone!(Intention { chosen, requested, goals, is_awake, replan_ms });

impl Intention {
    /// Returns the intention of an agent that has not thought yet.
    pub(crate) fn new(archetype: &CompiledArchetype) -> Self {
        Self {
            chosen: None,
            requested: None,
            goals: vec![GoalState::default(); archetype.goals.len()],
            is_awake: true,
            replan_ms: u64::MAX,
        }
    }

    /// Returns the plan whose checks the game has not answered.
    pub(crate) fn pending(&self) -> Option<&Pending> {
        self.requested.as_ref()?.pending.as_deref()
    }

    /// Returns whether the agent waits for a planning job.
    pub(crate) fn waits_for(&self, job: &Job) -> bool {
        self.requested.as_ref().is_some_and(|wanted| wanted.number == job.number)
    }
}

/// The goal being pursued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// The index of the goal in the archetype.
    pub(crate) goal: usize,
    pub(crate) args: Vec<Option<Arg>>,
    pub(crate) score: i64,
    pub(crate) since_ms: u64,
}

/// A requested plan.
#[derive(Clone, Debug)]
pub(crate) struct RequestedPlan {
    /// The number of the job.
    pub(crate) number: u64,
    /// The index in the archetype of the most relevant goal.
    pub(crate) goal: usize,
    pub(crate) args: Vec<Option<Arg>>,
    /// The tick since which the agent has been waiting.
    pub(crate) since: u64,
    /// The plan if it was found and waits for answers to its checks.
    pub(crate) pending: Option<Box<Pending>>,
}

/// A plan whose checks have been asked and not all answered.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) job: Job,
    pub(crate) plan: Plan,
    pub(crate) until_ms: u64,
}

/// A check that was asked for a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) question: QuestionId,
    pub(crate) action: GroundActionId,
    /// Whether the answer was yes.
    pub(crate) is_granted: bool,
}

/// The back-off and cooldown state of a goal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GoalState {
    /// The number of consecutive failures.
    pub(crate) failures: u32,
    /// The time before which the goal is not tried.
    pub(crate) not_before_ms: u64,
    /// The time before which the goal is not tried even if relevant beliefs change.
    pub(crate) firm_until_ms: u64,
}

wire_struct!(Chosen { goal, args, score, since_ms });
wire_struct!(RequestedPlan { number, goal, args, since, pending });
wire_struct!(Pending { job, plan, until_ms });
wire_struct!(Asked { question, action, is_granted });
wire_struct!(GoalState { failures, not_before_ms, firm_until_ms });
