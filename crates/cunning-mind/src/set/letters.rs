//! Orders and reports between agents, and who succeeds whom.

use cunning_plan::model::ActionId;

use super::AgentSet;
use crate::acquaintance::{arg, know};
use crate::act::Failure;
use crate::agent::Agent;
use crate::command::{Letter, Parcel};
use crate::message::{AgentId, Order, OrderId, OrderState, Value};
use crate::news::News;
use crate::profile::Phase;

impl AgentSet {
    /// A fallen leader is succeeded by the first of its subordinates that can command; if none can, by its own commander.
    pub(super) fn succeed(&mut self, fallen: &Agent) {
        let can_command = |id: &AgentId| {
            let agent = self.place(*id).and_then(|place| self.agents[place].agent.as_deref());
            agent.is_some_and(|agent| {
                let kind = &self.kinds[agent.kind];
                let orders = |action: &ActionId| !self.lore.actions[action.index()].orders.is_empty();
                kind.archetype().actions.iter().any(orders)
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

    /// Orders an agent to pursue a goal, in the name of the game or a player, until the goal is met, there is no plan for
    /// it, or the time is over; how it goes is told by `Command::OrderReport`. `None` if the agent does not have the goal.
    pub fn order(&mut self, agent: AgentId, order: Order<'_>) -> Option<OrderId> {
        let place = self.place(agent)?;
        let kind = &self.kinds[self.agents[place].agent.as_deref()?.kind];
        kind.goals.iter().position(|known| known.goal == order.goal)?;
        let id = self.turn.order(agent);
        let Order { goal, args, bias, within_ms, is_rigid } = order;
        let until_ms = within_ms.map_or(u64::MAX, |within| self.turn.now_ms + u64::from(within));
        let order = Parcel { id, from: None, goal, args: args.to_vec(), bias, until_ms, is_rigid };
        self.turn.chronicle.ordered(agent, &order, self.turn.now_ms);
        self.turn.letters.push(Letter::Order { to: agent, order });
        self.deliver();
        Some(id)
    }

    /// Hands over messages between agents until none is on its way.
    pub(crate) fn deliver(&mut self) {
        let mut letters = Vec::new();
        while !self.turn.letters.is_empty() {
            std::mem::swap(&mut letters, &mut self.turn.letters);
            for letter in letters.drain(..) {
                let to = letter.to();
                self.turn.watch.enter(Phase::Command);
                self.hand_over(letter);
                self.turn.watch.leave(to);
            }
        }
    }

    fn hand_over(&mut self, letter: Letter) {
        let Some(place) = self.place(letter.to()) else {
            // Whoever ordered a dead man hears so.
            if let Letter::Order { order: Parcel { id, from: Some(from), .. }, .. } = letter {
                self.turn.letters.push(Letter::Report { to: from, order: id, state: OrderState::Lost });
            }
            return;
        };
        let Some(agent) = self.agents[place].agent.as_deref_mut() else { return };
        let kind = &self.kinds[agent.kind];
        match letter {
            Letter::Order { to, order } => {
                for value in order.args.iter().flatten() {
                    if let Value::Handle(handle) = value {
                        know(agent, kind, &self.objects, *handle, self.turn.now_ms);
                    }
                }
                let args = order.args.iter().map(|value| value.and_then(|value| arg(agent, value))).collect();
                let Parcel { id, from, goal, bias, .. } = order;
                let news = || News::Ordered { from, to, order: id, goal, args: order.args.clone(), bias };
                self.turn.news.print(news);
                if agent.take_order(kind, &order, args) {
                    // What comes from outside was recorded when it came.
                    if from.is_some() {
                        self.turn.chronicle.ordered(to, &order, self.turn.now_ms);
                    }
                } else if let Some(from) = from {
                    self.turn.letters.push(Letter::Report { to: from, order: id, state: OrderState::Failed });
                }
            }
            Letter::Report { order, state, .. } => {
                let step = agent.running.map(|running| running.step);
                if let (Some(is_done), Some(step)) = (agent.hear_report(kind, order, state), step) {
                    if is_done {
                        agent.step_done(kind, &mut self.turn, step);
                    } else {
                        agent.step_failed(kind, &mut self.turn, step, Failure::Reported);
                    }
                }
            }
            Letter::Withdraw { to, order } => {
                let before = agent.orders.len();
                agent.lose_order(kind, &mut self.turn, order);
                if agent.orders.len() < before {
                    self.turn.news.print(|| News::Withdrawn { to, order });
                }
            }
        }
        self.settle(place);
    }
}
