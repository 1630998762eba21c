//! Whom an agent obeys and commands: its commander, its subordinates, and the orders in between.

use cunning_plan::GroundActionId;
use cunning_plan::model::GoalId;

use crate::limits::ORDER_IDLE_MS_MAX;
use crate::message::{AgentId, OrderId, OrderState, OrderTerms, Value};
use crate::wire::{wire_and_clone, wire_struct};

/// The agent's place in the chain of command.
#[derive(Debug, Default)]
pub(crate) struct ChainOfCommand {
    pub(crate) commander: Option<AgentId>,
    pub(crate) subordinates: Vec<AgentId>,
    /// Received orders that have not ended.
    pub(crate) orders: Vec<Order>,
    /// Orders given for the running step.
    pub(crate) given: Vec<Given>,
    /// Open orders of the step that a new plan replaced. The next step takes over those that it would give again; the
    /// others are withdrawn when it starts.
    pub(crate) former: Vec<Given>,
    /// Ground actions whose orders were not fulfilled.
    pub(crate) unfulfilled: Vec<Unfulfilled>,
}

wire_and_clone!(ChainOfCommand { commander, subordinates, orders, given, former, unfulfilled });

/// A received order.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) id: OrderId,
    pub(crate) from: Option<AgentId>,
    /// The index of the goal in the archetype.
    pub(crate) goal: usize,
    /// The arguments in the game's terms: a slot may get another object while the order waits.
    pub(crate) args: Vec<Option<Value>>,
    pub(crate) terms: OrderTerms,
    /// When the order expires.
    pub(crate) until_ms: u64,
    pub(crate) is_taken_up: bool,
    /// Since when the agent has pursued nothing, or was held; `u64::MAX` while it pursues a goal.
    pub(crate) idle_ms: u64,
}

impl Order {
    /// Returns the time at which the order ends if nothing changes until then.
    pub(crate) fn deadline_ms(&self) -> u64 {
        let waits = self.terms.within_ms.is_none() && self.terms.bias > 0;
        let idle_ms = if waits { self.idle_ms.saturating_add(ORDER_IDLE_MS_MAX) } else { u64::MAX };
        self.until_ms.min(idle_ms)
    }
}

/// An order given to a subordinate.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) id: OrderId,
    pub(crate) to: AgentId,
    /// The ordered goal; `None` after a reload, when it cannot be compared with other orders.
    pub(crate) goal: Option<GoalId>,
    pub(crate) args: Vec<Option<Value>>,
    pub(crate) terms: OrderTerms,
    /// The final state of the order, if it has ended.
    pub(crate) end: Option<OrderState>,
    /// Whether the step depends on the order.
    pub(crate) counts: bool,
}

wire_struct!(Order { id, from, goal, args, terms, until_ms, is_taken_up, idle_ms });
wire_struct!(Given { id, to, goal, args, terms, end, counts });

/// A ground action whose orders were not fulfilled, which is left alone for a while.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unfulfilled {
    pub(crate) action: GroundActionId,
    /// The number of consecutive failures.
    pub(crate) failures: u32,
    /// The time before which the orders are not given again.
    pub(crate) until_ms: u64,
}

wire_struct!(Unfulfilled { action, failures, until_ms });
