//! Snapshots of the world by tick: doors, items, health and paths. A recording of minds does not contain them; a running
//! or replayed scene does.

use std::sync::Arc;

use cunning_arena::{Intent, Target, World};
use serde::Serialize;

/// The most and the fewest snapshots that are kept, and the most actors in all of them together: every tick of half an hour
/// with thirty actors.
const SNAPSHOTS_MAX: usize = 1 << 16;
const SNAPSHOTS_MIN: usize = 128;
const SNAPSHOT_ACTORS_MAX: usize = 600_000;
/// The same for complete worlds.
const WORLDS_MAX: usize = 2048;
const WORLDS_MIN: usize = 32;
const WORLD_ACTORS_MAX: usize = 20_000;
/// The most corners of a path that are kept.
const CORNERS_MAX: usize = 24;
/// How many ticks older than expected a snapshot may be: the scene skips snapshots rather than wait.
const SKIPPED_MAX: u64 = 8;

/// The world at a tick.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WorldSnapshot {
    /// The states of the doors, in the order of the scene.
    doors: Vec<DoorState>,
    /// Items on the ground: x, y, name and count.
    piles: Vec<(u16, u16, String, u32)>,
    /// The bodies; pages get them as [`Body`](crate::body::Body).
    #[serde(skip)]
    pub(crate) actors: Vec<ActorState>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
enum DoorState {
    Open,
    Closed,
    Locked,
}

/// A body at a tick.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ActorState {
    pub(crate) name: String,
    pub(crate) team: usize,
    /// x, y and yaw.
    pub(crate) place: (f32, f32, f32),
    pub(crate) health: u16,
    pub(crate) health_max: u16,
    pub(crate) is_alive: bool,
    pub(crate) is_crouched: bool,
    /// The corners of the rest of its path.
    pub(crate) path: Vec<(u16, u16)>,
    /// What it shoots at, in cells.
    pub(crate) aims: Option<(f32, f32)>,
}

impl WorldSnapshot {
    fn new(world: &World) -> Self {
        let scene = world.scene();
        let doors = (0..scene.doors().len()).map(|at| {
            let state = world.door(cunning_arena::DoorId::new(at as u16));
            match state {
                Some(state) if state.is_open() => DoorState::Open,
                Some(cunning_arena::DoorState::Locked) => DoorState::Locked,
                _ => DoorState::Closed,
            }
        });
        let piles = world.piles().iter().map(|pile| {
            let item =
                scene.items().get(pile.item.index()).map_or_else(String::new, |item| item.name.clone());
            (pile.cell.x, pile.cell.y, item, u32::from(pile.count))
        });
        let actors = world.actors().iter().zip(scene.actors());
        let actors = actors.filter(|(actor, _)| !actor.is_removed()).map(|(actor, spec)| ActorState {
            name: spec.name.clone(),
            team: spec.team.index(),
            place: place_of(actor),
            health: actor.health(),
            health_max: scene.bodies().get(spec.body.index()).map_or(0, |kind| kind.health),
            is_alive: actor.is_alive(),
            is_crouched: actor.stance() == cunning_arena::Stance::Crouched,
            path: corners(actor.path()),
            aims: aims(world, actor),
        });
        Self { doors: doors.collect(), piles: piles.collect(), actors: actors.collect() }
    }
}

/// The position and the direction of a body, as simulations record them.
fn place_of(actor: &cunning_arena::Actor) -> (f32, f32, f32) {
    let thousandths = |value: i32| value as f32 / 1000.0;
    let yaw = f32::from(actor.heading().0) * (std::f32::consts::TAU / 256.0);
    (thousandths(actor.point().x), thousandths(actor.point().y), yaw)
}

/// The centre of what a body shoots at.
fn aims(world: &World, actor: &cunning_arena::Actor) -> Option<(f32, f32)> {
    let (_, Intent::Shoot { at, .. }) = actor.doing()? else { return None };
    match at {
        Target::Cell(cell) => Some((f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)),
        Target::Actor(other) => world.actor(other).map(|other| {
            let (x, y, _) = place_of(other);
            (x, y)
        }),
    }
}

/// The ends of the path of a body and the cells where it turns, nearest first; the world stores paths in reverse.
fn corners(path: &[cunning_arena::Cell]) -> Vec<(u16, u16)> {
    let path: Vec<cunning_arena::Cell> = path.iter().rev().copied().collect();
    corners_of(&path)
}

/// The ends of a path and the cells where it turns.
pub(crate) fn corners_of(path: &[cunning_arena::Cell]) -> Vec<(u16, u16)> {
    let turn = |[a, b, c]: [cunning_arena::Cell; 3]| {
        let step = |from: cunning_arena::Cell, to: cunning_arena::Cell| {
            (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
        };
        step(a, b) != step(b, c)
    };
    let is_corner =
        |at: usize| at == 0 || at + 1 == path.len() || turn([path[at - 1], path[at], path[at + 1]]);
    (0..path.len()).filter(|&at| is_corner(at)).map(|at| (path[at].x, path[at].y)).take(CORNERS_MAX).collect()
}

/// The snapshots of a scene, thinned out as they become many.
pub(crate) struct WorldHistory {
    snapshots: Series<WorldSnapshot>,
    /// Complete worlds, for overlays.
    worlds: Series<World>,
}

impl Default for WorldHistory {
    fn default() -> Self {
        Self { snapshots: Series::new(SNAPSHOTS_MAX), worlds: Series::new(WORLDS_MAX) }
    }
}

impl WorldHistory {
    /// Adds the world at a tick; ticks must increase.
    pub(crate) fn add(&mut self, tick: u64, world: &World) {
        let actors = world.actors().len().max(1);
        self.snapshots.max = (SNAPSHOT_ACTORS_MAX / actors).clamp(SNAPSHOTS_MIN, SNAPSHOTS_MAX);
        self.snapshots.add(tick, || WorldSnapshot::new(world));
        self.worlds.max = (WORLD_ACTORS_MAX / actors).clamp(WORLDS_MIN, WORLDS_MAX);
        self.worlds.add(tick, || world.clone());
    }

    /// Replaces the world at the last tick, which a page has edited.
    pub(crate) fn replace(&mut self, tick: u64, world: &World) {
        self.snapshots.replace(tick, || WorldSnapshot::new(world));
        self.worlds.replace(tick, || world.clone());
    }

    /// The snapshot of a tick, or of one shortly before it.
    pub(crate) fn at(&self, tick: u64) -> Option<Arc<WorldSnapshot>> {
        self.snapshots.at(tick)
    }

    /// The complete world at a tick, or at one shortly before it.
    pub(crate) fn world(&self, tick: u64) -> Option<Arc<World>> {
        self.worlds.at(tick)
    }
}

/// Values by tick. When there are too many, every other one is dropped.
struct Series<T> {
    items: Vec<(u64, Arc<T>)>,
    /// The smallest distance between two values, in ticks.
    stride: u64,
    max: usize,
}

impl<T> Series<T> {
    const fn new(max: usize) -> Self {
        Self { items: Vec::new(), stride: 1, max }
    }

    fn add(&mut self, tick: u64, item: impl FnOnce() -> T) {
        if self.items.last().is_none_or(|(last, _)| tick >= last + self.stride) {
            self.items.push((tick, Arc::new(item())));
        }
        if self.items.len() > self.max {
            let mut at = 0;
            self.items.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.stride *= 2;
        }
    }

    /// Replaces what was added at a tick or after it.
    fn replace(&mut self, tick: u64, item: impl FnOnce() -> T) {
        while self.items.last().is_some_and(|(last, _)| *last >= tick) {
            self.items.pop();
        }
        self.items.push((tick, Arc::new(item())));
    }

    fn at(&self, tick: u64) -> Option<Arc<T>> {
        let after = self.items.partition_point(|(known, _)| *known <= tick);
        let (known, item) = self.items[..after].last()?;
        (tick < known + self.stride + SKIPPED_MAX).then(|| item.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_never_gets_an_old_snapshot() {
        let mut series = Series::new(8);
        for tick in 0..40 {
            series.add(tick, || tick);
        }
        assert!(series.items.len() <= 8 && series.stride > 1);
        for tick in 0..40 {
            let known = *series.at(tick).unwrap();
            assert!(known <= tick && tick - known < series.stride, "{known} at {tick}");
        }
        assert_eq!(series.at(100), None);
    }
}
