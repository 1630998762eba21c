//! The agents of a world: for each domain the minds, and the entities of its agents.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;
use std::time::Duration;

use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use cunning_mind::{AgentId, CheckId, DomainError, Inspection, MindError, OrderId, RecordingError, Why};
use thiserror::Error;

use crate::belief::PendingBelief;
use crate::domains::{DomainId, DomainMinds};
use crate::mind::Mind;
use crate::object::Objects;
use crate::order::Order;
use crate::value::{Args, FactKey, Value};

/// The agents of a world, in one [`cunning_mind::Minds`] for each domain.
#[derive(Resource, Default)]
pub struct Minds {
    pub(crate) domains: Vec<DomainMinds>,
    pub(crate) objects: Objects,
    pub(crate) mistakes: Mistakes,
    /// The domain that thinks first. Domains take turns.
    pub(crate) first: usize,
    /// Whether a domain was loaded since entities without agents were looked at.
    pub(crate) is_reloaded: bool,
}

/// Why a call to [`Minds`] has failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MindsError {
    /// A domain file cannot be loaded.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// The minds refuse the call.
    #[error(transparent)]
    Mind(#[from] MindError),
    /// The recording cannot be started or written.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The domain belongs to another world.
    #[error("the domain was not added to this world; call `add_domain` first")]
    UnknownDomain,
    /// The mind has no agent.
    #[error("the mind has no agent: its domain is not loaded, or does not have its archetype")]
    NoAgent,
    /// The entity is not an object.
    #[error("{0} is not an object; insert an `Object` component first")]
    NotAnObject(Entity),
    /// The world has the largest possible number of domains.
    #[error("a world has at most 65,536 domains")]
    TooManyDomains,
}

/// A step of the rest of an agent's plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedStep {
    /// The name of the action.
    pub action: Arc<str>,
    /// The arguments of the action.
    pub args: Args,
}

impl Minds {
    /// Returns the minds of a domain, for everything that this type does not wrap.
    pub fn domain(&self, domain: DomainId) -> Result<&cunning_mind::Minds, MindsError> {
        self.domains.get(domain.index()).map(|domain| &domain.minds).ok_or(MindsError::UnknownDomain)
    }

    /// As [`Minds::domain`], to change the minds. Their commands belong to the plugin.
    pub fn domain_mut(&mut self, domain: DomainId) -> Result<&mut cunning_mind::Minds, MindsError> {
        let domain = self.domains.get_mut(domain.index());
        domain.map(|domain| &mut domain.minds).ok_or(MindsError::UnknownDomain)
    }

    /// Returns the minds of an agent's domain, and its id in them.
    ///
    /// ```
    /// use bevy_cunning::prelude::*;
    ///
    /// fn begin_cut_scene(minds: &mut Minds, mind: &Mind) -> Result<(), bevy_cunning::MindsError> {
    ///     let (minds, agent) = minds.agent_mut(mind)?;
    ///     minds.hold(agent);
    ///     Ok(())
    /// }
    /// ```
    pub fn agent_mut(&mut self, mind: &Mind) -> Result<(&mut cunning_mind::Minds, AgentId), MindsError> {
        let agent = mind.agent.ok_or(MindsError::NoAgent)?;
        Ok((self.domain_mut(mind.domain)?, agent))
    }

    /// Returns the number of agents.
    pub fn len(&self) -> usize {
        self.domains.iter().map(|domain| domain.entities.len()).sum()
    }

    /// Returns whether there are no agents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of entities that are objects.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// Iterates over the mistakes that were logged, each once: unknown names, values of the wrong type, steps without a
    /// report.
    pub fn mistakes(&self) -> impl Iterator<Item = &str> {
        self.mistakes.messages.iter().map(String::as_str)
    }

    /// Returns the goal and the plan of an agent, for an overlay or a log.
    pub fn inspect(&self, mind: &Mind) -> Option<Inspection> {
        self.domain(mind.domain).ok()?.inspect(mind.agent?)
    }

    /// Returns the steps of an agent's plan that are not done yet; the first one may be running.
    pub fn plan(&self, mind: &Mind) -> Vec<PlannedStep> {
        let (Some(agent), Ok(minds)) = (mind.agent, self.domain(mind.domain)) else { return Vec::new() };
        let step = |step: cunning_mind::PlannedStep| PlannedStep {
            action: step.name().into(),
            args: self.objects.args(step.args()),
        };
        minds.plan(agent).into_iter().map(step).collect()
    }

    /// Returns what an agent believes of a fact.
    pub fn get(&self, mind: &Mind, key: impl Into<FactKey>) -> Result<Value, MindsError> {
        let agent = mind.agent.ok_or(MindsError::NoAgent)?;
        let value = self.domain(mind.domain)?.get(agent, self.objects.key(&key.into())?)?;
        Ok(self.objects.value(&value))
    }

    /// Explains why an agent does what it does, or why it has no plan.
    pub fn why(&mut self, mind: &Mind) -> Result<Why, MindsError> {
        let (minds, agent) = self.agent_mut(mind)?;
        Ok(minds.why(agent)?)
    }

    /// Orders an agent to pursue a goal. [`OrderReported`](crate::OrderReported) tells how it goes.
    pub fn order(&mut self, mind: &Mind, order: Order) -> Result<OrderId, MindsError> {
        let order = order.resolved(&self.objects)?;
        let (minds, agent) = self.agent_mut(mind)?;
        Ok(minds.order(agent, order)?)
    }

    /// Answers a [`CheckAsked`](crate::CheckAsked).
    pub fn answer(&mut self, mind: &Mind, check: CheckId, yes: bool) {
        if let Ok(minds) = self.domain_mut(mind.domain) {
            minds.answer(check, yes);
        }
    }

    /// Sets how often a sensor is polled with [`SensorDue`](crate::SensorDue). A sensor without an interval is never polled.
    pub fn poll_sensor(
        &mut self,
        domain: DomainId,
        sensor: &str,
        interval: Duration,
    ) -> Result<(), MindsError> {
        Ok(self.domain_mut(domain)?.poll_sensor(sensor, interval)?)
    }

    /// Records all agents of a domain from now on, for `cunning studio` and `cunning replay`. Call it before there are
    /// agents; [`Minds::end_recording`] ends it.
    pub fn record(
        &mut self,
        domain: DomainId,
        output: impl Write + Send + Sync + 'static,
    ) -> Result<(), MindsError> {
        Ok(self.domain_mut(domain)?.record(output)?)
    }

    /// Ends the recording of a domain. It is an error if the recording could not be written.
    pub fn end_recording(&mut self, domain: DomainId) -> Result<(), MindsError> {
        Ok(self.domain_mut(domain)?.end_recording()?)
    }

    /// Opens a socket on loopback for the studio, and returns the address for `cunning studio --attach`. Call it before
    /// there are agents. The game never waits for the studio.
    #[cfg(feature = "link")]
    pub fn attach(&mut self, domain: DomainId) -> Result<String, MindsError> {
        Ok(self.domain_mut(domain)?.attach()?)
    }

    /// Records the position of an agent, so that the studio can draw it.
    pub fn note_position(&mut self, mind: &Mind, position: [f32; 3], yaw: f32) {
        if let Ok((minds, agent)) = self.agent_mut(mind) {
            minds.note_position(agent, position, yaw);
        }
    }

    /// Returns whether the domain of a mind has not been loaded yet.
    pub(crate) fn is_awaited(&self, mind: &Mind) -> bool {
        self.domains.get(mind.domain.index()).is_some_and(DomainMinds::is_awaited)
    }

    /// Returns whether a mind has an agent.
    pub(crate) fn is_alive(&self, mind: &Mind) -> bool {
        let domain = self.domains.get(mind.domain.index());
        mind.agent.is_some_and(|agent| domain.is_some_and(|domain| domain.entities.contains_key(&agent)))
    }

    pub(crate) fn spawn(&mut self, entity: Entity, mind: &Mind, name: Option<&Name>) -> Option<AgentId> {
        let Self { domains, mistakes, .. } = self;
        let Some(domain) = domains.get_mut(mind.domain.index()) else {
            mistakes.log(format!("{entity}: {}", MindsError::UnknownDomain));
            return None;
        };
        if domain.is_awaited() {
            return None;
        }
        let mut spawn = mind.spawn.clone();
        if spawn.name.is_empty() {
            spawn.name = display_name(entity, name);
        }
        let spawned = domain.minds.spawn_with(&mind.archetype, spawn);
        let agent = spawned.map_err(|error| mistakes.log(format!("{}: {error}", domain.name))).ok()?;
        domain.entities.insert(agent, entity);
        Some(agent)
    }

    pub(crate) fn remove(&mut self, mind: &Mind) {
        if let (Some(agent), Some(domain)) = (mind.agent, self.domains.get_mut(mind.domain.index()))
            && domain.release(agent)
        {
            domain.minds.remove(agent);
        }
    }

    pub(crate) fn bind(&mut self, entity: Entity, ty: &str, name: String) {
        self.unbind(entity);
        let Self { domains, objects, mistakes, .. } = self;
        let object = objects.add(entity, ty, name);
        let is_complete = !domains.iter().any(DomainMinds::is_awaited);
        let bind = |domain: &mut DomainMinds| {
            objects.bind(object, &mut domain.minds).map_err(|error| format!("{}: {error}", domain.name))
        };
        let bound: Vec<_> = domains.iter_mut().map(bind).collect();
        if is_complete
            && !bound.iter().any(Result::is_ok)
            && let Some(Err(mistake)) = bound.into_iter().next()
        {
            mistakes.log(mistake);
        }
    }

    /// Passes a new name of an object to the minds.
    pub(crate) fn rename(&mut self, entity: Entity, name: &str) {
        let Some(object) = self.objects.rename(entity, name) else { return };
        for domain in &mut self.domains {
            let _other_domains_have_its_type = self.objects.bind(object, &mut domain.minds);
        }
    }

    pub(crate) fn unbind(&mut self, entity: Entity) {
        let Some(object) = self.objects.remove(entity) else { return };
        for domain in &mut self.domains {
            domain.minds.unbind(object);
        }
    }

    /// Passes a belief to an agent.
    pub(crate) fn tell(&mut self, mind: &Mind, belief: &PendingBelief) {
        let (Some(agent), Some(domain)) = (mind.agent, self.domains.get_mut(mind.domain.index())) else {
            return;
        };
        if let Err(error) = domain.tell(agent, belief, &self.objects) {
            self.mistakes.log_belief(mind.domain, &domain.name, &belief.key.name, &error);
        }
    }
}

/// Returns the name of an entity for people: its [`Name`], or its id.
pub(crate) fn display_name(entity: Entity, name: Option<&Name>) -> String {
    name.map_or_else(|| entity.to_string(), |name| name.as_str().to_owned())
}

/// The mistakes of the game that were logged, each once.
#[derive(Default)]
pub(crate) struct Mistakes {
    messages: BTreeSet<String>,
    /// The facts that were told wrongly, each with the kind of error: a value that changes does not repeat the message.
    beliefs: HashSet<(DomainId, String, Discriminant<MindsError>, Option<Discriminant<MindError>>)>,
}

/// How many different mistakes are kept.
const MISTAKES_MAX: usize = 1000;

impl Mistakes {
    /// Logs a mistake, once.
    pub(crate) fn log(&mut self, message: String) {
        if let Some(message) = self.note(message) {
            log::warn!("{message}");
        }
    }

    /// Keeps a mistake that is logged elsewhere; returns it if it is new.
    pub(crate) fn note(&mut self, message: String) -> Option<String> {
        let is_new = self.messages.len() < MISTAKES_MAX && self.messages.insert(message.clone());
        is_new.then_some(message)
    }

    fn log_belief(&mut self, domain: DomainId, domain_name: &str, fact: &str, error: &MindsError) {
        let inner = if let MindsError::Mind(inner) = error { Some(discriminant(inner)) } else { None };
        let key = (domain, fact.to_owned(), discriminant(error), inner);
        if self.beliefs.len() < MISTAKES_MAX && self.beliefs.insert(key) {
            self.log(format!("{domain_name}: cannot tell `{fact}`: {error}"));
        }
    }
}
