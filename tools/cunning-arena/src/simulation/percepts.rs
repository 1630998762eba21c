//! Sends sensed values to minds as percepts.

use cunning_mind::engine::{CERTAIN, Percept, Value};

use super::Simulation;
use super::names::{actor_of, handle};
use super::sense::SensedValue;
use crate::ActorId;

impl Simulation {
    /// Reads all sensors of an agent at once.
    pub(super) fn sense_all(&mut self, instance: usize) {
        let agent_spec = &self.scenario.agent_specs[instance];
        let archetype = self.scenario_domain(instance).spec.archetype_named(&agent_spec.archetype);
        let names = archetype.map_or_else(Vec::new, |archetype| archetype.sensors.clone());
        for name in names {
            self.sense(instance, &name);
        }
    }

    /// Tells minds about a death: those who see it sense it at once, and then no mind knows the actor any more.
    pub(super) fn tell_death(&mut self, dead: ActorId) {
        let handle = handle(dead);
        for instance in 0..self.instances.len() {
            if self.actor(instance).is_some_and(|actor| self.world.sees(actor, dead)) {
                self.sense_all(instance);
            }
        }
        for instance in &mut self.instances {
            instance.senses.sightings.forget(dead);
        }
        for domain in &mut self.domains {
            if domain.bound.remove(&handle) {
                domain.minds.engine_mut().receive(&Percept::Unbind { handle });
            }
        }
    }

    pub(super) fn sense(&mut self, instance: usize, name: &str) {
        let Some(actor) = self.actor(instance).filter(|_| !self.instances[instance].is_gone()) else {
            return;
        };
        let scenario = self.scenario.clone();
        let domain_index = scenario.agent_specs[instance].domain_index;
        let Some(sense) = scenario.domains[domain_index].senses.iter().find(|sense| sense.name == name)
        else {
            return;
        };
        let agent = self.instances[instance].agent;
        let mut sensed = std::mem::take(&mut self.sensed);
        for feed in &sense.feeds {
            feed.ask(
                &self.world,
                actor,
                &scenario.agent_specs[instance].aliases,
                &mut self.instances[instance].senses,
                &mut sensed,
            );
            for SensedValue { fact, indices, value, binds } in sensed.drain(..) {
                let domain = &mut self.domains[domain_index];
                if let Some((_, handle)) = binds
                    && !domain.bound.contains(&handle)
                    && value == Value::Bool(false)
                {
                    // What no mind knows needs no denial.
                    continue;
                }
                if let Some((ty, handle)) = binds
                    && domain.bound.insert(handle)
                {
                    let specs = self.world.scene().actors();
                    let spec = actor_of(handle).and_then(|actor| specs.get(actor.index()));
                    let name = spec.map_or("", |spec| spec.name.as_str());
                    domain.minds.engine_mut().receive(&Percept::Bind { ty, handle, name });
                }
                if self.is_narrated && !feed.is_felt() {
                    self.notice(instance, fact, &indices, value);
                }
                let percept = Percept::Set { agent, fact, indices: &indices, value, confidence: CERTAIN };
                self.domains[domain_index].minds.engine_mut().receive(&percept);
            }
        }
        self.sensed = sensed;
        self.share_sightings(instance);
    }
}
