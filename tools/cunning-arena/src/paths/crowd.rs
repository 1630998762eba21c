//! The grid for detours: cells occupied by nearby bodies are blocked.

use std::sync::Arc;

use cunning_search::{Dense, Space, Successor};
use cunning_walk::{Grid, Octile};

use crate::{Cell, World};

/// The radius within which bodies count. Bodies further away will have moved by the time it matters.
const NEAR: i32 = 6;

pub(super) struct Crowd {
    grid: Arc<Grid>,
    goal: u32,
    /// Whether each cell is occupied, and the list of occupied cells.
    is_taken: Vec<bool>,
    taken: Vec<u32>,
}

impl Crowd {
    pub(super) fn new(grid: Arc<Grid>) -> Self {
        let cells = grid.width() as usize * grid.height() as usize;
        Self { grid, goal: 0, is_taken: vec![false; cells], taken: Vec::new() }
    }

    /// Collects the occupied cells near `from`. Returns false if the goal is occupied: then there is no
    /// detour.
    pub(super) fn gather(&mut self, world: &World, from: Cell, goal: u32) -> bool {
        self.goal = goal;
        for cell in self.taken.drain(..) {
            self.is_taken[cell as usize] = false;
        }
        for (dx, dy) in (-NEAR..=NEAR).flat_map(|dy| (-NEAR..=NEAR).map(move |dx| (dx, dy))) {
            if (dx, dy) != (0, 0)
                && let Some(cell) = from.offset(dx, dy).filter(|&cell| world.standing_at(cell).is_some())
                && let Some(number) = self.grid.cell(cell.position())
            {
                self.is_taken[number as usize] = true;
                self.taken.push(number);
            }
        }
        !self.is_taken[goal as usize]
    }
}

impl Space for Crowd {
    type State = Dense;
    type Action = ();
    type Cost = Octile;

    fn successors(&mut self, at: &Dense, _: Option<()>, out: &mut Vec<Successor<Self>>) {
        for direction in self.grid.moves(at.0) {
            let next = self.grid.neighbour(at.0, direction);
            if !self.is_taken[next as usize] {
                out.push(Successor { state: Dense(next), action: (), cost: direction.cost() });
            }
        }
    }

    fn is_goal(&mut self, at: &Dense) -> bool {
        at.0 == self.goal
    }
}
