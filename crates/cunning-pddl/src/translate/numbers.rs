//! Separation of effects on numbers, so that no two of them change one number at once.
//!
//! In PDDL several increases and decreases of one number add up. The planner's language allows one effect per number,
//! so effects that always coincide are added up here, and two that coincide only if parameters are equal are split by
//! whether they are.

use cunning_diag::{Collector, FileSpan};

use super::conditions::{Arg, Condition, Constant, Literal};
use super::params::Params;
use super::world::World;
use crate::codes;
use crate::model::{Change, ChangeKind, FunctionId};

/// A change of a number.
#[derive(Clone)]
pub(super) struct Delta {
    pub(super) when: Condition,
    pub(super) function: FunctionId,
    pub(super) args: Vec<Arg>,
    /// Other arguments that are equal whenever the change happens.
    pub(super) aliases: Vec<Vec<Arg>>,
    pub(super) amount: Amount,
    pub(super) span: FileSpan,
}

#[derive(Clone)]
pub(super) enum Amount {
    /// The number becomes this.
    Set(Constant),
    /// The number grows by this.
    Add(Sum),
}

/// An integer plus values of functions that no action changes.
#[derive(Clone, Default)]
pub(super) struct Sum {
    pub(super) whole: i64,
    pub(super) parts: Vec<Part>,
}

/// The value of a function as part of a sum.
#[derive(Clone)]
pub(super) struct Part {
    /// Whether the value is subtracted.
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
                // `checks` has made sure that it is an integer.
                let whole = value.to_int().unwrap_or_default();
                Amount::Add(Sum { whole: if is_taken { -whole } else { whole }, parts: Vec::new() })
            }
            (_, Constant::Function(function, args)) => {
                Amount::Add(Sum { whole: 0, parts: vec![Part { is_taken, function, args }] })
            }
        };
        Self { when, function: change.function, args, aliases: Vec::new(), amount, span: change.span }
    }
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.whole += other.whole;
        self.parts.extend(other.parts.iter().cloned());
    }
}

/// How two changes of one function interact.
enum Interaction {
    /// They never coincide, or the planner handles it.
    Harmless,
    /// They coincide whenever these literals hold, and add up then.
    AddUp(Vec<Literal>),
    /// They may coincide and conflict.
    Clash(&'static str),
}

/// Adds a change. Two unconditional changes of the same number become one.
pub(super) fn add_up(deltas: &mut Vec<Delta>, delta: Delta) {
    let same =
        |sum: &&mut Delta| sum.function == delta.function && sum.args == delta.args && sum.when.is_always();
    let earlier = if delta.when.is_always() { deltas.iter_mut().find(same) } else { None };
    match (earlier.map(|earlier| &mut earlier.amount), &delta.amount) {
        (Some(Amount::Add(sum)), Amount::Add(more)) => sum.add(more),
        _ => deltas.push(delta),
    }
}

/// Splits the changes so that no two coincide. Reports an error and returns `None` if that is not possible.
pub(super) fn separate(
    params: &Params<'_>,
    deltas: &[Delta],
    collector: &mut Collector,
) -> Option<Vec<Delta>> {
    let mut partners: Vec<Option<(usize, Vec<Literal>)>> = vec![None; deltas.len()];
    for (at, delta) in deltas.iter().enumerate() {
        for (before, earlier) in deltas[..at].iter().enumerate() {
            let literals = match interaction(params, earlier, delta) {
                Interaction::Harmless => continue,
                Interaction::AddUp(literals) if partners[before].is_none() && partners[at].is_none() => {
                    literals
                }
                Interaction::AddUp(_) => {
                    clash(params.world, delta, "more than two changes may happen at once", collector);
                    return None;
                }
                Interaction::Clash(message) => {
                    clash(params.world, delta, message, collector);
                    return None;
                }
            };
            partners[before] = Some((at, literals.clone()));
            partners[at] = Some((before, literals));
        }
    }
    let mut separated = Vec::with_capacity(deltas.len());
    for (at, delta) in deltas.iter().enumerate() {
        let Some((partner, literals)) = &partners[at] else {
            separated.push(delta.clone());
            continue;
        };
        let mut so_far = Vec::new();
        for literal in literals {
            let apart = so_far.iter().cloned().chain([literal.negated().into()]);
            separated.push(Delta { when: Condition::all(apart), ..delta.clone() });
            so_far.push(Condition::from(literal.clone()));
        }
        // The earlier one of the two also gets the case in which both happen.
        if let (Amount::Add(ours), Amount::Add(theirs)) = (&delta.amount, &deltas[*partner].amount)
            && at < *partner
        {
            let mut sum = ours.clone();
            sum.add(theirs);
            let (aliases, amount) = (vec![deltas[*partner].args.clone()], Amount::Add(sum));
            separated.push(Delta { when: Condition::all(so_far), aliases, amount, ..delta.clone() });
        }
    }
    Some(separated)
}

fn clash(world: &World<'_>, delta: &Delta, message: &str, collector: &mut Collector) {
    let name = &world.model.functions[delta.function.0].name.text;
    collector.error(delta.span, codes::CLASH, format!("conflicting effects on `{name}`: {message}"));
}

fn interaction(params: &Params<'_>, one: &Delta, other: &Delta) -> Interaction {
    if one.function != other.function {
        return Interaction::Harmless;
    }
    let Some(literals) = params.meet(&one.args, &other.args) else { return Interaction::Harmless };
    if one.when.literals().any(|literal| other.when.says(&literal.negated())) {
        return Interaction::Harmless;
    }
    match (&one.amount, &other.amount) {
        (Amount::Add(_), Amount::Add(_)) if one.when.is_always() && other.when.is_always() => {
            Interaction::AddUp(literals)
        }
        (Amount::Add(_), Amount::Add(_)) => Interaction::Clash("conditional changes may happen at once"),
        (Amount::Set(left), Amount::Set(right)) if left == right => Interaction::Harmless,
        // Such a ground action is inapplicable in PDDL too.
        _ if !literals.is_empty() && one.when.is_always() && other.when.is_always() => Interaction::Harmless,
        _ => Interaction::Clash("an assignment and another change may happen at once"),
    }
}
