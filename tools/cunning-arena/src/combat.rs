//! Shooting: hits, damage and suppression.
//!
//! The model is small and the same for all actors. The probability of a hit, in thousandths, is that of the
//! weapon at this distance (falling linearly from `near` to `far`), multiplied by each factor that applies:
//!
//! | | factor |
//! |---|---|
//! | target behind low cover, standing / crouched | 0.5 / 0.2 |
//! | target pinned behind low cover | `cover` of the suppression in `[rules]`; 0.2 by default |
//! | target crouched in the open | 0.75 |
//! | target between two cells | 0.8 |
//! | shooter between two cells | 0.6 |
//! | shooter suppressed by s thousandths | 1 − 0.7 · s |
//! | shooter pinned | 0.1 instead |
//! | shot at a cell, not at an actor | 0.5 |
//!
//! Cover protects from its front only: the cover has to be next to the target, on the line of the shot. A shooter at the
//! flank meets none.
//!
//! A shot raises the suppression of its target by the amount of the weapon, and that of other actors of other
//! teams next to the target by half of it, whether it hits or not; a shot at a cell suppresses as one at an actor would,
//! so that an enemy out of sight can be suppressed where it was last seen. Suppression fades by 250 thousandths per
//! second, rounded up in each tick; `suppression` in `[rules]` can change that and let it begin later.
//!
//! In scenes with `pins` in `[rules]` an actor with at least that much suppression is pinned. It keeps its head down:
//! it counts as crouched, its shots hit a tenth as often and suppress no target, and if it is next to low cover that protects it from all enemies
//! that see it, it does not leave its cell. In the open, or at the flank of its cover, it may still run.
//!
//! An actor on overwatch fires at the nearest enemy that it sees within range as soon as it appears, by the same rules.
//!
//! Bodies do not block bullets meant for others. All shots of a tick hit at once.

use crate::id::{ActorId, WeaponId};
use crate::scene::{SuppressionRules, Terrain, WeaponKind};
use crate::senses::Shelter;
use crate::world::{Actor, EventKind, Failure, NoiseKind, SUPPRESSION_MAX, Stance, Target, Task, World};
use crate::{Cell, Heading};

/// The factor on the hit probability of pinned shooters, in thousandths.
const PINNED_AIM: u32 = 100;

/// A fired shot. It takes effect after all shots of the tick were fired.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    shooter: ActorId,
    at: Target,
    cell: Cell,
    hit: Option<ActorId>,
    /// Whether the hit took the last of the victim's health.
    kills: bool,
    /// Whether the shooter was pinned when it fired.
    is_blind: bool,
}

impl World {
    /// Whether an actor is pinned by suppression: it neither leaves its cover nor aims.
    pub fn is_pinned(&self, actor: ActorId) -> bool {
        self.actor(actor).is_some_and(|actor| is_pinned(self, actor))
    }

    /// The weapon that an actor has in hand.
    pub fn weapon_of(&self, actor: ActorId) -> Option<&WeaponKind> {
        let in_hand = self.actor(actor)?.in_hand;
        let weapon = self.scene.actors.get(actor.index())?.arms().nth(in_hand.into())?;
        self.scene.weapons.get(weapon.index())
    }

    /// The rounds in the magazine of one of an actor's weapons; `None` if it does not carry the weapon.
    pub fn rounds_in(&self, actor: ActorId, weapon: WeaponId) -> Option<u16> {
        let body = self.actor(actor)?;
        let place = self.scene.actors.get(actor.index())?.arms().position(|known| known == weapon)?;
        if place == usize::from(body.in_hand) {
            Some(body.rounds)
        } else {
            body.magazines.get(place).copied()
        }
    }

    /// Whether an actor has a weapon in hand.
    pub fn wields(&self, actor: ActorId, weapon: WeaponId) -> bool {
        let in_hand = self.actor(actor).map(|body| usize::from(body.in_hand));
        let arms = self.scene.actors.get(actor.index()).map(crate::scene::ActorSpec::arms);
        in_hand.zip(arms).and_then(|(at, mut arms)| arms.nth(at)) == Some(weapon)
    }

    /// The range of an actor's weapon in cells; zero without a weapon.
    pub fn range_of(&self, shooter: ActorId) -> u16 {
        self.weapon_of(shooter).map_or(0, |weapon| weapon.range)
    }

    /// Whether an actor is within the range of another actor's weapon.
    pub fn is_in_range(&self, shooter: ActorId, target: ActorId) -> bool {
        let weapon = self.weapon_of(shooter);
        let cells = self.actor(shooter).zip(self.actor(target)).map(|(one, other)| (one.cell, other.cell));
        weapon
            .zip(cells)
            .is_some_and(|(weapon, (from, to))| from.distance_squared(to) <= u64::from(weapon.range).pow(2))
    }
}

pub(crate) fn is_pinned(world: &World, actor: &Actor) -> bool {
    actor.is_alive() && world.scene.rules.suppression.pins.is_some_and(|pins| actor.suppression >= pins)
}

/// Whether an actor is pinned behind low cover, which it does not leave: the cover protects it from every enemy that
/// sees it, and at least one does or did when it was last shot at.
pub(crate) fn is_held_in_cover(world: &World, id: ActorId) -> bool {
    let Some(actor) = world.actor(id).filter(|actor| is_pinned(world, actor)) else { return false };
    let team = world.scene.actors[id.index()].team;
    let enemies = world.scene.actors.iter().enumerate().filter(|(_, spec)| spec.team != team);
    let watchers =
        enemies.map(|(index, _)| ActorId::new(index as u16)).filter(|other| world.sees(*other, id));
    let mut cells = watchers.filter_map(|other| world.actor(other).map(Actor::cell));
    is_next_to_cover(world, actor.cell)
        && cells.all(|from| world.cover_from(actor.cell, from) != Shelter::None)
}

fn is_next_to_cover(world: &World, cell: Cell) -> bool {
    let around = |(dx, dy)| cell.offset(dx, dy).map(|cell| world.scene.terrain(cell));
    let mut neighbours = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    neighbours.any(|place| around(place) == Some(Terrain::Cover))
}

/// Continues an actor's shooting for a tick. The rate of fire is exact for any tick length.
pub(crate) fn shoot(world: &mut World, id: ActorId, task: Task, at: Target, dt_ms: u32) {
    let mut time = dt_ms;
    let mut rounds = task.rounds;
    loop {
        let actor = &mut world.state.actors[id.index()];
        if actor.cooldown_ms > time {
            actor.cooldown_ms -= time;
            break;
        }
        time -= actor.cooldown_ms;
        actor.cooldown_ms = 0;
        if rounds == 0 {
            world.end_task(id, Ok(()));
            return;
        }
        match fire(world, id, at) {
            Ok(true) => rounds -= 1,
            Ok(false) => {
                world.end_task(id, Ok(()));
                return;
            }
            Err(failure) => {
                world.end_task(id, Err(failure));
                return;
            }
        }
    }
    if let Some(task) = &mut world.state.actors[id.index()].hands {
        task.rounds = rounds;
    }
    if rounds == 0 {
        world.end_task(id, Ok(()));
    }
}

/// Takes one of an actor's weapons in hand. The actor carries it.
pub(crate) fn draw(world: &mut World, id: ActorId, weapon: WeaponId) {
    let place = world.scene.actors[id.index()].arms().position(|known| known == weapon);
    let actor = &mut world.state.actors[id.index()];
    let Some(drawn) = place.and_then(|place| actor.magazines.get(place).copied()) else { return };
    if let Some(stowed) = actor.magazines.get_mut(usize::from(actor.in_hand)) {
        *stowed = actor.rounds;
    }
    (actor.in_hand, actor.rounds, actor.cooldown_ms) = (place.unwrap_or(0) as u8, drawn, 0);
}

/// Continues an actor's overwatch for a tick: it fires at the nearest enemy in sight and within range, if there is one.
pub(crate) fn watch(world: &mut World, id: ActorId, task: Task, dt_ms: u32) {
    let mut time = dt_ms;
    loop {
        let actor = &mut world.state.actors[id.index()];
        if actor.cooldown_ms > time {
            actor.cooldown_ms -= time;
            break;
        }
        time -= actor.cooldown_ms;
        actor.cooldown_ms = 0;
        let Some(target) = nearest_target(world, id) else { break };
        match fire(world, id, Target::Actor(target)) {
            Ok(true) => {}
            // It is dead or behind something after all.
            Ok(false) | Err(Failure::NoLineOfSight | Failure::OutOfRange) => break,
            Err(failure) => {
                world.end_task(id, Err(failure));
                return;
            }
        }
    }
    let left_ms = task.left_ms.saturating_sub(dt_ms);
    if left_ms == 0 {
        world.end_task(id, Ok(()));
    } else if let Some(task) = &mut world.state.actors[id.index()].hands {
        task.left_ms = left_ms;
    }
}

/// The nearest living enemy that an actor sees within range; of equally near ones the first clockwise of where it looks.
fn nearest_target(world: &World, id: ActorId) -> Option<ActorId> {
    let (team, actor) = (world.scene.actors[id.index()].team, world.actor(id)?);
    let is_target =
        |other: &ActorId| world.scene.actors[other.index()].team != team && world.is_in_range(id, *other);
    world.visible_actors(id).filter(is_target).min_by_key(|other| {
        let offset = actor.cell.offset_to(world.state.actors[other.index()].cell);
        (offset.0 * offset.0 + offset.1 * offset.1, actor.heading.clockwise_to(offset), *other)
    })
}

/// Fires once. Returns false if the target is already dead.
fn fire(world: &mut World, id: ActorId, at: Target) -> Result<bool, Failure> {
    let scene = world.scene.clone();
    let in_hand = usize::from(world.state.actors[id.index()].in_hand);
    let weapon = scene.actors[id.index()].arms().nth(in_hand).ok_or(Failure::Unarmed)?;
    let weapon = &scene.weapons[weapon.index()];
    let shooter = &world.state.actors[id.index()];
    let (from, cell) = match at {
        Target::Cell(cell) => (shooter.cell, cell),
        Target::Actor(target) => {
            let target = &world.state.actors[target.index()];
            if !target.is_alive() {
                return Ok(false);
            }
            (shooter.cell, target.cell)
        }
    };
    if shooter.rounds == 0 {
        return Err(Failure::Empty);
    }
    if from.distance_squared(cell) > u64::from(weapon.range).pow(2) {
        return Err(Failure::OutOfRange);
    }
    if !world.line_of_sight(from, cell) {
        return Err(Failure::NoLineOfSight);
    }
    let (victim, share) = match at {
        Target::Actor(target) => (Some(target), 1000),
        Target::Cell(cell) => (first_in(world, cell, id), 500),
    };
    let chance = victim.map_or(0, |victim| hit_chance(world, id, victim, weapon) * share / 1000);
    let is_hit = world.state.dice.permille(chance);
    let is_blind = is_pinned(world, &world.state.actors[id.index()]);
    world.shots.push(Shot { shooter: id, at, cell, hit: victim.filter(|_| is_hit), kills: false, is_blind });
    world.noise(from, weapon.loudness, NoiseKind::Shot, Some(id));
    let shooter = &mut world.state.actors[id.index()];
    shooter.heading = Heading::of(from.offset_to(cell)).unwrap_or(shooter.heading);
    shooter.rounds -= 1;
    shooter.cooldown_ms = weapon.interval_ms;
    Ok(true)
}

fn first_in(world: &World, cell: Cell, except: ActorId) -> Option<ActorId> {
    let mut actors = world.state.actors.iter().enumerate();
    let found =
        actors.find(|(index, actor)| actor.is_alive() && actor.cell == cell && *index != except.index());
    found.map(|(index, _)| ActorId::new(index as u16))
}

/// Returns the probability of a hit, in thousandths.
fn hit_chance(world: &World, shooter: ActorId, target: ActorId, weapon: &WeaponKind) -> u32 {
    let (shooter, target) = (&world.state.actors[shooter.index()], &world.state.actors[target.index()]);
    let (near, far) = (u32::from(weapon.near), u32::from(weapon.far));
    let (distance, range) = (shooter.cell.distance(target.cell), u32::from(weapon.range) * 1000);
    let distance = distance.min(range);
    let mut chance = (near * (range - distance) + far * distance) / range.max(1);
    let mut times = |applies: bool, permille: u32| {
        if applies {
            chance = chance * permille / 1000;
        }
    };
    let is_target_pinned = is_pinned(world, target);
    let is_crouched = target.stance == Stance::Crouched || is_target_pinned;
    let is_sheltered = world.cover_from(target.cell, shooter.cell) != Shelter::None;
    let cover = match (is_target_pinned, is_crouched) {
        (true, _) => world.scene.rules.suppression.cover.into(),
        (false, true) => 200,
        (false, false) => 500,
    };
    times(is_sheltered, cover);
    times(is_crouched && !is_sheltered, 750);
    times(target.is_moving(), 800);
    times(shooter.is_moving(), 600);
    let aim = 1000 - u32::from(shooter.suppression.min(SUPPRESSION_MAX)) * 7 / 10;
    times(true, if is_pinned(world, shooter) { PINNED_AIM } else { aim });
    chance
}

/// Applies all shots of the tick.
pub(crate) fn strike(world: &mut World) {
    let mut shots = std::mem::take(&mut world.shots);
    for shot in &mut shots {
        world.emit(EventKind::Shot { shooter: shot.shooter, at: shot.at, hit: shot.hit });
        suppress(world, shot);
        let damage = world.weapon_of(shot.shooter).map_or(0, |weapon| weapon.damage);
        shot.kills = shot.hit.is_some_and(|victim| hurt(world, victim, shot.shooter, damage));
    }
    // Deaths come last, because a dead shooter's own shots still count.
    for shot in shots.iter().filter(|shot| shot.kills) {
        if let Some(victim) = shot.hit {
            die(world, victim, shot.shooter);
        }
    }
    shots.clear();
    world.shots = shots;
}

fn suppress(world: &mut World, shot: &Shot) {
    let amount = world.weapon_of(shot.shooter).map_or(0, |weapon| weapon.suppression);
    if shot.is_blind {
        return;
    }
    let scene = world.scene.clone();
    let team = scene.actors[shot.shooter.index()].team;
    for (index, actor) in world.state.actors.iter_mut().enumerate() {
        let is_target = shot.at == Target::Actor(ActorId::new(index as u16));
        let is_beside = actor.cell.moves_to(shot.cell) <= 1 && scene.actors[index].team != team;
        if actor.is_alive() && (is_target || is_beside) {
            let amount = if is_target { amount } else { amount / 2 };
            actor.suppression = actor.suppression.saturating_add(amount).min(SUPPRESSION_MAX);
            actor.shaken_ms = scene.rules.suppression.holds_ms;
        }
    }
}

/// Takes health. Returns true if none is left.
pub(crate) fn hurt(world: &mut World, victim: ActorId, by: ActorId, damage: u16) -> bool {
    let actor = &mut world.state.actors[victim.index()];
    let damage = damage.min(actor.health);
    actor.health -= damage;
    let is_last = damage > 0 && actor.health == 0;
    world.emit(EventKind::Hurt { actor: victim, by, damage });
    is_last
}

pub(crate) fn die(world: &mut World, victim: ActorId, by: ActorId) {
    world.emit(EventKind::Died { actor: victim, by });
    world.end_walk(victim, Err(Failure::Dead));
    world.end_task(victim, Err(Failure::Dead));
    let actor = &mut world.state.actors[victim.index()];
    (actor.left, actor.gone, actor.suppression, actor.shaken_ms) = (actor.cell, 0, 0, 0);
    let (cell, goods) = (actor.cell, std::mem::take(&mut actor.goods));
    world.stand(cell, 0);
    for (item, count) in goods.iter() {
        world.lay_down(cell, item, count);
    }
}

/// Lets suppression fade.
pub(crate) fn calm(actor: &mut Actor, rules: SuppressionRules, dt_ms: u32) {
    let fades_ms = dt_ms.saturating_sub(actor.shaken_ms);
    actor.shaken_ms = actor.shaken_ms.saturating_sub(dt_ms);
    if actor.suppression > 0 {
        let faded = (u32::from(rules.fades) * fades_ms).div_ceil(1000);
        actor.suppression = actor.suppression.saturating_sub(faded.min(u32::from(u16::MAX)) as u16);
    }
}
