//! Narrates orders and reports: one line for each order, and one for each report that ends an order.

use cunning_mind::engine::{MindEvent, Value};
use cunning_mind::{AgentId, OrderState};
use cunning_plan::model::GoalId;

use super::narration::show;
use super::{LineKind, Simulation};

impl Simulation {
    /// Narrates the reports to commanders and returns all news. Orders are narrated later, after the actions
    /// of their commander.
    pub(super) fn narrate_reports(&mut self, domain_index: usize) -> Vec<MindEvent> {
        if !self.is_narrated {
            return Vec::new();
        }
        let news = self.domains[domain_index].minds.engine_mut().take_events();
        for item in &news {
            if let MindEvent::Ordered { order, goal, args, .. } = item {
                let wanted = self.show_goal(domain_index, *goal, args);
                self.domains[domain_index].orders.insert(*order, wanted);
            }
        }
        for item in &news {
            let MindEvent::Reported { from, to, order, state, .. } = item else { continue };
            let how = match state {
                // That an order was taken up shows in the steps of the subordinate.
                OrderState::TakenUp => continue,
                OrderState::Done => "done",
                OrderState::Failed(_) => "failed",
                OrderState::Lost => "lost",
                OrderState::Withdrawn => "withdrawn",
                OrderState::ObjectGone => "ended, because its target is gone",
            };
            let wanted = self.domains[domain_index].orders.remove(order).unwrap_or_default();
            let to = to.map_or_else(String::new, |to| format!(" to {}", self.name_of(domain_index, to)));
            let instance = self.domains[domain_index].instances.get(from).copied();
            self.narrate(instance, LineKind::Report, format!("reports{to}: {wanted} {how}"));
        }
        news
    }

    /// Narrates orders, with one line for all receivers of the same order.
    pub(super) fn narrate_orders(&mut self, domain_index: usize, news: &[MindEvent]) {
        let mut receivers: Vec<String> = Vec::new();
        let mut orders = news.iter().filter(|item| matches!(item, MindEvent::Ordered { .. })).peekable();
        while let Some(MindEvent::Ordered { from, to, goal, args, bias, .. }) = orders.next() {
            receivers.push(self.name_of(domain_index, *to));
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
            let wanted = self.show_goal(domain_index, *goal, args);
            let instance = from.and_then(|from| self.domains[domain_index].instances.get(&from).copied());
            self.narrate(instance, LineKind::Order, format!("orders {all}: {wanted} ({bias:+.2})"));
        }
        for item in news {
            if let MindEvent::Withdrawn { order, .. } = item {
                self.domains[domain_index].orders.remove(order);
            }
        }
    }

    fn name_of(&self, domain_index: usize, agent: AgentId) -> String {
        let instance = self.domains[domain_index].instances.get(&agent);
        instance.map_or_else(
            || "an unknown agent".to_owned(),
            |instance| self.scenario.agent_specs[*instance].name.clone(),
        )
    }

    pub(super) fn show_goal(&self, domain_index: usize, goal: GoalId, args: &[Option<Value>]) -> String {
        let domain = &self.scenario.domains[domain_index].spec.planning;
        let name = domain.goals().get(goal).map_or("", |goal| goal.name.as_str());
        let args: Vec<String> = args.iter().flatten().map(|value| show(domain, self, *value)).collect();
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
    }
}
