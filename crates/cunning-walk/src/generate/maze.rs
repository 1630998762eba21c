//! Mazes by depth-first search.
//!
//! Halls stand at odd columns and rows. A walk goes from hall to a hall it has not seen, through the wall
//! between them, and steps back where there is none. That makes a perfect maze: exactly one way between any two
//! halls. Braiding then opens dead ends into loops. See <https://en.wikipedia.org/wiki/Maze_generation_algorithm>.

use super::dice::Dice;
use super::{GenerateError, regions};
use crate::map::{Map, letter};

/// Parameters of a maze. Sides of an odd number of cells look best; the wall at the right or lower edge of others
/// is two cells thick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maze {
    /// How many dead ends of a hundred are opened into a loop: 0 is a perfect maze, 100 has no dead end.
    pub braid_percent: u32,
}

impl Default for Maze {
    fn default() -> Self {
        Self { braid_percent: 20 }
    }
}

/// Two halls apart and the cell of wall or wall between them.
#[derive(Clone, Copy)]
struct Step {
    between: (u32, u32),
    hall: (u32, u32),
}

impl Maze {
    /// Carves a map of solid wall.
    pub(super) fn carve(self, map: &mut Map, dice: &mut Dice) -> Result<(), GenerateError> {
        GenerateError::check("braid_percent", self.braid_percent, 0, 100)?;
        carve_perfect(map, dice);
        for y in (1..map.height() - 1).step_by(2) {
            for x in (1..map.width() - 1).step_by(2) {
                let (open, walled): (Vec<Step>, Vec<Step>) =
                    steps(map, (x, y)).into_iter().flatten().partition(|step| is_free(map, step.between));
                if open.len() == 1
                    && dice.percent(self.braid_percent)
                    && let Some(step) = dice.pick(&walled)
                {
                    free(map, step.between);
                }
            }
        }
        Ok(())
    }
}

fn carve_perfect(map: &mut Map, dice: &mut Dice) {
    let mut way = vec![(1, 1)];
    free(map, (1, 1));
    while let Some(&hall) = way.last() {
        let unseen: Vec<Step> =
            steps(map, hall).into_iter().flatten().filter(|step| !is_free(map, step.hall)).collect();
        if let Some(step) = dice.pick(&unseen) {
            free(map, step.between);
            free(map, step.hall);
            way.push(step.hall);
        } else {
            way.pop();
        }
    }
}

/// The steps from a hall to the halls beside it, leaving at least one cell of wall at the edge.
fn steps(map: &Map, hall: (u32, u32)) -> [Option<Step>; 4] {
    regions::sides(hall).map(|between| {
        let next = |from: u32, to: u32| to.wrapping_add(to.wrapping_sub(from));
        let (x, y) = (next(hall.0, between.0), next(hall.1, between.1));
        let inside = x >= 1 && y >= 1 && x < map.width() - 1 && y < map.height() - 1;
        inside.then_some(Step { between, hall: (x, y) })
    })
}

fn is_free(map: &Map, (x, y): (u32, u32)) -> bool {
    map.is_free(x, y)
}

fn free(map: &mut Map, (x, y): (u32, u32)) {
    map.set(x, y, letter::GROUND);
}
