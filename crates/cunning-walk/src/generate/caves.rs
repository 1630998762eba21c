//! Caves by a cellular automaton.
//!
//! Random noise is smoothed: a cell becomes rock if most of the nine cells around it are. A few rounds turn noise into
//! chambers and passages. Small separate regions are filled, others are joined by tunnels. See <https://roguebasin.com/index.php/Cellular_Automata_Method_for_Generating_Random_Cave-Like_Levels>.

use super::{GenerateError, regions};
use crate::Random;
use crate::map::{Map, letter};

/// Free regions with fewer cells are filled instead of joined.
const POCKET_CELLS: usize = 16;

/// How much the share of rock is lowered when too little ground is left.
const ROCK_STEP: u32 = 3;

/// Parameters of caves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caves {
    /// The share of rock in the noise: 40 gives wide halls, 47 winding caves, 55 narrow ones. At most 60.
    pub rock_percent: u32,
    /// The number of smoothing rounds: fewer rounds leave rougher walls. At most 16.
    pub rounds: u32,
}

impl Default for Caves {
    fn default() -> Self {
        Self { rock_percent: 47, rounds: 5 }
    }
}

impl Caves {
    /// Carves a map of solid wall.
    pub(super) fn carve(self, map: &mut Map, random: &mut Random) -> Result<(), GenerateError> {
        GenerateError::check("rock_percent", self.rock_percent, 0, 60)?;
        GenerateError::check("rounds", self.rounds, 0, 16)?;
        // Smoothing favours rock near the edge and can fill a small map entirely. Unless at least half of the expected
        // ground is left, try again with less rock; with none, everything is ground.
        let inside = (map.width() as usize - 2) * (map.height() as usize - 2);
        let ground_min = inside * (100 - self.rock_percent as usize) / 200;
        let mut rock_percent = self.rock_percent;
        loop {
            scatter(map, rock_percent, random);
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

/// Fills the map with noise, except its edge.
fn scatter(map: &mut Map, rock_percent: u32, random: &mut Random) {
    for y in 1..map.height() - 1 {
        for x in 1..map.width() - 1 {
            map.set(x, y, if random.percent(rock_percent) { letter::WALL } else { letter::GROUND });
        }
    }
}

/// One round of smoothing. The edge stays rock.
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
