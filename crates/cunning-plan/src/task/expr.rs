//! Numbers that depend on the state.

use std::sync::Arc;

use super::VarId;
use crate::limits::NUMBER_MAX;
use crate::micros::Micros;
use crate::model::{Curve, Function, Operator};

/// A number expression over variables. Evaluates to `None` where it is undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Const(i64),
    Read(Reading),
    /// A number of a table or a trait, which comes with the job, in millionths.
    Given(u32),
    /// The same as an integer; undefined if it has decimals.
    GivenWhole(u32),
    Negated(Box<Expr>),
    Binary(Operator, Scale, Box<Expr>, Box<Expr>),
    Call(Function, Vec<Expr>),
    /// The value of a curve at a number, in millionths.
    Curve(Arc<Curve>, Box<Expr>),
}

/// A variable read as a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The value plus an offset, times a factor: an int fact.
    Int { var: VarId, min: i64, factor: i64 },
    /// The code of the object that each value stands for: an object fact, comparable across types.
    Object { var: VarId, codes: Arc<[u32]> },
}

/// The scale of the numbers of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Integers; quotients are truncated.
    Whole,
    /// Millionths; products and quotients are rounded, halves away from zero.
    Millionths,
}

impl Scale {
    pub(crate) const fn one(self) -> i64 {
        match self {
            Self::Whole => 1,
            Self::Millionths => 1_000_000,
        }
    }
}

impl Reading {
    /// Returns the variable.
    pub(crate) const fn var(&self) -> VarId {
        match self {
            Self::Int { var, .. } | Self::Object { var, .. } => *var,
        }
    }

    /// Changes the variable number.
    pub(crate) fn renumber(&mut self, new: &impl Fn(VarId) -> Option<VarId>) {
        match self {
            Self::Int { var, .. } | Self::Object { var, .. } => *var = new(*var).unwrap_or(*var),
        }
    }

    /// Returns the number read.
    pub(crate) fn number(&self, values: &impl Fn(VarId) -> u32) -> i64 {
        match self {
            Self::Int { var, min, factor } => (i64::from(values(*var)) + min) * factor,
            Self::Object { .. } => i64::from(self.code(values)),
        }
    }

    /// Returns the code of the object read.
    pub(crate) fn code(&self, values: &impl Fn(VarId) -> u32) -> u32 {
        match self {
            Self::Int { var, .. } => values(*var),
            Self::Object { var, codes } => codes.get(values(*var) as usize).copied().unwrap_or(u32::MAX),
        }
    }
}

/// Applies an operator to two numbers; `None` if the result is undefined.
pub(crate) fn binary(operator: Operator, scale: Scale, left: i64, right: i64) -> Option<i64> {
    let (wide_left, wide_right, one) = (i128::from(left), i128::from(right), i128::from(scale.one()));
    let exact = match operator {
        Operator::Add => wide_left + wide_right,
        Operator::Subtract => wide_left - wide_right,
        Operator::Multiply => rounded(wide_left * wide_right, one),
        Operator::Divide if right == 0 => return None,
        Operator::Divide if scale == Scale::Whole => wide_left / wide_right,
        Operator::Divide => rounded(wide_left * one, wide_right),
    };
    defined(exact, scale)
}

/// Returns the quotient rounded to the nearest integer, halves away from zero.
fn rounded(number: i128, by: i128) -> i128 {
    let (magnitude, divisor) = (number.unsigned_abs(), by.unsigned_abs());
    let quotient = ((2 * magnitude + divisor) / (2 * divisor)) as i128;
    if (number < 0) == (by < 0) { quotient } else { -quotient }
}

/// Returns the number; `None` if it is too large and therefore undefined.
fn defined(number: i128, scale: Scale) -> Option<i64> {
    let most = i128::from(NUMBER_MAX) * i128::from(scale.one());
    (number.abs() <= most).then_some(number as i64)
}

impl Expr {
    /// Returns the value in a state, for expressions without numbers of a job.
    pub(crate) fn value(&self, values: &impl Fn(VarId) -> u32) -> Option<i64> {
        self.value_given(values, &[])
    }

    /// Returns the value in a state of a job.
    pub(crate) fn value_given(&self, values: &impl Fn(VarId) -> u32, given: &[i64]) -> Option<i64> {
        match self {
            Self::Const(number) => Some(*number),
            Self::Read(reading) => Some(reading.number(values)),
            Self::Given(at) => given.get(*at as usize).copied(),
            Self::GivenWhole(at) => given
                .get(*at as usize)
                .filter(|&number| number % 1_000_000 == 0)
                .map(|number| number / 1_000_000),
            Self::Negated(inner) => inner.value_given(values, given).map(|number| -number),
            Self::Curve(curve, inner) => {
                inner.value_given(values, given).and_then(Micros::new).map(|at| curve.at(at).get())
            }
            Self::Binary(operator, scale, left, right) => {
                let (left, right) = (left.value_given(values, given)?, right.value_given(values, given)?);
                binary(*operator, *scale, left, right)
            }
            Self::Call(function, args) => {
                let mut args = args.iter().map(|arg| arg.value_given(values, given));
                let first = args.next()??;
                match function {
                    Function::Abs => Some(first.abs()),
                    Function::Min => args.try_fold(first, |least, arg| Some(least.min(arg?))),
                    Function::Max => args.try_fold(first, |most, arg| Some(most.max(arg?))),
                    Function::Clamp => {
                        let (low, high) = (args.next()??, args.next()??);
                        Some(first.max(low).min(high))
                    }
                }
            }
        }
    }

    /// Calls `visit` with every variable that it reads.
    pub(crate) fn vars(&self, visit: &mut dyn FnMut(VarId)) {
        match self {
            Self::Const(_) | Self::Given(_) | Self::GivenWhole(_) => {}
            Self::Read(reading) => visit(reading.var()),
            Self::Negated(inner) | Self::Curve(_, inner) => inner.vars(visit),
            Self::Binary(_, _, left, right) => {
                left.vars(visit);
                right.vars(visit);
            }
            Self::Call(_, args) => args.iter().for_each(|arg| arg.vars(visit)),
        }
    }

    /// Calls `visit` with every number of a job that it reads.
    pub(crate) fn givens(&self, visit: &mut dyn FnMut(u32)) {
        match self {
            Self::Given(at) | Self::GivenWhole(at) => visit(*at),
            Self::Const(_) | Self::Read(_) => {}
            Self::Negated(inner) | Self::Curve(_, inner) => inner.givens(visit),
            Self::Binary(_, _, left, right) => {
                left.givens(visit);
                right.givens(visit);
            }
            Self::Call(_, args) => args.iter().for_each(|arg| arg.givens(visit)),
        }
    }

    /// Changes the variable numbers.
    pub(crate) fn renumber(&mut self, new: &impl Fn(VarId) -> Option<VarId>) {
        match self {
            Self::Const(_) | Self::Given(_) | Self::GivenWhole(_) => {}
            Self::Read(reading) => reading.renumber(new),
            Self::Negated(inner) | Self::Curve(_, inner) => inner.renumber(new),
            Self::Binary(_, _, left, right) => {
                left.renumber(new);
                right.renumber(new);
            }
            Self::Call(_, args) => args.iter_mut().for_each(|arg| arg.renumber(new)),
        }
    }

    /// Returns whether it reads only variables for which `is_so` holds.
    pub(crate) fn reads_only(&self, is_so: &impl Fn(VarId) -> bool) -> bool {
        let mut all = true;
        self.vars(&mut |var| all &= is_so(var));
        all
    }

    pub(crate) const fn constant(&self) -> Option<i64> {
        match self {
            Self::Const(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns whether it may be undefined in some state.
    pub(crate) fn may_be_undefined(&self) -> bool {
        match self {
            Self::Const(_) | Self::Read(_) | Self::Given(_) => false,
            Self::Negated(inner) | Self::Curve(_, inner) => inner.may_be_undefined(),
            // A quotient may divide by zero; a sum or product may become too large.
            Self::Binary(..) | Self::GivenWhole(_) => true,
            Self::Call(_, args) => args.iter().any(Self::may_be_undefined),
        }
    }
}
