//! Deletions after additions.
//!
//! PDDL takes away first and adds then: an atom that an action both deletes and adds holds afterwards. The planner's
//! language knows no order among effects, and two that contradict each other make an action impossible. So each
//! deletion gets conditions under which no addition of the same atom happens.

use super::actions::Assignment;
use super::conditions::{Condition, Literal};
use super::expand::same;
use super::world::World;
use crate::limits::{EFFECTS_MAX, VARIANTS_MAX};
use crate::types::KindId;

/// An addition whose condition is one conjunction.
struct Addition {
    when: Vec<Literal>,
    assignment: Assignment,
}

/// The assignments with their conditions made to exclude each other; nothing if that makes too many.
pub(super) fn after_additions(
    world: &World<'_>,
    kind: &dyn Fn(usize) -> KindId,
    precondition: &Condition,
    assignments: Vec<Assignment>,
) -> Option<Vec<Assignment>> {
    let (added, deleted): (Vec<_>, Vec<_>) = assignments.into_iter().partition(|assignment| assignment.value);
    let mut additions = Vec::new();
    for assignment in added {
        // Conditions are only seen to exclude each other if they are literals.
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
        let mut ways = vec![deletion.when.clone()];
        for addition in
            additions.iter().filter(|addition| addition.assignment.predicate == deletion.predicate)
        {
            if let Some(together) = together(world, kind, precondition, &deletion, addition) {
                ways = ways.iter().flat_map(|way| without(way, &together)).collect();
            }
            if ways.len() > EFFECTS_MAX {
                return None;
            }
        }
        all.extend(ways.into_iter().map(|when| Assignment { when, ..deletion.clone() }));
        if all.len() > EFFECTS_MAX {
            return None;
        }
    }
    Some(all)
}

/// What must hold for an addition to happen to the very atom that is deleted; nothing if it never does.
fn together(
    world: &World<'_>,
    kind: &dyn Fn(usize) -> KindId,
    precondition: &Condition,
    deletion: &Assignment,
    addition: &Addition,
) -> Option<Vec<Literal>> {
    let mut literals = Vec::new();
    for (&one, &other) in deletion.args.iter().zip(&addition.assignment.args) {
        match same(world, kind, one, other) {
            Ok(true) => {}
            Ok(false) => return None,
            Err((param, other)) => {
                let literal = Literal::Same { param, other, equal: true };
                // Ground actions with these two the same do not exist, so there is nothing to keep apart.
                if precondition.says(&literal.negated()) {
                    return None;
                }
                if !literals.contains(&literal) {
                    literals.push(literal);
                }
            }
        }
    }
    literals.extend(addition.when.iter().cloned());
    Some(literals)
}

/// The ways to meet a condition without meeting all of the literals: each way is the first of them that fails.
fn without(way: &Condition, literals: &[Literal]) -> Vec<Condition> {
    let mut found = Vec::new();
    let mut so_far = way.clone();
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
