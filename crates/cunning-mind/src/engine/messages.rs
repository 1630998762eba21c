//! Orders and reports between agents, and succession of commanders.

use cunning_plan::model::{ActionId, ParamKind};

use super::MindEngine;
use crate::act::Failure;
use crate::agent::Agent;
use crate::command::{Message, OrderMessage, until_ms};
use crate::error::MindError;
use crate::events::MindEvent;
use crate::message::{AgentId, Order, OrderFailure, OrderId, OrderState, Value};
use crate::profile::Phase;
use crate::symbols::param_takes;
use crate::tick_context::owner;
use crate::value::GameObject;

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
        let successor = fallen.command.subordinates.iter().copied().find(can_command);
        for &subordinate in &fallen.command.subordinates {
            let leader = if Some(subordinate) == successor {
                fallen.command.commander
            } else {
                successor.or(fallen.command.commander)
            };
            self.put_under(subordinate, leader);
        }
    }

    /// Orders an agent to pursue a goal on behalf of the game or a player, until the goal is met, no plan for it
    /// exists, or the time is over. `Command::OrderReport` tells how the order goes: every order that is accepted gets
    /// exactly one final report. Fails if the agent does not have the goal, or if an argument does not fit it.
    pub fn order(&mut self, agent: AgentId, order: Order<'_>) -> Result<OrderId, MindError> {
        self.check_order(agent, &order)?;
        let id = self.ctx.order(agent);
        let Order { goal, args, terms } = order;
        let until_ms = until_ms(terms.within_ms, self.ctx.now_ms);
        let order = OrderMessage { id, from: None, goal, args: args.to_vec(), terms, until_ms };
        self.ctx.recorder.ordered(agent, &order);
        self.ctx.messages.push(Message::Order { to: agent, order });
        self.deliver();
        Ok(id)
    }

    /// Returns an error if an agent cannot understand an order.
    fn check_order(&self, agent: AgentId, order: &Order<'_>) -> Result<(), MindError> {
        let archetype = self.archetype_of(agent).ok_or(MindError::NoAgent(agent))?;
        let domain = &self.spec.planning;
        let goal = domain.goals().get(order.goal);
        let (Some(goal), true) = (goal, archetype.goals.iter().any(|(known, _)| *known == order.goal)) else {
            let goal = goal.map_or_else(|| format!("#{}", order.goal.index()), |goal| goal.name.clone());
            return Err(MindError::ForeignGoal { archetype: archetype.name.clone(), goal });
        };
        if order.args.len() > goal.params.len() {
            let (name, expected, given) = (goal.name.clone(), goal.params.len(), order.args.len());
            return Err(MindError::IndexCount { name, expected, given });
        }
        for (param, value) in goal.params.iter().zip(order.args) {
            let Some(value) = value else { continue };
            if let Value::Handle(handle) = value
                && !self.objects.contains_key(handle)
            {
                return Err(MindError::NotBound(GameObject(*handle)));
            }
            if !self.fits(param.kind, *value) {
                let (name, expected) = (param.name.clone(), param_takes(domain, &param.kind));
                return Err(MindError::WrongType { name, expected, given: format!("{value:?}") });
            }
        }
        Ok(())
    }

    /// Returns whether a parameter takes a value.
    fn fits(&self, kind: ParamKind, value: Value) -> bool {
        let domain = &self.spec.planning;
        match (kind, value) {
            (ParamKind::Number { min, max }, Value::Int(number)) => (min..=max).contains(&number),
            (ParamKind::Object(ty), Value::Object(object)) => {
                domain.objects_of(ty).any(|known| known.index() == object as usize)
            }
            (ParamKind::Object(ty), Value::Handle(handle)) => {
                let parts = domain.types().get(ty).map_or(&[][..], |ty| &ty.parts);
                self.objects.get(&handle).is_some_and(|object| parts.contains(&object.ty))
            }
            (ParamKind::Object(ty), Value::Point(_)) => {
                domain.types().get(ty).is_some_and(|ty| ty.is_open(domain.types()))
            }
            _ => false,
        }
    }

    /// Withdraws an order of the game. Returns false if it has ended. The recording keeps the withdrawal as an input.
    pub fn withdraw(&mut self, order: OrderId) -> bool {
        let index = owner(order.0);
        let Some(agent) = self.get(index) else { return false };
        let id = agent.id;
        if !agent.command.orders.iter().any(|known| known.id == order && known.from.is_none()) {
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
                let OrderMessage { id, from, goal, terms, .. } = order;
                let bias = terms.bias;
                let events =
                    || MindEvent::Ordered { from, to, order: id, goal, args: order.args.clone(), bias };
                self.ctx.events.print(events);
                if agent.lifecycle.quarantined().is_some() {
                    agent.refuse_order(&order, &mut self.ctx);
                } else if agent.take_order(archetype, &order) {
                    agent.know_ordered(archetype, &self.objects, self.ctx.now_ms);
                    // Orders of the game were recorded when they came.
                    if from.is_some() {
                        self.ctx.recorder.ordered(to, &order);
                    }
                } else if let Some(from) = from {
                    self.ctx.messages.push(Message::Report {
                        to: from,
                        order: id,
                        state: OrderState::Failed(OrderFailure::ForeignGoal),
                    });
                }
            }
            Message::Report { order, state, .. } => {
                if state == OrderState::Done {
                    self.ctx.quality.order_done(agent.id, order);
                }
                let step = agent.execution.running.map(|running| running.step);
                if let (Some(is_done), Some(step)) = (agent.handle_report(archetype, order, state), step) {
                    if is_done {
                        agent.step_done(archetype, &mut self.ctx, step);
                    } else {
                        agent.step_failed(archetype, &mut self.ctx, step, Failure::Reported);
                    }
                }
            }
            Message::Renew { order, until_ms, .. } => agent.renew_order(order, until_ms),
            Message::Withdraw { to, order } => {
                let before = agent.command.orders.len();
                agent.handle_withdrawal(archetype, &mut self.ctx, order);
                if agent.command.orders.len() < before {
                    self.ctx.events.print(|| MindEvent::Withdrawn { to, order });
                }
            }
        }
        self.settle(index);
    }
}
