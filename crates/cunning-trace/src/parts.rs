//! The parts of events: scores, plan steps, search nodes, candidates and sources.

use cunning_encode::encode_struct;

use crate::list::List;
use crate::output::encoded_names;
use crate::value::{Term, Value};

/// A named text: a domain file, a scene or an included file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// The name that other files refer to.
    pub name: &'a str,
    /// The whole text.
    pub text: &'a str,
}

encode_struct!(Source<'a> { name, text });

/// A setting with its value, both as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<'a> {
    /// The name of the setting.
    pub key: &'a str,
    /// The value of the setting.
    pub value: &'a str,
}

encode_struct!(Setting<'a> { key, value });

/// The score of a goal at one evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalScore<'a> {
    /// The goal with its arguments.
    pub goal: Term<'a>,
    /// The score from the goal's relevance and weight, in millionths.
    pub relevance: i64,
    /// What orders added to the score, in millionths.
    pub bias: i64,
    /// The final score, in millionths.
    pub score: i64,
    /// Why the goal could not be chosen, if it could not.
    pub barred: Option<Bar>,
}

encode_struct!(GoalScore<'a> { goal, relevance, bias, score, barred });

encoded_names! {
    /// Why a goal could not be chosen despite its score.
    Bar {
        /// The goal is already met.
        Met = 0,
        /// The goal is cooling down or backing off after failures.
        Cooldown = 1,
        /// Another agent claims an object that the goal needs.
        Claimed = 2,
        /// No plan was found for the goal.
        NoPlan = 3,
        /// Another reason, which a note may describe.
        Other = 4,
    }
}

/// The terms of an order: how much it counts, and for how long. Everything that passes an order on passes these on as a
/// whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderTerms {
    /// What the order adds to the score of the goal, in millionths. A negative bias discourages the goal.
    pub bias: i64,
    /// How long the order is valid; `None` until it is ended.
    pub within_ms: Option<u32>,
    /// Whether the goal takes precedence over all others as long as there is a plan for it.
    pub is_rigid: bool,
}

impl Default for OrderTerms {
    /// An order that adds 1 to the score of the goal, for as long as it takes, and is weighed against other goals.
    fn default() -> Self {
        Self { bias: 1_000_000, within_ms: None, is_rigid: false }
    }
}

encode_struct!(OrderTerms { bias, within_ms, is_rigid });

/// A step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStep<'a> {
    /// The action with its arguments.
    pub action: Term<'a>,
    /// The cost of the step in the plan, in millionths.
    pub cost: u64,
}

encode_struct!(PlanStep<'a> { action, cost });

/// A node of a search, in the planner's encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchNode<'a> {
    /// The id of the node within the search.
    pub id: u32,
    /// The node that it was reached from; `None` for the start.
    pub parent: Option<u32>,
    /// The planner's id of the ground action that led to the node.
    pub action: Option<u32>,
    /// The cost of the path to the node.
    pub g: u64,
    /// The estimated remaining cost; `None` for a dead end.
    pub h: Option<u64>,
    /// Flags that the planner defines.
    pub flags: u32,
    /// The state, in the planner's encoding.
    pub state: &'a [u8],
}

encode_struct!(SearchNode<'a> { id, parent, action, g, h, flags, state });

/// A candidate of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The candidate object.
    pub object: Value,
    /// The score in millionths; `None` if a condition excluded the candidate.
    pub score: Option<i64>,
    /// Whether the candidate is part of the result.
    pub is_taken: bool,
}

encode_struct!(Candidate { object, score, is_taken });

encoded_names! {
    /// What caused a belief.
    Cause {
        /// A percept.
        Percept = 0,
        /// The effect of a finished step.
        Effect = 1,
        /// The passing of time: decay or drift.
        Time = 2,
        /// An order or another agent.
        Told = 3,
        /// The start values of the domain or of the agent.
        Start = 4,
        /// An object was bound or unbound.
        Object = 5,
        /// A changed domain.
        Reload = 6,
        /// A saved game.
        Restore = 7,
    }
}

encoded_names! {
    /// Why planning ended without a plan.
    PlanFailure {
        /// The goal cannot be reached.
        Unsolvable = 0,
        /// The budget of the job ran out.
        OutOfBudget = 1,
        /// A limit on memory or size was exceeded.
        LimitExceeded = 2,
        /// The plan was no longer needed.
        Cancelled = 3,
        /// The planning problem was invalid.
        Invalid = 4,
        /// The facts that the plan relied on changed meanwhile.
        Outdated = 5,
    }
}

encoded_names! {
    /// What the game reports about a step.
    Report {
        /// The step is still running.
        Running = 0,
        /// The step succeeded.
        Done = 1,
        /// The step failed.
        Failed = 2,
        /// The step has ended after a stop.
        Ended = 3,
    }
}

encoded_names! {
    /// How a step ended.
    StepEnd {
        /// The step succeeded.
        Done = 0,
        /// The step failed.
        Failed = 1,
        /// The step was stopped.
        Stopped = 2,
    }
}

encoded_names! {
    /// What a subordinate reports about an order.
    OrderReport {
        /// The subordinate works on the order.
        TakenUp = 0,
        /// The order is fulfilled.
        Done = 1,
        /// The order cannot be fulfilled.
        Failed = 2,
        /// The subordinate was removed.
        Lost = 3,
        /// The order was withdrawn.
        Withdrawn = 4,
        /// An object of the order no longer exists.
        ObjectGone = 5,
    }
}

/// A plan with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan<'a> {
    /// The cost of the plan, in millionths.
    pub cost: u64,
    /// The steps in order.
    pub steps: List<'a, PlanStep<'a>>,
}

encode_struct!(Plan<'a> { cost, steps });
