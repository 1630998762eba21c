//! What an actor has heard since its last reading, and where the last noise of an enemy came from.

use cunning_encode::encode_struct;

use crate::world::Noise;
use crate::{ActorId, Cell, World};

/// What an actor remembers of noises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hearing {
    /// Whether a noise was heard since the last reading.
    pub(super) any: bool,
    /// Whether a noise that an enemy made was heard since the last reading.
    pub(super) enemies: bool,
    /// Whether a noise that a friend made was heard since the last reading.
    pub(super) friends: bool,
    /// Where the last noise of an enemy came from.
    pub(super) from: Option<Cell>,
}

encode_struct!(Hearing { any, enemies, friends, from });

impl Hearing {
    /// Remembers a noise that an actor hears. It tells its friends from its enemies by what it hears.
    pub(super) fn hear(&mut self, world: &World, listener: ActorId, noise: &Noise) {
        self.any = true;
        let team = |actor: ActorId| world.scene().actors().get(actor.index()).map(|spec| spec.team);
        match noise.by {
            Some(by) if team(by) == team(listener) => self.friends = true,
            Some(_) => (self.enemies, self.from) = (true, Some(noise.at)),
            None => {}
        }
    }

    /// Whether everything that is remembered is on the map.
    pub(super) fn is_sound(&self, world: &World) -> bool {
        self.from.is_none_or(|cell| world.scene().number(cell).is_some())
    }
}
