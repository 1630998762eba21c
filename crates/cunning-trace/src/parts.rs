//! What events are made of, where that is more than a number: scores, steps, search nodes, candidates, sources.

use crate::list::List;
use crate::value::{Term, Value};
use crate::wire::{wire_fields, wire_names};

/// A text with its name: a domain file, a scene, an included part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// The name by which others refer to it.
    pub name: &'a str,
    /// The whole text.
    pub text: &'a str,
}

wire_fields!(Source<'a> { name, text });

/// A setting with its value, both as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<'a> {
    /// What is set.
    pub key: &'a str,
    /// What to.
    pub value: &'a str,
}

wire_fields!(Setting<'a> { key, value });

/// How much a goal was worth when goals were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalScore<'a> {
    /// The goal, with the arguments that were looked at.
    pub goal: Term<'a>,
    /// What its own relevance and weight came to, in millionths.
    pub relevance: i64,
    /// What orders added or took away, in millionths.
    pub bias: i64,
    /// What counted in the comparison, in millionths.
    pub score: i64,
    /// Why it could not be chosen.
    pub barred: Option<Bar>,
}

wire_fields!(GoalScore<'a> { goal, relevance, bias, score, barred });

wire_names! {
    /// Why a goal could not be chosen, however high its score.
    Bar {
        /// It is met already.
        Met = 0,
        /// It is cooling down or backing off after failures.
        Cooldown = 1,
        /// Another agent claims what it needs.
        Claimed = 2,
        /// No plan was found for it.
        NoPlan = 3,
        /// Something else, which a note may tell.
        Other = 4,
    }
}

/// A step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStep<'a> {
    /// The action with its arguments.
    pub action: Term<'a>,
    /// What the plan counts for it, in millionths.
    pub cost: u64,
}

wire_fields!(PlanStep<'a> { action, cost });

/// A node of a search. Only the planner that made it knows what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchNode<'a> {
    /// Its number within the search.
    pub id: u32,
    /// The node that it was reached from; none for the start.
    pub parent: Option<u32>,
    /// What led to it, as the planner numbers its ground actions.
    pub action: Option<u32>,
    /// The cost of the way to it.
    pub g: u64,
    /// The estimate of the rest; none for a dead end.
    pub h: Option<u64>,
    /// What became of it, in bits that the planner defines.
    pub flags: u32,
    /// Its state, as the planner packs it.
    pub state: &'a [u8],
}

wire_fields!(SearchNode<'a> { id, parent, action, g, h, flags, state });

/// What a query looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The object.
    pub object: Value,
    /// Its score in millionths; none if a condition ruled it out.
    pub score: Option<i64>,
    /// Whether it was among those taken.
    pub is_taken: bool,
}

wire_fields!(Candidate { object, score, is_taken });

wire_names! {
    /// Where a belief came from.
    Cause {
        /// A percept.
        Percept = 0,
        /// The effect of a step that was done.
        Effect = 1,
        /// The passing of time: it decayed, or drifts.
        Time = 2,
        /// An order, or another agent of the squad or world.
        Told = 3,
        /// The start of the domain or of the agent.
        Start = 4,
        /// An object that was bound or unbound.
        Object = 5,
        /// A new domain text.
        Reload = 6,
        /// A saved game.
        Restore = 7,
    }
}

wire_names! {
    /// How planning ended without a plan.
    PlanFailure {
        /// There is none.
        Unsolvable = 0,
        /// The budget of the job ran out.
        OutOfBudget = 1,
        /// A limit on memory or size was met.
        LimitExceeded = 2,
        /// Nobody wants it any more.
        Cancelled = 3,
        /// The query made no sense.
        Invalid = 4,
        /// What it relied on changed meanwhile.
        Outdated = 5,
    }
}

wire_names! {
    /// What a game says of a step.
    Report {
        /// It goes on.
        Running = 0,
        /// It succeeded.
        Done = 1,
        /// It failed.
        Failed = 2,
        /// After a stop: its last motions are over.
        Ended = 3,
    }
}

wire_names! {
    /// How a step ended.
    StepEnd {
        /// Done.
        Done = 0,
        /// Failed.
        Failed = 1,
        /// Stopped.
        Stopped = 2,
    }
}

wire_names! {
    /// What a subordinate says of an order.
    OrderReport {
        /// It works on it.
        TakenUp = 0,
        /// It is fulfilled.
        Done = 1,
        /// It cannot be fulfilled.
        Failed = 2,
        /// The subordinate is gone.
        Lost = 3,
    }
}

/// The plan that a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan<'a> {
    /// What it costs, in millionths.
    pub cost: u64,
    /// Its steps in order.
    pub steps: List<'a, PlanStep<'a>>,
}

wire_fields!(Plan<'a> { cost, steps });
