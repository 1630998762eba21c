//! The state of one agent, in parts that each own their fields: what it believes, what it wants, what it does, and
//! whom it obeys and commands.

mod beliefs;
mod chain_of_command;
mod execution;
mod intention;
mod lifecycle;

use cunning_trace::StateHash;

use crate::compiled_archetype::CompiledArchetype;
use crate::detail::IMPORTANCE;
use crate::message::{AgentId, Value};
use crate::wire::wire_and_clone;

pub(crate) use beliefs::{Beliefs, FirstLook, ObjectSlot};
pub(crate) use chain_of_command::{ChainOfCommand, Given, Order, Unfulfilled};
pub(crate) use execution::{Execution, Phase, Running};
pub(crate) use intention::{Asked, Chosen, GoalState, Intention, Pending, RequestedPlan};
pub(crate) use lifecycle::Lifecycle;

/// An agent of a [`MindEngine`](crate::MindEngine).
#[derive(Debug)]
pub(crate) struct Agent {
    pub(crate) id: AgentId,
    pub(crate) name: String,
    /// The index of the agent's compiled archetype in the engine.
    pub(crate) archetype: usize,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) beliefs: Beliefs,
    pub(crate) intention: Intention,
    pub(crate) execution: Execution,
    pub(crate) command: ChainOfCommand,
    /// The time at which the agent next has work other than sensing.
    pub(crate) next_ms: u64,
    pub(crate) importance: u32,
    /// The seed from which cost variations are drawn for the current goal.
    pub(crate) seed: u64,
}

wire_and_clone!(Agent {
    id,
    name,
    archetype,
    lifecycle,
    beliefs,
    intention,
    execution,
    command,
    next_ms,
    importance,
    seed,
});

impl Agent {
    /// Creates an agent that has not thought yet.
    pub(crate) fn new(
        id: AgentId,
        name: String,
        (index, archetype): (usize, &CompiledArchetype),
        beliefs: Beliefs,
        seed: u64,
        now_ms: u64,
    ) -> Self {
        // Drift starts now, and queries are asked at once.
        let next_ms =
            if archetype.queries.is_empty() { beliefs.memory.next_ms(archetype, now_ms) } else { now_ms };
        Self {
            id,
            name,
            archetype: index,
            lifecycle: Lifecycle::Present,
            beliefs,
            intention: Intention::new(archetype),
            execution: Execution::default(),
            command: ChainOfCommand::default(),
            next_ms,
            importance: IMPORTANCE,
            seed,
        }
    }

    /// Returns whether the agent still waits for its first percepts. That it has no plan yet means nothing.
    pub(crate) fn is_new(&self) -> bool {
        !self.lifecycle.is_dormant() && self.beliefs.is_new()
    }

    /// Returns what is wrong with the agent's state; `None` for every state that the engine can reach.
    ///
    /// - An agent in quarantine has no goal, plan, running step or request.
    /// - A held agent has no request, and its running step is stopping.
    /// - Hoped-for effects belong to a step that waits for them.
    /// - Orders are given for a running step.
    pub(crate) fn broken_invariant(&self) -> Option<&'static str> {
        let Self { lifecycle, intention, execution, command, .. } = self;
        let phase = execution.running.map(|running| running.phase);
        match lifecycle {
            Lifecycle::Quarantined { .. }
                if intention.chosen.is_some()
                    || intention.requested.is_some()
                    || phase.is_some()
                    || !execution.plan.is_empty() =>
            {
                Some("an agent in quarantine is not at rest")
            }
            Lifecycle::Held { .. } if intention.requested.is_some() => Some("a held agent waits for a plan"),
            Lifecycle::Held { .. } if phase.is_some_and(|phase| phase != Phase::Stopping) => {
                Some("a held agent carries out a step")
            }
            _ if phase.is_none() && !command.given.is_empty() => Some("orders were given for no step"),
            _ if phase == Some(Phase::Hoping) && execution.hoped.is_empty() => {
                Some("a step waits for effects that it does not have")
            }
            _ => None,
        }
    }

    /// Adds everything that affects future decisions to the hash.
    pub(crate) fn hash(&self, hash: &mut StateHash) {
        let Self { lifecycle, beliefs, intention, execution, command, .. } = self;
        hash.number(self.id.0).number(self.archetype as u64).bytes(&beliefs.memory.state.to_bytes());
        hash.number(lifecycle.holds().into()).number(u64::from(lifecycle.quarantined().is_some()));
        hash.number(u64::from(lifecycle.is_dormant())).number(intention.replan_ms);
        hash.number(u64::from(intention.is_awake)).number(self.next_ms).number(execution.at as u64);
        for known in &beliefs.object_slots {
            hash.number(known.object.map_or(0, |object| object_number(object).wrapping_add(1)));
        }
        for answers in &beliefs.queries {
            hash.number(answers.taken.len() as u64);
            for &arg in &answers.taken {
                hash.number(object_number(self.value(arg)));
            }
        }
        for id in &execution.plan {
            hash.number(u64::from(id.number()));
        }
        if let Some(Running { step, action, phase, until_ms, due_ms, is_fallback }) = execution.running {
            hash.number(step.0).number(phase as u64).number(until_ms).number(due_ms);
            hash.number(u64::from(action.number())).number(u64::from(is_fallback));
        }
        if let Some(chosen) = &intention.chosen {
            hash.number(chosen.goal as u64).signed(chosen.score).number(chosen.since_ms);
        }
        for goal in &intention.goals {
            hash.number(u64::from(goal.failures)).number(goal.not_before_ms).number(goal.firm_until_ms);
        }
        for order in &command.orders {
            for value in &order.args {
                hash.number(value.map_or(0, |value| object_number(value).wrapping_add(1)));
            }
            hash.number(order.id.0).number(order.goal as u64).signed(order.terms.bias).number(order.until_ms);
            hash.number(u64::from(order.terms.is_rigid));
        }
        for given in &command.given {
            hash.number(given.id.0).number(given.to.0).number(given.end.map_or(0, |end| end.number() + 1));
        }
        hash.number(intention.requested.as_ref().map_or(0, |wanted| wanted.number));
    }
}

/// Returns an object as one number for the state hash. Points have the highest bit set.
fn object_number(object: Value) -> u64 {
    match object {
        Value::Handle(handle) => handle,
        Value::Point(point) => point | 1 << 63,
        Value::Object(object) => u64::from(object),
        Value::None | Value::Bool(_) | Value::Int(_) => 0,
    }
}
