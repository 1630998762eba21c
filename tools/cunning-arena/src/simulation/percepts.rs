//! What bodies sense becomes what minds are told.

use cunning_mind::{CERTAIN, Percept};

use super::Simulation;
use super::sense::Told;
use super::words::actor_of;

impl Simulation {
    /// Asks all senses of a mind at once.
    pub(super) fn sense_all(&mut self, instance: usize) {
        let agent_spec = &self.scenario.agent_specs[instance];
        let archetype = self.domain_at(instance).spec.archetype_named(&agent_spec.archetype);
        let names = archetype.map_or_else(Vec::new, |archetype| archetype.sensors.clone());
        for name in names {
            self.sense(instance, &name);
        }
    }

    pub(super) fn sense(&mut self, instance: usize, name: &str) {
        let Some(actor) = self.actor(instance).filter(|_| !self.instances[instance].is_gone) else { return };
        let scenario = self.scenario.clone();
        let domain_at = scenario.agent_specs[instance].domain_at;
        let Some(sense) = scenario.domains[domain_at].senses.iter().find(|sense| sense.name == name) else {
            return;
        };
        let agent = self.instances[instance].agent;
        let mut told = std::mem::take(&mut self.told);
        for feed in &sense.feeds {
            feed.ask(
                &self.world,
                actor,
                &scenario.agent_specs[instance].own,
                &mut self.instances[instance].body,
                &mut told,
            );
            for Told { fact, indices, value, binds } in told.drain(..) {
                let minds_at = &mut self.minds[domain_at];
                if let Some((ty, handle)) = binds
                    && minds_at.bound.insert(handle)
                {
                    let specs = self.world.scene().actors();
                    let spec = actor_of(handle).and_then(|actor| specs.get(actor.index()));
                    let name = spec.map_or("", |spec| spec.name.as_str());
                    minds_at.set.receive(&Percept::Bind { ty, handle, name });
                }
                if self.is_watched && !feed.is_felt() {
                    self.notice(instance, fact, &indices, value);
                }
                let percept = Percept::Set { agent, fact, indices: &indices, value, confidence: CERTAIN };
                self.minds[domain_at].set.receive(&percept);
            }
        }
        self.told = told;
    }
}
