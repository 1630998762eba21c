//! Translation of a [`Model`] to a planning domain.
//!
//! Quantifiers are expanded, negations are pushed inwards, deletions exclude additions, functions become tables or facts
//! with ranges, and names are mapped to valid ones. Atoms of which at most one holds become one fact with many values.
//! Actions are not grounded: parameters stay parameters.

mod actions;
mod checks;
mod classes;
mod conditions;
mod deletions;
mod effects;
mod emit;
mod expand;
mod groups;
mod invariants;
mod names;
mod numbers;
mod params;
mod ranges;
mod world;

use cunning_diag::{Collector, Diagnostics};

use crate::ReadOptions;
use crate::model::Model;
use crate::problem::Problem;

use emit::Parts;
use groups::Groups;
use world::World;

/// Translates a model without errors.
pub(crate) fn translate(
    model: &Model,
    options: &ReadOptions,
    mut collector: Collector,
) -> Result<Problem, Diagnostics> {
    let world = World::new(model);
    checks::check(&world, &mut collector);
    if !collector.is_empty() {
        return Err(collector.into_diagnostics());
    }
    let translation = actions::translation(&world, &mut collector);
    let (ranges, assumed) = ranges::derive(&world, &translation, &options.range, &mut collector);
    emit::fits(&world, &mut collector);
    if !collector.is_empty() {
        return Err(collector.into_diagnostics());
    }
    let groups =
        if options.finds_invariants { Groups::find(&world, &translation) } else { Groups::default() };
    let effects: Vec<_> = translation
        .actions
        .iter()
        .map_while(|action| effects::effects(&world, &groups, action, &mut collector))
        .collect();
    if !collector.is_empty() {
        return Err(collector.into_diagnostics());
    }
    let assumed = assumed.iter().map(|function| model.functions[function.0].name.text.clone()).collect();
    emit::emit(
        &world,
        &Parts { translation: &translation, effects: &effects, groups: &groups, ranges: &ranges },
    )
    .map(|problem| problem.with_assumed(assumed))
}
