//! Actions with their quantifiers spelled out and their effects sorted.

use cunning_plan::Micros;

use super::conditions::{Arg, Condition, Constant};
use super::expand::{Expander, TooMany};
use super::numbers::{Amount, Delta, Part};
use super::world::World;
use super::{deletions, numbers};
use crate::codes;
use crate::findings::{Findings, Place};
use crate::limits::{EFFECTS_MAX, EXPANDED_MAX, NUMBER_MAX};
use crate::model::{Action, Change, ChangeKind, Effect, PredicateId, VariableId};

/// An action on its way to the planner.
pub(super) struct Translated<'m> {
    pub(super) action: &'m Action,
    pub(super) condition: Condition,
    pub(super) assignments: Vec<Assignment>,
    pub(super) deltas: Vec<Delta>,
    /// What its cost adds up from, at most one of it a literal; nothing if it costs as much as any other.
    pub(super) cost: Option<Vec<Constant>>,
}

/// An atom that comes to hold, or ceases to.
#[derive(Clone)]
pub(super) struct Assignment {
    pub(super) when: Condition,
    pub(super) predicate: PredicateId,
    pub(super) args: Vec<Arg>,
    pub(super) value: bool,
}

/// All actions that could be done.
pub(super) fn actions<'m>(world: &World<'m>, findings: &mut Findings) -> Vec<Translated<'m>> {
    let mut translated = Vec::new();
    for action in world.model.actions.iter().filter(|action| world.has_objects(action)) {
        if findings.is_full() {
            break;
        }
        match translate(world, action, findings) {
            Ok(found) => translated.extend(found),
            Err(TooMany) => too_many(action.name.place, findings),
        }
    }
    translated
}

/// The goal.
pub(super) fn goal(world: &World<'_>, findings: &mut Findings) -> Condition {
    let goal = &world.model.goal;
    Expander::new(world, &goal.variables).formula(&goal.formula, true).unwrap_or_else(|TooMany| {
        too_many(goal.place, findings);
        Condition::NEVER
    })
}

fn too_many(place: Place, findings: &mut Findings) {
    let message = format!("its quantifiers come to more than {EXPANDED_MAX} conditions and effects");
    findings.error(place, codes::LIMIT, message);
}

/// Nothing if the action can never be done, or if something is wrong with it.
fn translate<'m>(
    world: &World<'m>,
    action: &'m Action,
    findings: &mut Findings,
) -> Result<Option<Translated<'m>>, TooMany> {
    let mut flat = Flat {
        expander: Expander::new(world, &action.variables),
        world,
        assignments: Vec::new(),
        deltas: Vec::new(),
        cost: Vec::new(),
        known: Vec::new(),
    };
    let condition = flat.expander.formula(&action.precondition, true)?;
    flat.effect(&action.effect, &Condition::ALWAYS)?;
    let Flat { assignments, deltas, cost, known, .. } = flat;
    let condition = Condition::all([condition].into_iter().chain(known));
    let kind = |param: usize| action.variables[param].kind;
    let Some(deltas) = numbers::untangle(world, action, &condition, deltas, findings) else {
        return Ok(None);
    };
    let Some(assignments) = deletions::after_additions(world, &kind, &condition, assignments) else {
        let message =
            format!("its effects come to more than {EFFECTS_MAX} when additions are put before deletions");
        findings.error(action.name.place, codes::LIMIT, message);
        return Ok(None);
    };
    let count = assignments.len() + deltas.len();
    if !findings.fits(action.name.place, "effects", count, EFFECTS_MAX) || condition.is_never() {
        return Ok(None);
    }
    let cost = if world.model.minimises_cost { Some(added_up(action, cost, findings)) } else { None };
    Ok(Some(Translated { action, condition, assignments, deltas, cost }))
}

/// The parts of a cost with the literals added up.
fn added_up(action: &Action, parts: Vec<Constant>, findings: &mut Findings) -> Vec<Constant> {
    let mut millionths: i64 = 0;
    let mut functions = Vec::new();
    for part in parts {
        match part {
            Constant::Literal(value) => millionths = millionths.saturating_add(value.get()),
            Constant::Function(..) => functions.push(part),
        }
    }
    match Micros::new(millionths).filter(|sum| sum.get() <= NUMBER_MAX * 1_000_000) {
        Some(sum) if sum != Micros::default() || functions.is_empty() => {
            functions.push(Constant::Literal(sum));
        }
        Some(_) => {}
        None => {
            let message = format!("a cost is a number from 0 to {NUMBER_MAX}");
            findings.error(action.name.place, codes::COST, message);
        }
    }
    functions
}

/// Effects without the words that put them together.
struct Flat<'a, 'm> {
    expander: Expander<'a>,
    world: &'a World<'m>,
    assignments: Vec<Assignment>,
    deltas: Vec<Delta>,
    cost: Vec<Constant>,
    /// What must hold for the amounts to have values.
    known: Vec<Condition>,
}

impl Flat<'_, '_> {
    fn effect(&mut self, effect: &Effect, when: &Condition) -> Result<(), TooMany> {
        match effect {
            Effect::All(members) => {
                for member in members {
                    self.effect(member, when)?;
                }
            }
            Effect::When(condition, inner) => {
                let condition = self.expander.formula(condition, true)?;
                let both = Condition::all([when.clone(), condition]);
                if !both.is_never() {
                    self.effect(inner, &both)?;
                }
            }
            Effect::Every(variables, inner) => self.every(variables, inner, when)?,
            Effect::Set { predicate, args, value } => {
                self.expander.count()?;
                let args = self.expander.args(args);
                let assignment =
                    Assignment { when: when.clone(), predicate: *predicate, args, value: *value };
                self.assignments.push(assignment);
            }
            Effect::Change(change) => {
                self.expander.count()?;
                self.change(change, when);
            }
        }
        Ok(())
    }

    fn every(&mut self, variables: &[VariableId], inner: &Effect, when: &Condition) -> Result<(), TooMany> {
        let Some((first, rest)) = variables.split_first() else { return self.effect(inner, when) };
        for object in self.expander.candidates(*first) {
            self.expander.bind(*first, object)?;
            self.every(rest, inner, when)?;
        }
        Ok(())
    }

    fn change(&mut self, change: &Change, when: &Condition) {
        let is_cost = self.world.model.total_cost == Some(change.function);
        // Nobody asks for the total cost if the metric does not, nor for what no condition compares.
        let matters =
            if is_cost { self.world.model.minimises_cost } else { self.world.is_compared(change.function) };
        if !matters {
            return;
        }
        let constant = self.expander.constant(&change.amount, &mut self.known);
        if is_cost {
            self.cost.push(constant);
            return;
        }
        let amount = match change.kind {
            ChangeKind::Assign => Amount::Set(constant),
            kind => Amount::Add(vec![Part { is_taken: kind == ChangeKind::Decrease, constant }]),
        };
        let args = self.expander.args(&change.args);
        self.deltas.push(Delta {
            when: when.clone(),
            function: change.function,
            aliases: Vec::new(),
            args,
            amount,
            place: change.place,
        });
    }
}
