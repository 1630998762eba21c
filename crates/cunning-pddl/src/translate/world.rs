//! Facts about a model: which predicates and functions actions change, and the values of the others.

use std::collections::{BTreeMap, BTreeSet};

use cunning_plan::Micros;

use super::classes::Classes;
use super::conditions::Arg;
use crate::model::{Action, Effect, Formula, FunctionId, Model, Number, NumberKind, ObjectId, PredicateId};

pub(super) struct World<'m> {
    pub(super) model: &'m Model,
    pub(super) classes: Classes,
    /// The predicates that some action writes.
    written: Vec<bool>,
    /// The functions that some action changes, without the total cost.
    changed: Vec<bool>,
    /// The functions that some condition compares.
    compared: Vec<bool>,
    /// The functions with an initial value for all arguments.
    total: Vec<bool>,
    /// The least and the greatest initial value of each function, as integers.
    extents: Vec<(i64, i64)>,
    holds: BTreeSet<(PredicateId, Vec<ObjectId>)>,
    values: BTreeMap<(FunctionId, Vec<ObjectId>), Micros>,
}

impl<'m> World<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let mut world = Self {
            model,
            classes: Classes::new(model),
            written: vec![false; model.predicates.len()],
            changed: vec![false; model.functions.len()],
            compared: vec![false; model.functions.len()],
            total: Vec::new(),
            extents: Vec::new(),
            holds: model.init.iter().cloned().collect(),
            values: model
                .values
                .iter()
                .map(|entry| ((entry.function, entry.args.clone()), entry.value))
                .collect(),
        };
        for action in &model.actions {
            action.effect.each(&mut |effect| match effect {
                Effect::Set { predicate, .. } => world.written[predicate.0] = true,
                Effect::Change(change) if Some(change.function) != model.total_cost => {
                    world.changed[change.function.0] = true;
                }
                Effect::Change(_) | Effect::All(_) | Effect::When(..) | Effect::Every(..) => {}
            });
        }
        let compared = &mut world.compared;
        each_formula(model, &mut |formula| {
            comparisons(formula, &mut |left, right| {
                for side in [left, right] {
                    if let NumberKind::Function { function, .. } = side.kind {
                        compared[function.0] = true;
                    }
                }
            });
        });
        let is_total = |at| world.values_of(FunctionId(at)).count() == world.combinations(FunctionId(at));
        world.total = (0..model.functions.len()).map(is_total).collect();
        let whole = |at| world.values_of(FunctionId(at)).filter_map(|(_, value)| value.to_int());
        let extent = |at| (whole(at).min().unwrap_or(0), whole(at).max().unwrap_or(0));
        world.extents = (0..model.functions.len()).map(extent).collect();
        world
    }

    pub(super) fn is_written(&self, predicate: PredicateId) -> bool {
        self.written[predicate.0]
    }

    pub(super) fn is_changed(&self, function: FunctionId) -> bool {
        self.changed[function.0]
    }

    /// Whether some condition compares a function; otherwise plans do not depend on it.
    pub(super) fn is_compared(&self, function: FunctionId) -> bool {
        self.compared[function.0]
    }

    /// Whether an atom holds in the initial state.
    pub(super) fn holds(&self, predicate: PredicateId, args: &[ObjectId]) -> bool {
        self.holds.contains(&(predicate, args.to_vec()))
    }

    /// The initial value of a function.
    pub(super) fn value(&self, function: FunctionId, args: &[ObjectId]) -> Option<Micros> {
        self.values.get(&(function, args.to_vec())).copied()
    }

    /// The initial values of a function.
    pub(super) fn values_of(&self, function: FunctionId) -> impl Iterator<Item = (&[ObjectId], Micros)> {
        let range = (function, Vec::new())..(FunctionId(function.0 + 1), Vec::new());
        self.values.range(range).map(|((_, args), value)| (args.as_slice(), *value))
    }

    /// The number of argument combinations of a function, saturating.
    fn combinations(&self, function: FunctionId) -> usize {
        let sizes = self.model.functions[function.0].of.iter().map(|&kind| self.classes.size(kind));
        sizes.fold(1, usize::saturating_mul)
    }

    /// Whether a function has a value for all arguments.
    pub(super) fn is_total(&self, function: FunctionId) -> bool {
        self.total[function.0]
    }

    /// The least and the greatest initial value of a function; 0 if it has none.
    pub(super) fn extent(&self, function: FunctionId) -> (i64, i64) {
        self.extents[function.0]
    }

    /// Whether each parameter of an action has an object.
    pub(super) fn has_objects(&self, action: &Action) -> bool {
        action.variables[..action.params].iter().all(|param| self.classes.size(param.kind) > 0)
    }

    /// The objects of the arguments, if none is a parameter.
    pub(super) fn ground(args: &[Arg]) -> Option<Vec<ObjectId>> {
        let object = |arg: &Arg| match arg {
            Arg::Object(object) => Some(*object),
            Arg::Param(_) => None,
        };
        args.iter().map(object).collect()
    }
}

/// Calls `visit` with every precondition, condition of an effect, and the goal.
fn each_formula<'m>(model: &'m Model, visit: &mut dyn FnMut(&'m Formula)) {
    fn of_effect<'m>(effect: &'m Effect, visit: &mut dyn FnMut(&'m Formula)) {
        match effect {
            Effect::All(members) => members.iter().for_each(|member| of_effect(member, visit)),
            Effect::When(condition, inner) => {
                visit(condition);
                of_effect(inner, visit);
            }
            Effect::Every(_, inner) => of_effect(inner, visit),
            Effect::Set { .. } | Effect::Change(_) => {}
        }
    }
    for action in &model.actions {
        visit(&action.precondition);
        of_effect(&action.effect, visit);
    }
    visit(&model.goal.formula);
}

/// Calls `visit` with the two sides of every comparison.
pub(super) fn comparisons<'m>(formula: &'m Formula, visit: &mut dyn FnMut(&'m Number, &'m Number)) {
    match formula {
        Formula::All(members) | Formula::Any(members) => {
            for member in members {
                comparisons(member, visit);
            }
        }
        Formula::Not(inner) | Formula::Quantified { body: inner, .. } => comparisons(inner, visit),
        Formula::Compare { left, right, .. } => visit(left, right),
        Formula::Holds { .. } | Formula::Same(..) => {}
    }
}

impl World<'_> {
    /// Calls `visit` with the two sides of every comparison of the model.
    pub(super) fn comparisons(&self, visit: &mut dyn FnMut(&Number, &Number)) {
        each_formula(self.model, &mut |formula| comparisons(formula, &mut |left, right| visit(left, right)));
    }
}
