//! What a spectator is told of orders and reports: one line for each order, whoever gets it, and one for each report that
//! ends one.

use cunning_mind::{AgentId, MindEvent, OrderState, Value};
use cunning_plan::model::GoalId;

use super::narration::show;
use super::{LineKind, Simulation};

impl Simulation {
    /// Tells what was reported to commanders, and keeps what they ordered for later: what somebody orders is told after
    /// what he does.
    pub(super) fn narrate_reports(&mut self, minds_at: usize) -> Vec<MindEvent> {
        if !self.is_watched {
            return Vec::new();
        }
        let news = self.minds[minds_at].set.take_news();
        for item in &news {
            if let MindEvent::Ordered { order, goal, args, .. } = item {
                let wanted = self.show_goal(minds_at, *goal, args);
                self.minds[minds_at].orders.insert(*order, wanted);
            }
        }
        for item in &news {
            let MindEvent::Reported { from, to, order, state, .. } = item else { continue };
            let how = match state {
                // That somebody does as told is seen by what he does.
                OrderState::TakenUp => continue,
                OrderState::Done => "done",
                OrderState::Failed => "failed",
                OrderState::Lost => "lost",
            };
            let wanted = self.minds[minds_at].orders.remove(order).unwrap_or_default();
            let to = to.map_or_else(String::new, |to| format!(" to {}", self.name_of(minds_at, to)));
            let instance = self.minds[minds_at].instances.get(from).copied();
            self.say(instance, LineKind::Report, format!("reports{to}: {wanted} {how}"));
        }
        news
    }

    /// Tells what was ordered: once for all that get the same order.
    pub(super) fn narrate_orders(&mut self, minds_at: usize, news: &[MindEvent]) {
        let mut receivers: Vec<String> = Vec::new();
        let mut orders = news.iter().filter(|item| matches!(item, MindEvent::Ordered { .. })).peekable();
        while let Some(MindEvent::Ordered { from, to, goal, args, bias, .. }) = orders.next() {
            receivers.push(self.name_of(minds_at, *to));
            let is_same = |next: &&MindEvent| match next {
                MindEvent::Ordered { from: by, goal: also, args: with, .. } => {
                    (by, also, with) == (from, goal, args)
                }
                _ => false,
            };
            if orders.peek().is_some_and(is_same) {
                continue;
            }
            let (all, bias) = (std::mem::take(&mut receivers).join(", "), *bias as f64 / 1e6);
            let wanted = self.show_goal(minds_at, *goal, args);
            let instance = from.and_then(|from| self.minds[minds_at].instances.get(&from).copied());
            self.say(instance, LineKind::Order, format!("orders {all}: {wanted} ({bias:+.2})"));
        }
        for item in news {
            if let MindEvent::Withdrawn { order, .. } = item {
                self.minds[minds_at].orders.remove(order);
            }
        }
    }

    fn name_of(&self, minds_at: usize, agent: AgentId) -> String {
        let instance = self.minds[minds_at].instances.get(&agent);
        instance
            .map_or_else(|| "nobody".to_owned(), |instance| self.scenario.agent_specs[*instance].name.clone())
    }

    pub(super) fn show_goal(&self, minds_at: usize, goal: GoalId, args: &[Option<Value>]) -> String {
        let domain = &self.scenario.domains[minds_at].spec.planning;
        let name = domain.goals().get(goal).map_or("", |goal| goal.name.as_str());
        let args: Vec<String> = args.iter().flatten().map(|value| show(domain, self, *value)).collect();
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
    }
}
