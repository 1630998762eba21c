//! One agent: what it believes, wants, plans and does.

use cunning_plan::model::TypeId;
use cunning_plan::{Arg, FactValue, GroundActionId, GroundFact, Plan, Slot};

use cunning_trace::StateHash;

use crate::memory::Memory;
use crate::message::{AgentId, OrderId, OrderState, QuestionId, StepId, Value};
use crate::query_runner::Answers;
use crate::scheduler::Job;
use crate::wire::{wire_and_clone, wire_enum, wire_struct};

/// An agent of an [`MindEngine`](crate::MindEngine).
#[derive(Debug)]
pub(crate) struct Agent {
    pub(crate) id: AgentId,
    pub(crate) name: String,
    /// The kind, by its index in the set.
    pub(crate) kind: usize,
    pub(crate) memory: Memory,
    /// The objects it knows: for each slot of its kind the game's handle, and when it last heard of it.
    pub(crate) object_slots: Vec<ObjectSlot>,
    /// For each query of its kind.
    pub(crate) queries: Vec<Answers>,
    /// Objects that it heard of and has no room for, until a query says whether they matter more than those it knows.
    pub(crate) unslotted: Vec<(TypeId, u64)>,
    /// Memory for the next answer of a query.
    pub(crate) scratch: Vec<Arg>,
    pub(crate) held: u32,
    /// Whether it lives on without the game.
    pub(crate) is_dormant: bool,
    /// Why it does nothing any more.
    pub(crate) quarantined: Option<String>,
    /// Whether it should think.
    pub(crate) is_awake: bool,
    pub(crate) is_idle: bool,
    pub(crate) chosen: Option<Chosen>,
    /// The job that the plan came from.
    pub(crate) plan_job: u64,
    /// What to do, in order, and how far it is done.
    pub(crate) plan: Vec<GroundActionId>,
    pub(crate) at: usize,
    pub(crate) running: Option<Running>,
    /// What the running step is hoped to bring about and has not been seen.
    pub(crate) hoped: Vec<(GroundFact, FactValue)>,
    /// How often in a row hope was disappointed.
    pub(crate) disappointments: u32,
    /// The planning job it waits for.
    pub(crate) job: Option<Wanted>,
    /// A plan that waits for answers of the game.
    pub(crate) pending: Option<Box<Pending>>,
    /// For each goal of its kind.
    pub(crate) goals: Vec<GoalState>,
    /// For each action of the domain: until when it cannot be done again.
    pub(crate) cooldowns: Vec<(cunning_plan::model::ActionId, u64)>,
    /// For each sensor of its archetype: when it is polled next.
    pub(crate) sensors: Vec<u64>,
    /// When a plan for the goal is made anew.
    pub(crate) replan_ms: u64,
    /// The time at which it next has something to do other than to sense.
    pub(crate) next_ms: u64,
    /// The time at which a sensor is due.
    pub(crate) sense_ms: u64,
    pub(crate) commander: Option<AgentId>,
    pub(crate) subordinates: Vec<AgentId>,
    pub(crate) orders: Vec<Order>,
    /// Orders it has given for the step that runs.
    pub(crate) given: Vec<Given>,
    /// What its plan has reserved.
    pub(crate) claims: Vec<Value>,
    pub(crate) importance: u32,
    /// By how much it finds each ground action dearer, drawn for the goal that it pursues.
    pub(crate) seed: u64,
}

wire_and_clone!(Agent {
    id,
    name,
    kind,
    memory,
    object_slots,
    queries,
    unslotted,
    scratch,
    held,
    quarantined,
    is_awake,
    is_idle,
    chosen,
    plan_job,
    plan,
    at,
    running,
    hoped,
    disappointments,
    job,
    pending,
    goals,
    cooldowns,
    sensors,
    next_ms,
    sense_ms,
    commander,
    subordinates,
    orders,
    given,
    claims,
    importance,
    seed,
    is_dormant,
    replan_ms,
});
wire_struct!(ObjectSlot { slot, object, heard_ms });
wire_struct!(Chosen { goal, args, score, since_ms });
wire_struct!(Wanted { number, goal, args, since });
wire_struct!(Pending { job, plan, until_ms });
wire_struct!(GoalState { failures, not_before_ms, firm_until_ms });
wire_struct!(Running { step, action, phase, until_ms, due_ms, is_fallback });
wire_enum!(Phase { 0 = Acting, 1 = Hoping, 2 = Stopping });
wire_struct!(Order { id, from, goal, args, bias, until_ms, is_rigid, is_taken_up });
wire_struct!(Given { id, to, end, counts });
wire_struct!(Asked { question, action, is_granted });

/// An object in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObjectSlot {
    pub(crate) slot: Slot,
    /// The object of the game, or the point that a query made up: [`Value::Handle`] or [`Value::Point`].
    pub(crate) object: Option<Value>,
    pub(crate) heard_ms: u64,
}

/// The goal that is pursued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// The goal, by its index in the kind.
    pub(crate) goal: usize,
    pub(crate) args: Vec<Option<Arg>>,
    pub(crate) score: i64,
    pub(crate) since_ms: u64,
}

/// A plan that was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// The job.
    pub(crate) number: u64,
    /// The goal that mattered most, by its index in the kind.
    pub(crate) goal: usize,
    pub(crate) args: Vec<Option<Arg>>,
    /// Since when it has been waiting, in ticks.
    pub(crate) since: u64,
}

/// A plan whose checks are being asked.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) job: Job,
    pub(crate) plan: Plan,
    pub(crate) until_ms: u64,
}

/// How a goal fared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GoalState {
    /// How often in a row it came to nothing.
    pub(crate) failures: u32,
    /// It is not tried before.
    pub(crate) not_before_ms: u64,
    /// After it came to nothing: it is not tried before, whatever changes.
    pub(crate) firm_until_ms: u64,
}

/// The step that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Running {
    pub(crate) step: StepId,
    pub(crate) action: GroundActionId,
    pub(crate) phase: Phase,
    /// When the phase is over at the latest.
    pub(crate) until_ms: u64,
    /// When it is done if it takes as long as its action says.
    pub(crate) due_ms: u64,
    /// Whether it is no part of a plan, but something to do while one is waited for.
    pub(crate) is_fallback: bool,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The game carries it out.
    Acting,
    /// The game said it is done; what was hoped for has not been seen.
    Hoping,
    /// It was told to stop.
    Stopping,
}

/// An order received.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) id: OrderId,
    pub(crate) from: Option<AgentId>,
    /// The goal, by its index in the kind.
    pub(crate) goal: usize,
    pub(crate) args: Vec<Option<Arg>>,
    pub(crate) bias: i64,
    pub(crate) until_ms: u64,
    /// Whether its goal comes before all others as long as it has a plan.
    pub(crate) is_rigid: bool,
    pub(crate) is_taken_up: bool,
}

/// An order given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    pub(crate) id: OrderId,
    pub(crate) to: AgentId,
    /// How it ended, if it did.
    pub(crate) end: Option<OrderState>,
    /// Whether the step depends on it.
    pub(crate) counts: bool,
}

/// A question that was asked for a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) question: QuestionId,
    pub(crate) action: GroundActionId,
    /// Whether the answer was *yes*.
    pub(crate) is_granted: bool,
}

impl Agent {
    /// Adds all that decides what it will do.
    pub(crate) fn hash(&self, hash: &mut StateHash) {
        hash.number(self.id.0).number(self.kind as u64).bytes(&self.memory.state.to_bytes());
        hash.number(u64::from(self.held)).number(u64::from(self.quarantined.is_some()));
        hash.number(u64::from(self.is_dormant)).number(self.replan_ms);
        hash.number(u64::from(self.is_awake)).number(self.next_ms).number(self.at as u64);
        for known in &self.object_slots {
            hash.number(known.object.map_or(0, |object| object_number(object).wrapping_add(1)));
        }
        for answers in &self.queries {
            hash.number(answers.taken.len() as u64);
            for &arg in &answers.taken {
                hash.number(object_number(self.value(arg)));
            }
        }
        for id in &self.plan {
            hash.number(u64::from(id.number()));
        }
        if let Some(Running { step, action, phase, until_ms, due_ms, is_fallback }) = self.running {
            hash.number(step.0).number(phase as u64).number(until_ms).number(due_ms);
            hash.number(u64::from(action.number())).number(u64::from(is_fallback));
        }
        if let Some(chosen) = &self.chosen {
            hash.number(chosen.goal as u64).signed(chosen.score).number(chosen.since_ms);
        }
        for goal in &self.goals {
            hash.number(u64::from(goal.failures)).number(goal.not_before_ms).number(goal.firm_until_ms);
        }
        for order in &self.orders {
            hash.number(order.id.0).number(order.goal as u64).signed(order.bias).number(order.until_ms);
            hash.number(u64::from(order.is_rigid));
        }
        for given in &self.given {
            hash.number(given.id.0).number(given.to.0).number(given.end.map_or(0, |end| end as u64 + 1));
        }
        hash.number(self.job.as_ref().map_or(0, |wanted| wanted.number));
    }
}

/// An object in one number, for the state hash. Points have the highest bit set.
fn object_number(object: Value) -> u64 {
    match object {
        Value::Handle(handle) => handle,
        Value::Point(point) => point | 1 << 63,
        Value::Object(object) => u64::from(object),
        Value::None | Value::Bool(_) | Value::Int(_) => 0,
    }
}
