//! The cells of a grid as a search space, with heuristics.

use std::sync::Arc;

use cunning_search::{Dense, Heuristic, Space, Successor};

use crate::grid::Layout;
use crate::{Direction, Directions, Grid, Octile};

/// The space of paths to one cell of a grid, with all moves.
#[derive(Clone, Debug)]
pub struct GridSpace {
    grid: Arc<Grid>,
    goal: u32,
}

impl GridSpace {
    /// The space with the cell `goal` as the goal.
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
        // Most cells have eight free neighbours, where the number of iterations is constant.
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

/// The space of canonical paths to one cell of a grid.
///
/// Of all shortest paths that differ only in the order of their moves, it keeps the one with diagonal moves first. A*
/// generates a third of the successors that it would in a [`GridSpace`]. Engines that expand states before their
/// shortest path is known (weighted, greedy) may miss their bound here, or even the path: use a [`GridSpace`] for those.
/// Sturtevant and Rabin, "Canonical Orderings on Grids", 2016.
#[derive(Clone, Debug)]
pub struct CanonicalSpace {
    grid: Arc<Grid>,
    goal: u32,
}

impl CanonicalSpace {
    /// The space with the cell `goal` as the goal.
    pub fn new(grid: Arc<Grid>, goal: u32) -> Self {
        Self { grid, goal }
    }
}

impl Space for CanonicalSpace {
    type State = Dense;
    /// The direction of the last move.
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

/// The octile distance: the distance on an empty grid. Consistent under both corner rules.
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

/// An inadmissible heuristic that serves as a guide in multi-heuristic search.
#[derive(Clone, Copy, Debug)]
pub struct GridGuide {
    road: Road,
    layout: Layout,
    goal: (u32, u32),
}

/// The kind of a [`GridGuide`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Road {
    /// The Manhattan distance: prefers straight moves.
    Straight,
    /// The distance to the goal's column.
    Column,
    /// The distance to the goal's row.
    Row,
}

impl Road {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Straight, Self::Column, Self::Row];
}

impl GridGuide {
    /// A guide of a kind to the cell `goal`.
    pub fn new(road: Road, grid: &Grid, goal: u32) -> Self {
        Self { road, layout: grid.layout(), goal: grid.position(goal) }
    }

    /// The kind of the guide.
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
