//! What minds make of a domain that says nothing about them.

use std::sync::Arc;

use cunning_plan::Micros;
use cunning_plan::model::{Domain, Number, NumberKind, Place};

use crate::lore::{ActionLore, Archetype, FactLore, GoalLore, Lore, TypeLore};

impl Lore {
    /// The lore of a domain without any: one kind of agent, `agent`, that can do everything and wants every goal alike.
    pub fn plain(domain: Arc<Domain>) -> Self {
        let one = || Number { kind: NumberKind::Literal(Micros::ONE), place: Place::NOWHERE };
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
            sensors: Vec::new(),
            autonomous: true,
            replan_ms: None,
            meanwhile: Vec::new(),
            place: Place::NOWHERE,
        };
        let action = |params: usize| ActionLore { candidates: vec![None; params], ..ActionLore::default() };
        let goal = |params: usize| GoalLore { candidates: vec![None; params], ..GoalLore::default() };
        Self {
            facts: vec![FactLore::default(); domain.facts().len()],
            types: vec![TypeLore::default(); domain.types().len()],
            actions: domain.actions().as_slice().iter().map(|known| action(known.params.len())).collect(),
            goals: domain.goals().as_slice().iter().map(|known| goal(known.params.len())).collect(),
            queries: Vec::new(),
            archetypes: vec![archetype],
            sources: Vec::new(),
            domain,
        }
    }
}
