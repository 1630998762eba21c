//! Orders down, reports up. An action with orders is carried out by its agent's subordinates: it is done when enough of
//! them report success, and failed when too few are left that could.

use cunning_plan::Arg;
use cunning_plan::model::GoalId;

use crate::agent::{Agent, Given, Order};
use crate::kind::Kind;
use crate::lore::{Need, OrderLore, Receivers};
use crate::message::{AgentId, Command, OrderId, OrderState, Value};
use crate::turn::Turn;

/// A message between agents, on its way.
#[derive(Clone, Debug)]
pub(crate) enum Letter {
    Order {
        to: AgentId,
        order: Parcel,
    },
    Report {
        to: AgentId,
        order: OrderId,
        state: OrderState,
    },
    /// The order counts no longer.
    Withdraw {
        to: AgentId,
        order: OrderId,
    },
}

/// An order as it is sent: objects by the game's names.
#[derive(Clone, Debug)]
pub(crate) struct Parcel {
    pub(crate) id: OrderId,
    pub(crate) from: Option<AgentId>,
    pub(crate) goal: GoalId,
    pub(crate) args: Vec<Option<Value>>,
    pub(crate) bias: i64,
    pub(crate) until_ms: u64,
}

impl Agent {
    /// Gives the orders of the step that was just started.
    pub(crate) fn give_orders(&mut self, kind: &Kind, turn: &mut Turn) {
        let Some(running) = self.running else { return };
        let lore = &kind.lore.actions[kind.grounding.action(running.action).index()];
        let args: Vec<Value> = kind.grounding.bound_args(running.action).map(|arg| self.value(arg)).collect();
        let until_ms = lore.done.within_ms.map_or(u64::MAX, |within| turn.now_ms + u64::from(within));
        let mut free = self.subordinates.clone();
        for OrderLore { to, goal, bias, give, .. } in &lore.orders {
            let receivers: Vec<AgentId> = match to {
                Receivers::All => self.subordinates.clone(),
                Receivers::Half => free.drain(..free.len().div_ceil(2)).collect(),
                Receivers::Rest => std::mem::take(&mut free),
                Receivers::Number(count) => free.drain(..free.len().min(*count as usize)).collect(),
            };
            let params = kind.lore.domain.goals().get(*goal).map_or(0, |goal| goal.params.len());
            let mut given: Vec<Option<Value>> = vec![None; params];
            for (param, from) in give {
                if let Some(place) = given.get_mut(param.index()) {
                    *place = args.get(from.index()).copied();
                }
            }
            for to in receivers {
                let id = turn.order(self.id);
                self.given.push(Given { id, to, end: None });
                let parcel = Parcel {
                    id,
                    from: Some(self.id),
                    goal: *goal,
                    args: given.clone(),
                    bias: bias.get(),
                    until_ms,
                };
                turn.letters.push(Letter::Order { to, order: parcel });
            }
        }
        self.wake_at(until_ms);
    }

    /// Takes back all orders that are not over.
    pub(crate) fn withdraw_orders(&mut self, turn: &mut Turn) {
        for Given { id, to, end } in self.given.drain(..) {
            if end.is_none() {
                turn.letters.push(Letter::Withdraw { to, order: id });
            }
        }
    }

    /// Receives an order; false if it is for a goal that the agent does not have.
    pub(crate) fn take_order(&mut self, kind: &Kind, parcel: &Parcel, args: Vec<Option<Arg>>) -> bool {
        let Some(goal) = kind.goals.iter().position(|known| known.goal == parcel.goal) else { return false };
        let Parcel { id, from, bias, until_ms, .. } = *parcel;
        self.orders.push(Order { id, from, goal, args, bias, until_ms, is_taken_up: false });
        // An order is a reason to try again what failed before.
        self.goals[goal].not_before_ms = 0;
        self.wake_at(until_ms);
        self.is_awake = true;
        true
    }

    /// Tells whoever gave the orders for a goal how they go; orders that are over are forgotten.
    pub(crate) fn report_orders(
        &mut self,
        kind: &Kind,
        turn: &mut Turn,
        goal: usize,
        args: &[Option<Arg>],
        state: OrderState,
    ) {
        let id = self.id;
        self.orders.retain_mut(|order| {
            if order.bias <= 0 || !order.covers(goal, args) {
                return true;
            }
            if state == OrderState::TakenUp && std::mem::replace(&mut order.is_taken_up, true) {
                return true;
            }
            send_report(kind, turn, id, order, state);
            state == OrderState::TakenUp
        });
    }

    /// Orders whose time is over have failed.
    pub(crate) fn expire_orders(&mut self, kind: &Kind, turn: &mut Turn) {
        let (id, now_ms) = (self.id, turn.now_ms);
        let before = self.orders.len();
        self.orders.retain(|order| {
            let is_over = order.until_ms <= now_ms;
            if is_over {
                send_report(kind, turn, id, order, OrderState::Failed);
            }
            !is_over
        });
        self.is_awake |= self.orders.len() < before;
    }

    /// All orders are lost with their receiver.
    pub(crate) fn lose_orders(&mut self, kind: &Kind, turn: &mut Turn) {
        for order in std::mem::take(&mut self.orders) {
            send_report(kind, turn, self.id, &order, OrderState::Lost);
        }
    }

    /// A subordinate reports. Whether the step that the orders were for is now done or failed.
    pub(crate) fn hear_report(&mut self, kind: &Kind, order: OrderId, state: OrderState) -> Option<bool> {
        let given = self.given.iter_mut().find(|given| given.id == order)?;
        if state == OrderState::TakenUp {
            return None;
        }
        given.end = Some(state);
        let running = self.running?;
        let lore = &kind.lore.actions[kind.grounding.action(running.action).index()];
        let all = self.given.len();
        let done = self.given.iter().filter(|given| given.end == Some(OrderState::Done)).count();
        let open = self.given.iter().filter(|given| given.end.is_none()).count();
        let need = match lore.done.need {
            // Who is lost cannot be waited for.
            Need::All => all - self.given.iter().filter(|given| given.end == Some(OrderState::Lost)).count(),
            Need::Any => 1,
            Need::Number(count) => count as usize,
        };
        if done >= need.max(1) {
            Some(true)
        } else if done + open < need.max(1) {
            Some(false)
        } else {
            None
        }
    }
}

fn send_report(kind: &Kind, turn: &mut Turn, agent: AgentId, order: &Order, state: OrderState) {
    turn.chronicle.order_reported(agent, order.id.0, state);
    if let Some(to) = order.from {
        turn.letters.push(Letter::Report { to, order: order.id, state });
    } else {
        let goal = kind.goals[order.goal].goal;
        turn.say(Command::OrderReport { agent, order: order.id, goal, report: state }, []);
    }
}
