//! Conditions that make deletions exclude additions.
//!
//! PDDL deletes first and adds second: an atom that an action both deletes and adds holds afterwards. The planner's
//! language has no order among effects, and contradicting effects make an action inapplicable. So each deletion gets
//! conditions under which no addition of the same atom happens.

use super::actions::Assignment;
use super::conditions::{Condition, Literal};
use super::params::Params;
use crate::limits::{EFFECT_CONDITIONS_MAX, EFFECTS_MAX, VARIANTS_MAX};

/// An addition whose condition is one conjunction.
struct Addition {
    when: Vec<Literal>,
    assignment: Assignment,
}

/// The assignments with mutually exclusive conditions; `None` if there are too many.
pub(super) fn after_additions(params: &Params<'_>, assignments: Vec<Assignment>) -> Option<Vec<Assignment>> {
    let (added, deleted): (Vec<_>, Vec<_>) = assignments.into_iter().partition(|assignment| assignment.value);
    let mut additions = Vec::new();
    for assignment in added {
        // The planner recognizes exclusion only between literals.
        for when in assignment.when.variants(VARIANTS_MAX)? {
            additions.push(Addition { when, assignment: assignment.clone() });
        }
        if additions.len() > EFFECTS_MAX {
            return None;
        }
    }
    let mut all: Vec<Assignment> = Vec::with_capacity(additions.len() + deleted.len());
    for addition in &additions {
        let when = Condition::all(addition.when.iter().cloned().map(Condition::from));
        all.push(Assignment { when, ..addition.assignment.clone() });
    }
    for deletion in deleted {
        let mut cases = vec![deletion.when.clone()];
        for addition in
            additions.iter().filter(|addition| addition.assignment.predicate == deletion.predicate)
        {
            if let Some(mut together) = params.meet(&deletion.args, &addition.assignment.args) {
                together.extend(addition.when.iter().cloned());
                cases = cases.iter().flat_map(|case| without(case, &together)).collect();
            }
            if cases.len() > EFFECTS_MAX {
                return None;
            }
        }
        let is_long = |case: &Condition| case.conjuncts().len() > EFFECT_CONDITIONS_MAX;
        if all.len() + cases.len() > EFFECTS_MAX || cases.iter().any(is_long) {
            return None;
        }
        all.extend(cases.into_iter().map(|when| Assignment { when, ..deletion.clone() }));
    }
    Some(all)
}

/// Splits `condition and not all literals` into cases, one for each literal that may be the first to fail.
fn without(case: &Condition, literals: &[Literal]) -> Vec<Condition> {
    let mut found = Vec::new();
    let mut so_far = case.clone();
    for literal in literals {
        if so_far.says(literal) {
            continue;
        }
        let fails = literal.negated();
        if so_far.says(&fails) {
            found.push(so_far);
            return found;
        }
        found.push(Condition::all([so_far.clone(), fails.into()]));
        so_far = Condition::all([so_far, literal.clone().into()]);
    }
    found
}
