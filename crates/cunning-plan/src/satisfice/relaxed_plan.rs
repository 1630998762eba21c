//! A relaxed plan and its resource balance: what it spends must have been there or be produced. A deficit buys more
//! uses of the cheapest producer, so that a resource that several steps consume is paid for by each of them.

use super::exploration::{Exploration, NO_RULE, Support};
use super::lookahead::Pending;
use super::purchase::{Deficit, Producers};
use super::rules::{GOAL, Move, NO_OPERATOR, NumberTest, RelaxedRules, Shift};

/// The number of passes over all resources; each pass may cause new deficits.
const PASSES_MAX: u32 = 12;

/// The relaxed plan of a state. Reuses its memory.
#[derive(Default)]
pub(super) struct RelaxedPlan {
    /// For each rule and operator, how often it is used.
    pub(super) rule_uses: Vec<u32>,
    operator_uses: Vec<u32>,
    used_rules: Vec<u32>,
    pub(super) used_operators: Vec<u32>,
    /// The value of each variable after the plan.
    pub(super) net: Vec<i64>,
    /// For each variable, the least and the greatest value that it may have after the plan.
    demands: Vec<(i64, i64)>,
    levels: Vec<Level>,
    is_supported: Vec<bool>,
    supported: Vec<u32>,
    waiting: Vec<u32>,
    pub(super) producers: Producers,
    /// The operators of the plan whose conditions hold in the state.
    pub(super) preferred: Vec<u32>,
    pub(super) work: u64,
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

/// The cost of a relaxed plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlanCost {
    /// By the prices that guide the search.
    pub(super) guide: u64,
    /// By the prices of plans.
    pub(super) real: u64,
}

/// The least value that a rule needs of a number, which earlier rules must have brought.
#[derive(Clone, Copy)]
struct Level {
    rule: u32,
    number: u32,
    least: u32,
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

    /// Lists the steps of the plan, in the order in which their conditions are reached.
    pub(super) fn pending(&self, rules: &RelaxedRules, exploration: &Exploration, to: &mut Vec<Pending>) {
        to.clear();
        to.extend(self.used_operators.iter().map(|&operator| {
            let rule = rules.main_rule[operator as usize];
            let cost = exploration.cost_of_rule(rule).unwrap_or(u64::MAX);
            Pending { cost, operator, uses: self.operator_uses[operator as usize] }
        }));
        to.sort_unstable();
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
        self.levels.clear();
        self.demands.resize(self.net.len(), (i64::MIN, i64::MAX));
        for resource in &rules.resources {
            self.demands[resource.var.index()] = resource.ends();
        }
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
    pub(super) fn use_rule(&mut self, rules: &RelaxedRules, exploration: &Exploration, rule: u32, uses: u32) {
        let old = self.rule_uses[rule as usize];
        if uses <= old {
            return;
        }
        self.rule_uses[rule as usize] = uses;
        if old == 0 {
            self.used_rules.push(rule);
            self.need(rules, exploration, rule);
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

    /// Adds the needs of a rule. Those that the balance takes care of become demands; the others wait for a support.
    fn need(&mut self, rules: &RelaxedRules, exploration: &Exploration, rule: u32) {
        let is_goal = rules.makes.get(rule) == [GOAL];
        for &need in rules.needs.get(rule) {
            let is_balanced = need >= rules.first_number && {
                let condition = rules.numbers[(need - rules.first_number) as usize];
                match (condition.test, rules.resource(condition.number)) {
                    (NumberTest::In(set), Some(resource)) if is_goal || set.is_interval() => {
                        let (least, most) = set.ends();
                        let by = rules.shift(rule, condition.number).amount();
                        let (has_low, has_high) = (least > 0, i64::from(most) < resource.last);
                        // A rule that spends what it needs, or fills what must have room.
                        let (spends, fills) =
                            (resource.refuses_low && by < 0, resource.refuses_high && by > 0);
                        let (low, high) = &mut self.demands[condition.number as usize];
                        if has_low && (is_goal || spends) {
                            *low = (*low).max(i64::from(least).saturating_add(by.min(0)));
                            if !is_goal && least > exploration.values[condition.number as usize] {
                                self.levels.push(Level { rule, number: condition.number, least });
                            }
                        }
                        if has_high && (is_goal || fills) {
                            *high = (*high).min(i64::from(most).saturating_add(by.max(0)));
                        }
                        let (balances_low, balances_high) = if is_goal {
                            (resource.refuses_low, resource.refuses_high)
                        } else {
                            (spends, fills)
                        };
                        (!has_low || balances_low) && (!has_high || balances_high)
                    }
                    _ => false,
                }
            };
            if !is_balanced {
                self.waiting.push(need);
            }
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
        for _ in 0..PASSES_MAX {
            let mut is_balanced = true;
            penalty = 0;
            for resource in &rules.resources {
                self.work += 1;
                let net = self.net[resource.var.index()];
                let (low, high) = self.demands[resource.var.index()];
                let (missing, is_down) = match net {
                    _ if net < low => (low.saturating_sub(net), false),
                    _ if net > high => (net.saturating_sub(high), true),
                    _ => continue,
                };
                let deficit =
                    Deficit { resource, missing: missing.unsigned_abs(), is_down, before: u64::MAX };
                self.cover(rules, exploration, prices, deficit, &mut is_balanced, &mut penalty);
            }
            for at in 0..self.levels.len() {
                if let Some(deficit) = self.below_level(rules, exploration, self.levels[at]) {
                    self.cover(rules, exploration, prices, deficit, &mut is_balanced, &mut penalty);
                }
            }
            if is_balanced {
                break;
            }
            self.support_waiting(rules, exploration);
        }
        penalty
    }

    fn cover(
        &mut self,
        rules: &RelaxedRules,
        exploration: &mut Exploration,
        prices: &GuidePrices,
        deficit: Deficit<'_>,
        is_balanced: &mut bool,
        penalty: &mut u64,
    ) {
        match self.buy(rules, exploration, &prices.guide, deficit) {
            Some(true) => *is_balanced = false,
            Some(false) => {}
            None => *penalty = penalty.saturating_add(deficit.missing.saturating_mul(prices.mean)),
        }
    }

    /// Returns what the rules before a rule lack to bring a number to the level that the rule needs.
    fn below_level<'r>(
        &mut self,
        rules: &'r RelaxedRules,
        exploration: &Exploration,
        level: Level,
    ) -> Option<Deficit<'r>> {
        let Level { rule, number, least } = level;
        let before = exploration.cost_of_rule(rule)?;
        self.work += self.used_rules.len() as u64;
        let mut available = u64::from(exploration.values[number as usize]);
        for &other in &self.used_rules {
            if exploration.cost_of_rule(other).is_none_or(|cost| cost >= before) {
                continue;
            }
            let brought = match rules.shift(other, number) {
                Shift::By(by) => {
                    u64::try_from(by).unwrap_or(0).saturating_mul(u64::from(self.rule_uses[other as usize]))
                }
                Shift::To(value) => u64::from(value),
                Shift::Any => u64::from(least),
            };
            available = available.saturating_add(brought);
        }
        let missing = u64::from(least).checked_sub(available).filter(|missing| *missing > 0)?;
        Some(Deficit { resource: rules.resource(number)?, missing, is_down: false, before })
    }

    /// Returns the work since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}
