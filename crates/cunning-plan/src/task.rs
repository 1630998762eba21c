//! A planning problem with everything bound: variables with finite domains, and operators that change them.
//!
//! Grounding creates it from a domain; all searches, heuristics and explanations work on it. It has no names;
//! `ground` maps back to them.

mod bytes;
mod conjunction;
mod expr;
mod price;
mod set;

pub(crate) use bytes::list_bytes;
pub(crate) use conjunction::{Atom, Conjunction, Relation, intersect, intersect_all};
pub(crate) use expr::{Expr, Reading, Scale, binary};
pub(crate) use price::{CLOSED, Prices};
pub(crate) use set::Set;

use std::ops::Range;

use crate::limits;

/// The id of a variable, which is a ground fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct VarId(pub(crate) u32);

impl VarId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The variables and operators of a planning problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Task {
    /// The number of values of each variable; values count from 0.
    pub(crate) sizes: Vec<u32>,
    pub(crate) actions: Vec<TaskAction>,
    pub(crate) operators: Vec<Operator>,
}

/// The effects of a ground action, independent of its cost.
#[derive(Clone, Debug)]
pub(crate) struct TaskAction {
    pub(crate) effects: Vec<Effect>,
    /// Numbers that must be defined for the action to be possible.
    pub(crate) defined: Vec<Expr>,
}

/// A ground action under one of its conditions and costs: disjunctions and cost rules lead to several operators.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    pub(crate) task_action: u32,
    pub(crate) pre: Conjunction,
    pub(crate) cost: Cost,
}

impl Task {
    /// Returns the operators of a task action. They are consecutive, in the order of the task actions.
    pub(crate) fn operators_of(&self, task_action: u32) -> &[Operator] {
        &self.operators[self.operator_range(task_action)]
    }

    /// Returns the range of the operators of a task action.
    pub(crate) fn operator_range(&self, task_action: u32) -> Range<usize> {
        let first = self.operators.partition_point(|operator| operator.task_action < task_action);
        first..self.operators.partition_point(|operator| operator.task_action <= task_action)
    }

    /// Applies a task action to a state: returns the operator by which it can be done and its cost in millionths,
    /// computed by `cost`. Calls `set` with every changed variable and its new value; if the result is `None`, these
    /// are invalid.
    pub(crate) fn perform(
        &self,
        task_action: u32,
        values: &impl Fn(VarId) -> u32,
        cost: impl Fn(&Cost) -> Option<u64>,
        set: impl FnMut(VarId, u32),
    ) -> Option<(&Operator, u64)> {
        let effects = self.actions.get(task_action as usize)?;
        let operator = self.operators_of(task_action).iter().find(|operator| operator.pre.holds(values))?;
        let cost = cost(&operator.cost)?;
        effects.apply(&self.sizes, values, set).then_some((operator, cost))
    }
}

impl TaskAction {
    /// Calls `set` with every changed variable and its new value. Returns false if an effect or a number is
    /// impossible. `values` is the state before, in which the condition of one of its operators holds.
    pub(crate) fn apply(
        &self,
        sizes: &[u32],
        values: &impl Fn(VarId) -> u32,
        mut set: impl FnMut(VarId, u32),
    ) -> bool {
        if !self.defined.iter().all(|expr| expr.value(values).is_some()) {
            return false;
        }
        for effect in &self.effects {
            if !effect.is_unconditional() && !effect.when.iter().any(|when| when.holds(values)) {
                continue;
            }
            match effect.change.apply(effect.var, sizes[effect.var.index()], values) {
                Some(value) => set(effect.var, value),
                None => return false,
            }
        }
        true
    }
}

impl Cost {
    /// Returns the cost in a state of a job, times a factor in millionths; `None` if the operator cannot be used
    /// there.
    pub(crate) fn in_state(
        &self,
        values: &impl Fn(VarId) -> u32,
        given: &[i64],
        factor: Option<u32>,
    ) -> Option<u64> {
        match self {
            Self::Fixed(cost) => Self::times(*cost, factor),
            Self::Read(expr) => Self::read(expr, values, given, factor),
        }
    }

    /// Returns the value of a computed cost.
    pub(crate) fn read(
        expr: &Expr,
        values: &impl Fn(VarId) -> u32,
        given: &[i64],
        factor: Option<u32>,
    ) -> Option<u64> {
        Self::times(u64::try_from(expr.value_given(values, given)?).ok()?, factor)
    }

    /// Returns a cost times a factor in millionths; `None` if it is too large.
    pub(crate) fn times(cost: u64, factor: Option<u32>) -> Option<u64> {
        const ONE: u64 = 1_000_000;
        let cost = match factor {
            None => cost,
            Some(factor) => match cost.checked_mul(u64::from(factor)) {
                Some(product) if product <= u64::MAX - ONE => (product + ONE / 2) / ONE,
                _ => {
                    let product = u128::from(cost) * u128::from(factor);
                    u64::try_from((product + u128::from(ONE / 2)) / u128::from(ONE)).ok()?
                }
            },
        };
        (cost <= limits::COST_MAX as u64 * ONE).then_some(cost)
    }
}

/// The cost of an operator, in millionths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    Fixed(u64),
    /// Depends on the state or the job; if it is undefined or negative, the operator cannot be used there.
    Read(Expr),
}

/// A change of one variable. No two effects of a task action that can happen together change the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The alternative conditions; an unconditional effect has an empty one.
    pub(crate) when: Vec<Conjunction>,
    pub(crate) var: VarId,
    pub(crate) change: Change,
    /// Whether the effect is only hoped for.
    pub(crate) is_hoped: bool,
}

/// The change of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Sets a value.
    Assign(u32),
    /// Adds a difference, within the domain or clamped as `ends` allow.
    Add { by: Expr, ends: Ends },
    /// Sets the value of an expression, less `min`, within the domain or clamped as `ends` allow.
    Set { expr: Expr, min: i64, ends: Ends },
    /// Sets the object that another variable has.
    Copy { from: Reading, to: Vec<Option<u32>> },
    /// Impossible: an operator whose effect happens so is not applicable.
    Refuse,
}

/// Whether a change beyond each end of a domain is clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) clamp_low: bool,
    pub(crate) clamp_high: bool,
}

impl Ends {
    /// Returns the values of a domain to which a difference can be added; `None` if there are none.
    pub(crate) fn allow(self, by: i64, size: u32) -> Option<Set> {
        let last = i64::from(size) - 1;
        let low = if self.clamp_low { 0 } else { by.saturating_neg() };
        let high = if self.clamp_high { last } else { last.saturating_sub(by) };
        Set::range(size, low, high)
    }
}

impl Effect {
    pub(crate) fn is_unconditional(&self) -> bool {
        self.when.iter().any(Conjunction::is_true)
    }
}

impl Change {
    /// Returns the value after the change; `None` if it is impossible. `values` is the state before.
    pub(crate) fn apply(&self, var: VarId, size: u32, values: &impl Fn(VarId) -> u32) -> Option<u32> {
        let within = |value: i64, ends: &Ends| {
            let last = i64::from(size) - 1;
            match value {
                ..0 => ends.clamp_low.then_some(0),
                _ if value > last => ends.clamp_high.then_some(size - 1),
                _ => Some(value as u32),
            }
        };
        match self {
            Self::Assign(value) => Some(*value),
            Self::Add { by, ends } => within(i64::from(values(var)) + by.value(values)?, ends),
            Self::Set { expr, min, ends } => within(expr.value(values)? - min, ends),
            Self::Copy { from, to } => to.get(from.code(values) as usize).copied().flatten(),
            Self::Refuse => None,
        }
    }
}
