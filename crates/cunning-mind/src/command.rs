//! Command hierarchies: orders go down, reports go up. An action with orders is carried out by subordinates: it is
//! done when enough of them report success, and fails when too few are left.

use cunning_plan::model::GoalId;
use cunning_plan::{Arg, GroundActionId};

use crate::agent::{Agent, Given, Order, Unfulfilled};
use crate::compiled_archetype::CompiledArchetype;
use crate::events::MindEvent;
use crate::message::{AgentId, Command, OrderFailure, OrderId, OrderState, OrderTerms, StopReason, Value};
use crate::record::Reason;
use crate::spec::{Interrupt, Need};
use crate::tick_context::TickContext;
use crate::wire::{wire_enum, wire_struct};

/// The first and the longest time for which orders that were not fulfilled are not given again.
const ORDERS_BACK_OFF_MS: u64 = 1000;
const ORDERS_BACK_OFF_MS_MAX: u64 = 30_000;

/// A message between agents that has not been delivered yet.
#[derive(Clone, Debug)]
pub(crate) enum Message {
    Order {
        to: AgentId,
        order: OrderMessage,
    },
    Report {
        to: AgentId,
        order: OrderId,
        state: OrderState,
    },
    /// Withdraws an order.
    Withdraw {
        to: AgentId,
        order: OrderId,
    },
    /// Gives an order that the receiver already has more time.
    Renew {
        to: AgentId,
        order: OrderId,
        until_ms: u64,
    },
}

impl Message {
    /// Returns the receiver of the message.
    pub(crate) fn to(&self) -> AgentId {
        match self {
            Self::Order { to, .. }
            | Self::Report { to, .. }
            | Self::Withdraw { to, .. }
            | Self::Renew { to, .. } => *to,
        }
    }
}

wire_enum!(Message { 0 = Order { to, order }, 1 = Report { to, order, state }, 2 = Withdraw { to, order }, 3 = Renew { to, order, until_ms } });
wire_struct!(OrderMessage { id, from, goal, args, terms, until_ms });

/// An order as it is sent, with objects in the game's terms.
#[derive(Clone, Debug)]
pub(crate) struct OrderMessage {
    pub(crate) id: OrderId,
    pub(crate) from: Option<AgentId>,
    pub(crate) goal: GoalId,
    pub(crate) args: Vec<Option<Value>>,
    pub(crate) terms: OrderTerms,
    /// When the order expires.
    pub(crate) until_ms: u64,
}

/// Returns when an order that is given now expires.
pub(crate) fn until_ms(within_ms: Option<u32>, now_ms: u64) -> u64 {
    within_ms.map_or(u64::MAX, |within| now_ms + u64::from(within))
}

impl Agent {
    /// Withdraws all orders given for the running step that have not ended.
    pub(crate) fn withdraw_orders(&mut self, ctx: &mut TickContext) {
        for Given { id, to, end, .. } in self.command.given.drain(..) {
            if end.is_none() {
                ctx.messages.push(Message::Withdraw { to, order: id });
            }
        }
    }

    /// Sets the open orders of the running step aside, because a new plan replaces it. Subordinates whose orders stay
    /// the same are not interrupted.
    pub(crate) fn set_orders_aside(&mut self) {
        let open = self.command.given.drain(..).filter(|given| given.end.is_none());
        self.command.former.extend(open);
    }

    /// Withdraws the orders of the replaced step that no later step took over.
    pub(crate) fn withdraw_former_orders(&mut self, ctx: &mut TickContext) {
        for Given { id, to, .. } in self.command.former.drain(..) {
            ctx.messages.push(Message::Withdraw { to, order: id });
        }
    }

    /// Returns whether the orders of a ground action were not fulfilled lately.
    pub(crate) fn is_unfulfilled(&self, action: GroundActionId, now_ms: u64) -> bool {
        let mut unfulfilled = self.command.unfulfilled.iter();
        unfulfilled.any(|known| known.action == action && known.until_ms > now_ms)
    }

    /// Leaves a ground action whose orders were not fulfilled alone, longer each time.
    pub(crate) fn back_off_orders(&mut self, action: GroundActionId, now_ms: u64) {
        let is_it = |known: &Unfulfilled| known.action == action;
        let failures =
            self.command.unfulfilled.iter().find(|known| is_it(known)).map_or(0, |known| known.failures);
        let wait_ms = (ORDERS_BACK_OFF_MS << failures.min(16)).min(ORDERS_BACK_OFF_MS_MAX);
        let until_ms = now_ms + wait_ms;
        self.command
            .unfulfilled
            .retain(|known| !is_it(known) && known.until_ms + ORDERS_BACK_OFF_MS_MAX > now_ms);
        self.command.unfulfilled.push(Unfulfilled { action, failures: failures.saturating_add(1), until_ms });
        self.wake_at(until_ms);
    }

    /// Receives an order. Returns false if the agent does not have its goal.
    pub(crate) fn take_order(&mut self, archetype: &CompiledArchetype, order: &OrderMessage) -> bool {
        let Some(goal) = archetype.goals.iter().position(|known| known.goal == order.goal) else {
            return false;
        };
        let OrderMessage { id, from, terms, until_ms, .. } = *order;
        let args = order.args.clone();
        let idle_ms = u64::MAX;
        self.command.orders.push(Order {
            id,
            from,
            goal,
            args,
            terms,
            until_ms,
            is_taken_up: false,
            idle_ms,
        });
        // An order is a reason to retry a goal that failed before.
        self.intention.goals[goal].not_before_ms = 0;
        self.wake_at(until_ms);
        self.intention.is_awake = true;
        true
    }

    /// Gives a received order more time.
    pub(crate) fn renew_order(&mut self, order: OrderId, until_ms: u64) {
        if let Some(known) = self.command.orders.iter_mut().find(|known| known.id == order) {
            known.until_ms = until_ms;
            self.wake_at(until_ms);
        }
    }

    /// Reports an order as lost because the agent is in quarantine.
    pub(crate) fn refuse_order(&self, order: &OrderMessage, ctx: &mut TickContext) {
        let OrderMessage { id, from, goal, .. } = *order;
        report(ctx, self.id, (id, from, goal), OrderState::Lost);
    }

    /// Handles the withdrawal of an order. A step pursued only for that order stops at once; otherwise the goals are
    /// compared again.
    pub(crate) fn handle_withdrawal(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        order: OrderId,
    ) {
        let Some(at) = self.command.orders.iter().position(|known| known.id == order) else { return };
        let order = self.command.orders.remove(at);
        send_report(archetype, ctx, self.id, &order, OrderState::Withdrawn);
        self.intention.is_awake = true;
        self.let_go(archetype, ctx, order.from);
    }

    /// Stops pursuing a goal that is no longer relevant because orders for it ended. A step that nothing interrupts
    /// goes on, but no further one starts.
    pub(crate) fn let_go(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        by: Option<AgentId>,
    ) {
        let Some(chosen) = &self.intention.chosen else { return };
        if self.is_worth(archetype, chosen.goal, &chosen.args) {
            return;
        }
        if self.interrupt_rule(archetype) == Some(Interrupt::Never) {
            self.execution.plan.truncate(self.execution.at + 1);
            return;
        }
        ctx.recorder.interrupted(self.id, by, Reason::Ordered);
        self.stop_step(archetype, ctx, StopReason::Ordered);
        self.drop_plan(ctx, Reason::Ordered);
        self.intention.chosen = None;
        ctx.recorder.goal_ended(self.id, Reason::Withdrawn);
    }

    /// Returns whether a goal is still relevant with the remaining orders.
    pub(crate) fn is_worth(&self, archetype: &CompiledArchetype, goal: usize, args: &[Option<Arg>]) -> bool {
        let for_it = |order: &&Order| order.covers(&self.beliefs.object_slots, goal, args);
        let bias = self
            .command
            .orders
            .iter()
            .filter(for_it)
            .fold(0, |sum: i64, order| sum.saturating_add(order.terms.bias));
        let own = if self.is_free(archetype) {
            archetype.goals[goal].score(&self.beliefs.memory.state)
        } else {
            Some(0)
        };
        // An undefined score is handled when the agent next compares its goals.
        own.is_none_or(|own| own.saturating_add(bias) > 0)
    }

    /// Returns whether the agent weighs its own goals. An agent that is not autonomous follows orders as long as it
    /// has any.
    pub(crate) fn is_free(&self, archetype: &CompiledArchetype) -> bool {
        archetype.definition().autonomous || self.command.orders.iter().all(|order| order.terms.bias <= 0)
    }

    /// Reports the state of the orders for a goal to those who gave them. Orders that have ended are removed.
    pub(crate) fn report_orders(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        goal: usize,
        args: &[Option<Arg>],
        state: OrderState,
    ) {
        let Self { id, command, beliefs, .. } = self;
        command.orders.retain_mut(|order| {
            if order.terms.bias <= 0 || !order.covers(&beliefs.object_slots, goal, args) {
                return true;
            }
            if state == OrderState::TakenUp && std::mem::replace(&mut order.is_taken_up, true) {
                return true;
            }
            send_report(archetype, ctx, *id, order, state);
            state == OrderState::TakenUp
        });
    }

    /// Fails orders whose time is over. Orders with a negative bias are fulfilled instead.
    pub(crate) fn expire_orders(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        let (id, now_ms) = (self.id, ctx.now_ms);
        let before = self.command.orders.len();
        self.command.orders.retain(|order| {
            let is_over = order.deadline_ms() <= now_ms;
            if is_over {
                let state = if order.terms.bias > 0 {
                    OrderState::Failed(OrderFailure::TimedOut)
                } else {
                    OrderState::Done
                };
                send_report(archetype, ctx, id, order, state);
            }
            !is_over
        });
        if self.command.orders.len() < before {
            self.intention.is_awake = true;
            self.let_go(archetype, ctx, None);
        }
    }

    /// Notes since when the agent has been idle, for orders that would otherwise wait for ever.
    pub(crate) fn note_idleness(&mut self, now_ms: u64) {
        let is_idle = self.lifecycle.is_held() || self.intention.chosen.is_none();
        for order in &mut self.command.orders {
            order.idle_ms = if is_idle { order.idle_ms.min(now_ms) } else { u64::MAX };
        }
    }

    /// Returns when the first of the agent's orders ends if nothing changes until then.
    pub(crate) fn orders_end_ms(&self) -> u64 {
        self.command.orders.iter().map(Order::deadline_ms).min().unwrap_or(u64::MAX)
    }

    /// Reports all orders as lost because their receiver is gone.
    pub(crate) fn lose_orders(&mut self, archetype: &CompiledArchetype, ctx: &mut TickContext) {
        for order in std::mem::take(&mut self.command.orders) {
            send_report(archetype, ctx, self.id, &order, OrderState::Lost);
        }
    }

    /// Ends all orders about an object that no longer exists.
    pub(crate) fn end_orders_about(
        &mut self,
        archetype: &CompiledArchetype,
        ctx: &mut TickContext,
        object: Value,
    ) {
        let (id, before) = (self.id, self.command.orders.len());
        self.command.orders.retain(|order| {
            let is_about = order.args.contains(&Some(object));
            if is_about {
                send_report(archetype, ctx, id, order, OrderState::ObjectGone);
            }
            !is_about
        });
        self.intention.is_awake |= self.command.orders.len() < before;
    }

    /// Handles the report of a subordinate. Returns whether the commanding step is now done or failed.
    pub(crate) fn handle_report(
        &mut self,
        archetype: &CompiledArchetype,
        order: OrderId,
        state: OrderState,
    ) -> Option<bool> {
        if state == OrderState::TakenUp {
            return None;
        }
        self.command.former.retain(|given| given.id != order);
        let given = self.command.given.iter_mut().find(|given| given.id == order)?;
        given.end = Some(state);
        self.verdict(archetype)
    }

    /// Returns whether the orders of the running step are fulfilled or failed; `None` while neither is decided.
    pub(crate) fn verdict(&self, archetype: &CompiledArchetype) -> Option<bool> {
        let spec = archetype.action_spec(self.execution.running?.action);
        let count = |is_it: fn(Option<OrderState>) -> bool| {
            self.command.given.iter().filter(|given| given.counts && is_it(given.end)).count()
        };
        let done = count(|end| end == Some(OrderState::Done));
        let need = match spec.done.need {
            // Lost receivers and targets are not waited for.
            Need::All => count(|end| !matches!(end, Some(OrderState::Lost | OrderState::ObjectGone))),
            Need::Any => 1,
            Need::Number(count) => count as usize,
        };
        if done >= need.max(1) {
            Some(true)
        } else if done + count(|end| end.is_none()) < need.max(1) {
            Some(false)
        } else {
            None
        }
    }
}

fn send_report(
    archetype: &CompiledArchetype,
    ctx: &mut TickContext,
    agent: AgentId,
    order: &Order,
    state: OrderState,
) {
    report(ctx, agent, (order.id, order.from, archetype.goals[order.goal].goal), state);
}

/// Reports the state of an order to the agent that gave it, or to the game.
fn report(
    ctx: &mut TickContext,
    agent: AgentId,
    (order, from, goal): (OrderId, Option<AgentId>, GoalId),
    state: OrderState,
) {
    ctx.recorder.order_reported(agent, order.0, state);
    ctx.events.print(|| MindEvent::Reported { from: agent, to: from, order, goal, state });
    if let Some(to) = from {
        ctx.messages.push(Message::Report { to, order, state });
    } else {
        ctx.say(Command::OrderReport { agent, order, goal, report: state }, []);
    }
}
