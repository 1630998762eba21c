//! Mazes by depth-first search.
//!
//! Halls are at odd columns and rows. A depth-first walk goes from a hall to an unvisited neighbour, through the wall
//! between them, and backtracks if it has none. That makes a perfect maze: exactly one path between any two halls.
//! Braiding then opens dead ends into loops. See <https://en.wikipedia.org/wiki/Maze_generation_algorithm>.

use super::{GenerateError, regions};
use crate::Random;
use crate::map::{Map, letter};

/// Parameters of a maze. Odd widths and heights look best; with even ones the wall at the right or lower edge is two
/// cells thick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maze {
    /// The share of dead ends that are opened into a loop: 0 is a perfect maze, 100 has no dead ends.
    pub braid_percent: u32,
}

impl Default for Maze {
    fn default() -> Self {
        Self { braid_percent: 20 }
    }
}

/// A step from a hall to the next, and the cell between them.
#[derive(Clone, Copy)]
struct Step {
    between: (u32, u32),
    hall: (u32, u32),
}

impl Maze {
    /// Carves a map of solid wall.
    pub(super) fn carve(self, map: &mut Map, random: &mut Random) -> Result<(), GenerateError> {
        GenerateError::check("braid_percent", self.braid_percent, 0, 100)?;
        carve_perfect(map, random);
        for y in (1..map.height() - 1).step_by(2) {
            for x in (1..map.width() - 1).step_by(2) {
                let (open, walled): (Vec<Step>, Vec<Step>) =
                    steps(map, (x, y)).into_iter().flatten().partition(|step| is_free(map, step.between));
                if open.len() == 1
                    && random.percent(self.braid_percent)
                    && let Some(step) = random.pick(&walled)
                {
                    free(map, step.between);
                }
            }
        }
        Ok(())
    }
}

fn carve_perfect(map: &mut Map, random: &mut Random) {
    let mut path = vec![(1, 1)];
    free(map, (1, 1));
    while let Some(&hall) = path.last() {
        let unseen: Vec<Step> =
            steps(map, hall).into_iter().flatten().filter(|step| !is_free(map, step.hall)).collect();
        if let Some(step) = random.pick(&unseen) {
            free(map, step.between);
            free(map, step.hall);
            path.push(step.hall);
        } else {
            path.pop();
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
