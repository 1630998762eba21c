//! An action that permanently undoes its own condition.
//!
//! Actions often use something up; it is suspicious if no action ever restores it, because then the action can be
//! done only once. Conditions that a fact has its default are ignored: they usually mean that the work is not done
//! yet.

use cunning_diag::Code;

use super::Findings;
use crate::model::{ChangeKind, Condition, ConditionKind, Equality, FactRef, ObjectName, Term, Value};
use crate::write::Show;

/// The code of this lint.
pub const UNDOES_CONDITION: Code = Code::new("plan/undoes-condition");

pub(super) fn check(findings: &mut Findings<'_>) {
    for (_, action) in findings.actions() {
        for condition in &action.when {
            let undone = action
                .changes()
                .any(|(when, change)| when.is_empty() && undoes(condition, &change.fact, &change.kind));
            if undone && !is_brought_back(findings, condition) {
                let shown = Show::new(findings.domain, &action.params).condition(condition);
                let message = format!(
                    "`{}` undoes its own condition `{shown}`, and no action restores it",
                    action.name
                );
                let hint = "if it is meant to be done only once, ignore this; otherwise add an action that restores the condition";
                findings.warn(UNDOES_CONDITION, message, condition.span, hint);
            }
        }
    }
}

/// Returns whether a change of a fact makes the condition false.
fn undoes(condition: &Condition, changed: &FactRef, kind: &ChangeKind) -> bool {
    let ConditionKind::Same { left: Term::Fact(fact), equality: Equality::Equals, right } = &condition.kind
    else {
        return false;
    };
    let ChangeKind::Assign(value) = kind else { return false };
    let is_constant = |term: &Term| matches!(term, Term::Bool(_) | Term::None | Term::Object(_));
    fact == changed && is_constant(right) && is_constant(value) && right != value
}

/// Returns whether some change makes the condition true again, the game may do so, or it is not needed.
fn is_brought_back(findings: &Findings<'_>, condition: &Condition) -> bool {
    let ConditionKind::Same { left: Term::Fact(fact), right, .. } = &condition.kind else { return true };
    let is_default = match (right, &findings.domain.facts[fact.fact].default) {
        (Term::Bool(value), Value::Bool(default)) => value == default,
        (Term::None, Value::None) => true,
        (Term::Object(id), Value::Object(ObjectName::Closed(default))) => id == default,
        _ => false,
    };
    is_default
        || findings.usage.is_free(fact.fact)
        || findings.usage.some_change(fact.fact, |change, _| match &change.kind {
            ChangeKind::Assign(value @ (Term::Bool(_) | Term::None | Term::Object(_))) => value == right,
            _ => true,
        })
}
