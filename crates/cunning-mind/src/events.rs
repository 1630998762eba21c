//! What agents tell each other, for whoever listens: orders on their way down, reports on their way up. Nothing is decided
//! by it, and nothing is kept unless somebody wants it.

use cunning_plan::model::GoalId;

use crate::engine::MindEngine;
use crate::message::{AgentId, OrderId, OrderState, Value};

/// An order or a report that reached its receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MindEvent {
    /// Somebody is ordered to pursue a goal.
    Ordered {
        /// By whom; by the game or a player if by nobody.
        from: Option<AgentId>,
        /// Who.
        to: AgentId,
        /// The order.
        order: OrderId,
        /// The goal.
        goal: GoalId,
        /// What its parameters are bound to.
        args: Vec<Option<Value>>,
        /// What it adds to the goal's score, in millionths.
        bias: i64,
    },
    /// Somebody tells how an order goes.
    Reported {
        /// Who.
        from: AgentId,
        /// Who gave the order; the game or a player if nobody.
        to: Option<AgentId>,
        /// The order.
        order: OrderId,
        /// The goal that was ordered.
        goal: GoalId,
        /// How it goes.
        state: OrderState,
    },
    /// An order counts no longer.
    Withdrawn {
        /// For whom.
        to: AgentId,
        /// The order.
        order: OrderId,
    },
}

/// News that are kept, if somebody wants them.
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
    /// Keeps news from now on, until they are [taken](Self::take_news).
    pub fn keep_news(&mut self) {
        self.ctx.events.0.get_or_insert_default();
    }

    /// The news since the last call, in order; none unless they are [kept](Self::keep_news).
    pub fn take_news(&mut self) -> Vec<MindEvent> {
        self.ctx.events.0.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
