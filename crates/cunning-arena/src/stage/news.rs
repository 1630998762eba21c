//! What a spectator is told of orders and reports: one line for each order, whoever gets it, and one for each report that
//! ends one.

use cunning_mind::{AgentId, News, OrderState, Value};
use cunning_plan::model::GoalId;

use super::narration::show;
use super::{LineKind, Stage};

impl Stage {
    /// Tells what was reported to commanders, and keeps what they ordered for later: what somebody orders is told after
    /// what he does.
    pub(super) fn narrate_reports(&mut self, troupe: usize) -> Vec<News> {
        if !self.is_watched {
            return Vec::new();
        }
        let news = self.troupes[troupe].set.take_news();
        for item in &news {
            if let News::Ordered { order, goal, args, .. } = item {
                let wanted = self.show_goal(troupe, *goal, args);
                self.troupes[troupe].orders.insert(*order, wanted);
            }
        }
        for item in &news {
            let News::Reported { from, to, order, state, .. } = item else { continue };
            let how = match state {
                // That somebody does as told is seen by what he does.
                OrderState::TakenUp => continue,
                OrderState::Done => "done",
                OrderState::Failed => "failed",
                OrderState::Lost => "lost",
            };
            let wanted = self.troupes[troupe].orders.remove(order).unwrap_or_default();
            let to = to.map_or_else(String::new, |to| format!(" to {}", self.name_of(troupe, to)));
            let role = self.troupes[troupe].roles.get(from).copied();
            self.say(role, LineKind::Report, format!("reports{to}: {wanted} {how}"));
        }
        news
    }

    /// Tells what was ordered: once for all that get the same order.
    pub(super) fn narrate_orders(&mut self, troupe: usize, news: &[News]) {
        let mut receivers: Vec<String> = Vec::new();
        let mut orders = news.iter().filter(|item| matches!(item, News::Ordered { .. })).peekable();
        while let Some(News::Ordered { from, to, goal, args, bias, .. }) = orders.next() {
            receivers.push(self.name_of(troupe, *to));
            let is_same = |next: &&News| match next {
                News::Ordered { from: by, goal: also, args: with, .. } => {
                    (by, also, with) == (from, goal, args)
                }
                _ => false,
            };
            if orders.peek().is_some_and(is_same) {
                continue;
            }
            let (all, bias) = (std::mem::take(&mut receivers).join(", "), *bias as f64 / 1e6);
            let wanted = self.show_goal(troupe, *goal, args);
            let role = from.and_then(|from| self.troupes[troupe].roles.get(&from).copied());
            self.say(role, LineKind::Order, format!("orders {all}: {wanted} ({bias:+.2})"));
        }
        for item in news {
            if let News::Withdrawn { order, .. } = item {
                self.troupes[troupe].orders.remove(order);
            }
        }
    }

    fn name_of(&self, troupe: usize, agent: AgentId) -> String {
        let role = self.troupes[troupe].roles.get(&agent);
        role.map_or_else(|| "nobody".to_owned(), |role| self.play.parts[*role].name.clone())
    }

    pub(super) fn show_goal(&self, troupe: usize, goal: GoalId, args: &[Option<Value>]) -> String {
        let domain = &self.play.casts[troupe].lore.domain;
        let name = domain.goals().get(goal).map_or("", |goal| goal.name.as_str());
        let args: Vec<String> = args.iter().flatten().map(|value| show(domain, self, *value)).collect();
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
    }
}
