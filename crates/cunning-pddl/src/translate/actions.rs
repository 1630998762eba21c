//! Actions with their quantifiers spelled out and their effects sorted.

use cunning_plan::Micros;

use super::conditions::{Arg, Condition, Constant};
use super::expand::{Expander, TooMany};
use super::numbers::Delta;
use super::params::Params;
use super::world::World;
use super::{deletions, numbers};
use crate::codes;
use crate::findings::{Findings, SourceSpan};
use crate::limits::{EFFECT_CONDITIONS_MAX, EFFECTS_MAX, EXPANDED_MAX, NUMBER_MAX};
use crate::model::{Action, Change, Effect, PredicateId, VariableId};

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

/// What actions and goal come to.
pub(super) struct Translation<'m> {
    /// The actions that could be done.
    pub(super) actions: Vec<Translated<'m>>,
    pub(super) goal: Condition,
}

/// Translates everything; what is wrong is noted.
pub(super) fn translation<'m>(world: &World<'m>, findings: &mut Findings) -> Translation<'m> {
    let mut translation = Translation { actions: Vec::new(), goal: Condition::NEVER };
    let mut left = EXPANDED_MAX;
    for action in world.model.actions.iter().filter(|action| world.has_objects(action)) {
        match translate(world, action, &mut left, findings) {
            Ok(found) => translation.actions.extend(found),
            Err(TooMany) => too_many(action.name.place, findings),
        }
        if left == 0 || findings.is_full() {
            return translation;
        }
    }
    let goal = &world.model.goal;
    match Expander::new(world, &goal.variables, &mut left).formula(&goal.formula, true) {
        Ok(condition) => translation.goal = condition,
        Err(TooMany) => too_many(goal.place, findings),
    }
    translation
}

fn too_many(place: SourceSpan, findings: &mut Findings) {
    let message = format!("with this, quantifiers come to more than {EXPANDED_MAX} conditions and effects");
    findings.error(place, codes::LIMIT, message);
}

/// Nothing if the action can never be done, or if something is wrong with it.
fn translate<'m>(
    world: &World<'m>,
    action: &'m Action,
    left: &mut usize,
    findings: &mut Findings,
) -> Result<Option<Translated<'m>>, TooMany> {
    let mut flat = Flat {
        expander: Expander::new(world, &action.variables, left),
        world,
        assignments: Vec::new(),
        deltas: Vec::new(),
        cost: Vec::new(),
        known: Vec::new(),
        conditions: 0,
    };
    let condition = flat.expander.formula(&action.precondition, true)?;
    flat.effect(&action.effect, &Condition::ALWAYS)?;
    let Flat { assignments, deltas, cost, known, conditions, .. } = flat;
    let place = action.name.place;
    let (effects, what) = (assignments.len() + deltas.len(), "conditions of one effect");
    if !findings.fits(place, "effects", effects, EFFECTS_MAX)
        || !findings.fits(place, what, conditions, EFFECT_CONDITIONS_MAX)
    {
        return Ok(None);
    }
    let condition = Condition::all([condition].into_iter().chain(known));
    let params = Params::new(world, action, &condition);
    let Some(deltas) = numbers::untangle(&params, &deltas, findings) else { return Ok(None) };
    let assignments = deletions::after_additions(&params, assignments);
    let Some(assignments) = assignments.filter(|list| list.len() + deltas.len() <= EFFECTS_MAX) else {
        let message =
            format!("its effects come to more than {EFFECTS_MAX} when additions are put before deletions");
        findings.error(place, codes::LIMIT, message);
        return Ok(None);
    };
    if condition.is_never() {
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
    /// The most conditions that one effect has.
    conditions: usize,
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
                self.conditions = self.conditions.max(both.conjuncts().len());
                if !both.is_never() && self.is_bounded() {
                    self.effect(inner, &both)?;
                }
            }
            Effect::Every(variables, inner) => self.every(variables, inner, when)?,
            Effect::Set { predicate, args, value } => {
                self.expander.count()?;
                if self.is_bounded() {
                    let args = self.expander.args(args);
                    let (when, predicate, value) = (when.clone(), *predicate, *value);
                    self.assignments.push(Assignment { when, predicate, args, value });
                }
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
        if is_cost && !self.world.model.minimises_cost {
            return;
        }
        let constant = self.expander.constant(&change.amount, &mut self.known);
        if is_cost {
            self.cost.push(constant);
        } else if self.world.is_compared(change.function) && self.is_bounded() {
            // What no condition compares is only counted, and nobody asks for it.
            let args = self.expander.args(&change.args);
            numbers::add_up(&mut self.deltas, Delta::new(when.clone(), change, args, constant));
        }
    }

    /// Whether the effects found so far are no more than allowed; if they are, what follows does not matter.
    fn is_bounded(&self) -> bool {
        self.conditions <= EFFECT_CONDITIONS_MAX && self.assignments.len() + self.deltas.len() <= EFFECTS_MAX
    }
}
