//! Grenades: throwing, fuses and blasts.
//!
//! An item with a `blast` can be thrown at a cell within its range. It flies over low cover, bodies and water, but not
//! through walls, trees and closed doors. It lands in the cell, or with a probability of 0.3 in a walkable cell next to
//! it, and explodes when the fuse has burnt. All actors within the radius and with a line of sight to it are hurt,
//! whichever team they belong to:
//!
//! | | share of the damage |
//! |---|---|
//! | at the centre | 1, falling linearly to 0.3 at the radius |
//! | behind low cover | × 0.4 |
//!
//! A blast suppresses all actors within the radius completely, and those within twice the radius by half.

use cunning_encode::encode_struct;

use crate::combat::{die, hurt};
use crate::id::{ActorId, ItemId};
use crate::limits::GRENADES_MAX;
use crate::senses::Shelter;
use crate::world::{EventKind, Failure, NoiseKind, SUPPRESSION_MAX, World};
use crate::{Actor, Cell};

/// The time to throw a grenade.
pub const THROW_MS: u32 = 700;
/// The probability that a grenade lands next to its target, in thousandths.
const SCATTER: u32 = 300;
/// The share of the damage at the radius, in thousandths.
const EDGE: u64 = 300;
/// The share of the damage behind low cover, in thousandths.
const COVERED: u64 = 400;

/// A grenade that was thrown and has not exploded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grenade {
    /// The kind of item.
    pub item: ItemId,
    /// The cell where it lies.
    pub cell: Cell,
    /// The actor that threw it.
    pub by: ActorId,
    /// The time until it explodes.
    pub left_ms: u32,
}

encode_struct!(Grenade { item, cell, by, left_ms });

impl World {
    /// The grenades that were thrown and have not exploded yet, in the order in which they were thrown.
    pub fn grenades(&self) -> &[Grenade] {
        &self.state.grenades
    }

    /// Whether an actor could throw an item that it carries at a cell.
    pub fn can_throw(&self, actor: ActorId, item: ItemId, at: Cell) -> bool {
        self.actor(actor).is_some_and(Actor::is_alive) && check(self, actor, item, at).is_ok()
    }

    /// Whether the blast of a grenade that the actor sees would reach a cell.
    pub fn is_in_seen_blast(&self, viewer: ActorId, cell: Cell) -> bool {
        let threatens = |grenade: &&Grenade| self.is_in_blast(grenade, cell);
        self.state.grenades.iter().filter(threatens).any(|grenade| notices(self, viewer, grenade))
    }

    /// Returns the nearest free cell that the blast of no grenade in sight would reach.
    pub fn refuge(&self, viewer: ActorId) -> Option<Cell> {
        let (from, heading) = self.actor(viewer).map(|actor| (actor.cell, actor.heading))?;
        let radius = self.state.grenades.iter().map(|grenade| self.blast_radius(grenade.item)).max()?;
        let is_free = |cell: &Cell| self.standing_at(*cell).is_none_or(|other| other == viewer);
        let cells = self.square(from, radius + 2, 1).filter(is_free);
        let cells = cells.filter(|cell| !self.is_in_seen_blast(viewer, *cell));
        // Ties are broken by the distance from the grenades, which favours no side of the map.
        let clearance = |cell: &Cell| {
            self.state.grenades.iter().map(|grenade| grenade.cell.distance_squared(*cell)).min()
        };
        cells.min_by_key(|cell| {
            let clockwise = heading.clockwise_to(from.offset_to(*cell));
            (from.octile_to(*cell), std::cmp::Reverse(clearance(cell)), clockwise, *cell)
        })
    }

    fn blast_radius(&self, item: ItemId) -> u16 {
        let blast = self.scene.items.get(item.index()).and_then(|item| item.blast);
        blast.map_or(0, |blast| blast.radius)
    }

    fn is_in_blast(&self, grenade: &Grenade, cell: Cell) -> bool {
        let radius = u64::from(self.blast_radius(grenade.item));
        grenade.cell.distance_squared(cell) <= radius * radius && self.line_of_sight(grenade.cell, cell)
    }
}

/// Whether an actor knows of a grenade: it sees it, or it threw it.
fn notices(world: &World, viewer: ActorId, grenade: &Grenade) -> bool {
    let is_near = |actor: &Actor| actor.cell.moves_to(grenade.cell) <= 2;
    grenade.by == viewer || world.actor(viewer).is_some_and(is_near) || world.sees_cell(viewer, grenade.cell)
}

/// Whether a throw is possible now.
pub(crate) fn check(world: &World, id: ActorId, item: ItemId, at: Cell) -> Result<(), Failure> {
    let actor = &world.state.actors[id.index()];
    let blast = world.scene.items[item.index()].blast.ok_or(Failure::Refused)?;
    if actor.goods.count(item) == 0 {
        return Err(Failure::TooFew);
    }
    if world.state.grenades.len() >= GRENADES_MAX {
        return Err(Failure::Full);
    }
    if actor.cell.distance_squared(at) > u64::from(blast.range).pow(2) {
        return Err(Failure::OutOfRange);
    }
    if world.line_of_sight(actor.cell, at) { Ok(()) } else { Err(Failure::NoLineOfSight) }
}

/// Throws a grenade. The throw was checked.
pub(crate) fn throw(world: &mut World, id: ActorId, item: ItemId, at: Cell) {
    let Some(blast) = world.scene.items[item.index()].blast else { return };
    let mut cell = at;
    if world.state.dice.permille(SCATTER) {
        let around: Vec<Cell> = world.square(at, 1, 1).filter(|cell| *cell != at).collect();
        let drawn = world.state.dice.below(around.len().max(1) as u64) as usize;
        cell = around.get(drawn).copied().unwrap_or(at);
    }
    world.state.actors[id.index()].goods.remove(item, 1);
    world.state.grenades.push(Grenade { item, cell, by: id, left_ms: blast.fuse_ms });
    world.emit(EventKind::Thrown { actor: id, item, at: cell });
}

/// Lets fuses burn, and lets grenades explode.
pub(crate) fn burn(world: &mut World, dt_ms: u32) {
    if world.state.grenades.is_empty() {
        return;
    }
    for grenade in &mut world.state.grenades {
        grenade.left_ms = grenade.left_ms.saturating_sub(dt_ms);
    }
    let (due, left) = world.state.grenades.iter().partition(|grenade| grenade.left_ms == 0);
    world.state.grenades = left;
    let due: Vec<Grenade> = due;
    for grenade in due {
        explode(world, grenade);
    }
}

fn explode(world: &mut World, grenade: Grenade) {
    let Some(blast) = world.scene.items[grenade.item.index()].blast else { return };
    world.emit(EventKind::Exploded { item: grenade.item, at: grenade.cell, by: grenade.by });
    world.noise(grenade.cell, blast.loudness, NoiseKind::Blast, Some(grenade.by));
    let (radius, holds_ms) = (u64::from(blast.radius), world.scene.rules.suppression.holds_ms);
    let mut killed = Vec::new();
    for index in 0..world.state.actors.len() {
        let victim = ActorId::new(index as u16);
        let actor = &world.state.actors[index];
        let distance = u64::from(grenade.cell.distance(actor.cell));
        if !actor.is_alive() || distance > 2 * radius * 1000 || !world.line_of_sight(grenade.cell, actor.cell)
        {
            continue;
        }
        let is_inside = distance <= radius * 1000;
        let is_covered = world.cover_from(actor.cell, grenade.cell) != Shelter::None;
        let actor = &mut world.state.actors[index];
        let shock = if is_inside { SUPPRESSION_MAX } else { SUPPRESSION_MAX / 2 };
        (actor.suppression, actor.shaken_ms) = (actor.suppression.max(shock), holds_ms);
        if is_inside {
            let share = 1000 - (1000 - EDGE) * distance / (radius * 1000).max(1);
            let share = if is_covered { share * COVERED / 1000 } else { share };
            let damage = (u64::from(blast.damage) * share / 1000) as u16;
            if hurt(world, victim, grenade.by, damage) {
                killed.push(victim);
            }
        }
    }
    for victim in killed {
        die(world, victim, grenade.by);
    }
}
