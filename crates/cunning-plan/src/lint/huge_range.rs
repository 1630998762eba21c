//! A range too large, and changed in steps too small, for a practical search.
//!
//! The threshold is what the estimates of the search keep track of: they ignore facts with more values, and counting
//! through the values one by one exceeds any budget of a game.

use cunning_diag::Code;

use super::Findings;
use crate::model::{ChangeKind, FactKind, Number, NumberKind, Param, ParamKind, PlanningDomain};
use crate::relax::DOMAIN_MAX;

/// The code of this lint.
pub const HUGE_RANGE: Code = Code::new("plan/huge-range");

pub(super) fn check(findings: &mut Findings<'_>) {
    for (id, fact) in findings.domain.facts.iter() {
        let FactKind::Int { min, max, .. } = fact.kind else { continue };
        let values = min.abs_diff(max).saturating_add(1);
        let is_slow = |number: &Number, params: &[Param]| {
            let step = largest(findings.domain, number, params).unwrap_or(u64::MAX);
            step > 0 && values / step > u64::from(DOMAIN_MAX)
        };
        let slow = findings.usage.changes_of(id).iter().any(|(change, params)| match &change.kind {
            ChangeKind::Add(by) | ChangeKind::Subtract(by) => is_slow(by, params),
            ChangeKind::Assign(_) | ChangeKind::Set(_) => false,
        });
        if slow {
            let message = format!("`{}` has {values} values and changes in small steps", fact.name);
            let hint = "count in larger units: planning is not feasible beyond a few thousand values";
            findings.warn(HUGE_RANGE, message, fact.span, hint);
        }
    }
}

/// Returns the largest magnitude of an amount; `None` if it is not obvious.
fn largest(domain: &PlanningDomain, number: &Number, params: &[Param]) -> Option<u64> {
    match &number.kind {
        NumberKind::Literal(value) => value.to_int().map(i64::unsigned_abs),
        NumberKind::Negated(inner) => largest(domain, inner, params),
        NumberKind::Param(id) => match params.get(id.index())?.kind {
            ParamKind::Number { min, max } => Some(min.unsigned_abs().max(max.unsigned_abs())),
            ParamKind::Object(_) => None,
        },
        NumberKind::Table { table, .. } => {
            let table = &domain.tables[*table];
            let values = table.values.iter().map(|listed| listed.value).chain([table.default]);
            values.map(|value| value.to_int().map(i64::unsigned_abs)).max().flatten()
        }
        _ => None,
    }
}
