//! What a world looks like beyond its agents' places: doors, things that lie about, health, ways. A recording of minds
//! does not have it, but playing it again does.

use std::sync::Arc;

use cunning_arena::World;
use serde::Serialize;

/// How many are kept; when there would be more, every second is dropped.
const SHOTS_MAX: usize = 2048;
/// How many worlds are kept: fewer, the more bodies they have.
const WORLDS_MAX: usize = 2048;
const WORLDS_MIN: usize = 32;
const BODIES_MAX: usize = 20_000;
/// Corners of a way that are kept.
const CORNERS_MAX: usize = 24;
/// Ticks that may be missing because whoever plays does not wait; what is older than that tells nothing about a tick.
const MISSING_MAX: u64 = 8;

/// A world at a tick.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Shot {
    /// The states of the doors, in the order of the scene.
    doors: Vec<&'static str>,
    /// What lies about: x, y, what and how many.
    piles: Vec<(u16, u16, String, u32)>,
    bodies: Vec<BodyShot>,
}

#[derive(Clone, Debug, Serialize)]
struct BodyShot {
    name: String,
    health: u16,
    #[serde(rename = "isAlive")]
    is_alive: bool,
    #[serde(rename = "isCrouched")]
    is_crouched: bool,
    /// The corners of its way, from here on.
    way: Vec<(u16, u16)>,
}

impl Shot {
    pub(crate) fn of(world: &World) -> Self {
        let scene = world.scene();
        let doors = (0..scene.doors().len()).map(|at| {
            let state = world.door(cunning_arena::DoorId::new(at as u16));
            match state {
                Some(state) if state.is_open() => "open",
                Some(cunning_arena::DoorState::Locked) => "locked",
                _ => "closed",
            }
        });
        let piles = world.piles().iter().map(|pile| {
            let item =
                scene.items().get(pile.item.index()).map_or_else(String::new, |item| item.name.clone());
            (pile.cell.x, pile.cell.y, item, u32::from(pile.count))
        });
        let bodies = world.actors().iter().zip(scene.actors()).map(|(actor, spec)| BodyShot {
            name: spec.name.clone(),
            health: actor.health(),
            is_alive: actor.is_alive(),
            is_crouched: actor.stance() == cunning_arena::Stance::Crouched,
            way: corners(actor.path()),
        });
        Self { doors: doors.collect(), piles: piles.collect(), bodies: bodies.collect() }
    }
}

/// The cells of a way where it turns, and its ends, the nearest first. The world has them the other way round.
fn corners(way: &[cunning_arena::Cell]) -> Vec<(u16, u16)> {
    let turn = |[a, b, c]: [cunning_arena::Cell; 3]| {
        let step = |from: cunning_arena::Cell, to: cunning_arena::Cell| {
            (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
        };
        step(a, b) != step(b, c)
    };
    let is_corner = |at: usize| at == 0 || at + 1 == way.len() || turn([way[at - 1], way[at], way[at + 1]]);
    (0..way.len())
        .rev()
        .filter(|&at| is_corner(at))
        .map(|at| (way[at].x, way[at].y))
        .take(CORNERS_MAX)
        .collect()
}

/// What a world looked like, tick by tick as far as memory goes.
pub(crate) struct Shots {
    shots: Series<Shot>,
    /// The worlds themselves, for whoever wants to know more.
    worlds: Series<World>,
}

impl Default for Shots {
    fn default() -> Self {
        Self { shots: Series::new(SHOTS_MAX), worlds: Series::new(WORLDS_MAX) }
    }
}

impl Shots {
    /// Adds what a tick looked like; ticks only ever grow.
    pub(crate) fn add(&mut self, tick: u64, world: &World) {
        self.shots.add(tick, || Shot::of(world));
        self.worlds.max = (BODIES_MAX / world.actors().len().max(1)).clamp(WORLDS_MIN, WORLDS_MAX);
        self.worlds.add(tick, || world.clone());
    }

    /// What it looked like at a tick, or shortly before.
    pub(crate) fn at(&self, tick: u64) -> Option<Arc<Shot>> {
        self.shots.at(tick)
    }

    /// The world at a tick, or shortly before.
    pub(crate) fn world(&self, tick: u64) -> Option<Arc<World>> {
        self.worlds.at(tick)
    }
}

/// Something for each tick; when there would be too many, every second is dropped.
struct Series<T> {
    items: Vec<(u64, Arc<T>)>,
    /// The least distance of two, in ticks.
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

    fn at(&self, tick: u64) -> Option<Arc<T>> {
        let after = self.items.partition_point(|(known, _)| *known <= tick);
        let (known, item) = self.items[..after].last()?;
        (tick < known + self.stride + MISSING_MAX).then(|| item.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_past_is_not_taken_for_now() {
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
