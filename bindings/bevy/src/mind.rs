//! The mind of an entity.

use std::borrow::Cow;

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_mind::{AgentId, Spawn};

use crate::belief::Beliefs;
use crate::domains::DomainId;
use crate::step::CurrentStep;

/// Gives an entity a mind: an agent of an archetype of a domain. Systems write what it believes to [`Beliefs`] and carry
/// out what it does in [`CurrentStep`]; both components are required by this one. The agent is removed when the entity is
/// despawned or loses this component.
#[derive(Component, Clone, Debug)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, from_reflect = false))]
#[require(Beliefs, CurrentStep)]
pub struct Mind {
    pub(crate) domain: DomainId,
    pub(crate) archetype: Cow<'static, str>,
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    pub(crate) spawn: Spawn,
    /// The agent; `None` while the domain is not loaded or does not have the archetype.
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    pub(crate) agent: Option<AgentId>,
}

impl Mind {
    /// Creates a mind of an archetype.
    pub fn new(domain: DomainId, archetype: impl Into<Cow<'static, str>>) -> Self {
        Self { domain, archetype: archetype.into(), spawn: Spawn::new(), agent: None }
    }

    /// Sets the agent's name in recordings and explanations. By default it is the entity's
    /// [`Name`](bevy_ecs::name::Name), or its id.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.spawn = self.spawn.name(name);
        self
    }

    /// Sets the seed of everything that is drawn for the agent, such as its traits.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.spawn = self.spawn.seed(seed);
        self
    }

    /// Sets a trait instead of drawing it.
    #[must_use]
    pub fn with_trait(mut self, name: impl Into<String>, value: f64) -> Self {
        self.spawn = self.spawn.set_trait(name, value);
        self
    }

    /// Returns the domain of the agent.
    pub fn domain(&self) -> DomainId {
        self.domain
    }

    /// Returns the name of the agent's archetype.
    pub fn archetype(&self) -> &str {
        &self.archetype
    }

    /// Returns the agent in the [`cunning_mind::Minds`] of its domain; `None` while the domain is not loaded or does not
    /// have the archetype.
    pub fn agent(&self) -> Option<AgentId> {
        self.agent
    }
}
