//! Caves by a cellular automaton.
//!
//! Noise is smoothed by a vote: a cell becomes rock if most of the nine cells around it are. A few rounds turn
//! noise into chambers and passages; what stays apart is filled if small, or joined by tunnels. The idea is
//! from roguelike games; see <https://roguebasin.com/index.php/Cellular_Automata_Method_for_Generating_Random_Cave-Like_Levels>.

use super::dice::Dice;
use super::{GenerateError, regions};
use crate::map::{Map, letter};

/// Free regions of fewer cells are filled instead of joined.
const POCKET_CELLS: usize = 16;

/// How much less rock is tried when too little ground was left.
const ROCK_STEP: u32 = 3;

/// Parameters of caves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caves {
    /// How much of the noise is rock: 40 is one wide hall, 47 winds, 55 is narrow. At most 60.
    pub rock_percent: u32,
    /// How often the noise is smoothed: fewer rounds leave rougher walls. At most 16.
    pub rounds: u32,
}

impl Default for Caves {
    fn default() -> Self {
        Self { rock_percent: 47, rounds: 5 }
    }
}

impl Caves {
    /// Carves a map of solid wall.
    pub(super) fn carve(self, map: &mut Map, dice: &mut Dice) -> Result<(), GenerateError> {
        GenerateError::check("rock_percent", self.rock_percent, 0, 60)?;
        GenerateError::check("rounds", self.rounds, 0, 16)?;
        // Votes favour rock near the edge and can close a small map altogether. At least half of the ground
        // that the noise should have must be left, or it is tried with less rock; without any, all is ground.
        let inside = (map.width() as usize - 2) * (map.height() as usize - 2);
        let ground_min = inside * (100 - self.rock_percent as usize) / 200;
        let mut rock_percent = self.rock_percent;
        loop {
            scatter(map, rock_percent, dice);
            for _ in 0..self.rounds {
                smooth(map);
            }
            regions::fill_pockets(map, POCKET_CELLS, letter::WALL);
            regions::join(map, 1);
            if map.free_count() >= ground_min || rock_percent == 0 {
                return Ok(());
            }
            rock_percent = rock_percent.saturating_sub(ROCK_STEP);
        }
    }
}

/// Noise inside the edge.
fn scatter(map: &mut Map, rock_percent: u32, dice: &mut Dice) {
    for y in 1..map.height() - 1 {
        for x in 1..map.width() - 1 {
            map.set(x, y, if dice.percent(rock_percent) { letter::WALL } else { letter::GROUND });
        }
    }
}

/// One vote of all cells inside the edge, which stays rock.
fn smooth(map: &mut Map) {
    let before = map.clone();
    for y in 1..map.height() - 1 {
        for x in 1..map.width() - 1 {
            let around = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
            let rock = around.filter(|&(x, y)| !before.is_free(x, y)).count();
            map.set(x, y, if rock >= 5 { letter::WALL } else { letter::GROUND });
        }
    }
}
