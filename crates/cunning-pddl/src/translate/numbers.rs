//! Effects on numbers, untangled: no two of them change one number at once.
//!
//! In PDDL several increases and decreases of one number add up. The planner's language takes one effect on a number
//! at a time, so those that certainly meet are added up here, and two that meet only if parameters are the same are
//! told apart by whether they are.

use super::conditions::{Arg, Condition, Constant, Literal};
use super::expand::same;
use super::world::World;
use crate::codes;
use crate::findings::{Findings, Place};
use crate::model::{Action, FunctionId};

/// A change of a number.
#[derive(Clone)]
pub(super) struct Delta {
    pub(super) when: Condition,
    pub(super) function: FunctionId,
    pub(super) args: Vec<Arg>,
    /// Other arguments that are the same whenever this happens.
    pub(super) aliases: Vec<Vec<Arg>>,
    pub(super) amount: Amount,
    pub(super) place: Place,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Amount {
    /// The number becomes this.
    Set(Constant),
    /// The number grows by the sum.
    Add(Vec<Part>),
}

/// A summand.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Whether it counts against the sum.
    pub(super) is_taken: bool,
    pub(super) constant: Constant,
}

/// How two changes of one function get into each other's way.
enum Meeting {
    /// They never meet, or the planner sees by itself what becomes of it.
    Harmless,
    /// They meet whenever these hold, and add up then.
    AddUp(Vec<Literal>),
    /// They meet and contradict each other, or it cannot be told.
    Clash(&'static str),
}

/// The changes without any that meet; nothing, with the reason noted, if that cannot be done.
pub(super) fn untangle(
    world: &World<'_>,
    action: &Action,
    precondition: &Condition,
    deltas: Vec<Delta>,
    findings: &mut Findings,
) -> Option<Vec<Delta>> {
    let deltas = add_up(deltas);
    let mut partners: Vec<Option<(usize, Vec<Literal>)>> = vec![None; deltas.len()];
    for (at, delta) in deltas.iter().enumerate() {
        for (before, earlier) in deltas[..at].iter().enumerate() {
            let literals = match meeting(world, action, precondition, earlier, delta) {
                Meeting::Harmless => continue,
                Meeting::AddUp(literals) if partners[before].is_none() && partners[at].is_none() => literals,
                Meeting::AddUp(_) => {
                    clash(world, delta, "three changes of one number may happen at once", findings);
                    return None;
                }
                Meeting::Clash(message) => {
                    clash(world, delta, message, findings);
                    return None;
                }
            };
            partners[before] = Some((at, literals.clone()));
            partners[at] = Some((before, literals));
        }
    }
    let mut untangled = Vec::with_capacity(deltas.len());
    for (at, delta) in deltas.iter().enumerate() {
        let Some((partner, literals)) = &partners[at] else {
            untangled.push(delta.clone());
            continue;
        };
        let mut so_far = Vec::new();
        for literal in literals {
            let apart = so_far.iter().cloned().chain([literal.negated().into()]);
            untangled.push(Delta { when: Condition::all(apart), ..delta.clone() });
            so_far.push(Condition::from(literal.clone()));
        }
        // The earlier one of the two also stands for both.
        if let (Amount::Add(ours), Amount::Add(theirs)) = (&delta.amount, &deltas[*partner].amount)
            && at < *partner
        {
            let amount = Amount::Add([ours.as_slice(), theirs].concat());
            let aliases = vec![deltas[*partner].args.clone()];
            untangled.push(Delta { when: Condition::all(so_far), aliases, amount, ..delta.clone() });
        }
    }
    Some(untangled)
}

fn clash(world: &World<'_>, delta: &Delta, message: &str, findings: &mut Findings) {
    let name = &world.model.functions[delta.function.0].name.text;
    findings.error(delta.place, codes::CLASH, format!("effects on `{name}`: {message}"));
}

/// Adds up what always happens to the same number.
fn add_up(deltas: Vec<Delta>) -> Vec<Delta> {
    let mut sums: Vec<Delta> = Vec::with_capacity(deltas.len());
    for delta in deltas {
        let same = |sum: &&mut Delta| {
            sum.function == delta.function && sum.args == delta.args && sum.when.is_always()
        };
        let earlier = if delta.when.is_always() { sums.iter_mut().find(same) } else { None };
        match (earlier.map(|sum| &mut sum.amount), &delta.amount) {
            (Some(Amount::Add(sum)), Amount::Add(parts)) => sum.extend(parts.iter().cloned()),
            _ => sums.push(delta),
        }
    }
    sums
}

fn meeting(
    world: &World<'_>,
    action: &Action,
    precondition: &Condition,
    one: &Delta,
    other: &Delta,
) -> Meeting {
    if one.function != other.function {
        return Meeting::Harmless;
    }
    let mut literals = Vec::new();
    for (&left, &right) in one.args.iter().zip(&other.args) {
        match same(world, |param: usize| action.variables[param].kind, left, right) {
            Ok(true) => {}
            Ok(false) => return Meeting::Harmless,
            Err((param, other)) => {
                let literal = Literal::Same { param, other, equal: true };
                if precondition.says(&literal.negated()) {
                    return Meeting::Harmless;
                }
                if !literals.contains(&literal) {
                    literals.push(literal);
                }
            }
        }
    }
    if one.when.literals().any(|literal| other.when.says(&literal.negated())) {
        return Meeting::Harmless;
    }
    match (&one.amount, &other.amount) {
        (Amount::Add(_), Amount::Add(_)) if one.when.is_always() && other.when.is_always() => {
            Meeting::AddUp(literals)
        }
        (Amount::Add(_), Amount::Add(_)) => {
            Meeting::Clash("conditional changes of one number may happen at once")
        }
        (Amount::Set(left), Amount::Set(right)) if left == right => Meeting::Harmless,
        // Such a ground action is none in PDDL either.
        _ if !literals.is_empty() && one.when.is_always() && other.when.is_always() => Meeting::Harmless,
        _ => Meeting::Clash("a number is given a value and changed otherwise at once"),
    }
}
