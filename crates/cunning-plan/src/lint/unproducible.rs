//! A required value that no action produces and no start has.

use cunning_diag::Code;

use super::Findings;
use crate::write::Show;

/// The code for conditions of actions.
pub const UNPRODUCIBLE_VALUE: Code = Code::new("plan/unproducible-value");

/// The code for goals.
pub const UNPRODUCIBLE_GOAL: Code = Code::new("plan/unproducible-goal");

pub(super) fn check(findings: &mut Findings<'_>) {
    for site in findings.usage.action_conditions.clone() {
        // Another lint reports facts that never change.
        let mut changes = true;
        site.condition.facts(&mut |fact| changes &= findings.usage.is_given(fact.fact));
        if changes && let Some(part) = findings.impossible(site.condition) {
            let shown = Show::new(findings.domain, site.params).condition(site.condition);
            let message = format!("`{shown}` never holds: no action makes it true");
            let hint = "add an action that makes it true, or set it in `[start]`";
            findings.warn(UNPRODUCIBLE_VALUE, message, part.span, hint);
        }
    }
    for (_, goal) in findings.goals() {
        if let Some(part) = goal.want.iter().find_map(|condition| findings.impossible(condition)) {
            let message = format!("the goal `{}` can never be met: no action makes this true", goal.name);
            let hint = "add an action that makes it true, or set it in `[start]`";
            findings.warn(UNPRODUCIBLE_GOAL, message, part.span, hint);
        }
    }
}
