//! Application of a ground action to a state, or the reason why it is inapplicable.
//!
//! Conditions and effects read the state before; all effects that fire happen at once.

use crate::decimal::MICROS;
use crate::domain::{Action, Change, FactKind, Number, Overflow};
use crate::evaluate::{Arithmetic, View};
use crate::instance::{Instance, Slots};
use crate::limits::COST_MAX;

/// Why a ground action cannot be done in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The condition at this position of `when` does not hold.
    Condition(usize),
    /// A number is undefined, see [`crate::evaluate`].
    Undefined,
    /// An effect would leave the range of this fact.
    Range(usize),
    /// No cost rule matches.
    NoCostRule,
    /// The cost is negative or not finite.
    Cost,
}

impl Instance<'_> {
    /// Applies a ground action: writes the state after it and returns its cost in micro-units. If it fails, the
    /// contents of `after` are invalid.
    pub(crate) fn attempt(
        &self,
        action: &Action,
        slots: &mut Slots,
        state: &[i32],
        after: &mut Vec<i32>,
    ) -> Result<u64, Refusal> {
        let view = View { instance: self, state };
        for (position, condition) in action.when.iter().enumerate() {
            // A condition that does not hold and an undefined one both make the action inapplicable, so the rest is
            // not read.
            if !view.holds(condition, slots).ok_or(Refusal::Undefined)? {
                return Err(Refusal::Condition(position));
            }
        }
        let cost = cost(view, action, slots)?;
        after.clear();
        after.extend_from_slice(state);
        for group in &action.then {
            // A condition that is undefined does not hold.
            let fires = view.all(&group.when, slots) == Some(true);
            for effect in &group.then {
                let address = self.address(&effect.fact, slots);
                // Right-hand values are read even if the effect does not happen: an undefined one makes the action
                // inapplicable.
                let (value, range) = match &effect.change {
                    Change::Become(term) => (i64::from(view.term(term, slots)), None),
                    Change::Assign(number) => (whole(view, number, slots)?, Some(effect.fact.fact)),
                    Change::Add(number) => {
                        (i64::from(state[address]) + whole(view, number, slots)?, Some(effect.fact.fact))
                    }
                };
                if fires {
                    after[address] = match range {
                        Some(fact) => self.in_range(fact, value)?,
                        None => value as i32,
                    };
                }
            }
        }
        Ok(cost)
    }

    fn in_range(&self, fact: usize, value: i64) -> Result<i32, Refusal> {
        let FactKind::Int(range) = self.domain.vocabulary.facts[fact].kind else {
            return Err(Refusal::Range(fact));
        };
        if value < i64::from(range.min) {
            return if range.low == Overflow::Clamp { Ok(range.min) } else { Err(Refusal::Range(fact)) };
        }
        if value > i64::from(range.max) {
            return if range.high == Overflow::Clamp { Ok(range.max) } else { Err(Refusal::Range(fact)) };
        }
        Ok(value as i32)
    }
}

fn whole(view: View<'_>, number: &Number, slots: &Slots) -> Result<i64, Refusal> {
    view.number(number, slots, Arithmetic::Whole).ok_or(Refusal::Undefined)
}

fn cost(view: View<'_>, action: &Action, slots: &mut Slots) -> Result<u64, Refusal> {
    for rule in &action.cost {
        if view.all(&rule.when, slots).ok_or(Refusal::Undefined)? {
            let micros = view.number(&rule.is, slots, Arithmetic::Fixed).ok_or(Refusal::Cost)?;
            if micros > COST_MAX * MICROS {
                return Err(Refusal::Cost);
            }
            return u64::try_from(micros).map_err(|_| Refusal::Cost);
        }
    }
    Err(Refusal::NoCostRule)
}
