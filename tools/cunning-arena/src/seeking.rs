//! Real-time navigation: walks that choose one step at a time, and what walkers remember of them.
//!
//! A seeker looks at the neighbouring cells and chooses one, without a planned path. It judges cells by the
//! straight distance and by what it fears, as its [`NavigatorConfig`] says: the costs of its own walks, walks
//! of others that it saw, or the cost of walking from every cell. The navigator ([`cunning_walk::navigator`])
//! makes these decisions; this module adds bodies, doors and sight. It treats all places alike and uses no
//! randomness.

use std::sync::Arc;

use cunning_walk::navigator::{Avoidance, Decision};
use cunning_walk::real_time::Graph;
use cunning_walk::{Corners, Grid, Map, Octile};

use crate::id::{ActorId, IntentId};
use crate::movement::destination;
use crate::paths::is_passable;
use crate::scene::Scene;
use crate::world::{DoorPolicy, EventKind, Failure, Goal, Walk, World};
use crate::{Cell, limits};

/// The number of steps in which a memory fades to a half.
const STEPS_TO_HALF: u64 = 8;
/// The share that a memory loses in each of those steps: 1 − 2^(−1/8).
const FADE: f64 = 0.082_995_956_795_328_77;

/// Returns the grid of all cells that are walkable when every door is open. What seekers know does not depend
/// on doors.
pub(crate) fn ground(scene: &Scene) -> Option<Arc<Grid>> {
    let letter = |x: u16, y: u16| if scene.terrain(Cell::new(x, y)).is_walkable() { '.' } else { '@' };
    let rows: Vec<String> =
        (0..scene.height).map(|y| (0..scene.width).map(|x| letter(x, y)).collect()).collect();
    Some(Arc::new(Grid::new(&Map::from_rows(&rows).ok()?, Corners::Strict)))
}

/// Begins a seeker's walk.
pub(crate) fn set_out(world: &mut World, id: ActorId, intent: IntentId, goal: Goal) {
    let from = world.state.actors[id.index()].cell;
    let to = destination(world, id, goal);
    let doors = DoorPolicy::Open;
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
            let config = world.navigator_config(id);
            let navigator = world.state.actors[id.index()].navigator.get_or_insert_default();
            navigator.set_out(&*ground, &config, from, place, to).is_ok()
        }
        _ => false,
    };
    if !is_off {
        world.end_walk(id, Err(Failure::NoPath));
    }
}

/// Chooses the next cell of a seeker that stands in the middle of a cell. Returns false if the walk is over.
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
    let config = world.navigator_config(id);
    let mut navigator = world.state.actors[id.index()].navigator.take().unwrap_or_default();
    let is_lost = navigator.track().is_none_or(|track| track.states().len() > limits::SEEK_STEPS_MAX);
    let decision = navigator.decide(&*ground, &config, at, |cell| is_open(world, &ground, cell));
    world.state.actors[id.index()].navigator = Some(navigator);
    let Some(Decision { to, avoidance, .. }) = decision.filter(|_| !is_lost) else {
        world.end_walk(id, Err(if is_lost { Failure::Lost } else { Failure::NoPath }));
        return false;
    };
    if let Some(Avoidance { feared, memory, plain, .. }) = avoidance {
        world.emit(EventKind::Avoided {
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

/// Chooses another cell, or another cell of the destination, because an actor stays in the way.
pub(crate) fn go_around(world: &mut World, id: ActorId, walk: Walk) {
    let Some(ground) = world.ground().cloned() else { return };
    let to = destination(world, id, walk.goal).unwrap_or(walk.to);
    let (Some(at), Some(aim)) = (number(world, world.state.actors[id.index()].cell), number(world, to))
    else {
        return;
    };
    let config = world.navigator_config(id);
    let mut navigator = world.state.actors[id.index()].navigator.take().unwrap_or_default();
    // The cell is on the map, so it is in the graph.
    let _turned = navigator.turn_to(&*ground, &config, aim);
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

/// Records a step of a seeker.
pub(crate) fn stepped(world: &mut World, id: ActorId, from: Cell, to: Cell) {
    let cell = number(world, to);
    if let (Some(navigator), Some(cell)) = (&mut world.state.actors[id.index()].navigator, cell) {
        navigator.went(cell, Octile::between(from.position(), to.position()).units());
    }
}

/// Adds a cell to the known ground of an actor that came there without seeking, if its navigator keeps a map.
pub(crate) fn explored(world: &mut World, id: ActorId, cell: Cell) {
    if world.scene.actors[id.index()].navigator.is_none_or(|navigator| navigator.map_range.is_none()) {
        return;
    }
    let (Some(ground), Some(cell)) = (world.ground().cloned(), number(world, cell)) else { return };
    let config = world.navigator_config(id);
    let navigator = world.state.actors[id.index()].navigator.get_or_insert_default();
    // The cell is on the map, so it is in the graph.
    let _explored = navigator.explore(&*ground, &config, cell);
}

/// A finished walk of a seeker.
#[derive(Clone, Debug)]
pub(crate) struct Walked {
    pub(crate) intent: IntentId,
    pub(crate) goal: Goal,
    /// All cells that it led over, starting with the first.
    pub(crate) cells: Vec<Cell>,
}

/// Ends a seeker's walk. The navigator remembers it if it is configured to.
pub(crate) fn ended(world: &mut World, id: ActorId, walk: &Walk) {
    let Some(ground) = world.ground().cloned() else { return };
    let config = world.navigator_config(id);
    if let Some(navigator) = &mut world.state.actors[id.index()].navigator {
        // The walk was on this grid, so ending it cannot fail.
        let track = navigator.end(&*ground, &config).ok().flatten();
        if let Some(track) = track.filter(|_| world.walked.len() < limits::ENDED_WALKS_MAX) {
            let cells = track.states().iter().map(|cell| Cell::at(ground.position(*cell))).collect();
            world.walked.push(Walked { intent: walk.id, goal: walk.goal, cells });
        }
    }
}

/// Lets watching actors observe the walks of seekers, and remember walks that have ended.
pub(crate) fn watch(world: &mut World) {
    for index in 0..world.state.actors.len() {
        let watches = world.scene.actors[index].navigator.is_some_and(|navigator| navigator.watches);
        if !watches || !world.state.actors[index].is_alive() {
            continue;
        }
        let viewer = ActorId::new(index as u16);
        let Some(ground) = world.ground().cloned() else { return };
        let mut navigator = world.state.actors[index].navigator.take().unwrap_or_default();
        let config = world.navigator_config(viewer);
        let seeks = |other: u32| {
            let other = world.state.actors.get(other as usize)?;
            other.legs.filter(|walk| walk.seeks)?;
            other.navigator.as_ref()?.active_walk()
        };
        // A seeker learns from others only after its own walk has ended, so that it does not turn round on
        // the way.
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

/// Lets memories fade with time.
pub(crate) fn fade(world: &mut World, dt_ms: u32) {
    let now = world.state.time_ms;
    for index in 0..world.state.actors.len() {
        let Some(half_life_ms) =
            world.scene.actors[index].navigator.and_then(|navigator| navigator.half_life_ms)
        else {
            continue;
        };
        let steps = |time_ms: u64| time_ms * STEPS_TO_HALF / u64::from(half_life_ms).max(1);
        let passed = steps(now) - steps(now.saturating_sub(dt_ms.into()));
        let Some(ground) = world.ground().cloned().filter(|_| passed > 0) else { continue };
        let config = world.navigator_config(ActorId::new(index as u16));
        if let Some(navigator) = &mut world.state.actors[index].navigator {
            for _ in 0..passed {
                // The share is in range, and the grid is the one the navigator knows.
                let _faded = navigator.fade(&*ground, &config, FADE);
            }
        }
    }
}

/// Returns the cell that stands for a goal in memory: all cells of a place are one goal.
fn place(world: &World, goal: Goal) -> Cell {
    match goal {
        Goal::Cell(cell) => cell,
        Goal::Spot(spot) => world.scene.spots.get(spot.index()).map_or(Cell::default(), |spot| spot.centre),
    }
}

fn number(world: &World, cell: Cell) -> Option<u32> {
    world.scene.number(cell).map(|number| number as u32)
}

/// Converts a length to thousandths of a cell; negative lengths become zero.
pub(crate) fn thousandths(ground: &Grid, units: f64) -> u32 {
    (units / ground.unit() * 1000.0).clamp(0.0, f64::from(u32::MAX)) as u32
}

fn is_free(ground: &Grid, cell: u32) -> bool {
    ground.is_free(ground.position(cell))
}

/// Whether a seeker can enter a cell, opening doors that can be opened.
fn is_open(world: &World, ground: &Grid, cell: u32) -> bool {
    let door = world.scene.door_at(Cell::at(ground.position(cell)));
    let state = door.and_then(|door| world.door(door));
    state.is_none_or(|state| is_passable(state, DoorPolicy::Open))
}
