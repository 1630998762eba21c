//! Hearing: how far noises carry.

use crate::id::ActorId;
use crate::paths::Paths;
use crate::world::{DoorPolicy, Noise};
use crate::{Actor, World};

/// The factor on the distance of a noise without a line of sight, in thousandths.
const MUFFLED: u64 = 2000;

impl World {
    /// Whether an actor hears a noise that passes through everything. Without a line of sight the distance
    /// counts double. Dead actors, and the one that makes the noise, do not hear it.
    pub fn hears(&self, listener: ActorId, noise: &Noise) -> bool {
        let Some(actor) = self.listening(listener, noise) else { return false };
        let distance = u64::from(actor.cell().distance(noise.at));
        let is_clear = self.line_of_sight(actor.cell(), noise.at);
        self.carries(listener, noise, if is_clear { distance } else { distance * MUFFLED / 1000 })
    }

    /// Whether an actor hears a noise that travels only along walkable cells, with closed doors counting as
    /// open: its distance is the length of the shortest path.
    pub fn hears_along_paths(&self, paths: &mut Paths, listener: ActorId, noise: &Noise) -> bool {
        let Some(actor) = self.listening(listener, noise) else { return false };
        let length = paths.length(self, actor.cell(), noise.at, DoorPolicy::Open);
        length.is_some_and(|length| {
            let distance = u64::from(length.straight()) * 1000 + u64::from(length.diagonal()) * 1414;
            self.carries(listener, noise, distance)
        })
    }

    fn listening(&self, listener: ActorId, noise: &Noise) -> Option<&Actor> {
        self.actor(listener).filter(|actor| actor.is_alive() && noise.by != Some(listener))
    }

    /// Whether a noise is loud enough for an actor at a distance in thousandths of a cell.
    fn carries(&self, listener: ActorId, noise: &Noise, distance: u64) -> bool {
        let body = &self.scene.bodies[self.scene.actors[listener.index()].body.index()];
        distance <= u64::from(noise.loudness) * u64::from(body.hearing)
    }
}
