//! What minds make of a domain that says nothing about them.

use std::sync::Arc;

use cunning_plan::Micros;
use cunning_plan::model::{Domain, Number, NumberKind, Param, Place};

use crate::lore::{
    ActionLore, Archetype, DoneRule, FactLore, GoalLore, Interrupt, Lore, Mode, Need, Scope, StopRule,
    TypeLore, Wake,
};

impl Lore {
    /// The lore of a domain without any: one kind of agent, `agent`, that can do everything and wants every goal alike.
    pub fn plain(domain: Arc<Domain>) -> Self {
        let one = || Number { kind: NumberKind::Literal(Micros::ONE), place: Place::NOWHERE };
        let archetype = Archetype {
            name: "agent".to_owned(),
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
        };
        Self {
            facts: vec![FactLore::default(); domain.facts().len()],
            types: vec![TypeLore::default(); domain.types().len()],
            actions: domain
                .actions()
                .as_slice()
                .iter()
                .map(|action| ActionLore::plain(&action.params))
                .collect(),
            goals: domain.goals().as_slice().iter().map(|goal| GoalLore::plain(&goal.params)).collect(),
            queries: Vec::new(),
            archetypes: vec![archetype],
            domain,
        }
    }

    /// The archetype of a name.
    pub fn archetype_named(&self, name: &str) -> Option<usize> {
        self.archetypes.iter().position(|archetype| archetype.name == name)
    }
}

impl Default for FactLore {
    fn default() -> Self {
        Self {
            forget_ms: None,
            threshold: Micros::ZERO,
            scope: Scope::Agent,
            drift_per_hour: Micros::ZERO,
            wake: Wake::Change,
        }
    }
}

impl ActionLore {
    /// An action that says nothing about how it is carried out.
    pub fn plain(params: &[Param]) -> Self {
        Self {
            candidates: vec![None; params.len()],
            claims: Vec::new(),
            duration_ms: None,
            while_: Vec::new(),
            grace_ms: 500,
            retries: 3,
            timeout_ms: None,
            cooldown_ms: 0,
            interrupt: Interrupt::Any,
            stop: StopRule::Soon,
            orders: Vec::new(),
            done: DoneRule { need: Need::All, within_ms: None },
        }
    }
}

impl GoalLore {
    /// A goal that says nothing about how it is chosen.
    pub fn plain(params: &[Param]) -> Self {
        Self {
            candidates: vec![None; params.len()],
            relevance: Vec::new(),
            mode: Mode::Achieve,
            sticky: Micros::new(50_000).unwrap_or_default(),
            min_time_ms: 0,
            cooldown_ms: 0,
            claims: Vec::new(),
        }
    }
}
