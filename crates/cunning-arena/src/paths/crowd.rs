//! The grid as a walker sees it who must get past others: cells where somebody near stands are blocked.

use std::sync::Arc;

use cunning_search::{Dense, Space, Successor};
use cunning_walk::{Grid, Octile};

use crate::{Cell, World};

/// How near somebody must be to count. Whoever is further away has moved on by the time it matters.
const NEAR: u32 = 6;

pub(super) struct Crowd {
    grid: Arc<Grid>,
    goal: u32,
    taken: Vec<u32>,
}

impl Crowd {
    pub(super) fn new(grid: Arc<Grid>) -> Self {
        Self { grid, goal: 0, taken: Vec::new() }
    }

    /// Notes who stands near `from` now.
    pub(super) fn gather(&mut self, world: &World, from: Cell, goal: u32) {
        self.goal = goal;
        self.taken.clear();
        let near = world.actors().iter().filter(|actor| {
            let apart = actor.cell().moves_to(from);
            actor.is_alive() && apart > 0 && apart <= NEAR
        });
        self.taken.extend(near.filter_map(|actor| self.grid.cell(actor.cell().position())));
        self.taken.sort_unstable();
    }
}

impl Space for Crowd {
    type State = Dense;
    type Action = ();
    type Cost = Octile;

    fn successors(&mut self, at: &Dense, _: Option<()>, out: &mut Vec<Successor<Self>>) {
        for direction in self.grid.moves(at.0) {
            let next = self.grid.neighbour(at.0, direction);
            if self.taken.binary_search(&next).is_err() {
                out.push(Successor { state: Dense(next), action: (), cost: direction.cost() });
            }
        }
    }

    fn is_goal(&mut self, at: &Dense) -> bool {
        at.0 == self.goal
    }
}
