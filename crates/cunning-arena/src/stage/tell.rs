//! What bodies sense becomes what minds are told.

use cunning_mind::{CERTAIN, Percept};

use super::Stage;
use super::sense::Told;
use super::words::actor_of;

impl Stage {
    /// Asks all senses of a mind at once.
    pub(super) fn sense_all(&mut self, role: usize) {
        let part = &self.play.parts[role];
        let archetype = self.cast(role).lore.archetype_named(&part.archetype);
        let names = archetype.map_or_else(Vec::new, |archetype| archetype.sensors.clone());
        for name in names {
            self.sense(role, &name);
        }
    }

    pub(super) fn sense(&mut self, role: usize, name: &str) {
        let Some(actor) = self.actor(role).filter(|_| !self.roles[role].is_gone) else { return };
        let play = self.play.clone();
        let cast = play.parts[role].cast;
        let Some(sense) = play.casts[cast].senses.iter().find(|sense| sense.name == name) else { return };
        let agent = self.roles[role].agent;
        let mut told = std::mem::take(&mut self.told);
        for feed in &sense.feeds {
            feed.ask(&self.world, actor, &play.parts[role].own, &mut self.roles[role].body, &mut told);
            for Told { fact, indices, value, binds } in told.drain(..) {
                let troupe = &mut self.troupes[cast];
                if let Some((ty, handle)) = binds
                    && troupe.bound.insert(handle)
                {
                    let specs = self.world.scene().actors();
                    let spec = actor_of(handle).and_then(|actor| specs.get(actor.index()));
                    let name = spec.map_or("", |spec| spec.name.as_str());
                    troupe.set.receive(&Percept::Bind { ty, handle, name });
                }
                if self.is_watched && !feed.is_felt() {
                    self.notice(role, fact, &indices, value);
                }
                let percept = Percept::Set { agent, fact, indices: &indices, value, confidence: CERTAIN };
                self.troupes[cast].set.receive(&percept);
            }
        }
        self.told = told;
    }
}
