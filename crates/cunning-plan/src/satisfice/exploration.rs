//! The least relaxed cost of every proposition from a state (`h_add`), with the rule that gives it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::rules::{GOAL, Move, NO_OPERATOR, NumberTest, RelaxedRules, Shift, TRUE};
use crate::model::Comparison;
use crate::task::{CLOSED, Set, VarId};

pub(super) const UNREACHED: u64 = u64::MAX;
/// Stands for the absence of a rule.
pub(super) const NO_RULE: u32 = u32::MAX;
/// A number that cannot be reached by moving in one direction.
const NEVER: u64 = u64::MAX;

/// How a proposition is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// The rule, or [`NO_RULE`] if the proposition is met by the fact `repeats`.
    pub(super) rule: u32,
    /// How many times the rule is used.
    pub(super) repeats: u32,
    /// The rule that sets the number before the other one moves it.
    pub(super) after: u32,
}

/// What is known of a rule's needs: the sum of the costs of those that are reached, and the number of the others.
#[derive(Clone, Copy)]
struct RuleState {
    cost: u64,
    unmet: u32,
}

/// How far a number is from a condition, upwards and downwards.
#[derive(Clone, Copy)]
struct Gap {
    up: u64,
    down: u64,
}

/// An assignment to a number: the rule, the value and the cost.
#[derive(Clone, Copy)]
struct Assigned {
    rule: u32,
    value: u32,
    cost: u64,
}

/// A rule that moves a number: the cost before it, its price, the distance, and the rule.
#[derive(Clone, Copy, Default)]
struct Mover {
    before: u64,
    price: u64,
    size: u64,
    rule: u32,
}

/// The movers of a number in one direction that are worth keeping, and the next condition that they reach. Conditions
/// that are farther away cost at least as much, so only the next one waits.
#[derive(Clone, Copy, Default)]
struct Side {
    movers: [Mover; MOVERS_MAX],
    count: u32,
    /// The position of the next condition in the sorted list of the number.
    next: u32,
}

/// The largest number of movers of a number in one direction.
const MOVERS_MAX: usize = 6;

impl Mover {
    fn cost(&self, gap: u64) -> (u64, u64) {
        let repeats = gap.div_ceil(self.size);
        (self.before.saturating_add(self.price.saturating_mul(repeats)), repeats)
    }

    fn is_as_good_as(&self, other: &Self) -> bool {
        self.before <= other.before && self.price <= other.price && self.size >= other.size
    }
}

impl Side {
    /// Keeps a mover, unless others are better. Returns whether it was kept.
    fn add(&mut self, new: Mover) -> bool {
        let movers = &self.movers[..self.count as usize];
        if movers.iter().any(|known| known.is_as_good_as(&new)) {
            return false;
        }
        let mut kept = 0;
        for at in 0..self.count as usize {
            if !new.is_as_good_as(&self.movers[at]) {
                self.movers[kept] = self.movers[at];
                kept += 1;
            }
        }
        self.count = kept as u32;
        if kept < MOVERS_MAX {
            self.movers[kept] = new;
            self.count += 1;
            return true;
        }
        // The one that is worst at a long distance makes room.
        let far = |mover: &Mover| mover.cost(FAR).0;
        let worst = (0..kept).max_by_key(|&at| far(&self.movers[at])).unwrap_or(0);
        let is_better = far(&new) < far(&self.movers[worst]);
        if is_better {
            self.movers[worst] = new;
        }
        is_better
    }

    fn first(&self) -> Option<Mover> {
        self.movers[..self.count as usize].first().copied()
    }

    /// Returns the support of a condition at a distance.
    fn support(&self, gap: u64) -> Option<(u64, Support)> {
        let movers = self.movers[..self.count as usize].iter();
        movers.map(|mover| (mover.cost(gap), mover.rule)).min().map(|((cost, repeats), rule)| {
            let repeats = u32::try_from(repeats).unwrap_or(u32::MAX);
            (cost, Support { rule, repeats, after: NO_RULE })
        })
    }
}

/// A long distance.
const FAR: u64 = 1000;

/// The costs of a state's propositions. Reuses its memory.
#[derive(Default)]
pub(super) struct Exploration {
    pub(super) values: Vec<u32>,
    pub(super) cost: Vec<u64>,
    pub(super) support: Vec<Support>,
    rules: Vec<RuleState>,
    gaps: Vec<Gap>,
    /// For each number, what moves it up and down.
    sides: Vec<[Side; 2]>,
    /// For each number, the assignments of the least and the greatest value met so far.
    assigned: Vec<Option<[Assigned; 2]>>,
    /// The numbers that something moves or sets.
    moved: Vec<u32>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    /// The number of rules that were reached.
    fired: u64,
    work: u64,
}

const NOWHERE: Support = Support { rule: NO_RULE, repeats: TRUE, after: NO_RULE };

impl Exploration {
    /// Explores from a state until the goal is reached or everything is. Returns the cost of the goal.
    pub(super) fn explore(
        &mut self,
        rules: &RelaxedRules,
        values: impl Iterator<Item = u32>,
        prices: &[u64],
    ) -> u64 {
        self.values.clear();
        self.values.extend(values);
        self.cost.clear();
        self.cost.resize(rules.proposition_count as usize, UNREACHED);
        self.support.resize(rules.proposition_count as usize, NOWHERE);
        self.rules.clear();
        self.rules.extend(rules.need_counts.iter().map(|&unmet| RuleState { cost: 0, unmet }));
        self.open.clear();
        for number in self.moved.drain(..) {
            self.assigned[number as usize] = None;
            for side in &mut self.sides[number as usize] {
                // Movers beyond the count are never read.
                (side.count, side.next) = (0, 0);
            }
        }
        let numbers = rules.var_count as usize + rules.relations.len();
        self.assigned.resize(numbers, None);
        self.sides.resize(numbers, [Side::default(); 2]);
        self.work += u64::from(rules.proposition_count) / 4 + rules.rule_count() as u64 / 8;
        self.begin(rules, prices);
        self.run(rules, prices)
    }

    /// Reaches everything that holds in the state.
    fn begin(&mut self, rules: &RelaxedRules, prices: &[u64]) {
        self.gaps.clear();
        for condition in &rules.numbers {
            let gap = match condition.test {
                NumberTest::In(set) => gap_to_set(self.values[condition.number as usize], set),
                NumberTest::Compares(comparison) => {
                    let relation = &rules.relations[(condition.number - rules.var_count) as usize];
                    let value = |var: VarId| self.values[var.index()];
                    match (relation.left.value(&value), relation.right.value(&value)) {
                        (Some(left), Some(right)) => gap_to_zero(left.saturating_sub(right), comparison),
                        _ => Gap { up: 1, down: 1 },
                    }
                }
            };
            self.gaps.push(gap);
        }
        self.reach_now(rules, TRUE, prices);
        for (first, at) in rules.first.iter().zip(0..) {
            if let Some(first) = first {
                let value: u32 = self.values[at];
                self.reach_now(rules, first + value, prices);
            }
        }
        for at in 0..self.gaps.len() {
            if self.gaps[at].up == 0 {
                self.reach_now(rules, rules.first_number + at as u32, prices);
            }
        }
    }

    /// Reaches a proposition that holds in the state.
    fn reach_now(&mut self, rules: &RelaxedRules, proposition: u32, prices: &[u64]) {
        if self.cost[proposition as usize] != UNREACHED {
            return;
        }
        self.cost[proposition as usize] = 0;
        self.close(rules, proposition, 0, prices);
    }

    /// Continues until the goal is the cheapest that is left. Returns its cost.
    fn run(&mut self, rules: &RelaxedRules, prices: &[u64]) -> u64 {
        while let Some(&Reverse((cost, proposition))) = self.open.peek() {
            if proposition == GOAL {
                return cost;
            }
            self.open.pop();
            if cost == self.cost[proposition as usize] {
                self.close(rules, proposition, cost, prices);
            }
        }
        self.cost[GOAL as usize]
    }

    /// Continues with everything below a cost. Returns whether any rule was reached.
    pub(super) fn explore_below(&mut self, rules: &RelaxedRules, prices: &[u64], limit: u64) -> bool {
        let before = self.fired;
        while let Some(&Reverse((cost, proposition))) = self.open.peek()
            && cost < limit
        {
            self.open.pop();
            if proposition != GOAL && cost == self.cost[proposition as usize] {
                self.close(rules, proposition, cost, prices);
            }
        }
        self.fired > before
    }

    /// Returns the cost of a rule's needs, if all are reached.
    #[inline]
    pub(super) fn cost_of_rule(&self, rule: u32) -> Option<u64> {
        let RuleState { cost, unmet } = self.rules[rule as usize];
        (unmet == 0).then_some(cost)
    }

    #[inline]
    fn close(&mut self, rules: &RelaxedRules, proposition: u32, cost: u64, prices: &[u64]) {
        if proposition < rules.first_number && proposition < rules.wider.len() {
            for &wide in rules.wider.get(proposition) {
                self.reach(wide, cost, Support { rule: NO_RULE, repeats: proposition, after: NO_RULE });
            }
        }
        if cost > 0 && proposition >= rules.first_number {
            self.advance(rules, proposition - rules.first_number);
        }
        let needed_by = rules.needed_by.get(proposition);
        self.work += needed_by.len() as u64 + 1;
        for &rule in needed_by {
            let state = &mut self.rules[rule as usize];
            state.unmet -= 1;
            state.cost = state.cost.saturating_add(cost);
            if state.unmet == 0 {
                self.fire(rules, rule, prices);
            }
        }
    }

    fn fire(&mut self, rules: &RelaxedRules, rule: u32, prices: &[u64]) {
        let operator = rules.operator_of[rule as usize];
        let price = if operator == NO_OPERATOR { 0 } else { prices[operator as usize] };
        if price == CLOSED {
            // As if a need could not be met.
            self.rules[rule as usize].unmet = u32::MAX;
            return;
        }
        self.fired += 1;
        let before = self.rules[rule as usize].cost;
        let total = before.saturating_add(price);
        for &fact in rules.makes.get(rule) {
            self.reach(fact, total, Support { rule, repeats: 1, after: NO_RULE });
        }
        for change in rules.moves(rule) {
            self.shift(rules, *change, before, price, prices);
        }
    }

    fn shift(&mut self, rules: &RelaxedRules, change: Move, before: u64, price: u64, prices: &[u64]) {
        let Move { rule, number, by } = change;
        let once = before.saturating_add(price);
        let conditions = rules.conditions_on.get(number);
        match by {
            Shift::Any => {
                self.work += conditions.len() as u64;
                for &at in conditions {
                    self.reach(rules.first_number + at, once, Support { rule, repeats: 1, after: NO_RULE });
                }
            }
            Shift::By(0) => {}
            Shift::By(by) => {
                let (size, is_down) = (by.unsigned_abs(), by < 0);
                let side = &mut self.sides[number as usize][usize::from(is_down)];
                let is_first = side.count == 0;
                if is_first {
                    self.moved.push(number);
                    side.next =
                        first_beyond(rules, number, self.values.get(number as usize).copied(), is_down);
                }
                self.work += 2;
                if side.add(Mover { before, price, size, rule }) {
                    self.offer(rules, number, is_down);
                }
                for &at in rules.uneven_on.get(number) {
                    let gap = self.gaps[at as usize];
                    let gap = if is_down { gap.down } else { gap.up };
                    let proposition = rules.first_number + at;
                    if gap != NEVER {
                        let repeats = gap.div_ceil(size);
                        let cost = before.saturating_add(price.saturating_mul(repeats));
                        let repeats = u32::try_from(repeats).unwrap_or(u32::MAX);
                        self.reach(proposition, cost, Support { rule, repeats, after: NO_RULE });
                    }
                }
                if is_first && let Some(assigned) = self.assigned[number as usize] {
                    self.move_from(rules, number, assigned[usize::from(is_down)], rule, by, prices);
                }
            }
            Shift::To(value) => {
                self.work += conditions.len() as u64;
                for &at in conditions {
                    if let NumberTest::In(set) = rules.numbers[at as usize].test
                        && set.contains(value)
                    {
                        self.reach(
                            rules.first_number + at,
                            once,
                            Support { rule, repeats: 1, after: NO_RULE },
                        );
                    }
                }
                // A condition on the far side of the number may be reached from the assigned value.
                self.moved.push(number);
                let new = Assigned { rule, value, cost: once };
                let [least, greatest] = self.assigned[number as usize].get_or_insert([new; 2]);
                if value < least.value {
                    *least = new;
                }
                if value > greatest.value {
                    *greatest = new;
                }
                for (side, sign) in [(0, 1), (1, -1)] {
                    if let Some(mover) = self.sides[number as usize][side].first() {
                        let by = sign * i64::try_from(mover.size).unwrap_or(i64::MAX);
                        self.move_from(rules, number, new, mover.rule, by, prices);
                    }
                }
            }
        }
    }

    /// Offers the best mover to the next condition on a number, and to those after it as long as something else has
    /// reached them at a lower cost.
    fn offer(&mut self, rules: &RelaxedRules, number: u32, is_down: bool) {
        let sorted = if is_down { &rules.by_high } else { &rules.by_low };
        let conditions = sorted.get(number);
        let Some(&value) = self.values.get(number as usize) else { return };
        while let Some(&at) = conditions.get(self.sides[number as usize][usize::from(is_down)].next as usize)
        {
            let side = &self.sides[number as usize][usize::from(is_down)];
            let NumberTest::In(set) = rules.numbers[at as usize].test else { return };
            let (low, high) = set.ends();
            let gap = u64::from(if is_down { value.saturating_sub(high) } else { low.saturating_sub(value) });
            let Some((cost, support)) = side.support(gap) else { return };
            self.work += 2;
            let known = self.cost[(rules.first_number + at) as usize];
            if cost < known {
                self.reach(rules.first_number + at, cost, support);
                return;
            }
            if cost == known && self.support[(rules.first_number + at) as usize].rule == support.rule {
                // It waits for its turn.
                return;
            }
            self.sides[number as usize][usize::from(is_down)].next += 1;
        }
    }

    /// Goes on to the condition after one that was reached.
    fn advance(&mut self, rules: &RelaxedRules, condition: u32) {
        let number = rules.numbers[condition as usize].number;
        for is_down in [false, true] {
            let sorted = if is_down { &rules.by_high } else { &rules.by_low };
            let side = &mut self.sides[number as usize][usize::from(is_down)];
            if side.count > 0 && sorted.get(number).get(side.next as usize) == Some(&condition) {
                side.next += 1;
                self.offer(rules, number, is_down);
            }
        }
    }

    /// Reaches the conditions on a number that a rule reaches from an assigned value, and that nothing else reaches.
    fn move_from(
        &mut self,
        rules: &RelaxedRules,
        number: u32,
        from: Assigned,
        mover: u32,
        by: i64,
        prices: &[u64],
    ) {
        let price = prices.get(rules.operator_of[mover as usize] as usize).copied().unwrap_or(0);
        let before = self.rules[mover as usize].cost.saturating_add(from.cost);
        for &at in rules.conditions_on.get(number) {
            let proposition = rules.first_number + at;
            let NumberTest::In(set) = rules.numbers[at as usize].test else { continue };
            let gap = gap_to_set(from.value, set);
            let gap = if by < 0 { gap.down } else { gap.up };
            if self.cost[proposition as usize] == UNREACHED && gap != NEVER {
                let repeats = gap.div_ceil(by.unsigned_abs()).max(1);
                let cost = before.saturating_add(price.saturating_mul(repeats));
                let repeats = u32::try_from(repeats).unwrap_or(u32::MAX);
                self.reach(proposition, cost, Support { rule: mover, repeats, after: from.rule });
            }
        }
    }

    #[inline]
    fn reach(&mut self, proposition: u32, cost: u64, support: Support) {
        let known = &mut self.cost[proposition as usize];
        if cost < *known {
            *known = cost;
            self.support[proposition as usize] = support;
            self.open.push(Reverse((cost, proposition)));
            self.work += 1;
        }
    }

    /// Returns the work since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}

/// Returns the position of the first condition on a number that its value has to be moved to.
fn first_beyond(rules: &RelaxedRules, number: u32, value: Option<u32>, is_down: bool) -> u32 {
    let Some(value) = value else { return 0 };
    let sorted = if is_down { &rules.by_high } else { &rules.by_low };
    let ends = |at: u32| match rules.numbers[at as usize].test {
        NumberTest::In(set) => set.ends(),
        NumberTest::Compares(_) => (0, 0),
    };
    sorted.get(number).partition_point(|&at| if is_down { ends(at).1 >= value } else { ends(at).0 <= value })
        as u32
}

/// Returns how far a value is from a set: 0 both ways if it is inside.
fn gap_to_set(value: u32, set: Set) -> Gap {
    if set.contains(value) {
        return Gap { up: 0, down: 0 };
    }
    let distance = |other: Option<u32>| other.map_or(NEVER, |other| u64::from(other.abs_diff(value)));
    match set {
        Set::Interval(low, high) => {
            Gap { up: distance((value < low).then_some(low)), down: distance((value > high).then_some(high)) }
        }
        Set::Mask(bits) => {
            let above = bits.checked_shr(value).map_or(0, |bits| bits);
            let below = if value >= 64 { bits } else { bits & ((1 << value) - 1) };
            Gap {
                up: if above == 0 { NEVER } else { u64::from(above.trailing_zeros()) },
                down: distance(below.checked_ilog2()),
            }
        }
    }
}

/// Returns how far a difference is from comparing so with 0.
fn gap_to_zero(difference: i64, comparison: Comparison) -> Gap {
    if comparison.holds(difference, 0) {
        return Gap { up: 0, down: 0 };
    }
    let size = difference.unsigned_abs();
    match comparison {
        Comparison::Unequal => Gap { up: 1, down: 1 },
        Comparison::Less => Gap { up: NEVER, down: size + 1 },
        Comparison::Greater => Gap { up: size + 1, down: NEVER },
        Comparison::Equal | Comparison::AtMost if difference > 0 => Gap { up: NEVER, down: size },
        Comparison::Equal | Comparison::AtMost | Comparison::AtLeast => Gap { up: size, down: NEVER },
    }
}
