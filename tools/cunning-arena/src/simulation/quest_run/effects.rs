//! Changes that the quest's rules make to the world: items change hands, and hits cost health.

use crate::world::EventKind;
use crate::{ActorId, Holder, World};

impl World {
    /// Takes one of an item that lies where the actor stands.
    pub(super) fn pick_up_here(&mut self, actor: ActorId, item: crate::ItemId) {
        let Some(cell) = self.actor(actor).map(crate::Actor::cell) else { return };
        let piles = &mut self.state.piles;
        let Ok(place) = piles.binary_search_by_key(&(cell, item), |pile| (pile.cell, pile.item)) else {
            return;
        };
        piles[place].count = piles[place].count.saturating_sub(1);
        if piles[place].count == 0 {
            piles.remove(place);
        }
        self.state.actors[actor.index()].goods.add(item, 1);
        self.emit(EventKind::Moved { actor, item, count: 1, from: Some(Holder::Ground), to: None });
    }

    /// Sets an actor's health. Damage is attributed to the nearest other actor.
    pub(super) fn set_health(&mut self, actor: ActorId, health: u16) {
        let Some(before) = self.actor(actor).map(crate::Actor::health) else { return };
        self.state.actors[actor.index()].health = health;
        if let (Some(damage), Some(by)) =
            (before.checked_sub(health).filter(|lost| *lost > 0), self.nearest_other(actor))
        {
            self.emit(EventKind::Hurt { actor, by, damage });
        }
    }

    pub(super) fn nearest_other(&self, actor: ActorId) -> Option<ActorId> {
        let here = self.actor(actor)?.cell();
        let others =
            (0..self.actors().len()).map(|at| ActorId::new(at as u16)).filter(|&other| other != actor);
        others.min_by_key(|&other| self.actor(other).map(|other| here.distance_squared(other.cell())))
    }
}
