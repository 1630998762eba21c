//! Evaluation of conditions and numbers in one state.
//!
//! A number may be *undefined*: divided by zero, beyond [`NUMBER_MAX`], or a fraction where only integers are
//! allowed. A condition that reads an undefined number is undefined itself, and so is every list, disjunction or
//! quantifier that contains it, whatever its other members are: the result does not depend on the order in which
//! conditions are read. `None` means undefined throughout.

use crate::decimal::{self, MICROS};
use crate::domain::{Condition, Number, Term};
use crate::instance::{Instance, Slots};
use crate::limits::NUMBER_MAX;
use crate::syntax::{Function, Operator, Quantifier, Relation};

/// The arithmetic of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// Integers; division truncates towards zero.
    Whole,
    /// Micro-units; every product and quotient is rounded.
    Fixed,
}

/// One state, seen through an instance.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) instance: &'a Instance<'a>,
    pub(crate) state: &'a [i32],
}

impl View<'_> {
    /// Returns whether all conditions hold.
    pub(crate) fn all(&self, conditions: &[Condition], slots: &mut Slots) -> Option<bool> {
        let mut all = true;
        for condition in conditions {
            all &= self.holds(condition, slots)?;
        }
        Some(all)
    }

    /// Returns whether a condition holds.
    pub(crate) fn holds(&self, condition: &Condition, slots: &mut Slots) -> Option<bool> {
        match condition {
            Condition::Same { left, right, equal } => {
                Some((self.term(left, slots) == self.term(right, slots)) == *equal)
            }
            Condition::Compare { left, relation, right } => {
                let left = self.number(left, slots, Arithmetic::Whole)?;
                let right = self.number(right, slots, Arithmetic::Whole)?;
                Some(relation.between(left, right))
            }
            Condition::Any(alternatives) => {
                let mut any = false;
                for alternative in alternatives {
                    any |= self.all(alternative, slots)?;
                }
                Some(any)
            }
            Condition::Quantified { quantifier, over, slot, body } => {
                let (mut any, mut all) = (false, true);
                for &object in &self.instance.members[*over] {
                    slots[*slot] = object;
                    let holds = self.holds(body, slots)?;
                    any |= holds;
                    all &= holds;
                }
                Some(match quantifier {
                    Quantifier::Some => any,
                    Quantifier::No => !any,
                    Quantifier::Every => all,
                })
            }
        }
    }

    /// Returns the value of a bool or object.
    pub(crate) fn term(&self, term: &Term, slots: &Slots) -> i32 {
        match term {
            Term::Value(value) => *value,
            Term::Parameter(slot) => slots[*slot],
            Term::Fact(fact) => self.state[self.instance.address(fact, slots)],
        }
    }

    /// Returns the value of a number: itself in integer arithmetic, its micro-units in fixed point.
    pub(crate) fn number(&self, number: &Number, slots: &Slots, arithmetic: Arithmetic) -> Option<i64> {
        match number {
            Number::Literal(micros) => from_micros(*micros, arithmetic),
            Number::Undefined => None,
            Number::Parameter(slot) => Some(from_whole(slots[*slot], arithmetic)),
            Number::Fact(fact) => {
                Some(from_whole(self.state[self.instance.address(fact, slots)], arithmetic))
            }
            Number::Table(table, indices) => {
                let of = &self.instance.domain.vocabulary.tables[*table].of;
                let entry = self.instance.offset(of, indices, slots);
                from_micros(self.instance.tables[*table][entry], arithmetic)
            }
            Number::Trait(id) => from_micros(self.instance.traits[*id], arithmetic),
            Number::Curve(curve, at) => {
                let at = self.number(at, slots, arithmetic)?;
                height(&self.instance.domain.vocabulary.curves[*curve].points, at)
            }
            Number::Negate(inner) => Some(-self.number(inner, slots, arithmetic)?),
            Number::Binary(operator, left, right) => {
                let left = self.number(left, slots, arithmetic)?;
                let right = self.number(right, slots, arithmetic)?;
                operate(*operator, left, right, arithmetic)
            }
            Number::Call(function, arguments) => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.number(argument, slots, arithmetic)?);
                }
                match (function, values.as_slice()) {
                    (Function::Min, all) => all.iter().copied().min(),
                    (Function::Max, all) => all.iter().copied().max(),
                    (Function::Abs, [value]) => Some(value.abs()),
                    (Function::Clamp, [value, low, high]) => Some((*value).max(*low).min(*high)),
                    _ => None,
                }
            }
        }
    }
}

/// Returns the value of a curve through points.
fn height(points: &[(i64, i64)], at: i64) -> Option<i64> {
    let (first, last) = (points.first()?, points.last()?);
    if at <= first.0 {
        return Some(first.1);
    }
    if at >= last.0 {
        return Some(last.1);
    }
    let line = points.windows(2).find(|line| line[0].0 <= at && at <= line[1].0)?;
    let [(left, low), (right, high)] = [line[0], line[1]].map(|(x, y)| (i128::from(x), i128::from(y)));
    let at = i128::from(at);
    // The mean of the two heights, each weighted by the distance to the other.
    let weighed = low * (right - at) + high * (at - left);
    decimal::within(decimal::rounded_quotient(weighed, right - left))
}

impl Relation {
    /// Returns whether two numbers are in this relation.
    pub(crate) fn between(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Differ => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }
}

fn from_whole(value: i32, arithmetic: Arithmetic) -> i64 {
    match arithmetic {
        Arithmetic::Whole => i64::from(value),
        Arithmetic::Fixed => i64::from(value) * MICROS,
    }
}

fn from_micros(micros: i64, arithmetic: Arithmetic) -> Option<i64> {
    match arithmetic {
        Arithmetic::Whole => (micros % MICROS == 0).then_some(micros / MICROS),
        Arithmetic::Fixed => Some(micros),
    }
}

fn operate(operator: Operator, left: i64, right: i64, arithmetic: Arithmetic) -> Option<i64> {
    let value = match (operator, arithmetic) {
        (Operator::Multiply, Arithmetic::Fixed) => return decimal::multiply(left, right),
        (Operator::Divide, Arithmetic::Fixed) => return decimal::divide(left, right),
        (Operator::Add, _) => left.checked_add(right)?,
        (Operator::Subtract, _) => left.checked_sub(right)?,
        (Operator::Multiply, Arithmetic::Whole) => left.checked_mul(right)?,
        (Operator::Divide, Arithmetic::Whole) => left.checked_div(right)?,
    };
    let cap = match arithmetic {
        Arithmetic::Whole => NUMBER_MAX,
        Arithmetic::Fixed => NUMBER_MAX * MICROS,
    };
    (-cap..=cap).contains(&value).then_some(value)
}
