//! Evaluation of conditions and numbers in one state.
//!
//! A number may be *undefined*: divided by zero, beyond [`NUMBER_MAX`], or a fraction where only integers are
//! allowed. A comparison with an undefined number is undefined itself. A list, disjunction or quantifier that contains
//! one is undefined unless its other members decide it, in whatever order they are read: a list with a member that does
//! not hold does not hold, and a disjunction with one that holds does. `None` means undefined throughout.

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
        every(conditions.iter().map(|condition| self.holds(condition, slots)))
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
                // Some member holds unless every one does not.
                not(every(alternatives.iter().map(|alternative| not(self.all(alternative, slots)))))
            }
            Condition::Quantified { quantifier, over, slot, body } => {
                let none_wanted = *quantifier != Quantifier::Every;
                let bodies = self.instance.members[*over].iter().map(|&object| {
                    slots[*slot] = object;
                    let holds = self.holds(body, slots);
                    if none_wanted { not(holds) } else { holds }
                });
                let all = every(bodies);
                if *quantifier == Quantifier::Some { not(all) } else { all }
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

/// Returns whether all conditions hold.
fn every(conditions: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for holds in conditions {
        all = match holds {
            Some(true) => all,
            Some(false) => return Some(false),
            None => None,
        };
    }
    all
}

/// Returns the negation of a condition.
fn not(holds: Option<bool>) -> Option<bool> {
    holds.map(|holds| !holds)
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
