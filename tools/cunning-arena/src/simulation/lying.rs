//! The items that an actor has seen on the ground. It goes on believing in a pile until it sees that the pile is gone.

use super::sense::SenseMemory;
use crate::scene::Pile;
use crate::{ActorId, ItemId, World};

impl SenseMemory {
    /// Looks for items on the ground.
    pub(super) fn look_for_items(&mut self, world: &World, viewer: ActorId) {
        let in_sight = |pile: &Pile| world.sees_cell(viewer, pile.cell);
        self.lying.retain(|known| !in_sight(known));
        self.lying.extend(world.piles().iter().filter(|pile| in_sight(pile)));
        self.lying.sort_unstable_by_key(|pile| (pile.cell, pile.item));
    }

    /// The number of items of a kind that the actor believes to lie on the ground.
    pub(super) fn lying(&self, item: ItemId) -> i64 {
        let piles = self.lying.iter().filter(|pile| pile.item == item);
        piles.map(|pile| i64::from(pile.count)).sum()
    }

    /// Whether remembered piles and thieves exist in a world.
    pub(super) fn is_sound(&self, world: &World) -> bool {
        let scene = world.scene();
        let is_pile = |pile: &Pile| {
            pile.item.index() < scene.items().len() && scene.number(pile.cell).is_some() && pile.count > 0
        };
        self.lying.is_sorted_by(|one, other| (one.cell, one.item) < (other.cell, other.item))
            && self.lying.iter().all(is_pile)
            && self.thieves.iter().all(|thief| world.actor(*thief).is_some())
    }
}
