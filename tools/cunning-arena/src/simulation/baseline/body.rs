//! The body that a baseline drives: what it senses, and what it can be asked to do.

use super::{Contact, Watch};
use crate::scene::BaselineSpec;
use crate::world::{DoorPolicy, Goal, Intent, Stance, Target};
use crate::{Actor, ActorId, Cell, ItemId, World};

/// A body and its senses, for one decision. Intents that the body refuses are ignored: it is asked again at the next
/// decision.
#[derive(Debug)]
pub struct Body<'a> {
    pub(super) world: &'a mut World,
    pub(super) watch: &'a mut Watch,
    pub(super) habits: BaselineSpec,
}

impl Body<'_> {
    /// The actor that is driven.
    pub fn id(&self) -> ActorId {
        self.watch.actor
    }

    /// The world, for its map and rules. What an actor cannot see is not hidden from a baseline: use
    /// [`Body::contacts`] to find enemies.
    pub fn world(&self) -> &World {
        self.world
    }

    /// The enemies that the soldier remembers, in the order of the scene.
    pub fn contacts(&self) -> Vec<Contact> {
        self.watch.contacts.iter().copied().collect()
    }

    /// The enemies in sight, in the order of the scene.
    pub fn visible_enemies(&self) -> Vec<Contact> {
        self.watch.contacts.iter().filter(|contact| contact.is_visible).copied().collect()
    }

    /// The time since the start, in milliseconds.
    pub fn time_ms(&self) -> u64 {
        self.world.time_ms()
    }

    /// The cell of the body.
    pub fn cell(&self) -> Cell {
        self.actor().cell()
    }

    /// The health of the body.
    pub fn health(&self) -> u16 {
        self.actor().health()
    }

    /// The number of rounds in the magazine.
    pub fn rounds(&self) -> u16 {
        self.actor().rounds()
    }

    /// The size of the magazine; zero without a weapon.
    pub fn magazine(&self) -> u16 {
        self.world.weapon_of(self.id()).map_or(0, |weapon| weapon.magazine)
    }

    /// Whether the body is walking.
    pub fn is_walking(&self) -> bool {
        self.actor().walking().is_some()
    }

    /// The intent that the hands are busy with.
    pub fn doing(&self) -> Option<Intent> {
        self.actor().doing().map(|(_, intent)| intent)
    }

    /// An item that the body carries and that heals.
    pub fn medkit(&self) -> Option<ItemId> {
        let heals = self.world.scene().items().iter().enumerate().filter(|(_, item)| item.heals > 0);
        let mut items = heals.map(|(at, _)| ItemId::new(at as u16));
        items.find(|item| self.actor().goods().count(*item) > 0)
    }

    /// An item that the body carries and can throw.
    pub fn grenade(&self) -> Option<ItemId> {
        let blasts = self.world.scene().items().iter().enumerate().filter(|(_, item)| item.blast.is_some());
        let mut items = blasts.map(|(at, _)| ItemId::new(at as u16));
        items.find(|item| self.actor().goods().count(*item) > 0)
    }

    /// Whether the body is pinned by suppression.
    pub fn is_pinned(&self) -> bool {
        self.world.is_pinned(self.watch.actor)
    }

    /// Whether the blast of a grenade that the body sees would reach it.
    pub fn is_in_blast(&self) -> bool {
        self.world.is_in_seen_blast(self.watch.actor, self.cell())
    }

    /// Returns a random number below `count`, or 0.
    pub fn random_below(&mut self, count: usize) -> usize {
        self.watch.below(count)
    }

    /// Returns the candidate with the highest score. Among equal ones a random one is taken, so that the order of the
    /// candidates does not matter. Candidates without a score are not taken.
    pub fn best<T: Copy>(
        &mut self,
        candidates: impl IntoIterator<Item = T>,
        score: impl Fn(&World, T) -> Option<i64>,
    ) -> Option<T> {
        let mut best: Option<(i64, Vec<T>)> = None;
        for candidate in candidates {
            let Some(score) = score(self.world, candidate) else { continue };
            match &mut best {
                Some((known, equal)) if *known == score => equal.push(candidate),
                Some((known, _)) if *known > score => {}
                _ => best = Some((score, vec![candidate])),
            }
        }
        let (_, equal) = best?;
        equal.get(self.watch.below(equal.len())).copied()
    }

    /// Walks upright.
    pub fn walk(&mut self, to: Goal) {
        self.ask(Intent::Stand { stance: Stance::Standing });
        self.ask(Intent::Walk { to, doors: DoorPolicy::Open });
    }

    /// Stops walking and crouches.
    pub fn halt(&mut self) {
        if let Some(walk) = self.actor().walking() {
            self.world.stop(self.watch.actor, walk);
        }
        if self.actor().stance() != Stance::Crouched {
            self.ask(Intent::Stand { stance: Stance::Crouched });
        }
    }

    /// Turns towards a cell.
    pub fn face(&mut self, toward: Cell) {
        self.ask(Intent::Face { toward });
    }

    /// Stops, crouches and fires some rounds, unless the body is already firing at this target.
    pub fn shoot(&mut self, at: Target, rounds: u16) {
        self.halt();
        if !matches!(self.doing(), Some(Intent::Shoot { at: current, .. }) if current == at) {
            self.ask(Intent::Shoot { at, rounds });
        }
    }

    /// Stops, and throws a grenade at a cell, unless the body is throwing one.
    pub fn throw(&mut self, item: ItemId, at: Cell) {
        self.halt();
        if !matches!(self.doing(), Some(Intent::Throw { .. })) {
            self.ask(Intent::Throw { item, at });
        }
    }

    /// Fills the magazine, unless the body is doing so.
    pub fn reload(&mut self) {
        if self.doing() != Some(Intent::Reload) {
            self.ask(Intent::Reload);
        }
    }

    /// Uses an item, unless the body is doing so.
    pub fn use_item(&mut self, item: ItemId) {
        if self.doing() != Some(Intent::Use { item }) {
            self.ask(Intent::Use { item });
        }
    }

    /// Gives any intent.
    pub fn ask(&mut self, intent: Intent) {
        let _refused = self.world.intend(self.watch.actor, intent);
    }

    fn actor(&self) -> &Actor {
        &self.world.state.actors[self.watch.actor.index()]
    }
}
