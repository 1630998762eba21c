//! A relaxed plan and its resource balance: what it spends must have been there or be produced. A deficit buys more
//! uses of the cheapest producer, so that a resource that several steps consume is paid for by each of them.

use super::exploration::{Exploration, NO_RULE, Support};
use super::rules::{GOAL, Move, NO_OPERATOR, NumberTest, RelaxedRules, Resource, Shift};
use crate::task::CLOSED;

/// The number of passes over all resources; each pass may cause new deficits.
const PASSES_MAX: u32 = 12;
/// The largest number of uses of one rule.
const USES_MAX: u64 = 1000;

/// The relaxed plan of a state. Reuses its memory.
#[derive(Default)]
pub(super) struct RelaxedPlan {
    /// For each rule and operator, how often it is used.
    rule_uses: Vec<u32>,
    operator_uses: Vec<u32>,
    used_rules: Vec<u32>,
    pub(super) used_operators: Vec<u32>,
    /// The value of each variable after the plan.
    net: Vec<i64>,
    is_supported: Vec<bool>,
    supported: Vec<u32>,
    waiting: Vec<u32>,
    /// The operators of the plan whose conditions hold in the state.
    pub(super) preferred: Vec<u32>,
    work: u64,
}

/// The prices of operators; [`CLOSED`] for those that cannot be used.
#[derive(Default)]
pub(super) struct GuidePrices {
    /// Those that guide the search: no step is free.
    pub(super) guide: Vec<u64>,
    /// Those of plans, including the step.
    pub(super) real: Vec<u64>,
    /// About the mean of those that guide the search.
    pub(super) mean: u64,
}

/// What a relaxed plan lacks.
#[derive(Clone, Copy)]
struct Deficit<'r> {
    resource: &'r Resource,
    missing: u64,
    /// Whether the number is too large.
    is_down: bool,
}

/// The cost of a relaxed plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlanCost {
    /// By the prices that guide the search.
    pub(super) guide: u64,
    /// By the prices of plans.
    pub(super) real: u64,
}

impl RelaxedPlan {
    /// Extracts the relaxed plan of an explored state in which the goal is reached.
    pub(super) fn extract(
        &mut self,
        rules: &RelaxedRules,
        exploration: &mut Exploration,
        prices: &GuidePrices,
    ) -> PlanCost {
        self.reset(rules, exploration);
        self.waiting.push(GOAL);
        self.support_waiting(rules, exploration);
        let penalty = self.balance(rules, exploration, prices);
        let (mut guide, mut real) = (penalty, penalty);
        for &operator in &self.used_operators {
            let uses = u64::from(self.operator_uses[operator as usize]);
            guide = guide.saturating_add(prices.guide[operator as usize].saturating_mul(uses));
            real = real.saturating_add(prices.real[operator as usize].saturating_mul(uses));
        }
        self.preferred.clear();
        for &rule in &self.used_rules {
            let operator = rules.operator_of[rule as usize];
            if operator != NO_OPERATOR && exploration.cost_of_rule(rule) == Some(0) {
                self.preferred.push(operator);
            }
        }
        self.preferred.sort_unstable();
        self.preferred.dedup();
        PlanCost { guide, real }
    }

    fn reset(&mut self, rules: &RelaxedRules, exploration: &Exploration) {
        self.rule_uses.resize(rules.rule_count(), 0);
        self.operator_uses.resize(rules.main_rule.len(), 0);
        self.is_supported.resize(rules.proposition_count as usize, false);
        for rule in self.used_rules.drain(..) {
            self.rule_uses[rule as usize] = 0;
        }
        for operator in self.used_operators.drain(..) {
            self.operator_uses[operator as usize] = 0;
        }
        for proposition in self.supported.drain(..) {
            self.is_supported[proposition as usize] = false;
        }
        self.net.clear();
        self.net.extend(exploration.values.iter().map(|&value| i64::from(value)));
        self.waiting.clear();
    }

    /// Adds the supports of all waiting propositions, and of what those need.
    fn support_waiting(&mut self, rules: &RelaxedRules, exploration: &Exploration) {
        while let Some(proposition) = self.waiting.pop() {
            self.work += 1;
            if exploration.cost[proposition as usize] == 0
                && (proposition != GOAL || exploration.support[GOAL as usize].rule == NO_RULE)
                || std::mem::replace(&mut self.is_supported[proposition as usize], true)
            {
                continue;
            }
            self.supported.push(proposition);
            let Support { rule, repeats, after } = exploration.support[proposition as usize];
            if rule == NO_RULE {
                self.waiting.push(repeats);
                continue;
            }
            self.use_rule(rules, exploration, rule, repeats);
            if after != NO_RULE {
                self.use_rule(rules, exploration, after, 1);
            }
        }
    }

    /// Uses a rule at least this often.
    fn use_rule(&mut self, rules: &RelaxedRules, exploration: &Exploration, rule: u32, uses: u32) {
        let old = self.rule_uses[rule as usize];
        if uses <= old {
            return;
        }
        self.rule_uses[rule as usize] = uses;
        if old == 0 {
            self.used_rules.push(rule);
            self.waiting.extend_from_slice(rules.needs.get(rule));
        }
        let operator = rules.operator_of[rule as usize];
        if operator == NO_OPERATOR {
            return;
        }
        let main = rules.main_rule[operator as usize];
        if main != rule {
            self.spend(rules, exploration, rule, old, uses);
        }
        let known = self.operator_uses[operator as usize];
        if uses > known {
            if known == 0 {
                self.used_operators.push(operator);
            }
            self.operator_uses[operator as usize] = uses;
            self.spend(rules, exploration, main, known, uses);
        }
    }

    /// Changes the net values by some more uses of a rule.
    fn spend(&mut self, rules: &RelaxedRules, exploration: &Exploration, rule: u32, old: u32, new: u32) {
        for &Move { number, by, .. } in rules.moves(rule) {
            let Some(net) = self.net.get_mut(number as usize) else { continue };
            match by {
                Shift::By(by) => *net = net.saturating_add(by.saturating_mul(i64::from(new - old))),
                Shift::To(value) => {
                    let first = if old == 0 { i64::from(exploration.values[number as usize]) } else { 0 };
                    *net = net
                        .saturating_add(i64::from(value).saturating_mul(i64::from(new - old)))
                        .saturating_sub(first);
                }
                Shift::Any => {}
            }
        }
    }

    /// Buys what the plan lacks. Returns the penalty for what cannot be bought.
    fn balance(&mut self, rules: &RelaxedRules, exploration: &mut Exploration, prices: &GuidePrices) -> u64 {
        let mut penalty = 0_u64;
        let goal_rule = exploration.support[GOAL as usize].rule;
        for _ in 0..PASSES_MAX {
            let mut is_balanced = true;
            penalty = 0;
            for resource in &rules.resources {
                self.work += 1;
                let net = self.net[resource.var.index()];
                // The usual case.
                if (0..=resource.last).contains(&net) && goal_rule == NO_RULE {
                    continue;
                }
                let (low, high) = required(rules, goal_rule, resource);
                let (missing, is_down) = match net {
                    _ if net < low => (low - net, false),
                    _ if net > high => (net - high, true),
                    _ => continue,
                };
                let missing = missing.unsigned_abs();
                match self.buy(rules, exploration, &prices.guide, Deficit { resource, missing, is_down }) {
                    Some(true) => is_balanced = false,
                    Some(false) => {}
                    None => penalty = penalty.saturating_add(missing.saturating_mul(prices.mean)),
                }
            }
            if is_balanced {
                break;
            }
            self.support_waiting(rules, exploration);
        }
        penalty
    }

    /// Uses the cheapest rule that moves a number as needed. Returns whether it was used, or `None` without one.
    fn buy(
        &mut self,
        rules: &RelaxedRules,
        exploration: &mut Exploration,
        prices: &[u64],
        deficit: Deficit<'_>,
    ) -> Option<bool> {
        let Deficit { resource, missing, is_down } = deficit;
        let movers = rules.movers.get(resource.var.0);
        self.work += movers.len() as u64;
        let helps = |change: &Move| match change.by {
            Shift::By(by) => {
                let size = by.unsigned_abs();
                ((by < 0) == is_down && by != 0).then(|| missing.div_ceil(size))
            }
            Shift::To(value) => {
                let reach = if is_down { resource.last - i64::from(value) } else { i64::from(value) };
                (reach > 0).then(|| missing.div_ceil(reach.unsigned_abs()))
            }
            Shift::Any => Some(1),
        };
        let candidates = |exploration: &Exploration| {
            let priced = |&at: &u32| {
                let change = rules.mover(at);
                let uses = helps(&change)?;
                let price = prices[rules.operator_of[change.rule as usize] as usize];
                let before = exploration.cost_of_rule(change.rule).filter(|_| price != CLOSED)?;
                Some((before.saturating_add(price.saturating_mul(uses)), change.rule, uses))
            };
            movers.iter().filter_map(priced).min()
        };
        let mut best = None;
        exploration.explore_until(rules, prices, |exploration| {
            best = candidates(exploration);
            best.is_some() || !movers.iter().any(|&at| helps(&rules.mover(at)).is_some())
        });
        let (_, rule, uses) = best?;
        let known = u64::from(self.rule_uses[rule as usize]);
        let total = (known + uses).min(USES_MAX) as u32;
        let is_more = u64::from(total) > known;
        self.use_rule(rules, exploration, rule, total);
        Some(is_more)
    }

    /// Returns the work since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}

/// Returns the least and the greatest value that a number may have after the plan.
fn required(rules: &RelaxedRules, goal_rule: u32, resource: &Resource) -> (i64, i64) {
    let mut low = if resource.refuses_low { 0 } else { i64::MIN };
    let mut high = if resource.refuses_high { resource.last } else { i64::MAX };
    let needs = if goal_rule == NO_RULE { &[][..] } else { rules.needs.get(goal_rule) };
    for &need in needs.iter().filter(|&&need| need >= rules.first_number) {
        let condition = rules.numbers[(need - rules.first_number) as usize];
        if let NumberTest::In(set) = condition.test
            && condition.number == resource.var.0
        {
            let (least, most) = set.ends();
            if least > 0 {
                low = i64::from(least);
            }
            if i64::from(most) < resource.last {
                high = i64::from(most);
            }
        }
    }
    (low, high)
}
