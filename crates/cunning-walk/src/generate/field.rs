//! An open field with groves, boulders and ponds.
//!
//! Obstacles are placed at random until enough of the ground is covered: groves are random walks, boulders small blocks,
//! ponds discs.

use super::{GenerateError, regions};
use crate::Random;
use crate::map::{Map, letter};

/// Free regions with fewer cells are filled with trees instead of joined.
const POCKET_CELLS: usize = 8;

/// Parameters of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The share of covered ground: 0 is bare, 15 a meadow, 40 a wood. At most 50.
    pub obstacle_percent: u32,
}

impl Default for Field {
    fn default() -> Self {
        Self { obstacle_percent: 15 }
    }
}

impl Field {
    /// Covers a map of bare ground.
    pub(super) fn grow(self, map: &mut Map, random: &mut Random) -> Result<(), GenerateError> {
        GenerateError::check("obstacle_percent", self.obstacle_percent, 0, 50)?;
        let cells = map.terrain().len() as u64;
        let mut bare = (cells * u64::from(self.obstacle_percent) / 100) as u32;
        while bare > 0 {
            let place = [map.width(), map.height()].map(|side| random.below(side.into()) as u32).into();
            let mut cover = |(x, y): (u32, u32), letter: u8| {
                if bare > 0 && map.is_free(x, y) {
                    map.set(x, y, letter);
                    bare -= 1;
                }
            };
            match random.below(8) {
                0 => pond(place, random, |at| cover(at, letter::WATER)),
                1..=3 => boulder(place, random, |at| cover(at, letter::WALL)),
                _ => grove(place, random, |at| cover(at, letter::TREES)),
            }
        }
        regions::fill_pockets(map, POCKET_CELLS, letter::TREES);
        regions::join(map, 0);
        Ok(())
    }
}

/// Covers the cells of a random walk.
fn grove(place: (u32, u32), random: &mut Random, mut cover: impl FnMut((u32, u32))) {
    let mut at = place;
    for _ in 0..random.between(3, 24) {
        cover(at);
        at = random.pick(&regions::sides(at)).unwrap_or(at);
    }
}

/// Covers a block of one or two cells on each side.
fn boulder((x, y): (u32, u32), random: &mut Random, mut cover: impl FnMut((u32, u32))) {
    let (width, height) = (random.between(1, 2), random.between(1, 2));
    (0..width * height).for_each(|cell| cover((x + cell % width, y + cell / width)));
}

/// Covers a disc.
fn pond((x, y): (u32, u32), random: &mut Random, mut cover: impl FnMut((u32, u32))) {
    let radius = random.between(1, 3);
    // A little more than the square of the radius, so that discs have no spikes.
    let reach = radius * radius + 1;
    for dy in 0..=2 * radius {
        for dx in 0..=2 * radius {
            if dx.abs_diff(radius).pow(2) + dy.abs_diff(radius).pow(2) <= reach {
                cover((x + dx, y + dy));
            }
        }
    }
}
