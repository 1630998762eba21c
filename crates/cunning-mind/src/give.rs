//! Giving the orders of a step: the receivers and their arguments.

use cunning_plan::Arg;
use cunning_plan::model::{Condition, TypeId, TypeKind};

use crate::agent::{Agent, Given};
use crate::command::{Message, OrderMessage, until_ms};
use crate::compiled_archetype::CompiledArchetype;
use crate::limits::ORDER_IDLE_MS_MAX;
use crate::message::{AgentId, OrderTerms, Value};
use crate::quality::order_number;
use crate::spec::{OrderArg, OrderSpec, Receivers};
use crate::tick_context::TickContext;

/// The arguments of an order's receivers for one parameter of the goal.
enum ReceiverArgs {
    /// All receivers get the same argument.
    Shared(Option<Value>),
    /// Every receiver gets a different argument.
    Each(Vec<Value>),
}

impl Agent {
    /// Gives the orders of the step that has just started.
    pub(crate) fn give_orders(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        let Some(running) = self.execution.running else { return };
        let spec = archetype.action_spec(running.action);
        let args: Vec<Arg> = archetype.grounding.bound_args(running.action).collect();
        // Orders with a negative bias are waited for only if there are no others.
        let is_for_something = spec.orders.iter().any(|order| order.terms.bias > 0);
        let mut free = self.command.subordinates.clone();
        let within_ms = spec.done.within_ms.or((!is_for_something).then_some(ORDER_IDLE_MS_MAX as u32));
        let until_ms = until_ms(within_ms, ctx.now_ms);
        for order in &spec.orders {
            let terms = OrderTerms { within_ms, ..order.terms };
            let params: Vec<ReceiverArgs> =
                order.give.iter().map(|(_, arg)| self.args(archetype, arg, &args)).collect();
            let mut receivers = receivers(order.to, &self.command.subordinates, &free);
            // A subordinate without a target stays available for other orders.
            let targets = params.iter().filter_map(|args| match args {
                ReceiverArgs::Shared(_) => None,
                ReceiverArgs::Each(targets) => Some(targets.len()),
            });
            receivers.truncate(targets.min().unwrap_or(usize::MAX));
            free.retain(|agent| !receivers.contains(agent));
            for (at, &to) in receivers.iter().enumerate() {
                let counts = order.terms.bias > 0 || !is_for_something;
                let (goal, args) = (order.goal, given_args(archetype, order, &params, at));
                let is_same = |former: &Given| {
                    former.to == to
                        && former.goal == Some(goal)
                        && former.args == args
                        && former.terms == terms
                };
                if let Some(at) = self.command.former.iter().position(is_same) {
                    let former = self.command.former.remove(at);
                    ctx.messages.push(Message::Renew { to, order: former.id, until_ms });
                    self.command.given.push(Given { counts, ..former });
                    continue;
                }
                let id = ctx.order(self.id);
                ctx.quality.ordered(self.id, id, order_number(to, goal.index(), &args), ctx.now_ms);
                let given = Given { id, to, goal: Some(goal), args: args.clone(), terms, end: None, counts };
                self.command.given.push(given);
                let order = OrderMessage { id, from: Some(self.id), goal, args, terms, until_ms };
                ctx.messages.push(Message::Order { to, order });
            }
        }
        self.withdraw_former_orders(ctx);
        self.wake_at(until_ms);
    }

    fn args(&self, archetype: &CompiledArchetype, arg: &OrderArg, args: &[Arg]) -> ReceiverArgs {
        match arg {
            OrderArg::Param(from) => ReceiverArgs::Shared(args.get(from.index()).map(|&arg| self.value(arg))),
            OrderArg::Each { ty, when } => ReceiverArgs::Each(self.targets(archetype, *ty, when, args)),
        }
    }

    /// Returns the objects of a type that the agent knows and for which a condition holds, in order.
    fn targets(
        &self,
        archetype: &CompiledArchetype,
        ty: TypeId,
        when: &[Condition],
        args: &[Arg],
    ) -> Vec<Value> {
        let types = archetype.spec.planning.types();
        let mut all: Vec<Arg> = Vec::new();
        for &part in types.get(ty).map_or(&[][..], |ty| &ty.parts) {
            match &types[part].kind {
                TypeKind::Closed { objects } => all.extend(objects.iter().copied().map(Arg::Object)),
                TypeKind::Open { .. } | TypeKind::Union { .. } => {
                    let bound = archetype.grounding.slots(part);
                    let bound =
                        bound.filter(|slot| archetype.grounding.is_bound(&self.beliefs.memory.state, *slot));
                    all.extend(bound.map(Arg::Slot));
                }
            }
        }
        all.retain(|&target| {
            let args = [args, &[target]].concat();
            let condition = archetype.grounding.condition(when, &args);
            condition.is_ok_and(|condition| condition.holds(&self.beliefs.memory.state))
        });
        all.into_iter().map(|target| self.value(target)).collect()
    }
}

/// Returns the receivers of an order, from all subordinates and those without an earlier order.
fn receivers(to: Receivers, all: &[AgentId], free: &[AgentId]) -> Vec<AgentId> {
    match to {
        Receivers::All => all.to_vec(),
        Receivers::Half => free[..free.len().div_ceil(2)].to_vec(),
        Receivers::Rest => free.to_vec(),
        Receivers::Number(count) => free[..free.len().min(count as usize)].to_vec(),
    }
}

/// Returns the arguments of the goal for one receiver.
fn given_args(
    archetype: &CompiledArchetype,
    order: &OrderSpec,
    params: &[ReceiverArgs],
    at: usize,
) -> Vec<Option<Value>> {
    let count = archetype.spec.planning.goals().get(order.goal).map_or(0, |goal| goal.params.len());
    let mut given = vec![None; count];
    for ((param, _), args) in order.give.iter().zip(params) {
        if let Some(target) = given.get_mut(param.index()) {
            *target = match args {
                ReceiverArgs::Shared(value) => *value,
                ReceiverArgs::Each(targets) => targets.get(at).copied(),
            };
        }
    }
    given
}
