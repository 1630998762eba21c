//! An open field with groves, boulders and ponds.
//!
//! Obstacles are dropped at random places until enough of the ground is covered. Each kind has its shape:
//! groves wander, boulders are small, ponds are round.

use super::dice::Dice;
use super::{GenerateError, regions};
use crate::map::{Map, letter};

/// Free regions of fewer cells are overgrown instead of joined.
const POCKET_CELLS: usize = 8;

/// Parameters of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// How much of the ground is covered: 0 is bare, 15 a meadow, 40 a wood. At most 50.
    pub obstacle_percent: u32,
}

impl Default for Field {
    fn default() -> Self {
        Self { obstacle_percent: 15 }
    }
}

impl Field {
    /// Covers a map of bare ground.
    pub(super) fn grow(self, map: &mut Map, dice: &mut Dice) -> Result<(), GenerateError> {
        GenerateError::check("obstacle_percent", self.obstacle_percent, 0, 50)?;
        let cells = map.terrain().len() as u64;
        let mut bare = (cells * u64::from(self.obstacle_percent) / 100) as u32;
        while bare > 0 {
            let place = (dice.below(map.width()), dice.below(map.height()));
            let mut cover = |(x, y): (u32, u32), letter: u8| {
                if bare > 0 && map.is_free(x, y) {
                    map.set(x, y, letter);
                    bare -= 1;
                }
            };
            match dice.below(8) {
                0 => pond(place, dice, |at| cover(at, letter::WATER)),
                1..=3 => boulder(place, dice, |at| cover(at, letter::WALL)),
                _ => grove(place, dice, |at| cover(at, letter::TREES)),
            }
        }
        regions::fill_pockets(map, POCKET_CELLS, letter::TREES);
        regions::join(map, 0);
        Ok(())
    }
}

/// A random walk.
fn grove(place: (u32, u32), dice: &mut Dice, mut cover: impl FnMut((u32, u32))) {
    let mut at = place;
    for _ in 0..dice.between(3, 24) {
        cover(at);
        at = dice.pick(&regions::sides(at)).unwrap_or(at);
    }
}

/// A block of one or two cells on each side.
fn boulder((x, y): (u32, u32), dice: &mut Dice, mut cover: impl FnMut((u32, u32))) {
    let (width, height) = (dice.between(1, 2), dice.between(1, 2));
    (0..width * height).for_each(|cell| cover((x + cell % width, y + cell / width)));
}

/// A disc.
fn pond((x, y): (u32, u32), dice: &mut Dice, mut cover: impl FnMut((u32, u32))) {
    let radius = dice.between(1, 3);
    // A little more than the square of the radius, or discs have four spikes.
    let reach = radius * radius + 1;
    for dy in 0..=2 * radius {
        for dx in 0..=2 * radius {
            if dx.abs_diff(radius).pow(2) + dy.abs_diff(radius).pow(2) <= reach {
                cover((x + dx, y + dy));
            }
        }
    }
}
