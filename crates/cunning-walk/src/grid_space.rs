//! The cells of a grid as a search space, and the estimates that go with it.

use std::sync::Arc;

use cunning_search::{Dense, Heuristic, Space, Successor};

use crate::grid::Layout;
use crate::{Direction, Directions, Grid, Octile};

/// The way to one cell over a grid, cell by cell.
#[derive(Clone, Debug)]
pub struct GridSpace {
    grid: Arc<Grid>,
    goal: u32,
}

impl GridSpace {
    /// The way to the cell `goal`.
    pub fn new(grid: Arc<Grid>, goal: u32) -> Self {
        Self { grid, goal }
    }
}

impl Space for GridSpace {
    type State = Dense;
    type Action = ();
    type Cost = Octile;

    #[inline]
    fn successors(&mut self, at: &Dense, _: Option<()>, out: &mut Vec<Successor<Self>>) {
        let moves = self.grid.moves(at.0);
        let successor = |direction: Direction| Successor {
            state: Dense(self.grid.neighbour(at.0, direction)),
            action: (),
            cost: direction.cost(),
        };
        // Most cells are in the open, and there the number of turns is known beforehand.
        if moves == Directions::ALL {
            out.extend(Direction::ALL.map(successor));
        } else {
            out.extend(moves.into_iter().map(successor));
        }
    }

    #[inline]
    fn is_goal(&mut self, at: &Dense) -> bool {
        at.0 == self.goal
    }
}

/// The way to one cell over a grid, cell by cell, without the moves that only make equally short paths.
///
/// Of all shortest paths that differ in the order of their moves, one is kept: diagonal moves first. An
/// engine that looks for shortest paths generates a third of the successors it would in a [`GridSpace`];
/// one that expands states before their shortest way is known (weighted, greedy) may miss its bound here, or
/// even the path: use a [`GridSpace`] for those.
/// Sturtevant and Rabin, "Canonical Orderings on Grids", 2016.
#[derive(Clone, Debug)]
pub struct CanonicalSpace {
    grid: Arc<Grid>,
    goal: u32,
}

impl CanonicalSpace {
    /// The way to the cell `goal`.
    pub fn new(grid: Arc<Grid>, goal: u32) -> Self {
        Self { grid, goal }
    }
}

impl Space for CanonicalSpace {
    type State = Dense;
    /// The direction of arrival.
    type Action = Direction;
    type Cost = Octile;

    #[inline]
    fn successors(&mut self, at: &Dense, via: Option<Direction>, out: &mut Vec<Successor<Self>>) {
        for direction in self.grid.canonical_moves(at.0, via) {
            let state = Dense(self.grid.neighbour(at.0, direction));
            out.push(Successor { state, action: direction, cost: direction.cost() });
        }
    }

    #[inline]
    fn is_goal(&mut self, at: &Dense) -> bool {
        at.0 == self.goal
    }
}

/// The distance on an empty grid: consistent under both corner rules.
#[derive(Clone, Copy, Debug)]
pub struct OctileDistance {
    layout: Layout,
    goal: (u32, u32),
}

impl OctileDistance {
    /// The distance to the cell `goal`.
    pub fn new(grid: &Grid, goal: u32) -> Self {
        Self { layout: grid.layout(), goal: grid.position(goal) }
    }
}

impl<S: Space<State = Dense, Cost = Octile>> Heuristic<S> for OctileDistance {
    #[inline]
    fn estimate(&mut self, _: &mut S, at: &Dense) -> Option<Octile> {
        Some(Octile::between(self.layout.position(at.0), self.goal))
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

/// An estimate that leads without being trusted, for the multi-heuristic engines.
#[derive(Clone, Copy, Debug)]
pub struct GridGuide {
    road: Road,
    layout: Layout,
    goal: (u32, u32),
}

/// Which way a [`GridGuide`] pulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Road {
    /// By the Manhattan distance: straight moves first.
    Straight,
    /// To the goal's column first.
    Column,
    /// To the goal's row first.
    Row,
}

impl Road {
    /// All roads.
    pub const ALL: [Self; 3] = [Self::Straight, Self::Column, Self::Row];
}

impl GridGuide {
    /// A guide along `road` to the cell `goal`.
    pub fn new(road: Road, grid: &Grid, goal: u32) -> Self {
        Self { road, layout: grid.layout(), goal: grid.position(goal) }
    }

    /// Which way it pulls.
    pub fn road(&self) -> Road {
        self.road
    }
}

impl<S: Space<State = Dense, Cost = Octile>> Heuristic<S> for GridGuide {
    #[inline]
    fn estimate(&mut self, _: &mut S, at: &Dense) -> Option<Octile> {
        let (x, y) = self.layout.position(at.0);
        let (dx, dy) = (x.abs_diff(self.goal.0), y.abs_diff(self.goal.1));
        let moves = match self.road {
            Road::Straight => dx + dy,
            Road::Column => dx,
            Road::Row => dy,
        };
        Some(Octile::new(moves, 0))
    }
}
