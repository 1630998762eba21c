//! Limits on the size of ground domains, which keep fuzzing runs short.

use cunning_plan::model::{Action, ParamKind, PlanningDomain, TypeKind};

/// How many ground facts or actions an input may come to.
const GROUND_MAX: u64 = 2_000;

/// Whether a domain is small enough to be planned with.
pub fn is_small(domain: &PlanningDomain) -> bool {
    let objects = |ty| {
        let parts = &domain.types()[ty].parts;
        let count = parts.iter().map(|&part| match &domain.types()[part].kind {
            TypeKind::Closed { objects } => objects.len() as u64,
            TypeKind::Open { max } => u64::from(*max),
            TypeKind::Union { .. } => 0,
        });
        count.sum::<u64>()
    };
    let bindings = |action: &Action| {
        let values = action.params.iter().map(|param| match param.kind {
            ParamKind::Object(ty) => objects(ty),
            ParamKind::Number { min, max } => max.abs_diff(min) + 1,
        });
        values.fold(1, u64::saturating_mul)
    };
    let facts = domain.facts().as_slice().iter();
    let facts = facts.map(|fact| fact.of.iter().map(|&ty| objects(ty)).fold(1, u64::saturating_mul));
    let actions = domain.actions().as_slice().iter().map(bindings);
    facts.chain(actions).fold(0, u64::saturating_add) <= GROUND_MAX
}
