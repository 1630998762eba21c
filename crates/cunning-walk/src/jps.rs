//! Jump point search: A* over the cells where a shortest path may have to turn.
//! Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, and "The JPS
//! Pathfinding System", 2012 (scanning by words of bits).
//!
//! The jump points of a grid form a sparse [`Space`] with exact distances. It prunes moves that are unnecessary from a
//! state reached by a shortest path, so it is only for [`AStar`](cunning_search::AStar) with a consistent heuristic:
//! an engine that expands states before their shortest path is known (weighted, greedy) may miss its bound, or even
//! the path.

use std::sync::Arc;

use cunning_search::{Dense, Space, Successor};

use crate::bitmap::ScanDirection;
use crate::{Corners, Direction, Directions, Grid, Octile};

/// The space of jump points of a grid with one goal.
#[derive(Clone, Debug)]
pub struct JumpSpace {
    grid: Arc<Grid>,
    goal: u32,
    goal_position: (u32, u32),
}

impl JumpSpace {
    /// The space with the cell `goal` as the goal.
    pub fn new(grid: Arc<Grid>, goal: u32) -> Self {
        let goal_position = grid.position(goal);
        Self { grid, goal, goal_position }
    }

    /// The next jump point straight ahead of `(x, y)`.
    #[inline]
    fn jump_straight(&self, (x, y): (u32, u32), direction: Direction) -> Option<(u32, u32)> {
        let (rows, columns) = self.grid.bitmaps();
        let (goal_x, goal_y) = self.goal_position;
        let corners = self.grid.corners();
        let in_row = |scan| {
            let stop = (goal_y == y).then_some(goal_x);
            rows.jump(y, x, scan, stop, corners).map(|x| (x, y))
        };
        let in_column = |scan| {
            let stop = (goal_x == x).then_some(goal_y);
            columns.jump(x, y, scan, stop, corners).map(|y| (x, y))
        };
        match direction {
            Direction::East => in_row(ScanDirection::Ahead),
            Direction::West => in_row(ScanDirection::Back),
            Direction::South => in_column(ScanDirection::Ahead),
            Direction::North => in_column(ScanDirection::Back),
            _ => None,
        }
    }

    /// The next jump point diagonally ahead, and its distance in moves.
    fn jump_diagonal(&self, from: u32, direction: Direction) -> Option<(u32, u32)> {
        let (dx, dy) = direction.offset();
        let (mut x, mut y) = self.grid.position(from);
        let mut cell = from;
        let mut moves = 0;
        while self.grid.moves(cell).contains(direction) {
            cell = self.grid.neighbour(cell, direction);
            (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            moves += 1;
            let turns_here = cell == self.goal
                || self.jump_straight((x, y), direction.turned(1)).is_some()
                || self.jump_straight((x, y), direction.turned(7)).is_some()
                || (self.grid.corners() == Corners::Cut && self.is_forced(cell, direction));
            if turns_here {
                return Some((cell, moves));
            }
        }
        None
    }

    /// Whether a cell that was entered diagonally has a forced neighbour.
    fn is_forced(&self, cell: u32, via: Direction) -> bool {
        let past_corners = Directions::default().with(via.turned(2)).with(via.turned(6));
        !self.grid.canonical_moves(cell, Some(via)).and(past_corners).is_empty()
    }
}

impl Space for JumpSpace {
    type State = Dense;
    /// The direction of the last move.
    type Action = Direction;
    type Cost = Octile;

    #[inline]
    fn successors(&mut self, at: &Dense, via: Option<Direction>, out: &mut Vec<Successor<Self>>) {
        let cell = at.0;
        for direction in self.grid.canonical_moves(cell, via) {
            let jump = if direction.is_diagonal() {
                self.jump_diagonal(cell, direction).map(|(to, moves)| (to, Octile::new(0, moves)))
            } else {
                let from = self.grid.position(cell);
                self.jump_straight(from, direction)
                    .and_then(|to| Some((self.grid.cell(to)?, Octile::between(from, to))))
            };
            if let Some((to, cost)) = jump {
                out.push(Successor { state: Dense(to), action: direction, cost });
            }
        }
    }

    #[inline]
    fn is_goal(&mut self, at: &Dense) -> bool {
        at.0 == self.goal
    }
}
