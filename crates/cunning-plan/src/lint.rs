//! Warnings about domains that are valid but probably do not mean what their author thinks.
//!
//! Each lint has a file and a code of its own, and looks at the domain as it is written: nothing is ground, nothing is
//! searched. What minds read and write beyond the planning part is told by [`Outside`].

mod forward_only;
mod never_written;
mod one_way;
mod produce;
mod range_blocks;
mod unproducible;
mod unused;
mod usage;

use std::collections::BTreeSet;

use cunning_diag::{Code, Diagnostic, Diagnostics};

use crate::model::{Domain, FactId, Place};
use usage::Usage;

pub use forward_only::FORWARD_ONLY;
pub use never_written::NEVER_WRITTEN;
pub use one_way::UNDOES_CONDITION;
pub use range_blocks::RANGE_BLOCKS;
pub use unproducible::{UNPRODUCIBLE_GOAL, UNPRODUCIBLE_VALUE};
pub use unused::UNUSED;

/// What is done with facts outside of the planning part of a domain: by sensors, hoped-for effects, relevances.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// Facts that are given values.
    pub written: BTreeSet<FactId>,
    /// Facts that are looked at.
    pub read: BTreeSet<FactId>,
}

/// Looks for what is probably a mistake. All findings are warnings.
///
/// ```
/// use cunning_diag::Source;
/// use cunning_plan::lint::{Outside, lint};
///
/// let text = "[facts]\nasleep = \"bool\"\ntired = \"bool\"\n[action.rest]\nwhen = [\"tired\"]\nthen = [\"asleep\"]\n[goal.sleep]\nwant = [\"asleep\"]";
/// let domain = cunning_plan::read(&Source::new("cat.toml", text)).expect("a valid domain");
/// let found = lint(&domain, &Outside::default());
/// let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
/// assert_eq!(shown, ["cat.toml:5:10: warning[plan/never-written]: `tired` is read, but nothing ever changes it"]);
/// ```
pub fn lint(domain: &Domain, outside: &Outside) -> Diagnostics {
    let mut findings = Findings { domain, usage: Usage::of(domain, outside), found: Diagnostics::new() };
    never_written::check(&mut findings);
    unproducible::check(&mut findings);
    unused::check(&mut findings);
    one_way::check(&mut findings);
    range_blocks::check(&mut findings);
    forward_only::check(&mut findings);
    findings.found
}

/// The domain that is looked at, and what was found.
struct Findings<'a> {
    domain: &'a Domain,
    usage: Usage<'a>,
    found: Diagnostics,
}

impl Findings<'_> {
    fn warn(&mut self, code: Code, message: impl Into<String>, place: Place, hint: &str) {
        let warning = self.domain.files.point(Diagnostic::warning(code, message), place);
        self.found.push(warning.hint(hint));
    }
}
