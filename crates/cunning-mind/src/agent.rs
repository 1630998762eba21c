//! The state of one agent, in parts that each own their fields: what it believes, what it wants, what it does, and
//! whom it obeys and commands.

mod beliefs;
mod chain_of_command;
mod execution;
mod intention;
mod lifecycle;

use crate::compiled_archetype::CompiledArchetype;
use crate::detail::IMPORTANCE;
use crate::message::AgentId;
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
    archetype,
    id,
    name,
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
}
