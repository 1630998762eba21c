//! A model packed into one machine word per state: what a careful user of a generic A* writes by hand.
//!
//! Bools are bits and numbers are bit fields. All equalities of a condition are one comparison under a mask,
//! all assignments of an action two masks, and all additions without clamping one addition.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use std::rc::Rc;

use super::model::{Change, Condition, Model, Test};

/// A word wide enough for a state.
pub(crate) trait Word:
    Copy
    + Eq
    + Hash
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    fn from_number(number: u64) -> Self;
    fn low_number(self) -> u64;
    fn plus(self, other: Self) -> Self;
    fn ones(self) -> u32;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;

            fn from_number(number: u64) -> Self {
                number.into()
            }

            fn low_number(self) -> u64 {
                self as u64
            }

            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn ones(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

word!(u64);
word!(u128);

/// A packed problem.
pub(crate) struct Packed<W> {
    pub(crate) rules: Vec<Rule<W>>,
    pub(crate) goal: Needs<W>,
    pub(crate) starts: Vec<W>,
}

/// An action.
#[derive(Clone)]
pub(crate) struct Rule<W> {
    pub(crate) cost: u32,
    needs: Needs<W>,
    keep: W,
    set: W,
    add: W,
    clamped: Rc<[Clamped<W>]>,
}

/// A conjunction.
#[derive(Clone)]
pub(crate) struct Needs<W> {
    mask: W,
    value: W,
    between: Rc<[Between<W>]>,
    /// The bits of bools in the mask, and the equalities of wider fields again, for counting unmet
    /// conditions.
    bools: W,
    wide: Rc<[Between<W>]>,
}

/// The bits of one fact.
#[derive(Clone, Copy)]
struct Field<W> {
    shift: u32,
    mask: W,
    min: i64,
}

#[derive(Clone, Copy)]
struct Between<W> {
    field: Field<W>,
    least: u64,
    most: u64,
}

#[derive(Clone, Copy)]
struct Clamped<W> {
    field: Field<W>,
    amount: i64,
    most: i64,
}

impl<W: Word> Field<W> {
    fn get(self, state: W) -> u64 {
        ((state & self.mask) >> self.shift).low_number()
    }

    fn bits(self, value: i64) -> W {
        W::from_number((value - self.min) as u64) << self.shift
    }
}

impl<W: Word> Rule<W> {
    pub(crate) fn applies(&self, state: W) -> bool {
        self.needs.hold(state)
    }

    pub(crate) fn apply(&self, state: W) -> W {
        let mut next = ((state & self.keep) | self.set).plus(self.add);
        for clamped in &*self.clamped {
            let value = (clamped.field.get(state) as i64 + clamped.amount).clamp(0, clamped.most);
            next = (next & !clamped.field.mask) | (W::from_number(value as u64) << clamped.field.shift);
        }
        next
    }
}

impl<W: Word> Needs<W> {
    pub(crate) fn hold(&self, state: W) -> bool {
        (state & self.mask) == self.value && self.between.iter().all(|between| between.holds(state))
    }

    /// The number of unmet conditions: the most obvious heuristic.
    pub(crate) fn unmet(&self, state: W) -> u32 {
        let wrong = ((state ^ self.value) & self.bools).ones();
        let numbers = self.between.iter().chain(&*self.wide);
        wrong + numbers.filter(|between| !between.holds(state)).count() as u32
    }
}

impl<W: Word> Between<W> {
    fn holds(&self, state: W) -> bool {
        (self.least..=self.most).contains(&self.field.get(state))
    }
}

impl<W: Word> Packed<W> {
    /// Packs a model; nothing if a state does not fit into the word.
    pub(crate) fn new(model: &Model) -> Option<Self> {
        let mut fields = Vec::new();
        let mut shift = 0;
        for fact in &model.facts {
            let (min, max) = fact.kind.range();
            let width = (max - min).checked_ilog2().map_or(0, |log| log + 1);
            if shift + width > W::BITS {
                return None;
            }
            let mask = W::from_number((1 << width) - 1) << shift.min(W::BITS - 1);
            fields.push(Field { shift: shift.min(W::BITS - 1), mask, min });
            shift += width;
        }
        let unit = model.cost_unit_micros();
        let rule = |action: &super::model::Action| {
            let zero = W::from_number(0);
            let mut rule = Rule {
                cost: u32::try_from(action.cost_micros / unit).ok()?,
                needs: needs(&fields, model, &model.applicable_when(action)),
                keep: !zero,
                set: zero,
                add: zero,
                clamped: Rc::new([]),
            };
            let mut clamped = Vec::new();
            for effect in &action.then {
                let (field, kind) = (fields[effect.fact], model.facts[effect.fact].kind);
                match effect.change {
                    Change::Become(value) => {
                        rule.keep = rule.keep & !field.mask;
                        rule.set = rule.set | field.bits(value);
                    }
                    Change::Add(amount) if kind.clamps(amount) => {
                        let most = kind.range().1 - kind.range().0;
                        clamped.push(Clamped { field, amount, most });
                    }
                    Change::Add(amount) => {
                        let magnitude = W::from_number(amount.unsigned_abs()) << field.shift;
                        // A negative amount is added as its two's complement; the range keeps fields apart.
                        let addend =
                            if amount < 0 { (!magnitude).plus(W::from_number(1)) } else { magnitude };
                        rule.add = rule.add.plus(addend);
                    }
                }
            }
            rule.clamped = clamped.into();
            Some(rule)
        };
        let pack = |start: &Vec<i64>| {
            let bits = fields.iter().zip(start).map(|(field, &value)| field.bits(value));
            bits.fold(W::from_number(0), BitOr::bitor)
        };
        Some(Self {
            rules: model.actions.iter().map(rule).collect::<Option<_>>()?,
            goal: needs(&fields, model, &model.goal),
            starts: model.starts.iter().map(pack).collect(),
        })
    }
}

fn needs<W: Word>(fields: &[Field<W>], model: &Model, conditions: &[Condition]) -> Needs<W> {
    let zero = W::from_number(0);
    let (mut mask, mut value, mut bools, mut wide) = (zero, zero, zero, Vec::new());
    let mut between: Vec<(usize, Between<W>)> = Vec::new();
    for condition in conditions {
        let field = fields[condition.fact];
        let (min, max) = model.facts[condition.fact].kind.range();
        let (least, most) = match condition.test {
            Test::Is(wanted) => {
                mask = mask | field.mask;
                value = value | field.bits(wanted);
                if field.mask.ones() == 1 {
                    bools = bools | field.mask;
                } else {
                    let wanted = (wanted - min) as u64;
                    wide.push(Between { field, least: wanted, most: wanted });
                }
                continue;
            }
            Test::AtLeast(least) => (least, max),
            Test::AtMost(most) => (min, most),
        };
        let (least, most) = ((least - min).max(0) as u64, (most - min).max(0) as u64);
        match between.iter_mut().find(|(fact, _)| *fact == condition.fact) {
            Some((_, known)) => {
                known.least = known.least.max(least);
                known.most = known.most.min(most);
            }
            None => between.push((condition.fact, Between { field, least, most })),
        }
    }
    let between = between.into_iter().map(|(_, between)| between).collect();
    Needs { mask, value, between, bools, wide: wide.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::model::Action;
    use crate::plan::problems::problems;

    const STEPS: usize = 300;

    /// The meaning of a model, computed directly; none if the action is not applicable.
    fn take(model: &Model, action: &Action, state: &[i64]) -> Option<Vec<i64>> {
        if !action.when.iter().all(|condition| condition.test.holds(state[condition.fact])) {
            return None;
        }
        let mut next = state.to_vec();
        for effect in &action.then {
            let kind = model.facts[effect.fact].kind;
            let (min, max) = kind.range();
            next[effect.fact] = match effect.change {
                Change::Become(value) => value,
                Change::Add(amount) if kind.clamps(amount) => (state[effect.fact] + amount).clamp(min, max),
                Change::Add(amount) => state[effect.fact] + amount,
            };
            if !(min..=max).contains(&next[effect.fact]) {
                return None;
            }
        }
        Some(next)
    }

    /// The packed form is the same problem as the model.
    #[test]
    fn packed_actions_match_the_model() {
        for problem in problems().unwrap() {
            let mut model = problem.model;
            let mut state = model.starts[0].clone();
            let mut walk = vec![state.clone()];
            let mut took = Vec::new();
            for step in 0..STEPS {
                let possible: Vec<(usize, Vec<i64>)> = model
                    .actions
                    .iter()
                    .enumerate()
                    .filter_map(|(number, action)| Some((number, take(&model, action, &state)?)))
                    .collect();
                let Some((number, next)) = possible.get(step * 7919 % possible.len().max(1)) else { break };
                took.push((possible.iter().map(|(number, _)| *number).collect::<Vec<_>>(), *number));
                state.clone_from(next);
                walk.push(state.clone());
            }
            model.starts = walk;
            let packed = Packed::<u128>::new(&model).unwrap();
            for (at, (possible, number)) in took.iter().enumerate() {
                let word = packed.starts[at];
                let applicable: Vec<usize> =
                    (0..packed.rules.len()).filter(|&rule| packed.rules[rule].applies(word)).collect();
                assert_eq!(applicable, *possible, "{}", problem.name);
                let next = packed.rules[*number].apply(word);
                assert_eq!(next, packed.starts[at + 1], "{}: {}", problem.name, model.actions[*number].key());
                let unmet = |condition: &&Condition| !condition.test.holds(model.starts[at][condition.fact]);
                let unmet = model.goal.iter().filter(unmet).count() as u32;
                assert_eq!(packed.goal.unmet(word), unmet, "{}", problem.name);
                assert_eq!(packed.goal.hold(word), unmet == 0, "{}", problem.name);
            }
        }
    }
}
