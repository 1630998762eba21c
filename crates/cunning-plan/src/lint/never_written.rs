//! A fact that is read but never written, sensed or set at the start: it always has its default.

use cunning_diag::Code;

use super::Findings;

/// The code of this lint.
pub const NEVER_WRITTEN: Code = Code::new("plan/never-written");

pub(super) fn check(findings: &mut Findings<'_>) {
    for (id, fact) in findings.domain.facts.iter() {
        if let Some(read) = findings.usage.first_read(id)
            && !findings.usage.is_given(id)
        {
            let message = format!("`{}` is read, but nothing ever changes it", fact.name);
            let hint = "if the game sets it, declare it with `sensed = true`";
            findings.warn(NEVER_WRITTEN, message, read.span, hint);
        }
    }
}
