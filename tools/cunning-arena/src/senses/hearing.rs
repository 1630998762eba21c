//! Hearing: how far noises carry.

use crate::id::ActorId;
use crate::paths::Paths;
use crate::world::{AtDoors, Noise};
use crate::{Actor, World};

/// How much further away a noise seems that comes through a wall, in thousandths.
const MUFFLED: u64 = 2000;

impl World {
    /// Whether an actor hears a noise that goes through everything: walls and closed doors in a straight line make
    /// it seem twice as far away. Whoever is dead, or makes the noise, does not hear it.
    pub fn hears(&self, listener: ActorId, noise: &Noise) -> bool {
        let Some(actor) = self.listening(listener, noise) else { return false };
        let distance = u64::from(actor.cell().distance(noise.at));
        let is_clear = self.line_of_sight(actor.cell(), noise.at);
        self.carries(listener, noise, if is_clear { distance } else { distance * MUFFLED / 1000 })
    }

    /// Whether an actor hears a noise that goes only where one can walk, closed doors opened: what happens two rooms
    /// away is as far away as the walk there.
    pub fn hears_along_paths(&self, paths: &mut Paths, listener: ActorId, noise: &Noise) -> bool {
        let Some(actor) = self.listening(listener, noise) else { return false };
        let length = paths.length(self, actor.cell(), noise.at, AtDoors::Open);
        length.is_some_and(|length| {
            let distance = u64::from(length.straight()) * 1000 + u64::from(length.diagonal()) * 1414;
            self.carries(listener, noise, distance)
        })
    }

    fn listening(&self, listener: ActorId, noise: &Noise) -> Option<&Actor> {
        self.actor(listener).filter(|actor| actor.is_alive() && noise.by != Some(listener))
    }

    /// Whether a noise is loud enough at that distance, in thousandths of a cell, for these ears.
    fn carries(&self, listener: ActorId, noise: &Noise, distance: u64) -> bool {
        let body = &self.scene.bodies[self.scene.actors[listener.index()].body.index()];
        distance <= u64::from(noise.loudness) * u64::from(body.hearing)
    }
}
