//! An action that a range can block: an effect may leave the range of an int, and no condition prevents it.

use cunning_diag::Code;

use super::Findings;
use crate::model::{
    Action, Change, ChangeKind, Comparison, Condition, ConditionKind, FactKind, Number, NumberKind, Operator,
    Overflow, Param, ParamKind,
};
use crate::read::clash::constant;

/// The code of this lint.
pub const RANGE_BLOCKS: Code = Code::new("plan/range-blocks");

/// An end of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

pub(super) fn check(findings: &mut Findings<'_>) {
    for (_, action) in findings.actions() {
        for (when, change) in action.changes() {
            let FactKind::Int { min, max, low, high } = findings.domain.facts[change.fact.fact].kind else {
                continue;
            };
            for (end, overflow, limit) in [(End::Low, low, min), (End::High, high, max)] {
                if overflow == Overflow::Refuse && may_leave(action, when, change, end, limit) {
                    let name = &findings.domain.facts[change.fact.fact].name;
                    let side =
                        if end == End::Low { format!("below {limit}") } else { format!("above {limit}") };
                    let message =
                        format!("`{}` cannot be done when it would take `{name}` {side}", action.name);
                    let hint = "add this condition to `when`, or give the fact `overflow = \"clamp\"`";
                    findings.warn(RANGE_BLOCKS, message, change.span, hint);
                }
            }
        }
    }
}

/// Returns whether a change may take its fact past an end.
fn may_leave(action: &Action, when: &[Condition], change: &Change, end: End, limit: i64) -> bool {
    let (amount, grows) = match &change.kind {
        ChangeKind::Add(amount) => (amount, true),
        ChangeKind::Subtract(amount) => (amount, false),
        ChangeKind::Set(number) => {
            return bounds(number, &action.params).is_some_and(|(low, high)| match end {
                End::Low => low < limit,
                End::High => high > limit,
            });
        }
        ChangeKind::Assign(_) => return false,
    };
    // The change towards the end; an unknown amount may have any size.
    let is_its_way = (end == End::High) == grows;
    let towards = bounds(amount, &action.params).map(|(low, high)| if is_its_way { high } else { -low });
    if towards.is_some_and(|step| step <= 0) {
        return false;
    }
    // Tables seldom hold negative numbers, so an unknown amount is assumed to have the sign of the operator.
    if towards.is_none() && !is_its_way {
        return false;
    }
    !action.when.iter().chain(when).any(|condition| guards(condition, change, end, limit, towards))
}

/// Returns whether a condition keeps the fact far enough from the end.
fn guards(condition: &Condition, change: &Change, end: End, limit: i64, towards: Option<i64>) -> bool {
    let ConditionKind::Compare { left, comparison, right } = &condition.kind else { return false };
    if !matches!(&left.kind, NumberKind::Fact(fact) if *fact == change.fact) {
        return false;
    }
    let bound = match (end, comparison) {
        (_, Comparison::Equal) | (End::High, Comparison::AtMost) | (End::Low, Comparison::AtLeast) => 0,
        (End::High, Comparison::Less) => -1,
        (End::Low, Comparison::Greater) => 1,
        _ => return false,
    };
    match (constant(right), towards) {
        (Some(right), Some(step)) if end == End::High => right + bound + step <= limit,
        (Some(right), Some(step)) => right + bound - step >= limit,
        // A bound that cannot be computed here is assumed to serve this purpose.
        _ => true,
    }
}

/// Returns the least and greatest value of a number made of literals and parameters.
fn bounds(number: &Number, params: &[Param]) -> Option<(i64, i64)> {
    match &number.kind {
        NumberKind::Param(id) => match params.get(id.index())?.kind {
            ParamKind::Number { min, max } => Some((min, max)),
            ParamKind::Object(_) => None,
        },
        NumberKind::Negated(inner) => bounds(inner, params).map(|(low, high)| (-high, -low)),
        NumberKind::Binary { operator: operator @ (Operator::Add | Operator::Subtract), left, right } => {
            let ((a, b), (c, d)) = (bounds(left, params)?, bounds(right, params)?);
            match operator {
                Operator::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
                _ => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
            }
        }
        _ => constant(number).map(|value| (value, value)),
    }
}
