//! From a [`Model`] to a domain of the planner.
//!
//! Quantifiers are spelled out, negations pushed inwards, additions put before deletions, functions turned into
//! tables or facts with ranges, and names mapped to legal ones. Nothing is ground: parameters stay parameters.

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

use cunning_diag::Diagnostics;

use crate::findings::Findings;
use crate::model::Model;
use crate::problem::Problem;

use world::World;

/// Translates a model in which nothing was found to be wrong.
pub(crate) fn translate(model: &Model, mut findings: Findings) -> Result<Problem, Diagnostics> {
    let world = World::new(model);
    checks::check(&world, &mut findings);
    if !findings.is_empty() {
        return Err(findings.into_diagnostics());
    }
    let translation = actions::translation(&world, &mut findings);
    let ranges = ranges::derive(&world, &translation, &mut findings);
    emit::fits(&world, &mut findings);
    if !findings.is_empty() {
        return Err(findings.into_diagnostics());
    }
    emit::emit(&world, &translation, &ranges)
}
