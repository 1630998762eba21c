//! The baseline that minds are compared with: a soldier driven by a conventional finite state machine.
//!
//! | state | behaviour | left when |
//! |---|---|---|
//! | patrol | walks between random places | an enemy is in sight |
//! | chase | walks to where an enemy was last seen | an enemy is in sight, or it arrives |
//! | cover | walks to the nearest cell with low cover from the enemy | it arrives |
//! | shoot | fires bursts at the nearest enemy in sight | no enemy is in sight, or the magazine is empty |
//! | reload, heal | reloads, uses a medkit | done |
//!
//! Each soldier decides alone. It has the same body, sight and weapon as an agent with a mind.

use cunning_encode::{encode_enum, encode_struct};

use crate::scene::Scene;
use crate::world::{DoorPolicy, Goal, Intent, Stance, Target};
use crate::{Actor, ActorId, Cell, Shelter, SpotId, World};

/// How often it decides, in ticks.
const EVERY_TICKS: u64 = 3;
/// The number of rounds in a burst.
const BURST: u16 = 4;
/// The radius of the search for cover, in cells.
const COVER_CELLS: u16 = 4;
/// Below this health it heals itself.
const HURT: u16 = 50;

/// A state machine and the body that it drives.
#[derive(Clone, Debug)]
pub(super) struct StateMachine {
    actor: ActorId,
    state: State,
    /// The state of the random number generator.
    random: u64,
    /// Where an enemy was last seen.
    seen: Option<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Patrol,
    Chase,
    Cover,
    Shoot,
    Reload,
    Heal,
}

encode_struct!(StateMachine { actor, state, random, seen });
encode_enum!(State { 0 = Patrol, 1 = Chase, 2 = Cover, 3 = Shoot, 4 = Reload, 5 = Heal });

impl StateMachine {
    pub(super) fn new(actor: ActorId, seed: u64) -> Self {
        let random = seed.wrapping_add(actor.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { actor, state: State::Patrol, random, seen: None }
    }

    pub(super) fn actor(&self) -> ActorId {
        self.actor
    }

    /// Decides what to do next, every few ticks.
    pub(super) fn tick(&mut self, world: &mut World) {
        let is_time = (world.ticks() + self.actor.index() as u64).is_multiple_of(EVERY_TICKS);
        let Some(body) = world.actor(self.actor).filter(|body| body.is_alive() && is_time) else { return };
        let (here, is_walking) = (body.cell(), body.walking().is_some());
        let (is_busy, rounds, health) = (body.doing().is_some(), body.rounds(), body.health());
        let enemy = self.nearest_enemy(world);
        if let Some(enemy) = enemy {
            self.seen = world.actor(enemy).map(Actor::cell);
        }
        match (self.state, enemy) {
            (State::Reload | State::Heal, _) if is_busy => {}
            _ if rounds == 0 => self.go(world, State::Reload, Intent::Reload),
            (_, None) if health < HURT && self.medkit(world).is_some() => {
                if let Some(intent) = self.medkit(world) {
                    self.go(world, State::Heal, intent);
                }
            }
            (State::Cover, Some(_)) | (State::Patrol | State::Chase, None) if is_walking => {}
            (State::Cover, Some(enemy)) => self.shoot(world, enemy),
            (State::Shoot, Some(enemy)) => {
                if !is_busy {
                    self.shoot(world, enemy);
                }
            }
            (_, Some(enemy)) => match self.cover(world, here) {
                Some(cell) if cell != here => {
                    self.walk(world, State::Cover, Goal::Cell(cell));
                }
                _ => self.shoot(world, enemy),
            },
            (_, None) => match self.seen.take() {
                Some(cell) => self.walk(world, State::Chase, Goal::Cell(cell)),
                None => {
                    if let Some(spot) = self.next_spot(world.scene().clone().as_ref()) {
                        self.walk(world, State::Patrol, Goal::Spot(spot));
                    }
                }
            },
        }
    }

    fn go(&mut self, world: &mut World, state: State, intent: Intent) {
        self.state = state;
        // A body that refuses an intent is asked again at the next decision.
        let _refused = world.intend(self.actor, intent);
    }

    fn walk(&mut self, world: &mut World, state: State, to: Goal) {
        let _upright = world.intend(self.actor, Intent::Stand { stance: Stance::Standing });
        self.go(world, state, Intent::Walk { to, doors: DoorPolicy::Open });
    }

    fn shoot(&mut self, world: &mut World, enemy: ActorId) {
        if !world.is_in_range(self.actor, enemy) {
            if let Some(cell) = self.seen {
                self.walk(world, State::Chase, Goal::Cell(cell));
            }
            return;
        }
        if let Some(walk) = world.actor(self.actor).and_then(Actor::walking) {
            world.stop(self.actor, walk);
        }
        let _crouched = world.intend(self.actor, Intent::Stand { stance: Stance::Crouched });
        self.go(world, State::Shoot, Intent::Shoot { at: Target::Actor(enemy), rounds: BURST });
    }

    fn nearest_enemy(&self, world: &World) -> Option<ActorId> {
        let team = world.scene().actors().get(self.actor.index())?.team;
        let here = world.actor(self.actor)?.cell();
        let is_enemy =
            |id: &ActorId| world.scene().actors().get(id.index()).is_some_and(|spec| spec.team != team);
        let apart = |id: &ActorId| world.actor(*id).map(|other| here.distance_squared(other.cell()));
        world.visible_actors(self.actor).filter(is_enemy).min_by_key(|id| (apart(id), *id))
    }

    /// Returns the nearest cell with low cover from the enemy.
    fn cover(&self, world: &World, here: Cell) -> Option<Cell> {
        let enemy = self.seen?;
        let is_good = |cell: &Cell| {
            let is_free = *cell == here || world.standing_at(*cell).is_none();
            is_free && world.cover_from(*cell, enemy) == Shelter::Low
        };
        let cells = world.square(here, COVER_CELLS, 1).filter(is_good);
        cells.min_by_key(|cell| (here.distance_squared(*cell), *cell))
    }

    fn medkit(&self, world: &World) -> Option<Intent> {
        let goods = world.actor(self.actor)?.goods();
        let heals = world.scene().items().iter().enumerate().filter(|(_, item)| item.heals > 0);
        let mut items = heals.map(|(at, _)| crate::ItemId::new(at as u16));
        items.find(|item| goods.count(*item) > 0).map(|item| Intent::Use { item })
    }

    /// Returns a random named place of the scene.
    fn next_spot(&mut self, scene: &Scene) -> Option<SpotId> {
        self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let count = scene.spots().len() as u64;
        (count > 0).then(|| SpotId::new((((self.random >> 32) * count) >> 32) as u16))
    }
}
