//! Walking along shortest paths, one cell after the other, never through walls, closed doors or solid bodies.
//!
//! A step claims its cell when it begins, so two walkers never enter the same one. Steps are measured in
//! millionths of a cell: a straight one is 1,000,000, a diagonal one 1,414,214. What a tick leaves over after
//! a step goes into the next step. A walk of length L at speed v therefore takes L / v, rounded up to whole
//! ticks. A walker that is pinned next to cover waits there (see [`combat`]).

use crate::id::{ActorId, DoorId, IntentId};
use crate::paths::{Paths, is_passable};
use crate::world::{
    DoorAction, DoorPolicy, DoorState, EventKind, Failure, Goal, NoiseKind, Obstacle, Stance, Walk, World,
};
use crate::{Cell, Heading, combat, custody, seeking};

/// How long a walker waits for an actor in its way before it looks for a detour; twice as long if the other
/// one is walking too.
pub const PATIENCE_MS: u32 = 400;
/// How long a walker waits before the walk fails.
pub const GIVE_UP_MS: u32 = 5000;

const STRAIGHT: u32 = 1_000_000;
const DIAGONAL: u32 = 1_414_214;

/// The length of a step between neighbours, in millionths of a cell; zero from a cell to itself.
pub(crate) fn step_cost(from: Cell, to: Cell) -> u32 {
    match (from.x == to.x, from.y == to.y) {
        (true, true) => 0,
        (false, false) => DIAGONAL,
        _ => STRAIGHT,
    }
}

/// Begins a walk by planning a path.
pub(crate) fn set_out(world: &mut World, id: ActorId, intent: IntentId, goal: Goal, doors: DoorPolicy) {
    let actor = &mut world.state.actors[id.index()];
    let walk = Walk { id: intent, goal, to: actor.cell, doors, seeks: false, waited_ms: 0, opening_ms: 0 };
    actor.legs = Some(walk);
    if let Err(failure) = plan(world, id) {
        world.end_walk(id, Err(failure));
    }
}

/// Moves one actor for a tick.
pub(crate) fn walk(world: &mut World, id: ActorId, dt_ms: u32) {
    let actor = &world.state.actors[id.index()];
    if !actor.is_alive() || (actor.legs.is_none() && !actor.is_moving()) {
        return;
    }
    let speed = world.scene.bodies[world.scene.actors[id.index()].body.index()].speed;
    let speed = if actor.stance == Stance::Crouched { speed.div_ceil(2) } else { speed };
    let mut reach = u64::from(speed) * u64::from(dt_ms);
    loop {
        let actor = &mut world.state.actors[id.index()];
        let missing = step_cost(actor.left, actor.cell).saturating_sub(actor.gone);
        if reach < u64::from(missing) {
            actor.gone += reach as u32;
            return;
        }
        reach -= u64::from(missing);
        (actor.left, actor.gone) = (actor.cell, 0);
        if !next_step(world, id, dt_ms) {
            return;
        }
    }
}

/// Begins the next step of a walker in the middle of a cell. Returns false if it does not continue in this
/// tick.
fn next_step(world: &mut World, id: ActorId, dt_ms: u32) -> bool {
    let actor = &world.state.actors[id.index()];
    let Some(walk) = actor.legs else { return false };
    if combat::is_held_in_cover(world, id) {
        return false;
    }
    let Some(&next) = actor.path.last() else {
        if walk.seeks {
            return seeking::decide(world, id);
        }
        world.end_walk(id, Ok(()));
        return false;
    };
    if let Some(door) = world.closed_door(next) {
        at_door(world, id, door, dt_ms);
        return false;
    }
    if cuts_corner(world, actor.cell, next) {
        let side = step_aside(world, actor.cell, next);
        match side {
            Some(side) => world.state.actors[id.index()].path.push(side),
            None => world.end_walk(id, Err(Failure::NoPath)),
        }
        return side.is_some();
    }
    match world.standing_at(next) {
        None => step(world, id, next),
        Some(other) if is_facing(world, other, id) => {
            let here = world.state.actors[id.index()].cell;
            step(world, other, here);
            step(world, id, next);
        }
        Some(other) => {
            wait_for(world, id, other, dt_ms);
            return false;
        }
    }
    true
}

/// Whether `other` stands still and wants to enter the cell of `id`: the two can swap cells.
fn is_facing(world: &World, other: ActorId, id: ActorId) -> bool {
    let (other, actor) = (&world.state.actors[other.index()], &world.state.actors[id.index()]);
    other.legs.is_some() && !other.is_moving() && other.path.last() == Some(&actor.cell)
}

fn step(world: &mut World, id: ActorId, next: Cell) {
    let actor = &mut world.state.actors[id.index()];
    actor.path.pop();
    (actor.left, actor.cell, actor.gone) = (actor.cell, next, 0);
    actor.heading = Heading::of(actor.left.offset_to(next)).unwrap_or(actor.heading);
    if let Some(walk) = &mut actor.legs {
        (walk.waited_ms, walk.opening_ms) = (0, 0);
    }
    let (left, seeks) = (actor.left, actor.legs.is_some_and(|walk| walk.seeks));
    if seeks {
        seeking::stepped(world, id, left, next);
    } else {
        seeking::explored(world, id, next);
    }
    // When two actors swap cells, the other one may already have taken ours.
    if world.standing_at(left) == Some(id) {
        world.stand(left, 0);
    }
    world.stand(next, id.index() as u16 + 1);
    custody::follow(world, id, left);
}

/// The two cells beside a diagonal step.
fn sides(from: Cell, to: Cell) -> [Cell; 2] {
    [Cell::new(to.x, from.y), Cell::new(from.x, to.y)]
}

/// Whether a step cuts the corner of a closed door. Paths are planned past doors that their walkers would
/// open.
fn cuts_corner(world: &World, from: Cell, to: Cell) -> bool {
    step_cost(from, to) == DIAGONAL && !sides(from, to).iter().all(|&side| world.is_walkable(side))
}

/// Returns the cell that splits such a step into two: next to the door, or through it where both sides are
/// doors.
fn step_aside(world: &World, from: Cell, to: Cell) -> Option<Cell> {
    let sides = sides(from, to);
    let free = sides.into_iter().find(|&side| world.is_walkable(side));
    free.or_else(|| sides.into_iter().find(|&side| world.closed_door(side).is_some()))
}

/// Handles a closed door on the path: opens it, or looks for another path.
fn at_door(world: &mut World, id: ActorId, door: DoorId, dt_ms: u32) {
    let Some(walk) = &mut world.state.actors[id.index()].legs else { return };
    let state = world.state.doors[door.index()];
    if !is_passable(state, walk.doors) {
        let walk = *walk;
        blocked(world, id, walk, Obstacle::Door(door));
        return;
    }
    walk.opening_ms = walk.opening_ms.saturating_add(dt_ms);
    if walk.opening_ms >= DoorAction::Open.time_ms() {
        world.set_door(door, DoorState::Open, Some(id));
        let cell = world.scene.doors[door.index()].cell;
        world.noise(cell, DoorAction::Open.loudness(), NoiseKind::Door, Some(id));
    }
}

/// Plans again from here because the path is blocked. The new path is begun in the next tick, so that each
/// walker plans at most once per tick.
fn blocked(world: &mut World, id: ActorId, walk: Walk, by: Obstacle) {
    world.emit(EventKind::Blocked { actor: id, intent: walk.id, by });
    if walk.seeks {
        world.state.actors[id.index()].path.clear();
        return;
    }
    if let Err(failure) = plan(world, id) {
        world.end_walk(id, Err(failure));
    }
}

/// Handles an actor in the way: waits, then tries a detour, then gives up.
fn wait_for(world: &mut World, id: ActorId, other: ActorId, dt_ms: u32) {
    let is_walking = world.state.actors[other.index()].legs.is_some();
    // A walking actor will move on soon.
    let patience = if is_walking { 2 * PATIENCE_MS } else { PATIENCE_MS };
    let Some(walk) = &mut world.state.actors[id.index()].legs else { return };
    let before = walk.waited_ms;
    walk.waited_ms = before.saturating_add(dt_ms);
    let walk = *walk;
    if walk.waited_ms >= GIVE_UP_MS {
        world.end_walk(id, Err(Failure::Occupied));
    } else if walk.waited_ms / patience > before / patience {
        world.emit(EventKind::Blocked { actor: id, intent: walk.id, by: Obstacle::Actor(other) });
        if walk.seeks {
            seeking::go_around(world, id, walk);
        } else {
            go_around(world, id, walk);
        }
    }
}

fn go_around(world: &mut World, id: ActorId, walk: Walk) {
    let from = world.state.actors[id.index()].cell;
    let to = destination(world, id, walk.goal).unwrap_or(walk.to);
    let is_found = with_paths(world, id, |world, paths, path| {
        let is_found = paths.detour(world, from, to, walk.doors, path);
        if is_found {
            into_stack(path);
        }
        is_found
    });
    if let Some(walk) = world.state.actors[id.index()].legs.as_mut().filter(|_| is_found) {
        walk.to = to;
    }
}

/// Plans the path of an actor's walk from where it stands.
fn plan(world: &mut World, id: ActorId) -> Result<(), Failure> {
    let actor = &world.state.actors[id.index()];
    let Some(walk) = actor.legs else { return Ok(()) };
    let from = actor.cell;
    let to = destination(world, id, walk.goal).ok_or(Failure::Occupied)?;
    let found = with_paths(world, id, |world, paths, path| {
        let found = paths.find(world, from, to, walk.doors, path).is_some();
        into_stack(path);
        found
    });
    if let Some(walk) = &mut world.state.actors[id.index()].legs {
        walk.to = to;
    }
    if found { Ok(()) } else { Err(Failure::NoPath) }
}

/// Lends the world's path cache and an actor's list of cells to a closure that also reads the world.
fn with_paths<T>(
    world: &mut World,
    id: ActorId,
    ask: impl FnOnce(&World, &mut Paths, &mut Vec<Cell>) -> T,
) -> T {
    let mut paths = world.paths.take();
    let mut path = std::mem::take(&mut world.state.actors[id.index()].path);
    let answer = ask(world, &mut paths, &mut path);
    world.paths.give_back(paths);
    world.state.actors[id.index()].path = path;
    answer
}

/// Turns a path into a list from which the next cell is popped.
fn into_stack(path: &mut Vec<Cell>) {
    path.reverse();
    path.pop();
}

/// Returns the destination cell of a goal: for a place, the nearest cell without another actor.
pub(crate) fn destination(world: &World, id: ActorId, goal: Goal) -> Option<Cell> {
    match goal {
        Goal::Cell(cell) => Some(cell),
        Goal::Spot(spot) => {
            let actor = &world.state.actors[id.index()];
            let (from, heading) = (actor.cell, actor.heading);
            let cells = world.scene.spots.get(spot.index())?.cells.iter().copied();
            cells
                .filter(|&cell| world.standing_at(cell).is_none_or(|other| other == id))
                .min_by_key(|&cell| (from.octile_to(cell), heading.clockwise_to(from.offset_to(cell)), cell))
        }
    }
}
