//! Orders and reports between agents, and who succeeds whom.

use cunning_plan::model::{ActionId, GoalId};

use super::AgentSet;
use crate::acquaintance::{arg, know};
use crate::act::Failure;
use crate::agent::Agent;
use crate::command::{Letter, Parcel};
use crate::message::{AgentId, OrderId, OrderState, Value};
use crate::news::News;

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

    /// Orders an agent to pursue a goal, in the name of the game or a player: `bias`, in millionths, is added to the
    /// goal's score until the goal is met or the time is over. `None` if the agent does not have the goal.
    pub fn order(
        &mut self,
        agent: AgentId,
        goal: GoalId,
        args: &[Option<Value>],
        bias: i64,
        within_ms: Option<u32>,
    ) -> Option<OrderId> {
        let place = self.place(agent)?;
        let kind = &self.kinds[self.agents[place].agent.as_deref()?.kind];
        kind.goals.iter().position(|known| known.goal == goal)?;
        self.turn.chronicle.ordered_from_outside(agent, goal, args, bias, within_ms);
        let id = self.turn.order(agent);
        let until_ms = within_ms.map_or(u64::MAX, |within| self.turn.now_ms + u64::from(within));
        let order = Parcel { id, from: None, goal, args: args.to_vec(), bias, until_ms };
        self.turn.letters.push(Letter::Order { to: agent, order });
        self.deliver();
        Some(id)
    }

    /// Hands over messages between agents until none is on its way.
    pub(super) fn deliver(&mut self) {
        let mut letters = Vec::new();
        while !self.turn.letters.is_empty() {
            std::mem::swap(&mut letters, &mut self.turn.letters);
            for letter in letters.drain(..) {
                self.hand_over(letter);
            }
        }
    }

    fn hand_over(&mut self, letter: Letter) {
        let to = match &letter {
            Letter::Order { to, .. } | Letter::Report { to, .. } | Letter::Withdraw { to, .. } => *to,
        };
        let Some(place) = self.place(to) else {
            // Whoever ordered a dead man hears so.
            if let Letter::Order { order: Parcel { id, from: Some(from), .. }, .. } = letter {
                self.turn.letters.push(Letter::Report { to: from, order: id, state: OrderState::Lost });
            }
            return;
        };
        let Some(agent) = self.agents[place].agent.as_deref_mut() else { return };
        let kind = &self.kinds[agent.kind];
        match letter {
            Letter::Order { order, .. } => {
                for value in order.args.iter().flatten() {
                    if let Value::Handle(handle) = value {
                        know(agent, kind, &self.objects, *handle, self.turn.now_ms);
                    }
                }
                let args = order.args.iter().map(|value| value.and_then(|value| arg(agent, value))).collect();
                let Parcel { id, from, goal, bias, .. } = order;
                let news = || News::Ordered { from, to, order: id, goal, args: order.args.clone(), bias };
                self.turn.news.print(news);
                if !agent.take_order(kind, &order, args)
                    && let Some(from) = from
                {
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
            Letter::Withdraw { order, .. } => {
                let before = agent.orders.len();
                agent.orders.retain(|known| known.id != order);
                if agent.orders.len() < before {
                    agent.is_awake = true;
                    self.turn.news.print(|| News::Withdrawn { to, order });
                }
            }
        }
        self.settle(place);
    }
}
