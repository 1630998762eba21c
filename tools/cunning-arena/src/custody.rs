//! Arrests. An actor that is held follows its captor and can do nothing but wait, look and shout.
//!
//! A captor holds one prisoner at a time. The prisoner steps into each cell that its captor leaves. It is free again when
//! it is released, when the captor dies, or when the two are separated.

use cunning_encode::encode_struct;

use crate::Cell;
use crate::id::{ActorId, SpotId};
use crate::world::{EventKind, Failure, Intent, World};

/// The time to arrest an actor within reach.
pub const ARREST_MS: u32 = 1000;
/// How far a prisoner can be pushed when it is released into a place, in moves: past a door, but not across a room.
const PUSH_MOVES: u32 = 3;

/// A captor and its prisoner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Custody {
    pub(crate) captor: ActorId,
    pub(crate) prisoner: ActorId,
}

encode_struct!(Custody { captor, prisoner });

impl World {
    /// The living actor that holds an actor, if one does.
    pub fn captor(&self, prisoner: ActorId) -> Option<ActorId> {
        let custody = self.state.custody.iter().find(|custody| custody.prisoner == prisoner)?;
        self.actor(custody.captor).filter(|captor| captor.is_alive()).map(|_| custody.captor)
    }

    /// The actor that an actor holds, if it holds one.
    pub fn prisoner(&self, captor: ActorId) -> Option<ActorId> {
        let custody = self.state.custody.iter().find(|custody| custody.captor == captor)?;
        Some(custody.prisoner)
    }

    fn set_free(&mut self, prisoner: ActorId, by: ActorId) {
        self.state.custody.retain(|custody| custody.prisoner != prisoner);
        self.emit(EventKind::Released { actor: prisoner, by });
    }
}

/// Whether an actor that is held may still do this.
pub(crate) fn allows(intent: &Intent) -> bool {
    matches!(intent, Intent::Wait { .. } | Intent::Face { .. } | Intent::Stand { .. } | Intent::Shout { .. })
}

pub(crate) fn check_arrest(world: &World, id: ActorId, other: ActorId) -> Result<(), Failure> {
    let (actor, target) = (&world.state.actors[id.index()], &world.state.actors[other.index()]);
    if id == other || !target.is_alive() || world.captor(other).is_some() || world.prisoner(id).is_some() {
        return Err(Failure::Refused);
    }
    if actor.cell.moves_to(target.cell) <= 1 { Ok(()) } else { Err(Failure::OutOfReach) }
}

/// Holds an actor, and takes from it what it carries.
pub(crate) fn arrest(world: &mut World, id: ActorId, other: ActorId) {
    world.end_walk(other, Err(Failure::Held));
    world.end_task(other, Err(Failure::Held));
    let goods = std::mem::take(&mut world.state.actors[other.index()].goods);
    world.state.actors[id.index()].goods.add_all(&goods);
    // One whose captor has died may still be listed.
    world.state.custody.retain(|custody| custody.prisoner != other);
    world.state.custody.push(Custody { captor: id, prisoner: other });
    world.emit(EventKind::Arrested { actor: other, by: id });
}

pub(crate) fn check_release(
    world: &World,
    id: ActorId,
    other: ActorId,
    into: Option<SpotId>,
) -> Result<(), Failure> {
    if world.captor(other) != Some(id) {
        return Err(Failure::Refused);
    }
    match into {
        Some(spot) => room_in(world, id, spot).map(|_| ()).ok_or(Failure::OutOfReach),
        None => Ok(()),
    }
}

/// Frees a prisoner, and pushes it into a place within reach.
pub(crate) fn release(world: &mut World, id: ActorId, other: ActorId, into: Option<SpotId>) {
    let cell = into.and_then(|spot| room_in(world, id, spot));
    if let Some(cell) = cell {
        place(world, other, cell);
        world.state.actors[other.index()].left = cell;
    }
    world.set_free(other, id);
}

/// Moves the prisoner of an actor that has left a cell into that cell.
pub(crate) fn follow(world: &mut World, captor: ActorId, left: Cell) {
    let Some(prisoner) = world.prisoner(captor) else { return };
    let cell = world.state.actors[prisoner.index()].cell;
    if cell.moves_to(left) > 1 {
        world.set_free(prisoner, captor);
    } else if cell != left && world.standing_at(left).is_none() {
        place(world, prisoner, left);
    }
}

/// The nearest free cell of a place into which an actor can push a prisoner.
fn room_in(world: &World, captor: ActorId, spot: SpotId) -> Option<Cell> {
    let from = world.state.actors[captor.index()].cell;
    let cells = world.scene.spots.get(spot.index())?.cells.iter().copied();
    cells
        .filter(|cell| from.moves_to(*cell) <= PUSH_MOVES && world.standing_at(*cell).is_none())
        .min_by_key(|cell| (from.moves_to(*cell), *cell))
}

fn place(world: &mut World, actor: ActorId, cell: Cell) {
    let body = &mut world.state.actors[actor.index()];
    (body.left, body.cell, body.gone) = (body.cell, cell, 0);
    let left = body.left;
    if world.standing_at(left) == Some(actor) {
        world.stand(left, 0);
    }
    world.stand(cell, actor.index() as u16 + 1);
}
