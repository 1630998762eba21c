//! The domains of a world: how they come in, and how agents that live go on with a changed one.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_diag::Source;
use cunning_mind::{AgentSet, Commands, Lore, MindConfig, ReloadReport};

use crate::belief::Beliefs;
use crate::mind::Mind;
use crate::minds::{Minds, MindsError};
use crate::troupe::{Names, Troupe};

/// A domain that was added to a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, Debug, PartialEq, Hash))]
pub struct DomainId(pub(crate) u16);

impl Minds {
    /// Reads a domain file and makes room for its agents.
    pub fn add_domain(&mut self, name: &str, text: &str) -> Result<DomainId, MindsError> {
        self.add_domain_with(name, text, MindConfig::default())
    }

    /// As [`Minds::add_domain`], with a configuration of its own.
    pub fn add_domain_with(
        &mut self,
        name: &str,
        text: &str,
        config: MindConfig,
    ) -> Result<DomainId, MindsError> {
        let lore = cunning_mind::read(&Source::new(name, text)).map_err(MindsError::Domain)?;
        self.add_troupe(name.to_owned(), Arc::new(lore), config)
    }

    pub(crate) fn add_troupe(
        &mut self,
        name: String,
        lore: Arc<Lore>,
        config: MindConfig,
    ) -> Result<DomainId, MindsError> {
        let id = u16::try_from(self.troupes.len()).map_err(|_| MindsError::TooManyDomains)?;
        let mut troupe = Troupe {
            names: Names::of(&lore),
            set: AgentSet::new(lore, config),
            name,
            entities: BTreeMap::new(),
            leaving: BTreeMap::new(),
            leaders: BTreeMap::new(),
            commanding: BTreeMap::new(),
            commands: Commands::default(),
            unanswered: 0,
            #[cfg(feature = "asset")]
            file: None,
            #[cfg(feature = "link")]
            link: None,
        };
        troupe.bind_all(&self.objects);
        self.troupes.push(troupe);
        Ok(DomainId(id))
    }

    /// Reads a domain anew: agents go on with what they know, by name. What cannot be read or planned with changes
    /// nothing. Agents whose archetype is gone are removed; their entities stay, and come to their minds again with a
    /// version that has it.
    pub fn reload(&mut self, domain: DomainId, text: &str) -> Result<ReloadReport, MindsError> {
        let Some(troupe) = self.troupes.get(usize::from(domain.0)) else {
            return Ok(ReloadReport::default());
        };
        let source = Source::new(troupe.name.as_str(), text);
        let lore = cunning_mind::read(&source).map_err(MindsError::Domain)?;
        self.renew(domain, Arc::new(lore))
    }

    /// Goes on with another version of a domain.
    pub(crate) fn renew(&mut self, domain: DomainId, lore: Arc<Lore>) -> Result<ReloadReport, MindsError> {
        let Some(troupe) = self.troupes.get_mut(usize::from(domain.0)) else {
            return Ok(ReloadReport::default());
        };
        let report = troupe.set.reload(lore.clone()).map_err(MindsError::Mind)?;
        troupe.names = Names::of(&lore);
        for agent in &report.removed {
            if let Some(entity) = troupe.entities.remove(agent) {
                troupe.leaving.insert(*agent, entity);
                troupe.leaders.remove(agent);
            }
        }
        troupe.bind_all(&self.objects);
        self.is_renewed = true;
        Ok(report)
    }
}

/// Entities get their agents whose archetype a domain did not have until now.
pub(crate) fn wake_up(
    mut minds: ResMut<Minds>,
    mut agents: Query<(Entity, &mut Mind, &mut Beliefs, Option<&Name>)>,
) {
    if !std::mem::take(&mut minds.is_renewed) {
        return;
    }
    for (entity, mut mind, mut beliefs, name) in &mut agents {
        if !minds.is_alive(&mind)
            && let Some(agent) = minds.spawn(entity, &mind, name)
        {
            // What was told before is heard now; systems that look for changed minds tell the rest anew.
            mind.agent = Some(agent);
            beliefs.set_changed();
        }
    }
}
