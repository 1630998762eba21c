//! Whom an agent obeys and commands: its commander, its subordinates, and the orders in between.

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
}

wire_and_clone!(ChainOfCommand { commander, subordinates, orders, given });

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
}

/// An order given to a subordinate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    pub(crate) id: OrderId,
    pub(crate) to: AgentId,
    /// The final state of the order, if it has ended.
    pub(crate) end: Option<OrderState>,
    /// Whether the step depends on the order.
    pub(crate) counts: bool,
}

wire_struct!(Order { id, from, goal, args, terms, until_ms, is_taken_up });
wire_struct!(Given { id, to, end, counts });
