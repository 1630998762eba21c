//! Orders and reports between agents, and succession of commanders.

use cunning_plan::model::ActionId;

use super::MindEngine;
use crate::act::Failure;
use crate::agent::Agent;
use crate::command::{Message, OrderMessage, until_ms};
use crate::events::MindEvent;
use crate::message::{AgentId, Order, OrderId, OrderState, Value};
use crate::object_slots::{arg, know};
use crate::profile::Phase;
use crate::tick_context::owner;

impl MindEngine {
    /// Replaces a removed commander by the first of its subordinates that can command; if none can, by its own
    /// commander.
    pub(super) fn succeed(&mut self, fallen: &Agent) {
        let can_command = |id: &AgentId| {
            let agent = self.index_of(*id).and_then(|index| self.agents[index].agent.as_deref());
            agent.is_some_and(|agent| {
                let archetype = &self.archetypes[agent.archetype];
                let orders = |action: &ActionId| !self.spec.actions[action.index()].orders.is_empty();
                archetype.definition().actions.iter().any(orders)
            })
        };
        let successor = fallen.subordinates.iter().copied().find(can_command);
        for &subordinate in &fallen.subordinates {
            let leader = if Some(subordinate) == successor {
                fallen.commander
            } else {
                successor.or(fallen.commander)
            };
            self.put_under(subordinate, leader);
        }
    }

    /// Orders an agent to pursue a goal on behalf of the game or a player, until the goal is met, no plan for it
    /// exists, or the time is over. `Command::OrderReport` tells how the order goes. Returns `None` if the agent does
    /// not have the goal.
    pub fn order(&mut self, agent: AgentId, order: Order<'_>) -> Option<OrderId> {
        let index = self.index_of(agent)?;
        let archetype = &self.archetypes[self.agents[index].agent.as_deref()?.archetype];
        archetype.goals.iter().position(|known| known.goal == order.goal)?;
        let id = self.ctx.order(agent);
        let Order { goal, args, terms } = order;
        let until_ms = until_ms(terms.within_ms, self.ctx.now_ms);
        let order = OrderMessage { id, from: None, goal, args: args.to_vec(), terms, until_ms };
        self.ctx.recorder.ordered(agent, &order);
        self.ctx.messages.push(Message::Order { to: agent, order });
        self.deliver();
        Some(id)
    }

    /// Withdraws an order of the game. Returns false if it has ended. The recording keeps the withdrawal as an input.
    pub fn withdraw(&mut self, order: OrderId) -> bool {
        let index = owner(order.0);
        let Some(agent) = self.get(index) else { return false };
        let id = agent.id;
        if !agent.orders.iter().any(|known| known.id == order && known.from.is_none()) {
            return false;
        }
        self.ctx.recorder.withdrawn(id, order);
        self.ctx.messages.push(Message::Withdraw { to: id, order });
        self.deliver();
        self.settle(index);
        true
    }

    /// Delivers messages between agents until none is left.
    pub(crate) fn deliver(&mut self) {
        let mut messages = Vec::new();
        while !self.ctx.messages.is_empty() {
            std::mem::swap(&mut messages, &mut self.ctx.messages);
            for message in messages.drain(..) {
                let to = message.to();
                self.ctx.watch.enter(Phase::Command);
                self.hand_over(message);
                self.ctx.watch.leave(to);
            }
        }
    }

    fn hand_over(&mut self, message: Message) {
        let Some(index) = self.index_of(message.to()) else {
            // The receiver is gone, so the order is lost.
            if let Message::Order { order: OrderMessage { id, from: Some(from), .. }, .. } = message {
                self.ctx.messages.push(Message::Report { to: from, order: id, state: OrderState::Lost });
            }
            return;
        };
        let Some(agent) = self.agents[index].agent.as_deref_mut() else { return };
        let archetype = &self.archetypes[agent.archetype];
        match message {
            Message::Order { to, order } => {
                for value in order.args.iter().flatten() {
                    if let Value::Handle(handle) = value {
                        know(agent, archetype, &self.objects, *handle, self.ctx.now_ms);
                    }
                }
                let args = order.args.iter().map(|value| value.and_then(|value| arg(agent, value))).collect();
                let OrderMessage { id, from, goal, terms, .. } = order;
                let bias = terms.bias;
                let events =
                    || MindEvent::Ordered { from, to, order: id, goal, args: order.args.clone(), bias };
                self.ctx.events.print(events);
                if agent.take_order(archetype, &order, args) {
                    // Orders of the game were recorded when they came.
                    if from.is_some() {
                        self.ctx.recorder.ordered(to, &order);
                    }
                } else if let Some(from) = from {
                    self.ctx.messages.push(Message::Report {
                        to: from,
                        order: id,
                        state: OrderState::Failed,
                    });
                }
            }
            Message::Report { order, state, .. } => {
                let step = agent.running.map(|running| running.step);
                if let (Some(is_done), Some(step)) = (agent.handle_report(archetype, order, state), step) {
                    if is_done {
                        agent.step_done(archetype, &mut self.ctx, step);
                    } else {
                        agent.step_failed(archetype, &mut self.ctx, step, Failure::Reported);
                    }
                }
            }
            Message::Withdraw { to, order } => {
                let before = agent.orders.len();
                agent.handle_withdrawal(archetype, &mut self.ctx, order);
                if agent.orders.len() < before {
                    self.ctx.events.print(|| MindEvent::Withdrawn { to, order });
                }
            }
        }
        self.settle(index);
    }
}
