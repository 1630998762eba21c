//! Finding the way as one goes: walks by real-time search, and what walkers remember of them.
//!
//! A seeker looks at the cells around it and takes one, step by step; nobody plans a path for it. Which cell is best it
//! judges by the straight distance and by what it fears, as its [`NavigatorConfig`] has it: what its own walks have cost, what it saw
//! others go through, or what walking would cost from everywhere. All of it is the navigator's ([`cunning_walk::navigator`]);
//! here bodies, doors and sight come in. No place is special here, and no dice are thrown.

use std::sync::Arc;

use cunning_walk::navigator::{Decision, Shies};
use cunning_walk::real_time::Graph;
use cunning_walk::{Corners, Grid, Map, Octile};

use crate::id::{ActorId, IntentId};
use crate::movement::destination;
use crate::paths::is_passable;
use crate::scene::Scene;
use crate::world::{AtDoors, Failure, Goal, Walk, What, World};
use crate::{Cell, limits};

/// Memories fade in this many steps to a half.
const STEPS_TO_HALF: u64 = 8;
/// What each of those steps takes of what is left: 1 − 2^(−1/8).
const FADE: f64 = 0.082_995_956_795_328_77;

/// The cells that can ever be walked on, whatever doors are like: what seekers know does not depend on doors.
pub(crate) fn ground(scene: &Scene) -> Option<Arc<Grid>> {
    let letter = |x: u16, y: u16| if scene.terrain(Cell::new(x, y)).is_walkable() { '.' } else { '@' };
    let rows: Vec<String> =
        (0..scene.height).map(|y| (0..scene.width).map(|x| letter(x, y)).collect()).collect();
    Some(Arc::new(Grid::new(&Map::from_rows(&rows).ok()?, Corners::Strict)))
}

/// Begins a walk.
pub(crate) fn set_out(world: &mut World, id: ActorId, intent: IntentId, goal: Goal) {
    let from = world.state.actors[id.index()].cell;
    let to = destination(world, id, goal);
    let doors = AtDoors::Open;
    let walk =
        Walk { id: intent, goal, to: to.unwrap_or(from), doors, seeks: true, waited_ms: 0, opening_ms: 0 };
    world.state.actors[id.index()].legs = Some(walk);
    let Some(to) = to else {
        world.end_walk(id, Err(Failure::Occupied));
        return;
    };
    let cells = number(world, from).zip(number(world, place(world, goal))).zip(number(world, to));
    let is_off = match (world.ground().cloned(), cells) {
        (Some(ground), Some(((from, place), to))) if is_free(&ground, to) => {
            let config = world.config(id);
            let navigator = world.state.actors[id.index()].navigator.get_or_insert_default();
            navigator.set_out(&*ground, &config, from, place, to).is_ok()
        }
        _ => false,
    };
    if !is_off {
        world.end_walk(id, Err(Failure::NoWay));
    }
}

/// Decides on the next cell of a seeker that stands in the middle of its own; false if the walk is over.
pub(crate) fn decide(world: &mut World, id: ActorId) -> bool {
    let actor = &world.state.actors[id.index()];
    let (Some(walk), Some(at), Some(ground)) =
        (actor.legs, number(world, actor.cell), world.ground().cloned())
    else {
        return false;
    };
    if actor.cell == walk.to {
        world.end_walk(id, Ok(()));
        return false;
    }
    let config = world.config(id);
    let mut navigator = world.state.actors[id.index()].navigator.take().unwrap_or_default();
    let is_lost = navigator.track().is_none_or(|track| track.states().len() > limits::SEEK_STEPS_MAX);
    let decision = navigator.decide(&*ground, &config, at, |cell| is_open(world, &ground, cell));
    world.state.actors[id.index()].navigator = Some(navigator);
    let Some(Decision { to, shies, .. }) = decision.filter(|_| !is_lost) else {
        world.end_walk(id, Err(if is_lost { Failure::Lost } else { Failure::NoWay }));
        return false;
    };
    if let Some(Shies { feared, memory, plain, .. }) = shies {
        world.say(What::Shied {
            actor: id,
            intent: walk.id,
            feared: Cell::at(ground.position(feared)),
            source: memory.source,
            cost: thousandths(&ground, memory.cost),
            distance: thousandths(&ground, plain),
        });
    }
    world.state.actors[id.index()].path.push(Cell::at(ground.position(to)));
    true
}

/// Somebody stays in the way: decides on another cell, or on another cell of the place.
pub(crate) fn go_around(world: &mut World, id: ActorId, walk: Walk) {
    let Some(ground) = world.ground().cloned() else { return };
    let to = destination(world, id, walk.goal).unwrap_or(walk.to);
    let (Some(at), Some(aim)) = (number(world, world.state.actors[id.index()].cell), number(world, to))
    else {
        return;
    };
    let config = world.config(id);
    let mut navigator = world.state.actors[id.index()].navigator.take().unwrap_or_default();
    // The cell is one of the map, so it is one of the graph.
    let _turned = navigator.turn_to(&*ground, aim);
    let is_empty = |cell: u32| {
        is_open(world, &ground, cell) && world.standing_at(Cell::at(ground.position(cell))).is_none()
    };
    let aside = navigator.aside(&*ground, &config, at, is_empty);
    let actor = &mut world.state.actors[id.index()];
    actor.navigator = Some(navigator);
    if let Some(walk) = &mut actor.legs {
        walk.to = to;
    }
    if let Some(aside) = aside {
        actor.path.clear();
        actor.path.push(Cell::at(ground.position(aside)));
    }
}

/// Notes a step of a seeker.
pub(crate) fn stepped(world: &mut World, id: ActorId, from: Cell, to: Cell) {
    let cell = number(world, to);
    if let (Some(navigator), Some(cell)) = (&mut world.state.actors[id.index()].navigator, cell) {
        navigator.went(cell, Octile::between(from.position(), to.position()).units());
    }
}

/// A walk that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Walked {
    pub(crate) intent: IntentId,
    pub(crate) goal: Goal,
    /// All cells that it led over, the first one first.
    pub(crate) cells: Vec<Cell>,
}

/// A seeker's walk is over, wherever it has led: it is remembered, if that is the seeker's temper.
pub(crate) fn ended(world: &mut World, id: ActorId, walk: &Walk) {
    let Some(ground) = world.ground().cloned() else { return };
    let config = world.config(id);
    if let Some(navigator) = &mut world.state.actors[id.index()].navigator {
        // It walked on this ground, and nothing else can be wrong with its end.
        let track = navigator.end(&*ground, &config).ok().flatten();
        if let Some(track) = track.filter(|_| world.walked.len() < limits::WALKED_MAX) {
            let cells = track.states().iter().map(|cell| Cell::at(ground.position(*cell))).collect();
            world.walked.push(Walked { intent: walk.id, goal: walk.goal, cells });
        }
    }
}

/// Lets those who watch see what seekers do, and those who have watched remember it.
pub(crate) fn watch(world: &mut World) {
    for index in 0..world.state.actors.len() {
        let watches = world.scene.actors[index].config.is_some_and(|config| config.watches);
        if !watches || !world.state.actors[index].is_alive() {
            continue;
        }
        let viewer = ActorId::new(index as u16);
        let Some(ground) = world.ground().cloned() else { return };
        let mut navigator = world.state.actors[index].navigator.take().unwrap_or_default();
        let config = world.config(viewer);
        let seeks = |other: u32| {
            let other = world.state.actors.get(other as usize)?;
            other.legs.filter(|walk| walk.seeks)?;
            other.navigator.as_ref()?.active_walk()
        };
        // Who is on the way draws no lesson from others before the walk is over: nobody turns round in the last gate.
        let is_over = |other: &u32| seeks(*other).is_none() && !navigator.is_walking();
        let over: Vec<u32> = navigator.watched().filter(is_over).collect();
        for other in over {
            let _remembered = navigator.look_away(&*ground, &config, other);
        }
        for other in 0..world.state.actors.len() {
            let Some((goal, aim)) = seeks(other as u32).filter(|_| other != index) else { continue };
            let cell = number(world, world.state.actors[other].cell);
            if let Some(cell) = cell.filter(|_| world.sees(viewer, ActorId::new(other as u16))) {
                let _seen = navigator.watch(&*ground, other as u32, goal, aim, cell);
            }
        }
        world.state.actors[index].navigator = Some(navigator);
    }
}

/// Lets memories fade with the time that has passed.
pub(crate) fn fade(world: &mut World, dt_ms: u32) {
    let now = world.state.time_ms;
    for index in 0..world.state.actors.len() {
        let Some(half_life_ms) = world.scene.actors[index].config.and_then(|config| config.half_life_ms)
        else {
            continue;
        };
        let steps = |time_ms: u64| time_ms * STEPS_TO_HALF / u64::from(half_life_ms).max(1);
        let passed = steps(now) - steps(now.saturating_sub(dt_ms.into()));
        let Some(ground) = world.ground().cloned().filter(|_| passed > 0) else { continue };
        let config = world.config(ActorId::new(index as u16));
        if let Some(navigator) = &mut world.state.actors[index].navigator {
            for _ in 0..passed {
                // The share is one that is allowed, and the ground is the one that is known.
                let _faded = navigator.fade(&*ground, &config, FADE);
            }
        }
    }
}

/// The cell that stands for a goal in memory: all cells of a place are one goal.
fn place(world: &World, goal: Goal) -> Cell {
    match goal {
        Goal::Cell(cell) => cell,
        Goal::Spot(spot) => world.scene.spots.get(spot.index()).map_or(Cell::default(), |spot| spot.centre),
    }
}

fn number(world: &World, cell: Cell) -> Option<u32> {
    world.scene.number(cell).map(|number| number as u32)
}

/// A length in thousandths of a cell; what is less than nothing is nothing.
pub(crate) fn thousandths(ground: &Grid, units: f64) -> u32 {
    (units / ground.unit() * 1000.0).clamp(0.0, f64::from(u32::MAX)) as u32
}

fn is_free(ground: &Grid, cell: u32) -> bool {
    ground.is_free(ground.position(cell))
}

/// Whether a seeker can go there as doors are, opening those that can be opened.
fn is_open(world: &World, ground: &Grid, cell: u32) -> bool {
    let door = world.scene.door_at(Cell::at(ground.position(cell)));
    let state = door.and_then(|door| world.door(door));
    state.is_none_or(|state| is_passable(state, AtDoors::Open))
}
