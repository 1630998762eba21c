//! Effects on numbers, untangled: no two of them change one number at once.
//!
//! In PDDL several increases and decreases of one number add up. The planner's language takes one effect on a number
//! at a time, so those that certainly meet are added up here, and two that meet only if parameters are the same are
//! told apart by whether they are.

use super::conditions::{Arg, Condition, Constant, Literal};
use super::params::Params;
use super::world::World;
use crate::codes;
use crate::findings::{Findings, SourceSpan};
use crate::model::{Change, ChangeKind, FunctionId};

/// A change of a number.
#[derive(Clone)]
pub(super) struct Delta {
    pub(super) when: Condition,
    pub(super) function: FunctionId,
    pub(super) args: Vec<Arg>,
    /// Other arguments that are the same whenever this happens.
    pub(super) aliases: Vec<Vec<Arg>>,
    pub(super) amount: Amount,
    pub(super) place: SourceSpan,
}

#[derive(Clone)]
pub(super) enum Amount {
    /// The number becomes this.
    Set(Constant),
    /// The number grows by this.
    Add(Sum),
}

/// A whole number and values of functions that do not change.
#[derive(Clone, Default)]
pub(super) struct Sum {
    pub(super) whole: i64,
    pub(super) parts: Vec<Part>,
}

/// The value of a function as part of a sum.
#[derive(Clone)]
pub(super) struct Part {
    /// Whether it counts against the sum.
    pub(super) is_taken: bool,
    pub(super) function: FunctionId,
    pub(super) args: Vec<Arg>,
}

impl Delta {
    pub(super) fn new(when: Condition, change: &Change, args: Vec<Arg>, constant: Constant) -> Self {
        let is_taken = change.kind == ChangeKind::Decrease;
        let amount = match (change.kind, constant) {
            (ChangeKind::Assign, constant) => Amount::Set(constant),
            (_, Constant::Literal(value)) => {
                // That it is whole has been checked.
                let whole = value.to_int().unwrap_or_default();
                Amount::Add(Sum { whole: if is_taken { -whole } else { whole }, parts: Vec::new() })
            }
            (_, Constant::Function(function, args)) => {
                Amount::Add(Sum { whole: 0, parts: vec![Part { is_taken, function, args }] })
            }
        };
        Self { when, function: change.function, args, aliases: Vec::new(), amount, place: change.place }
    }
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.whole += other.whole;
        self.parts.extend(other.parts.iter().cloned());
    }
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

/// Adds a change, to one that always happens to the same number if both always happen.
pub(super) fn add_up(deltas: &mut Vec<Delta>, delta: Delta) {
    let same =
        |sum: &&mut Delta| sum.function == delta.function && sum.args == delta.args && sum.when.is_always();
    let earlier = if delta.when.is_always() { deltas.iter_mut().find(same) } else { None };
    match (earlier.map(|earlier| &mut earlier.amount), &delta.amount) {
        (Some(Amount::Add(sum)), Amount::Add(more)) => sum.add(more),
        _ => deltas.push(delta),
    }
}

/// The changes without any that meet; nothing, with the reason noted, if that cannot be done.
pub(super) fn untangle(params: &Params<'_>, deltas: &[Delta], findings: &mut Findings) -> Option<Vec<Delta>> {
    let mut partners: Vec<Option<(usize, Vec<Literal>)>> = vec![None; deltas.len()];
    for (at, delta) in deltas.iter().enumerate() {
        for (before, earlier) in deltas[..at].iter().enumerate() {
            let literals = match meeting(params, earlier, delta) {
                Meeting::Harmless => continue,
                Meeting::AddUp(literals) if partners[before].is_none() && partners[at].is_none() => literals,
                Meeting::AddUp(_) => {
                    clash(params.world, delta, "three changes of one number may happen at once", findings);
                    return None;
                }
                Meeting::Clash(message) => {
                    clash(params.world, delta, message, findings);
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
            let mut sum = ours.clone();
            sum.add(theirs);
            let (aliases, amount) = (vec![deltas[*partner].args.clone()], Amount::Add(sum));
            untangled.push(Delta { when: Condition::all(so_far), aliases, amount, ..delta.clone() });
        }
    }
    Some(untangled)
}

fn clash(world: &World<'_>, delta: &Delta, message: &str, findings: &mut Findings) {
    let name = &world.model.functions[delta.function.0].name.text;
    findings.error(delta.place, codes::CLASH, format!("effects on `{name}`: {message}"));
}

fn meeting(params: &Params<'_>, one: &Delta, other: &Delta) -> Meeting {
    if one.function != other.function {
        return Meeting::Harmless;
    }
    let Some(literals) = params.meet(&one.args, &other.args) else { return Meeting::Harmless };
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
