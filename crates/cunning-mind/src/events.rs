//! Events of command hierarchies, for displays and logs: orders on their way down, reports on their way up. No
//! decision depends on them, and they are kept only on request.

use cunning_plan::model::GoalId;

use crate::engine::MindEngine;
use crate::message::{AgentId, OrderId, OrderState, Value};

/// An order or a report that reached its receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MindEvent {
    /// An agent was ordered to pursue a goal.
    Ordered {
        /// The agent that gave the order; `None` for the game or a player.
        from: Option<AgentId>,
        /// The agent that received the order.
        to: AgentId,
        /// The id of the order.
        order: OrderId,
        /// The goal that was ordered.
        goal: GoalId,
        /// The arguments of the goal.
        args: Vec<Option<Value>>,
        /// The bias that the order adds to the goal's score, in millionths.
        bias: i64,
    },
    /// An agent reported the state of an order.
    Reported {
        /// The agent that reports.
        from: AgentId,
        /// The agent that gave the order; `None` for the game or a player.
        to: Option<AgentId>,
        /// The id of the order.
        order: OrderId,
        /// The goal that was ordered.
        goal: GoalId,
        /// The reported state.
        state: OrderState,
    },
    /// An order was withdrawn.
    Withdrawn {
        /// The receiver of the order.
        to: AgentId,
        /// The id of the order.
        order: OrderId,
    },
}

/// The events since they were last taken, if they are kept.
#[derive(Debug, Default)]
pub(crate) struct EventFeed(Option<Vec<MindEvent>>);

impl EventFeed {
    pub(crate) fn print(&mut self, events: impl FnOnce() -> MindEvent) {
        if let Some(kept) = &mut self.0 {
            kept.push(events());
        }
    }
}

impl MindEngine {
    /// Keeps events from now on, until they are [taken](Self::take_events).
    pub fn keep_events(&mut self) {
        self.ctx.events.0.get_or_insert_default();
    }

    /// Takes the events since the last call, in order; empty unless they are [kept](Self::keep_events).
    pub fn take_events(&mut self) -> Vec<MindEvent> {
        self.ctx.events.0.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
