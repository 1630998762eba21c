//! Jump point search: A* that skips the cells where nothing can be decided.
//! Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, and "The JPS
//! Pathfinding System", 2012 (scanning by words of bits).
//!
//! The jump points of a grid form a sparse [`Space`] that any engine can search; distances are exact, so
//! an optimal engine stays optimal.

use std::sync::Arc;

use cunning_search::{Dense, Space, Successor};

use crate::bitmap::Way;
use crate::grid::Directions;
use crate::{Corners, Direction, Grid, Octile};

/// The jump points of a grid on the way to one goal.
#[derive(Clone, Debug)]
pub struct JumpSpace {
    grid: Arc<Grid>,
    goal: u32,
    goal_position: (u32, u32),
}

impl JumpSpace {
    /// The way to the cell `goal`.
    pub fn new(grid: Arc<Grid>, goal: u32) -> Self {
        let goal_position = grid.position(goal);
        Self { grid, goal, goal_position }
    }

    /// The directions worth trying at a cell that was entered by `via`: all others are reached at least as
    /// cheaply by a path that does not come through here.
    fn worthwhile(&self, cell: u32, via: Direction) -> Directions {
        let natural = Directions::default().with(via);
        let (x, y) = self.grid.position(cell);
        let is_blocked = |direction: Direction| {
            let (dx, dy) = direction.offset();
            let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else { return true };
            !self.grid.is_free((x, y))
        };
        match (via.is_diagonal(), self.grid.corners()) {
            (true, Corners::Strict) => natural.with(via.turned(1)).with(via.turned(7)),
            (true, Corners::Cut) => {
                let mut all = natural.with(via.turned(1)).with(via.turned(7));
                for (side, past_it) in [(via.turned(3), via.turned(2)), (via.turned(5), via.turned(6))] {
                    if is_blocked(side) {
                        all = all.with(past_it);
                    }
                }
                all
            }
            (false, Corners::Strict) => {
                let mut all = natural;
                for (behind, side, ahead) in [
                    (via.turned(3), via.turned(2), via.turned(1)),
                    (via.turned(5), via.turned(6), via.turned(7)),
                ] {
                    if is_blocked(behind) {
                        all = all.with(side).with(ahead);
                    }
                }
                all
            }
            (false, Corners::Cut) => {
                let mut all = natural;
                for (side, ahead) in [(via.turned(2), via.turned(1)), (via.turned(6), via.turned(7))] {
                    if is_blocked(side) {
                        all = all.with(ahead);
                    }
                }
                all
            }
        }
    }

    /// The next jump point straight ahead of `(x, y)`.
    #[inline]
    fn jump_straight(&self, (x, y): (u32, u32), direction: Direction) -> Option<(u32, u32)> {
        let (rows, columns) = self.grid.bitmaps();
        let (goal_x, goal_y) = self.goal_position;
        let corners = self.grid.corners();
        let in_row = |way| {
            let stop = (goal_y == y).then_some(goal_x);
            rows.jump(y, x, way, stop, corners).map(|x| (x, y))
        };
        let in_column = |way| {
            let stop = (goal_x == x).then_some(goal_y);
            columns.jump(x, y, way, stop, corners).map(|y| (x, y))
        };
        match direction {
            Direction::East => in_row(Way::Ahead),
            Direction::West => in_row(Way::Back),
            Direction::South => in_column(Way::Ahead),
            Direction::North => in_column(Way::Back),
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

    /// Whether a cell entered diagonally has a neighbour that can only be reached well through it.
    fn is_forced(&self, cell: u32, via: Direction) -> bool {
        let past_corners = Directions::default().with(via.turned(2)).with(via.turned(6));
        self.worthwhile(cell, via).and(self.grid.moves(cell)).and(past_corners) != Directions::default()
    }
}

impl Space for JumpSpace {
    type State = Dense;
    /// The direction of arrival.
    type Action = Direction;
    type Cost = Octile;

    #[inline]
    fn successors(&mut self, at: &Dense, via: Option<Direction>, out: &mut Vec<Successor<Self>>) {
        let cell = at.0;
        let worthwhile = via.map_or(Directions::ALL, |via| self.worthwhile(cell, via));
        for direction in worthwhile.and(self.grid.moves(cell)) {
            let jump = if direction.is_diagonal() {
                self.jump_diagonal(cell, direction)
                    .map(|(to, moves)| (to, Octile::new(0, moves)))
            } else {
                let from = self.grid.position(cell);
                self.jump_straight(from, direction).and_then(|to| {
                    Some((self.grid.cell(to)?, Octile::between(from, to)))
                })
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
