//! The mind of an entity.

use std::borrow::Cow;

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_mind::AgentId;

use crate::belief::Beliefs;
use crate::domains::DomainId;
use crate::step::CurrentStep;

/// Gives an entity a mind: an agent of an archetype of a domain. What it believes is written to [`Beliefs`], what it does
/// is in [`CurrentStep`]; both come with it. An entity that is despawned, or loses this component, takes its agent along.
#[derive(Component, Clone, Debug)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, from_reflect = false))]
#[require(Beliefs, CurrentStep)]
pub struct Mind {
    pub(crate) domain: DomainId,
    pub(crate) archetype: Cow<'static, str>,
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) seed: u64,
    /// The agent, once there is one.
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    pub(crate) agent: Option<AgentId>,
}

impl Mind {
    /// A mind of an archetype.
    pub fn new(domain: DomainId, archetype: impl Into<Cow<'static, str>>) -> Self {
        Self { domain, archetype: archetype.into(), name: None, seed: 0, agent: None }
    }

    /// Gives it a name, for recordings and explanations; otherwise it is the entity's [`Name`](bevy_ecs::name::Name) or its number.
    #[must_use]
    pub fn named(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// What is drawn for it (traits) is drawn from this seed.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The domain.
    pub fn domain(&self) -> DomainId {
        self.domain
    }

    /// The archetype.
    pub fn archetype(&self) -> &str {
        &self.archetype
    }
}
