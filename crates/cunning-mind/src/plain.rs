//! The default spec of a domain that does not define agents.

use std::sync::Arc;

use cunning_plan::Micros;
use cunning_plan::model::{Number, NumberKind, PlanningDomain, SourceSpan};

use crate::spec::{ActionSpec, Archetype, DomainSpec, FactSpec, GoalSpec, TypeSpec, default_keep};

impl DomainSpec {
    /// Creates the spec of a domain without archetypes: one archetype, `agent`, has every action and every goal with
    /// equal weight.
    pub fn plain(domain: Arc<PlanningDomain>) -> Self {
        let one = || Number { kind: NumberKind::Literal(Micros::ONE), span: SourceSpan::NONE };
        let archetype = Archetype {
            name: "agent".to_owned(),
            extended: false,
            actions: domain.actions().iter().map(|(id, _)| id).collect(),
            goals: domain.goals().iter().map(|(id, _)| (id, one())).collect(),
            costs: Vec::new(),
            traits: domain
                .traits()
                .iter()
                .map(|(_, known)| (known.name.clone(), Micros::ONE, Micros::ONE))
                .collect(),
            vary: Micros::ZERO,
            keep: default_keep(),
            sensors: Vec::new(),
            autonomous: true,
            replan_ms: None,
            meanwhile: Vec::new(),
            span: SourceSpan::NONE,
        };
        let action = |params: usize| ActionSpec { candidates: vec![None; params], ..ActionSpec::default() };
        let goal = |params: usize| GoalSpec { candidates: vec![None; params], ..GoalSpec::default() };
        Self {
            facts: vec![FactSpec::default(); domain.facts().len()],
            types: vec![TypeSpec::default(); domain.types().len()],
            actions: domain.actions().as_slice().iter().map(|known| action(known.params.len())).collect(),
            goals: domain.goals().as_slice().iter().map(|known| goal(known.params.len())).collect(),
            queries: Vec::new(),
            archetypes: vec![archetype],
            sources: Vec::new(),
            planning: domain,
        }
    }
}
