//! Warnings about domains that are valid but probably not as intended.
//!
//! Each lint has its own file and code. Most examine the domain as written; those about reachability and relevance
//! examine the ground domain, unless it is too large or depends too much on the game. No lint searches. [`Outside`]
//! tells how minds use facts beyond planning. An [`Archetype`] has the actions and goals of one kind of agent: what
//! is fine for all of them together may be an error for one.

mod forward_only;
mod fraction;
mod ground;
mod helps_no_goal;
mod huge_range;
mod never_written;
mod one_way;
mod produce;
mod range_blocks;
mod reach;
mod report;
mod unproducible;
mod unused;
mod usage;

use std::collections::BTreeSet;

use cunning_diag::{Code, Diagnostics};

use crate::model::{Action, ActionId, FactId, Goal, GoalId, PlanningDomain, SourceSpan};
use ground::Ground;
use report::{Finding, Report};
use usage::Usage;

pub use forward_only::FORWARD_ONLY;
pub use fraction::TABLE_FRACTION;
pub use helps_no_goal::HELPS_NO_GOAL;
pub use huge_range::HUGE_RANGE;
pub use never_written::NEVER_WRITTEN;
pub use one_way::UNDOES_CONDITION;
pub use range_blocks::RANGE_BLOCKS;
pub use reach::{NEVER_APPLIES, UNREACHABLE_GOAL};
pub use unproducible::{UNPRODUCIBLE_GOAL, UNPRODUCIBLE_VALUE};
pub use unused::UNUSED;

/// How facts are used outside of the planning part of a domain: by sensors, hoped-for effects and relevances.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// Facts that are set.
    pub written: BTreeSet<FactId>,
    /// Facts that are read.
    pub read: BTreeSet<FactId>,
    /// Actions with further effects, such as orders or hoped-for effects.
    pub actions: BTreeSet<ActionId>,
}

/// The actions and goals of one kind of agent.
#[derive(Clone, Debug, Default)]
pub struct Archetype {
    /// The name of the archetype, for messages.
    pub name: String,
    /// The actions of the archetype.
    pub actions: BTreeSet<ActionId>,
    /// The goals of the archetype.
    pub goals: BTreeSet<GoalId>,
}

/// Looks for probable errors in a domain. All findings are warnings.
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
pub fn lint(domain: &PlanningDomain, outside: &Outside) -> Diagnostics {
    lint_archetypes(domain, outside, &[])
}

/// Looks for probable errors in the domain as a whole, and then for each archetype alone. Findings for an archetype
/// name it; findings for several archetypes are reported once.
///
/// ```
/// use cunning_diag::Source;
/// use cunning_plan::lint::{Archetype, Outside, lint_archetypes};
///
/// let text = "[facts]\narmed = \"bool\"\nsafe = \"bool\"\n[action.arm]\nthen = [\"armed\"]\n\
///             [action.fight]\nwhen = [\"armed\"]\nthen = [\"safe\"]\n[goal.survive]\nwant = [\"safe\"]";
/// let domain = cunning_plan::read(&Source::new("guard.toml", text)).expect("a valid domain");
/// let guard = Archetype {
///     name: "guard".into(),
///     actions: domain.action_named("fight").into_iter().collect(),
///     goals: domain.goal_named("survive").into_iter().collect(),
/// };
/// let found = lint_archetypes(&domain, &Outside::default(), &[guard]);
/// let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
/// assert_eq!(shown, ["guard.toml:7:10: warning[plan/never-written]: for `guard`: `armed` is read, but nothing ever changes it"]);
/// ```
pub fn lint_archetypes(domain: &PlanningDomain, outside: &Outside, archetypes: &[Archetype]) -> Diagnostics {
    let ground = Ground::new(domain);
    let mut report = Report::default();
    for part in std::iter::once(Part(None)).chain(archetypes.iter().map(|archetype| Part(Some(archetype)))) {
        check(domain, outside, part, ground.as_ref(), &mut report);
    }
    report.diagnostics(domain)
}

/// Runs all lints on a part of a domain.
fn check(
    domain: &PlanningDomain,
    outside: &Outside,
    part: Part<'_>,
    ground: Option<&Ground>,
    report: &mut Report,
) {
    let usage = Usage::of(domain, outside, part);
    let mut findings = Findings { domain, outside, part, usage, report };
    never_written::check(&mut findings);
    unproducible::check(&mut findings);
    if part.0.is_none() {
        // One archetype may not use what another one does.
        unused::check(&mut findings);
    }
    one_way::check(&mut findings);
    range_blocks::check(&mut findings);
    forward_only::check(&mut findings);
    huge_range::check(&mut findings);
    fraction::check(&mut findings);
    if let Some(ground) = ground {
        reach::check(&mut findings, ground);
        helps_no_goal::check(&mut findings, ground);
    }
}

/// The examined actions and goals: those of an archetype, or all.
#[derive(Clone, Copy)]
struct Part<'a>(Option<&'a Archetype>);

impl Part<'_> {
    fn has_action(self, id: ActionId) -> bool {
        self.0.is_none_or(|archetype| archetype.actions.contains(&id))
    }

    fn has_goal(self, id: GoalId) -> bool {
        self.0.is_none_or(|archetype| archetype.goals.contains(&id))
    }
}

/// The examined part of a domain, and the list of findings.
struct Findings<'a> {
    domain: &'a PlanningDomain,
    outside: &'a Outside,
    part: Part<'a>,
    usage: Usage<'a>,
    report: &'a mut Report,
}

impl<'a> Findings<'a> {
    /// Iterates over the examined actions.
    fn actions(&self) -> Vec<(ActionId, &'a Action)> {
        self.domain.actions.iter().filter(|(id, _)| self.part.has_action(*id)).collect()
    }

    /// Iterates over the examined goals.
    fn goals(&self) -> Vec<(GoalId, &'a Goal)> {
        self.domain.goals.iter().filter(|(id, _)| self.part.has_goal(*id)).collect()
    }

    fn warn(&mut self, code: Code, message: impl Into<String>, span: SourceSpan, hint: &'static str) {
        let archetype = self.part.0.map(|archetype| archetype.name.as_str());
        self.report.add(Finding { code, message: message.into(), span, hint }, archetype);
    }
}
