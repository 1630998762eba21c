//! The domains of a world: adding, reloading, and the state that the plugin keeps for each.

use std::collections::BTreeMap;

use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_mind::{AgentId, Domain, MindConfig, ReloadReport, StepId};

use crate::belief::{Beliefs, PendingBelief};
use crate::mind::Mind;
use crate::minds::{Minds, MindsError};
use crate::object::Objects;

/// A domain that was added to a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, PartialEq, Hash))]
pub struct DomainId(pub(crate) u16);

impl DomainId {
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

/// The minds of one domain, and the entities of their agents.
pub(crate) struct DomainMinds {
    /// The name of the domain file.
    pub(crate) name: String,
    pub(crate) minds: cunning_mind::Minds,
    pub(crate) entities: BTreeMap<AgentId, Entity>,
    /// The entities of removed agents, until their last commands are dispatched.
    pub(crate) leaving: BTreeMap<AgentId, Entity>,
    /// The commander that the components last gave each agent.
    pub(crate) leaders: BTreeMap<AgentId, AgentId>,
    /// The running steps that consist of orders. Minds end them without a command.
    pub(crate) commanding: BTreeMap<AgentId, StepId>,
    /// How many unanswered questions of queries have been logged.
    pub(crate) unanswered: usize,
    /// The file of the domain, if it is an asset.
    #[cfg(feature = "asset")]
    pub(crate) file: Option<crate::asset::DomainFile>,
}

impl DomainMinds {
    /// Returns whether the file of the domain is not loaded yet.
    #[cfg_attr(not(feature = "asset"), expect(clippy::unused_self, reason = "only assets are awaited"))]
    pub(crate) fn is_awaited(&self) -> bool {
        #[cfg(feature = "asset")]
        let is_awaited = self.file.as_ref().is_some_and(crate::asset::DomainFile::is_awaited);
        #[cfg(not(feature = "asset"))]
        let is_awaited = false;
        is_awaited
    }

    /// Returns the entity of an agent, also of one that was just removed.
    pub(crate) fn entity(&self, agent: AgentId) -> Option<Entity> {
        self.entities.get(&agent).or_else(|| self.leaving.get(&agent)).copied()
    }

    /// Forgets the entity of an agent that is removed; returns false if it has none.
    pub(crate) fn release(&mut self, agent: AgentId) -> bool {
        let Some(entity) = self.entities.remove(&agent) else { return false };
        self.leaving.insert(agent, entity);
        self.leaders.remove(&agent);
        true
    }

    pub(crate) fn tell(
        &mut self,
        agent: AgentId,
        PendingBelief { key, value, confidence }: &PendingBelief,
        objects: &Objects,
    ) -> Result<(), MindsError> {
        let (key, value) = (objects.key(key)?, objects.value_ref(value)?);
        if *confidence >= 1.0 {
            self.minds.set(agent, key, value)?;
        } else {
            self.minds.believe(agent, key, value, *confidence)?;
        }
        Ok(())
    }
}

impl Minds {
    /// Reads a domain file and adds the domain.
    pub fn add_domain(&mut self, name: &str, text: &str) -> Result<DomainId, MindsError> {
        self.add_domain_with(name, text, MindConfig::default())
    }

    /// As [`Minds::add_domain`], with a configuration of the planner and its cache.
    pub fn add_domain_with(
        &mut self,
        name: &str,
        text: &str,
        config: MindConfig,
    ) -> Result<DomainId, MindsError> {
        let id = u16::try_from(self.domains.len()).map_err(|_| MindsError::TooManyDomains)?;
        let mut minds = cunning_mind::Minds::with_config(&Domain::from_str(name, text)?, config);
        self.objects.bind_all(&mut minds);
        self.domains.push(DomainMinds {
            name: name.to_owned(),
            minds,
            entities: BTreeMap::new(),
            leaving: BTreeMap::new(),
            leaders: BTreeMap::new(),
            commanding: BTreeMap::new(),
            unanswered: 0,
            #[cfg(feature = "asset")]
            file: None,
        });
        Ok(DomainId(id))
    }

    /// Replaces a domain with another version of its text. Agents keep, by name, what they believe, want and do. A version
    /// that cannot be read or planned with changes nothing. Agents whose archetype is gone are removed; their entities get
    /// new agents when a later version has the archetype again.
    pub fn reload(&mut self, domain: DomainId, text: &str) -> Result<ReloadReport, MindsError> {
        let name = self.domains.get(domain.index()).map_or("", |domain| &domain.name);
        let version = Domain::from_str(name, text)?;
        self.replace_domain(domain, &version)
    }

    pub(crate) fn replace_domain(
        &mut self,
        domain: DomainId,
        version: &Domain,
    ) -> Result<ReloadReport, MindsError> {
        let domain = self.domains.get_mut(domain.index()).ok_or(MindsError::UnknownDomain)?;
        let report = domain.minds.reload(version)?;
        for agent in &report.removed {
            domain.release(*agent);
        }
        self.objects.bind_all(&mut domain.minds);
        self.is_reloaded = true;
        Ok(report)
    }
}

/// Spawns the agents of entities whose archetype the domain did not have before it was reloaded.
pub(crate) fn spawn_missing_agents(
    mut minds: ResMut<Minds>,
    mut agents: Query<(Entity, &mut Mind, &mut Beliefs, Option<&Name>)>,
) {
    if !std::mem::take(&mut minds.is_reloaded) {
        return;
    }
    for (entity, mut mind, mut beliefs, name) in &mut agents {
        if !minds.is_alive(&mind)
            && let Some(agent) = minds.spawn(entity, &mind, name)
        {
            // Pending beliefs are passed on now. Systems that look for changed minds tell the rest again.
            mind.agent = Some(agent);
            beliefs.set_changed();
        }
    }
}
