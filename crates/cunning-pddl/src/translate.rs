//! Translation of a [`Model`] to a planning domain.
//!
//! Quantifiers are expanded, negations are pushed inwards, deletions exclude additions, functions become tables or facts
//! with ranges, and names are mapped to valid ones. Actions are not grounded: parameters stay parameters.

mod actions;
mod checks;
mod classes;
mod conditions;
mod deletions;
mod emit;
mod expand;
mod names;
mod numbers;
mod params;
mod ranges;
mod world;

use cunning_diag::{Collector, Diagnostics};

use crate::ReadOptions;
use crate::model::Model;
use crate::problem::Problem;

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
    let assumed = assumed.iter().map(|function| model.functions[function.0].name.text.clone()).collect();
    emit::emit(&world, &translation, &ranges).map(|problem| problem.with_assumed(assumed))
}
