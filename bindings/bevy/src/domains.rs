//! The domains of a world: how they come in, and how agents that live go on with a changed one.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_diag::Source;
use cunning_mind::engine::Commands;
use cunning_mind::{DomainSpec, MindConfig, MindEngine, ReloadReport};

use crate::belief::Beliefs;
use crate::domain_minds::{DomainMinds, Names};
use crate::mind::Mind;
use crate::minds::{Minds, MindsError};

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
        let spec = cunning_mind::read(&Source::new(name, text)).map_err(MindsError::Domain)?;
        self.add_domain_minds(name.to_owned(), Arc::new(spec), config)
    }

    pub(crate) fn add_domain_minds(
        &mut self,
        name: String,
        spec: Arc<DomainSpec>,
        config: MindConfig,
    ) -> Result<DomainId, MindsError> {
        let id = u16::try_from(self.domains.len()).map_err(|_| MindsError::TooManyDomains)?;
        let mut domain_minds = DomainMinds {
            names: Names::of(&spec),
            set: MindEngine::new(spec, config),
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
        domain_minds.bind_all(&self.objects);
        self.domains.push(domain_minds);
        Ok(DomainId(id))
    }

    /// Reads a domain anew: agents go on with what they know, by name. What cannot be read or planned with changes
    /// nothing. Agents whose archetype is gone are removed; their entities stay, and come to their minds again with a
    /// version that has it.
    pub fn reload(&mut self, domain: DomainId, text: &str) -> Result<ReloadReport, MindsError> {
        let Some(domain_minds) = self.domains.get(usize::from(domain.0)) else {
            return Ok(ReloadReport::default());
        };
        let source = Source::new(domain_minds.name.as_str(), text);
        let spec = cunning_mind::read(&source).map_err(MindsError::Domain)?;
        self.renew(domain, Arc::new(spec))
    }

    /// Goes on with another version of a domain.
    pub(crate) fn renew(
        &mut self,
        domain: DomainId,
        spec: Arc<DomainSpec>,
    ) -> Result<ReloadReport, MindsError> {
        let Some(domain_minds) = self.domains.get_mut(usize::from(domain.0)) else {
            return Ok(ReloadReport::default());
        };
        let report = domain_minds.set.reload(spec.clone()).map_err(MindsError::Mind)?;
        domain_minds.names = Names::of(&spec);
        for agent in &report.removed {
            if let Some(entity) = domain_minds.entities.remove(agent) {
                domain_minds.leaving.insert(*agent, entity);
                domain_minds.leaders.remove(agent);
            }
        }
        domain_minds.bind_all(&self.objects);
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
