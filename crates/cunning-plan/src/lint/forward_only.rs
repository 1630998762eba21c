//! A number that reads facts which actions change: only forward search can plan with it.

use cunning_diag::Code;

use super::Findings;
use crate::model::{ChangeKind, Condition, ConditionKind, Cost, FactRef, Number, NumberKind};

/// The code of this lint.
pub const FORWARD_ONLY: Code = Code::new("plan/forward-only");

pub(super) fn check(findings: &mut Findings<'_>) {
    let domain = findings.domain;
    let mut reads: Vec<&FactRef> = Vec::new();
    for (_, action) in findings.actions() {
        for (_, change) in action.changes() {
            if let ChangeKind::Set(number) | ChangeKind::Add(number) | ChangeKind::Subtract(number) =
                &change.kind
            {
                number.facts(&mut |fact| reads.push(fact));
            }
        }
        match &action.cost {
            Cost::Number(number) => number.facts(&mut |fact| reads.push(fact)),
            Cost::Rules(rules) => rules.iter().for_each(|rule| rule.is.facts(&mut |fact| reads.push(fact))),
        }
    }
    let conditions = findings.usage.action_conditions.iter().map(|site| site.condition);
    let wants = findings.goals().into_iter().flat_map(|(_, goal)| &goal.want);
    for condition in conditions.chain(wants) {
        computed(condition, &mut reads);
    }
    for fact in reads {
        if findings.usage.is_written(fact.fact) {
            let name = &domain.facts[fact.fact].name;
            let message =
                format!("actions change `{name}`, so expressions that read it can only be searched forward");
            findings.warn(
                FORWARD_ONLY,
                message,
                fact.span,
                "use a table, a parameter, or a fact that no action writes",
            );
        }
    }
}

/// The facts that a condition computes with; a fact that is merely compared is not computed with.
fn computed<'a>(condition: &'a Condition, reads: &mut Vec<&'a FactRef>) {
    condition.walk(&mut |condition| {
        if let ConditionKind::Compare { right, .. } = &condition.kind
            && !is_fact(right)
        {
            right.facts(&mut |fact| reads.push(fact));
        }
    });
}

fn is_fact(number: &Number) -> bool {
    matches!(number.kind, NumberKind::Fact(_))
}
