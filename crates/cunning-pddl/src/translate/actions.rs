//! Translation of actions: expands quantifiers and sorts effects.

use cunning_diag::{Collector, FileSpan};
use cunning_plan::Micros;

use super::conditions::{Arg, Condition, Constant};
use super::expand::{Expander, TooMany};
use super::numbers;
use super::numbers::Delta;
use super::params::Params;
use super::world::World;
use crate::codes;
use crate::limits::{EFFECT_CONDITIONS_MAX, EFFECTS_MAX, EXPANDED_MAX, NUMBER_MAX};
use crate::model::{Action, Change, Effect, PredicateId, VariableId, product};

/// A translated action.
pub(super) struct Translated<'m> {
    pub(super) action: &'m Action,
    pub(super) condition: Condition,
    pub(super) assignments: Vec<Assignment>,
    pub(super) deltas: Vec<Delta>,
    /// The summands of its cost with their weights, at most one of them a literal; `None` without a metric.
    pub(super) cost: Option<Vec<(Micros, Constant)>>,
}

/// The addition or deletion of an atom.
#[derive(Clone)]
pub(super) struct Assignment {
    pub(super) when: Condition,
    pub(super) predicate: PredicateId,
    pub(super) args: Vec<Arg>,
    pub(super) value: bool,
}

/// The translated actions and goal.
pub(super) struct Translation<'m> {
    /// The actions that may be applicable.
    pub(super) actions: Vec<Translated<'m>>,
    pub(super) goal: Condition,
}

/// Translates the actions and the goal, and reports errors.
pub(super) fn translation<'m>(world: &World<'m>, collector: &mut Collector) -> Translation<'m> {
    let mut translation = Translation { actions: Vec::new(), goal: Condition::NEVER };
    let mut left = EXPANDED_MAX;
    for action in world.model.actions.iter().filter(|action| world.has_objects(action)) {
        match translate(world, action, &mut left, collector) {
            Ok(found) => translation.actions.extend(found),
            Err(TooMany) => too_many(action.name.span, collector),
        }
        if left == 0 || collector.is_full() {
            return translation;
        }
    }
    let goal = &world.model.goal;
    match Expander::new(world, &goal.variables, &mut left).formula(&goal.formula, true) {
        Ok(condition) => translation.goal = condition,
        Err(TooMany) => too_many(goal.span, collector),
    }
    translation
}

fn too_many(span: FileSpan, collector: &mut Collector) {
    let message = format!("quantifiers expand to more than {EXPANDED_MAX} conditions and effects");
    collector.error(span, codes::LIMIT, message);
}

/// Translates an action; `None` if it is never applicable or has errors.
fn translate<'m>(
    world: &World<'m>,
    action: &'m Action,
    left: &mut usize,
    collector: &mut Collector,
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
    let span = action.name.span;
    let (effects, what) = (assignments.len() + deltas.len(), "conditions of one effect");
    if !collector.fits(span, codes::LIMIT, "effects", effects, EFFECTS_MAX)
        || !collector.fits(span, codes::LIMIT, what, conditions, EFFECT_CONDITIONS_MAX)
    {
        return Ok(None);
    }
    let condition = Condition::all([condition].into_iter().chain(known));
    let params = Params::new(world, action, &condition);
    let Some(deltas) = numbers::separate(&params, &deltas, collector) else { return Ok(None) };
    if condition.is_never() {
        return Ok(None);
    }
    let cost = world.model.metric.as_ref().map(|metric| added_up(action, metric.per_step, cost, collector));
    Ok(Some(Translated { action, condition, assignments, deltas, cost }))
}

/// The summands of a cost with all literals added up.
fn added_up(
    action: &Action,
    per_step: Micros,
    parts: Vec<(Micros, Constant)>,
    collector: &mut Collector,
) -> Vec<(Micros, Constant)> {
    let mut millionths: i64 = per_step.get();
    let mut functions = Vec::new();
    for (weight, part) in parts {
        match part {
            Constant::Literal(value) => {
                let part = product(weight, value).map_or(i64::MAX, Micros::get);
                millionths = millionths.saturating_add(part);
            }
            Constant::Function(..) => functions.push((weight, part)),
        }
    }
    match Micros::new(millionths).filter(|sum| sum.get() <= NUMBER_MAX * 1_000_000) {
        Some(sum) if sum != Micros::default() || functions.is_empty() => {
            functions.push((Micros::ONE, Constant::Literal(sum)));
        }
        Some(_) => {}
        None => {
            let message = format!("cost is not between 0 and {NUMBER_MAX}");
            collector.error(action.name.span, codes::COST, message);
        }
    }
    functions
}

/// The effects of an action, flattened.
struct Flat<'a, 'm> {
    expander: Expander<'a>,
    world: &'a World<'m>,
    assignments: Vec<Assignment>,
    deltas: Vec<Delta>,
    cost: Vec<(Micros, Constant)>,
    /// The conditions under which all amounts have values.
    known: Vec<Condition>,
    /// The largest number of conditions of one effect so far.
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
        let is_total_cost = self.world.model.total_cost == Some(change.function);
        let weight = self.world.model.weight(change.function);
        if is_total_cost && weight.is_none() {
            return;
        }
        let constant = self.expander.constant(&change.amount, &mut self.known);
        if let Some(weight) = weight {
            self.cost.push((weight, constant.clone()));
        }
        if !is_total_cost && self.world.is_compared(change.function) && self.is_bounded() {
            // Functions that no condition compares are dropped.
            let args = self.expander.args(&change.args);
            numbers::add_up(&mut self.deltas, Delta::new(when.clone(), change, args, constant));
        }
    }

    /// Whether the effects found so far are within their limits; otherwise the rest need not be flattened.
    fn is_bounded(&self) -> bool {
        self.conditions <= EFFECT_CONDITIONS_MAX && self.assignments.len() + self.deltas.len() <= EFFECTS_MAX
    }
}
