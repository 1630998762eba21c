//! Chooses what a relaxed plan buys to cover a deficit: a producer together with the producers of what it consumes, so
//! that a trade which costs as much as it brings is not mistaken for income.

use std::ops::Range;

use super::exploration::Exploration;
use super::relaxed_plan::RelaxedPlan;
use super::rules::{Amount, Fill, Move, RelaxedRules, Resource, Shift};
use crate::task::CLOSED;

/// The largest number of uses of one rule.
const USES_MAX: u64 = 1000;
/// The largest number of inputs of a producer that are bought with it; further ones are bought afterwards.
const INPUTS_MAX: usize = 3;

/// What a relaxed plan lacks.
#[derive(Clone, Copy)]
pub(super) struct Deficit<'r> {
    pub(super) resource: &'r Resource,
    pub(super) missing: u64,
    /// Whether the number is too large.
    pub(super) is_down: bool,
    /// Only rules whose conditions cost less than this can help.
    pub(super) before: u64,
}

/// Uses of a rule and of the producers of its inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Purchase {
    /// The cost, if it covered all of the deficit.
    score: u64,
    rule: u32,
    uses: u64,
    inputs: [Option<Input>; INPUTS_MAX],
}

/// Uses of the producer of an input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Input {
    cost: u64,
    rule: u32,
    uses: u64,
    /// What it takes of the resource that is lacking.
    loss: u64,
    /// For how many uses of the producer it is enough.
    covers: u64,
}

/// A rule that raises a number, as far as it does not depend on what it is wanted for.
#[derive(Clone, Copy)]
struct Producer {
    rule: u32,
    /// What one use brings, and costs.
    size: u64,
    price: u64,
    /// The cost of the rule's conditions.
    before: u64,
    /// What one use takes of the resource that is lacking.
    loss: u64,
    /// The number of uses that are possible.
    most: u64,
}

/// The producers of inputs, listed when they are first needed for a deficit.
#[derive(Default)]
pub(super) struct Producers {
    all: Vec<Producer>,
    /// For each number, its producers and the deficit they were listed for.
    of: Vec<(u64, Range<u32>)>,
    deficit: u64,
}

/// An input of a producer.
#[derive(Clone, Copy)]
struct Wanted {
    /// The amount for one use of the producer, and the uses.
    amount: u64,
    uses: u64,
    /// What the producer costs and brings without this input.
    cost: u64,
    net: u64,
}

impl RelaxedPlan {
    /// Uses the rules that cover a deficit at the lowest cost. Returns whether there are any that were not used before,
    /// or `None` if no rule helps.
    pub(super) fn buy(
        &mut self,
        rules: &RelaxedRules,
        exploration: &mut Exploration,
        prices: &[u64],
        deficit: Deficit<'_>,
    ) -> Option<bool> {
        let mut best = self.best_purchase(rules, exploration, prices, deficit, None);
        loop {
            let limit = best.map_or(u64::MAX, |purchase| purchase.score).min(deficit.before);
            if !exploration.explore_below(rules, prices, limit) {
                break;
            }
            let better = self.best_purchase(rules, exploration, prices, deficit, best);
            if better == best {
                break;
            }
            best = better;
        }
        let Purchase { rule, uses, inputs, .. } = best?;
        let mut is_more = self.use_again(rules, exploration, rule, uses);
        for Input { rule, uses, .. } in inputs.into_iter().flatten() {
            is_more |= self.use_again(rules, exploration, rule, uses);
        }
        Some(is_more)
    }

    /// Uses a rule some more times. Returns whether that was possible.
    fn use_again(&mut self, rules: &RelaxedRules, exploration: &Exploration, rule: u32, uses: u64) -> bool {
        let known = u64::from(self.rule_uses[rule as usize]);
        let total = (known + uses).min(USES_MAX);
        self.use_rule(rules, exploration, rule, total as u32);
        total > known
    }

    /// Returns the best purchase, where `best` is the best one of those that were known before.
    fn best_purchase(
        &mut self,
        rules: &RelaxedRules,
        exploration: &Exploration,
        prices: &[u64],
        deficit: Deficit<'_>,
        mut best: Option<Purchase>,
    ) -> Option<Purchase> {
        self.producers.all.clear();
        self.producers.deficit += 1;
        // The last of similar actions do most at once, and so leave little to look at in the others.
        let movers = if deficit.is_down { &rules.lowerers } else { &rules.raisers };
        for &at in movers.get(deficit.resource.var.0).iter().rev() {
            self.work += 2;
            let change = rules.mover(at);
            let limit = best.map_or(u64::MAX, |best| best.score);
            if let Some(purchase) = self.purchase(rules, exploration, prices, deficit, change, limit)
                && best.is_none_or(|best| purchase < best)
            {
                best = Some(purchase);
            }
        }
        best
    }

    /// Returns what it takes to cover a deficit, or as much of it as possible, by one rule; `None` if its score is above
    /// a limit.
    fn purchase(
        &mut self,
        rules: &RelaxedRules,
        exploration: &Exploration,
        prices: &[u64],
        deficit: Deficit<'_>,
        change: Move,
        limit: u64,
    ) -> Option<Purchase> {
        let Deficit { resource, missing, is_down, before: latest } = deficit;
        let rule = change.rule;
        let gain = match change.by {
            Shift::By(by) if (by < 0) == is_down => by.unsigned_abs(),
            Shift::By(_) => 0,
            Shift::To(value) if is_down => u64::try_from(resource.last - i64::from(value)).unwrap_or(0),
            Shift::To(value) => u64::from(value),
            Shift::Any => missing,
        };
        if gain == 0 {
            return None;
        }
        let price = prices[rules.operator_of[rule as usize] as usize];
        let before = exploration.cost_of_rule(rule).filter(|cost| price != CLOSED && *cost < latest)?;
        if before.saturating_add(price.saturating_mul(missing / gain)) > limit {
            return None;
        }
        let most = self.room(rules, rule).min(self.supply(rules, rule, resource.var.0).unwrap_or(USES_MAX));
        let mut uses = missing.div_ceil(gain).min(most);
        if uses == 0 {
            return None;
        }
        let mut cost = before.saturating_add(price.saturating_mul(uses));
        let score = |cost: u64, net: u64| if net >= missing { cost } else { scaled(cost, missing, net) };
        // What the inputs take is to be earned as well.
        let mut net = gain.saturating_mul(uses);
        let mut inputs = [None; INPUTS_MAX];
        let consumed = rules.spends(rule).iter().filter(|spent| spent.number != resource.var.0 && !is_down);
        for (&Amount { number: var, amount }, input) in consumed.zip(&mut inputs) {
            if score(cost, net) > limit {
                return None;
            }
            if self.there(var) >= amount {
                continue;
            }
            let producers = self.producers_of(rules, exploration, prices, var, resource.var.0);
            self.work += 2 * rules.raisers.get(var).len() as u64;
            let wanted = Wanted { amount, uses, cost, net };
            if let Some(best) = wanted.best_of(&self.producers.all[producers]) {
                cost = cost.saturating_add(best.cost);
                net = net.saturating_sub(best.loss);
                uses = uses.min(best.covers);
                *input = Some(best);
            } else if rules.raisers.get(var).iter().chain(rules.lowerers.get(var)).any(|&at| {
                rules.spends(rules.mover(at).rule).iter().any(|spent| spent.number == resource.var.0)
            }) {
                // Nothing produces the input for less than it brings.
                return None;
            }
        }
        if net == 0 {
            return None;
        }
        Some(Purchase { score: score(cost, net), rule, uses, inputs })
    }

    /// Returns the place of the producers of a number, the last rule first. `from` is the resource that is lacking.
    fn producers_of(
        &mut self,
        rules: &RelaxedRules,
        exploration: &Exploration,
        prices: &[u64],
        var: u32,
        from: u32,
    ) -> Range<usize> {
        self.producers.of.resize(self.net.len(), (0, 0..0));
        let (deficit, known) = self.producers.of[var as usize].clone();
        if deficit == self.producers.deficit {
            return known.start as usize..known.end as usize;
        }
        let first = self.producers.all.len();
        for &at in rules.raisers.get(var).iter().rev() {
            let Move { rule, by: Shift::By(by), .. } = rules.mover(at) else { continue };
            let Some(size) = u64::try_from(by).ok().filter(|size| *size > 0) else { continue };
            let price = prices[rules.operator_of[rule as usize] as usize];
            let Some(before) = exploration.cost_of_rule(rule).filter(|_| price != CLOSED) else { continue };
            let own = rules.spends(rule).iter().find(|spent| spent.number == from);
            let loss = own.map_or(0, |spent| spent.amount);
            let most = self.room(rules, rule).min(self.supply(rules, rule, from).unwrap_or(0));
            if most > 0 {
                self.producers.add(first, Producer { rule, size, price, before, loss, most });
            }
        }
        let last = self.producers.all.len();
        self.producers.of[var as usize] = (self.producers.deficit, first as u32..last as u32);
        first..last
    }

    /// Returns how much of a number is left after the plan.
    fn there(&self, var: u32) -> u64 {
        u64::try_from(self.net[var as usize]).unwrap_or(0)
    }

    /// Returns how often a rule can be used with the inputs that are there; `None` if one of them is used up. One
    /// number does not count.
    fn supply(&self, rules: &RelaxedRules, rule: u32, except: u32) -> Option<u64> {
        let mut uses = USES_MAX;
        for spent in rules.spends(rule).iter().filter(|spent| spent.number != except) {
            match self.there(spent.number) / spent.amount {
                0 => return None,
                there => uses = uses.min(there),
            }
        }
        Some(uses)
    }

    /// Returns how often a rule can be used before it ends a condition of its own.
    fn room(&self, rules: &RelaxedRules, rule: u32) -> u64 {
        if rules.is_once[rule as usize] {
            return u64::from(self.rule_uses[rule as usize] == 0);
        }
        let room = |fill: &Fill| {
            let left = i64::from(fill.most).saturating_sub(self.net[fill.number as usize]);
            u64::try_from(left).map_or(0, |left| left / fill.by + 1)
        };
        rules.fills(rule).iter().map(room).min().unwrap_or(USES_MAX)
    }
}

impl Producers {
    /// Adds a producer to those from `first` on, unless one of them is better in any case.
    fn add(&mut self, first: usize, new: Producer) {
        if self.all[first..].iter().any(|known| known.beats(&new)) {
            return;
        }
        let mut kept = first;
        for at in first..self.all.len() {
            if !new.beats(&self.all[at]) {
                self.all[kept] = self.all[at];
                kept += 1;
            }
        }
        self.all.truncate(kept);
        self.all.push(new);
    }
}

impl Producer {
    /// Returns whether this producer is chosen before another one, whatever is wanted.
    fn beats(&self, other: &Self) -> bool {
        self.size == other.size
            && self.price <= other.price
            && self.before <= other.before
            && self.loss <= other.loss
            && self.most >= other.most
            && (self.price < other.price || self.before < other.before || self.rule < other.rule)
    }
}

impl Wanted {
    /// Returns the best way to produce an input: at the lowest cost of what is left after its loss.
    fn best_of(&self, producers: &[Producer]) -> Option<Input> {
        let mut best: Option<(u64, Input)> = None;
        for &Producer { rule, size, price, before, loss, most } in producers {
            let uses = self.amount.saturating_mul(self.uses).div_ceil(size);
            let cost = before.saturating_add(price.saturating_mul(uses));
            let total = self.cost.saturating_add(cost);
            if best.is_some_and(|(known, _)| known < total) {
                continue;
            }
            let loss = loss.saturating_mul(uses);
            let Some(left) = self.net.checked_sub(loss).filter(|left| *left > 0) else { continue };
            let score = scaled(total, self.net, left);
            if best.is_some_and(|(known, _)| known < score) {
                continue;
            }
            let covers = (most.saturating_mul(size) / self.amount).min(self.uses);
            let input = Input { cost, rule, uses, loss, covers };
            if covers > 0 && best.is_none_or(|best| (score, input) < best) {
                best = Some((score, input));
            }
        }
        best.map(|(_, mut input)| {
            input.uses = scaled(input.uses, input.covers, self.uses).max(1);
            input
        })
    }
}

fn scaled(value: u64, times: u64, by: u64) -> u64 {
    if let Some(product) = value.checked_mul(times) {
        return product / by.max(1);
    }
    u64::try_from(u128::from(value) * u128::from(times) / u128::from(by.max(1))).unwrap_or(u64::MAX)
}
