//! Saves, restores and hashes the state of a world.

use std::fmt;
use std::sync::Arc;

use cunning_encode::{Decode as _, Encode as _, Input, Malformed, StateHash, encode_enum, encode_struct};

use crate::Grenade;
use crate::custody::Custody;
use crate::id::{ActorId, WeaponId};
use crate::limits::{GRENADES_MAX, PILES_MAX, QUEUE_MAX, TIME_MS_MAX};
use crate::scene::{Bodies, Pile, Scene};
use crate::world::{Actor, Intent, Order, Outcome, State, World};

/// The first bytes of a save. Another number means another layout.
const FORMAT: u32 = 7;

encode_struct!(Pile { cell, item, count });
encode_enum!(Outcome { 0 = Won { team, by }, 1 = Draw, 2 = TimeUp });
encode_struct!(State {
    time_ms,
    ticks,
    dice,
    actors,
    doors,
    piles,
    grenades,
    custody,
    stocks,
    facts,
    script_done,
    intents_given,
    queue,
    outcome,
    spawned,
});

/// Why a save cannot be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestoreError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Format(u32),
    Scene,
    Broken(&'static str),
}

impl RestoreError {
    /// Whether the save is valid but belongs to another scene.
    pub fn is_other_scene(&self) -> bool {
        self.0 == Kind::Scene
    }
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Format(found) => write!(f, "unsupported save format {found}, expected {FORMAT}"),
            Kind::Scene => write!(f, "the save belongs to another scene"),
            Kind::Broken(why) => write!(f, "invalid save: {why}"),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<Malformed> for RestoreError {
    fn from(malformed: Malformed) -> Self {
        Self(Kind::Broken(malformed.reason()))
    }
}

impl World {
    /// Hashes the whole state, the same on every platform. The hash covers the state part
    /// of [`World::save`], so two worlds of a scene have the same hash exactly when they have the same save,
    /// apart from collisions. Undrained events do not count.
    pub fn hash(&self) -> u64 {
        StateHash::of(&self.state)
    }

    /// Saves the state as bytes: a format number, the fingerprint of the scene, then the state field by field,
    /// in the [common encoding](cunning_encode).
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        FORMAT.put(&mut bytes);
        self.scene.fingerprint.put(&mut bytes);
        self.state.put(&mut bytes);
        bytes
    }

    /// Restores a world that was saved in this scene.
    pub fn restore(scene: Arc<Scene>, bytes: &[u8]) -> Result<Self, RestoreError> {
        let mut reader = Input::new(bytes);
        let format = u32::take(&mut reader)?;
        if format != FORMAT {
            return Err(RestoreError(Kind::Format(format)));
        }
        if u64::take(&mut reader)? != scene.fingerprint {
            return Err(RestoreError(Kind::Scene));
        }
        let state = State::take(&mut reader)?;
        reader.end()?;
        let mut scene = if scene.varies() { Arc::new(scene.varied(state.dice.seed())) } else { scene };
        if !state.spawned.iter().all(|spawned| spawned.add_to(&mut scene))
            || state.actors.len() != scene.actors.len()
        {
            return Err(Malformed::new("an actor does not match the scene").into());
        }
        let mut world = Self::assemble(scene, state);
        world.check_state()?;
        world.wake_seekers()?;
        Ok(world)
    }

    /// Checks that every id, cell and count of an untrusted state is valid in this scene.
    fn check_state(&self) -> Result<(), Malformed> {
        let (scene, state) = (&self.scene, &self.state);
        let lengths_fit = state.actors.len() == scene.actors.len()
            && state.doors.len() == scene.doors.len()
            && state.stocks.len() == scene.stations.len()
            && state.facts.len() == scene.wins.len()
            && state.script_done as usize <= scene.script.len()
            && state.piles.len() <= PILES_MAX
            && state.grenades.len() <= GRENADES_MAX
            && state.queue.len() <= QUEUE_MAX;
        // Far beyond any run, and small enough that additions cannot overflow.
        if state.time_ms.max(state.ticks).max(state.intents_given) >= 1 << 48 {
            return Err(Malformed::new("a counter exceeds its limit"));
        }
        if !lengths_fit {
            return Err(Malformed::new("the length of a list does not match the scene"));
        }
        let is_kind =
            |pile: &Pile| pile.item.index() < scene.items.len() && scene.terrain(pile.cell).is_walkable();
        let is_sorted = state.piles.is_sorted_by_key(|pile| (pile.cell, pile.item));
        if !is_sorted || !state.piles.iter().all(is_kind) {
            return Err(Malformed::new("an item pile is invalid"));
        }
        let is_grenade = |grenade: &Grenade| {
            scene.items.get(grenade.item.index()).is_some_and(|item| item.blast.is_some())
                && scene.number(grenade.cell).is_some()
                && grenade.by.index() < state.actors.len()
                && u64::from(grenade.left_ms) <= TIME_MS_MAX
        };
        if !state.grenades.iter().all(is_grenade) {
            return Err(Malformed::new("a grenade is invalid"));
        }
        let is_custody = |(at, custody): (usize, &Custody)| {
            custody.captor.index().max(custody.prisoner.index()) < state.actors.len()
                && custody.captor != custody.prisoner
                && state
                    .custody
                    .iter()
                    .skip(at + 1)
                    .all(|other| other.captor != custody.captor && other.prisoner != custody.prisoner)
        };
        if state.custody.len() > state.actors.len() || !state.custody.iter().enumerate().all(is_custody) {
            return Err(Malformed::new("an arrest is invalid"));
        }
        if !state.stocks.iter().all(|stock| stock.is_sound(scene.items.len())) {
            return Err(Malformed::new("the stock of a station is invalid"));
        }
        let is_sound_order = |order: &Order| {
            order.actor.index() < state.actors.len() && self.check_intent(&order.intent).is_ok()
        };
        if !state.queue.iter().all(is_sound_order) {
            return Err(Malformed::new("an intent names an unknown thing"));
        }
        if !(0..state.actors.len()).all(|index| self.is_sound_actor(ActorId::new(index as u16))) {
            return Err(Malformed::new("an actor is in an impossible state"));
        }
        Ok(())
    }

    /// Rebuilds the derived data of navigators.
    fn wake_seekers(&mut self) -> Result<(), Malformed> {
        if self.state.actors.iter().all(|actor| actor.navigator.is_none()) {
            return Ok(());
        }
        let Some(ground) = self.ground().cloned() else { return Ok(()) };
        for index in 0..self.state.actors.len() {
            let config = self.navigator_config(ActorId::new(index as u16));
            if let Some(navigator) = &mut self.state.actors[index].navigator {
                let woken = navigator.wake(&*ground, &config);
                woken.map_err(|_| Malformed::new("a navigator belongs to another map"))?;
            }
        }
        Ok(())
    }

    fn is_sound_actor(&self, id: ActorId) -> bool {
        let (spec, actor): (_, &Actor) = (&self.scene.actors[id.index()], &self.state.actors[id.index()]);
        let body = &self.scene.bodies[spec.body.index()];
        let magazine = |weapon: WeaponId| self.scene.weapons[weapon.index()].magazine;
        let has_several = spec.arms().nth(1).is_some();
        let arms_are_sound = actor.rounds <= self.weapon_of(id).map_or(0, |weapon| weapon.magazine)
            && usize::from(actor.in_hand) < spec.arms().count().max(1)
            && actor.magazines.len() == if has_several { spec.arms().count() } else { 0 }
            && actor.magazines.iter().zip(spec.arms()).all(|(rounds, weapon)| *rounds <= magazine(weapon));
        let stands_alone = !actor.is_alive()
            || self.scene.rules.bodies == Bodies::Pass
            || self.standing_at(actor.cell) == Some(id);
        // Each cell of the path is one step from the cell before it.
        let mut steps = actor.path.iter().rev().scan(actor.cell, |at, &next| {
            let is_step = self.scene.terrain(next).is_walkable() && at.moves_to(next) == 1;
            *at = next;
            Some(is_step)
        });
        let walk_is_sound = match actor.legs {
            None => actor.path.is_empty(),
            Some(walk) => {
                let (to, doors) = (walk.goal, walk.doors);
                let intent = if walk.seeks { Intent::Seek { to } } else { Intent::Walk { to, doors } };
                self.scene.number(walk.to).is_some() && self.check_intent(&intent).is_ok()
            }
        };
        let cells = self.scene.terrain.len();
        let active_walk = actor.navigator.as_ref().and_then(|navigator| navigator.active_walk());
        let navigator_is_sound = actor.navigator.as_ref().is_none_or(|navigator| {
            let is_here = [0, cells as u32].contains(&navigator.states());
            is_here && navigator.watched().all(|other| (other as usize) < self.state.actors.len())
        });
        // A seeker's navigator knows the destination of the walk.
        let seeks = actor.legs.filter(|walk| walk.seeks).map(|walk| self.scene.number(walk.to));
        let seeking_is_sound = seeks == active_walk.map(|(_, aim)| Some(aim as usize));
        let hands_are_sound = actor.hands.is_none_or(|task| {
            self.check_intent(&task.intent).is_ok() && u64::from(task.left_ms) <= TIME_MS_MAX
        });
        self.scene.terrain(actor.cell).is_walkable()
            && self.scene.terrain(actor.left).is_walkable()
            && actor.left.moves_to(actor.cell) <= 1
            && u64::from(actor.gone) <= 1_500_000
            && actor.health <= body.health
            && actor.suppression <= super::SUPPRESSION_MAX
            && u64::from(actor.shaken_ms) <= TIME_MS_MAX
            && arms_are_sound
            && actor.goods.is_sound(self.scene.items.len())
            && stands_alone
            && steps.all(|is_step| is_step)
            && walk_is_sound
            && hands_are_sound
            && navigator_is_sound
            && (seeking_is_sound || !actor.is_alive())
            && (actor.is_alive() || (actor.legs.is_none() && actor.hands.is_none()))
            && !(actor.is_alive() && actor.is_removed)
    }
}
