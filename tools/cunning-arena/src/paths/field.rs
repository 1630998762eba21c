//! The distances of all cells from one target, computed with Dijkstra's algorithm.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cunning_search::Cost;
use cunning_walk::{Grid, Octile};

/// The distances from one target.
#[derive(Debug, Default)]
pub(super) struct Field {
    target: Option<u32>,
    /// When the field was last used.
    pub(super) used: u64,
    distances: Vec<Option<Octile>>,
    open: BinaryHeap<Reverse<(Octile, u32)>>,
}

impl Field {
    /// The memory that a field of this grid takes, in bytes.
    pub(super) fn bytes(grid: &Grid) -> usize {
        size_of::<Option<Octile>>() * grid.width() as usize * grid.height() as usize
    }

    /// The target; an invalid cell if nothing was computed yet.
    pub(super) fn target(&self) -> u32 {
        self.target.unwrap_or(u32::MAX)
    }

    pub(super) fn distance(&self, cell: u32) -> Option<Octile> {
        self.distances.get(cell as usize).copied().flatten()
    }

    /// Computes the distances of the whole grid. Moves are symmetric, so distances from the target are
    /// distances to it.
    pub(super) fn measure(&mut self, grid: &Grid, target: u32) {
        self.target = Some(target);
        self.distances.clear();
        self.distances.resize(grid.width() as usize * grid.height() as usize, None);
        self.open.clear();
        if !grid.is_free(grid.position(target)) {
            return;
        }
        self.distances[target as usize] = Some(Octile::ZERO);
        self.open.push(Reverse((Octile::ZERO, target)));
        while let Some(Reverse((distance, cell))) = self.open.pop() {
            if self.distances[cell as usize] != Some(distance) {
                continue;
            }
            for direction in grid.moves(cell) {
                let next = grid.neighbour(cell, direction);
                let Some(longer) = distance.checked_add(direction.cost()) else { continue };
                let known = &mut self.distances[next as usize];
                if known.is_none_or(|known| longer < known) {
                    *known = Some(longer);
                    self.open.push(Reverse((longer, next)));
                }
            }
        }
    }
}
