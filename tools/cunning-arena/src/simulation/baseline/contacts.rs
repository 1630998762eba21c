//! What a soldier remembers of enemies.

use cunning_encode::encode_struct;

use crate::{ActorId, Cell, World};

/// An enemy that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The enemy.
    pub enemy: ActorId,
    /// The cell where it was last seen.
    pub cell: Cell,
    /// When it was last seen, in milliseconds since the start.
    pub seen_ms: u64,
    /// Whether the soldier sees it now.
    pub is_visible: bool,
}

/// The enemies that a soldier remembers, sorted by id.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts {
    all: Vec<Contact>,
}

encode_struct!(Contact { enemy, cell, seen_ms, is_visible });
encode_struct!(Contacts { all });

impl Contacts {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Contact> {
        self.all.iter()
    }

    /// Updates what the soldier remembers by what it sees. An enemy that is not where it was last seen is forgotten, and
    /// so is one that is seen dead.
    pub(super) fn look(&mut self, world: &World, viewer: ActorId) {
        let specs = world.scene().actors();
        let Some(team) = specs.get(viewer.index()).map(|spec| spec.team) else { return };
        for contact in &mut self.all {
            contact.is_visible = false;
        }
        for (at, _) in specs.iter().enumerate().filter(|(_, spec)| spec.team != team) {
            let enemy = ActorId::new(at as u16);
            let Some(body) = world.actor(enemy).filter(|_| world.sees(viewer, enemy)) else { continue };
            if body.is_alive() {
                let (cell, seen_ms) = (body.cell(), world.time_ms());
                self.note(Contact { enemy, cell, seen_ms, is_visible: true });
            } else {
                self.all.retain(|contact| contact.enemy != enemy);
            }
        }
        self.all.retain(|contact| contact.is_visible || !world.sees_cell(viewer, contact.cell));
    }

    /// Learns what another soldier has seen more recently.
    pub(super) fn learn(&mut self, told: &Self) {
        for contact in told.iter().filter(|contact| contact.is_visible) {
            let is_newer = |known: &Contact| known.enemy == contact.enemy && known.is_visible;
            if !self.all.iter().any(is_newer) {
                self.note(Contact { is_visible: false, ..*contact });
            }
        }
    }

    fn note(&mut self, contact: Contact) {
        match self.all.binary_search_by_key(&contact.enemy, |known| known.enemy) {
            Ok(at) => self.all[at] = contact,
            Err(at) => self.all.insert(at, contact),
        }
    }

    pub(super) fn is_sound(&self, world: &World) -> bool {
        let is_sound = |contact: &Contact| {
            world.actor(contact.enemy).is_some() && world.scene().number(contact.cell).is_some()
        };
        self.all.is_sorted_by(|one, other| one.enemy < other.enemy) && self.all.iter().all(is_sound)
    }
}
