//! Handing out the orders of a step: who gets which, and with what targets.

use cunning_plan::Arg;
use cunning_plan::model::{Condition, TypeId, TypeKind};

use crate::agent::{Agent, Given};
use crate::command::{Message, OrderMessage};
use crate::compiled_archetype::CompiledArchetype;
use crate::message::{AgentId, Value};
use crate::spec::{Gift, OrderSpec, Receivers};
use crate::tick_context::TickContext;

/// What the receivers of an order get for one parameter of the goal.
enum Hand {
    /// All the same.
    Shared(Option<Value>),
    /// Everybody another one.
    Each(Vec<Value>),
}

impl Agent {
    /// Gives the orders of the step that was just started.
    pub(crate) fn give_orders(&mut self, kind: &CompiledArchetype, ctx: &mut TickContext) {
        let Some(running) = self.running else { return };
        let spec = &kind.spec.actions[kind.grounding.action(running.action).index()];
        let args: Vec<Arg> = kind.grounding.bound_args(running.action).collect();
        let until_ms = spec.done.within_ms.map_or(u64::MAX, |within| ctx.now_ms + u64::from(within));
        // Orders against something are waited for only where there are no others.
        let is_for_something = spec.orders.iter().any(|order| order.bias.get() > 0);
        let mut free = self.subordinates.clone();
        for order in &spec.orders {
            let hands: Vec<Hand> = order.give.iter().map(|(_, gift)| self.hand(kind, gift, &args)).collect();
            let mut receivers = receivers(order.to, &self.subordinates, &free);
            // Whoever there is no target for stays free for another order.
            let targets = hands.iter().filter_map(|hand| match hand {
                Hand::Shared(_) => None,
                Hand::Each(targets) => Some(targets.len()),
            });
            receivers.truncate(targets.min().unwrap_or(usize::MAX));
            free.retain(|agent| !receivers.contains(agent));
            for (at, &to) in receivers.iter().enumerate() {
                let id = ctx.order(self.id);
                let counts = order.bias.get() > 0 || !is_for_something;
                self.given.push(Given { id, to, end: None, counts });
                let order = OrderMessage {
                    id,
                    from: Some(self.id),
                    goal: order.goal,
                    args: given_args(kind, order, &hands, at),
                    bias: order.bias.get(),
                    until_ms,
                    is_rigid: order.rigid,
                };
                ctx.messages.push(Message::Order { to, order });
            }
        }
        self.wake_at(until_ms);
    }

    fn hand(&self, kind: &CompiledArchetype, gift: &Gift, args: &[Arg]) -> Hand {
        match gift {
            Gift::Param(from) => Hand::Shared(args.get(from.index()).map(|&arg| self.value(arg))),
            Gift::Each { ty, when } => Hand::Each(self.targets(kind, *ty, when, args)),
        }
    }

    /// The objects of a type that the agent knows and that a condition holds for, in order.
    fn targets(&self, kind: &CompiledArchetype, ty: TypeId, when: &[Condition], args: &[Arg]) -> Vec<Value> {
        let types = kind.spec.planning.types();
        let mut all: Vec<Arg> = Vec::new();
        for &part in types.get(ty).map_or(&[][..], |ty| &ty.parts) {
            match &types[part].kind {
                TypeKind::Closed { objects } => all.extend(objects.iter().copied().map(Arg::Object)),
                TypeKind::Open { .. } | TypeKind::Union { .. } => {
                    let bound = kind.grounding.slots(part);
                    let bound = bound.filter(|slot| kind.grounding.is_bound(&self.memory.state, *slot));
                    all.extend(bound.map(Arg::Slot));
                }
            }
        }
        all.retain(|&target| {
            let args = [args, &[target]].concat();
            let condition = kind.grounding.condition(when, &args);
            condition.is_ok_and(|condition| condition.holds(&self.memory.state))
        });
        all.into_iter().map(|target| self.value(target)).collect()
    }
}

/// Who receives an order, of all subordinates and of those that no earlier order took.
fn receivers(to: Receivers, all: &[AgentId], free: &[AgentId]) -> Vec<AgentId> {
    match to {
        Receivers::All => all.to_vec(),
        Receivers::Half => free[..free.len().div_ceil(2)].to_vec(),
        Receivers::Rest => free.to_vec(),
        Receivers::Number(count) => free[..free.len().min(count as usize)].to_vec(),
    }
}

/// The arguments of the goal for one of the receivers.
fn given_args(kind: &CompiledArchetype, order: &OrderSpec, hands: &[Hand], at: usize) -> Vec<Option<Value>> {
    let params = kind.spec.planning.goals().get(order.goal).map_or(0, |goal| goal.params.len());
    let mut given = vec![None; params];
    for ((param, _), hand) in order.give.iter().zip(hands) {
        if let Some(place) = given.get_mut(param.index()) {
            *place = match hand {
                Hand::Shared(value) => *value,
                Hand::Each(targets) => targets.get(at).copied(),
            };
        }
    }
    given
}
