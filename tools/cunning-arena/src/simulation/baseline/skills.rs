//! The skills that all baselines share: choosing targets, positions and hiding places.

use super::{Body, Contact};
use crate::world::{Goal, Intent, Target};
use crate::{ActorId, Cell, Shelter, SpotId, World};

/// The radius of the search for positions, in cells.
const POSITION_CELLS: u16 = 5;
/// The radius of the search for hiding places, in cells.
const HIDING_CELLS: u16 = 7;
/// The distance from a blast at which comrades are safe, in cells.
const SAFE_CELLS: u64 = 4;

/// The length of the straight path between two cells, in tenths of a cell.
fn steps(from: Cell, to: Cell) -> i64 {
    i64::from(from.distance(to)) / 100
}

/// Whether the body could stand in a cell.
fn is_free(world: &World, id: ActorId, cell: Cell) -> bool {
    world.standing_at(cell).is_none_or(|other| other == id)
}

/// The enemies that matter: those that were seen recently.
pub(super) fn threats(body: &Body<'_>) -> Vec<Contact> {
    let (now, remember_ms) = (body.time_ms(), body.habits.remember_ms);
    let mut contacts = body.contacts();
    contacts.retain(|contact| contact.seen_ms + remember_ms > now);
    contacts
}

/// Chooses an enemy in sight: near, exposed and wounded ones first, and rather the current one.
pub(super) fn target(body: &mut Body<'_>, current: Option<ActorId>) -> Option<Contact> {
    let (id, here, worth) = (body.id(), body.cell(), 10 * i64::from(body.habits.cover));
    let enemies = body.visible_enemies();
    body.best(enemies, |world, contact: Contact| {
        let enemy = world.actor(contact.enemy)?;
        let covered = if world.cover_from(contact.cell, here) == Shelter::None { 0 } else { worth };
        let far = if world.is_in_range(id, contact.enemy) { 0 } else { 200 };
        let kept = if current == Some(contact.enemy) { 15 } else { 0 };
        Some(kept - steps(here, contact.cell) - covered - far - i64::from(enemy.health()) / 4)
    })
}

/// Whether the body has low cover from all enemies in sight.
pub(super) fn is_covered(body: &Body<'_>) -> bool {
    let enemies = body.visible_enemies();
    enemies.iter().all(|enemy| body.world().cover_from(body.cell(), enemy.cell) != Shelter::None)
}

/// Whether the body should run for cover instead of firing. Where fire pins, it fires at once and runs when it is pinned:
/// runners are hit, and do not pin anyone meanwhile.
pub(super) fn must_take_cover(body: &Body<'_>) -> bool {
    let fire_pins = body.world().scene().rules().suppression.pins.is_some();
    !is_covered(body) && (!fire_pins || body.is_pinned())
}

/// Chooses a near cell with cover from an enemy and a line of fire to it, exposed to few others.
pub(super) fn firing_position(body: &mut Body<'_>, enemy: Cell) -> Option<Cell> {
    let (id, here, others) = (body.id(), body.cell(), threats(body));
    let range = body.world().range_of(id);
    let cells: Vec<Cell> = body.world().square(here, POSITION_CELLS, 1).collect();
    body.best(cells, |world, cell| {
        let is_good = is_free(world, id, cell)
            && cell.distance_squared(enemy) <= u64::from(range).pow(2)
            && world.cover_from(cell, enemy) == Shelter::Low;
        let exposed =
            others.iter().filter(|other| world.cover_from(cell, other.cell) == Shelter::None).count();
        is_good.then(|| -steps(here, cell) - 20 * exposed as i64)
    })
}

/// Chooses a near cell that no enemy sees, or that has at least low cover from all.
pub(super) fn hiding_place(body: &mut Body<'_>) -> Option<Cell> {
    let (id, here, enemies) = (body.id(), body.cell(), threats(body));
    let cells: Vec<Cell> = body.world().square(here, HIDING_CELLS, 1).collect();
    body.best(cells, |world, cell| {
        let shelter = enemies.iter().map(|enemy| world.cover_from(cell, enemy.cell)).min();
        let worth = match shelter {
            Some(Shelter::None) => return None,
            Some(Shelter::Low) => 0,
            Some(Shelter::Full) | None => 40,
        };
        is_free(world, id, cell).then(|| worth - steps(here, cell))
    })
}

/// Chooses a cell with a view of where an enemy was last seen, with cover from there if possible.
pub(super) fn overlooking(body: &mut Body<'_>, enemy: Cell) -> Option<Cell> {
    let (id, here, least) = (body.id(), body.cell(), 10 * i64::from(body.habits.distance));
    let cells: Vec<Cell> = body.world().square(enemy, 10, 1).collect();
    body.best(cells, |world, cell| {
        let worth = match world.cover_from(cell, enemy) {
            Shelter::Full => return None,
            Shelter::Low => 60,
            Shelter::None => 0,
        };
        let flanked = if world.cover_from(enemy, cell) == Shelter::None { 30 } else { 0 };
        let too_near = if steps(enemy, cell) < least { 60 } else { 0 };
        is_free(world, id, cell).then(|| worth + flanked - too_near - steps(here, cell))
    })
}

/// Runs from a grenade. Returns whether there is one.
pub(super) fn flee(body: &mut Body<'_>) -> bool {
    if !body.is_in_blast() {
        return false;
    }
    let Some(refuge) = body.world().refuge(body.id()) else { return false };
    let is_going = body.world().actor(body.id()).and_then(crate::Actor::destination) == Some(refuge);
    if !is_going {
        body.walk(Goal::Cell(refuge));
    }
    true
}

/// Throws a grenade at an enemy behind cover, if no comrade is near it. Returns whether it does.
fn bomb(body: &mut Body<'_>, enemy: &Contact) -> bool {
    let (id, here) = (body.id(), body.cell());
    let world = body.world();
    let specs = world.scene().actors();
    let team = specs.get(id.index()).map(|spec| spec.team);
    let is_safe = world.actors().iter().zip(specs).all(|(other, spec)| {
        Some(spec.team) != team
            || !other.is_alive()
            || other.cell().distance_squared(enemy.cell) > SAFE_CELLS.pow(2)
    });
    let is_worth_it = world.cover_from(enemy.cell, here) != Shelter::None && world.grenades().is_empty();
    let item = body.grenade().filter(|item| is_safe && is_worth_it && world.can_throw(id, *item, enemy.cell));
    if let Some(item) = item {
        body.throw(item, enemy.cell);
    }
    item.is_some()
}

/// Throws a grenade, or fires a burst at an enemy in sight, or walks towards it if it is out of range.
pub(super) fn fire(body: &mut Body<'_>, enemy: &Contact) {
    if matches!(body.doing(), Some(Intent::Throw { .. })) || bomb(body, enemy) {
        return;
    }
    if body.world().is_in_range(body.id(), enemy.enemy) {
        body.shoot(Target::Actor(enemy.enemy), body.habits.burst);
    } else if !body.is_walking() {
        body.walk(Goal::Cell(enemy.cell));
    }
}

/// The enemy that was seen last, if it was seen recently and is out of sight.
pub(super) fn lost_enemy(body: &mut Body<'_>) -> Option<Contact> {
    let threats = threats(body);
    body.best(threats, |_, contact: Contact| Some(contact.seen_ms as i64))
}

/// Chooses a random place of the scene to search.
pub(super) fn next_place(body: &mut Body<'_>) -> Option<Goal> {
    let count = body.world().scene().spots().len();
    (count > 0).then(|| Goal::Spot(SpotId::new(body.random_below(count) as u16)))
}

/// Whether the soldier is wounded and can treat itself.
pub(super) fn is_wounded(body: &Body<'_>) -> bool {
    body.health() < body.habits.wounded && body.medkit().is_some()
}

/// Whether the magazine is empty enough to reload when no enemy is in sight.
pub(super) fn should_reload(body: &Body<'_>) -> bool {
    u32::from(body.rounds()) * 1000 < u32::from(body.magazine()) * u32::from(body.habits.reload)
}

/// Whether the hands are busy with something that takes time.
pub(super) fn is_busy(body: &Body<'_>) -> bool {
    matches!(body.doing(), Some(Intent::Reload | Intent::Use { .. }))
}
