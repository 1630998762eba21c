//! Sight: lines between cells, fields of view, and cover.

use crate::id::ActorId;
use crate::scene::Terrain;
use crate::{Actor, Cell, Heading, Stance, World};

/// The distance in cells beyond which an actor that crouches next to trees is hidden.
pub const HIDDEN_BEYOND: u16 = 6;

/// The protection of a cell from a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shelter {
    /// No protection.
    None,
    /// Low cover directly in front of it: visible, but harder to hit.
    Low,
    /// No line of sight.
    Full,
}

impl World {
    /// Whether nothing opaque is between two cells: no wall, no trees, no door that is not open.
    ///
    /// The line runs between the centres. Every cell that it crosses counts, except the two that it connects.
    /// Where it passes exactly between two cells that touch at a corner, it is blocked only if both are
    /// opaque. The result is symmetric.
    pub fn line_of_sight(&self, a: Cell, b: Cell) -> bool {
        // The line always starts at the smaller end, so that corners are found the same way in both
        // directions.
        let (a, b) = (a.min(b), a.max(b));
        let mut is_clear = true;
        walk_line(a, b, |cells| {
            is_clear = cells.iter().any(|&cell| cell == a || cell == b || !self.is_opaque(cell));
            is_clear
        });
        is_clear
    }

    /// Returns the protection of `cell` from `threat`.
    pub fn cover_from(&self, cell: Cell, threat: Cell) -> Shelter {
        if !self.line_of_sight(cell, threat) {
            return Shelter::Full;
        }
        let mut is_low = false;
        walk_line(cell, threat, |cells| {
            let is_near = cells.iter().all(|near| near.moves_to(cell) <= 1);
            // Cover next to both cells protects neither.
            let shelters =
                |&near: &Cell| self.scene().terrain(near) == Terrain::Cover && (near.moves_to(threat) > 1);
            is_low |= is_near && cells.iter().any(shelters);
            is_near
        });
        if is_low { Shelter::Low } else { Shelter::None }
    }

    /// Whether an actor can see into a cell: near enough, within its field of view, and with a line of sight.
    /// A dead actor sees nothing. Every living actor sees its own cell.
    pub fn sees_cell(&self, viewer: ActorId, cell: Cell) -> bool {
        let Some(actor) = self.actor(viewer).filter(|actor| actor.is_alive()) else { return false };
        let body = &self.scene.bodies[self.scene.actors[viewer.index()].body.index()];
        let is_within_view = || {
            let toward = Heading::of(actor.cell().offset_to(cell));
            toward.is_none_or(|toward| toward.apart(actor.heading()) <= body.view)
        };
        // Cheapest test first: most unseen cells are too far away.
        actor.cell().distance_squared(cell) <= u64::from(body.sight).pow(2)
            && is_within_view()
            && self.line_of_sight(actor.cell(), cell)
    }

    /// Whether one actor sees another, dead or alive. An actor that crouches next to trees is hidden beyond
    /// [`HIDDEN_BEYOND`] cells, unless it has just fired.
    pub fn sees(&self, viewer: ActorId, other: ActorId) -> bool {
        let Some((from, seen)) = self.actor(viewer).zip(self.actor(other)) else { return false };
        viewer != other
            && !seen.is_removed()
            && self.sees_cell(viewer, seen.cell())
            && !self.is_hidden(seen, from.cell())
    }

    /// Whether an actor is hidden from a cell: it crouches next to trees, has not just fired, and is far
    /// away.
    fn is_hidden(&self, actor: &Actor, from: Cell) -> bool {
        let is_still = actor.stance() == Stance::Crouched && actor.is_alive() && actor.cooldown_ms == 0;
        let is_far = || actor.cell().distance_squared(from) > u64::from(HIDDEN_BEYOND).pow(2);
        let around = |(dx, dy)| actor.cell().offset(dx, dy).map(|cell| self.scene().terrain(cell));
        let mut neighbours = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        is_still && is_far() && neighbours.any(|place| around(place) == Some(Terrain::Tree))
    }

    /// Returns all living actors that an actor sees, in scene order.
    pub fn visible_actors(&self, viewer: ActorId) -> impl Iterator<Item = ActorId> {
        let alive = self.actors().iter().enumerate().filter(|(_, other)| other.is_alive());
        alive.map(|(index, _)| ActorId::new(index as u16)).filter(move |&other| self.sees(viewer, other))
    }
}

/// Visits the cells that the line between two centres crosses, from `a` on and without the ends, for as long
/// as `visit` returns true. It gets one cell, or the two cells at a corner that the line passes exactly
/// through.
fn walk_line(a: Cell, b: Cell, mut visit: impl FnMut(&[Cell]) -> bool) {
    let (dx, dy) = a.offset_to(b);
    let (wide, tall) = (dx.abs(), dy.abs());
    let (right, down) = (dx.signum(), dy.signum());
    let at =
        |i: i32, j: i32| Cell::new((i32::from(a.x) + i * right) as u16, (i32::from(a.y) + j * down) as u16);
    let (mut i, mut j) = (0, 0);
    while (i, j) != (wide, tall) {
        // The line leaves the cell through its side at i + ½ or its side at j + ½, whichever comes first.
        let (side, bottom) = ((2 * i + 1) * tall, (2 * j + 1) * wide);
        let goes_on = if side == bottom {
            // Through the corner: into the cell across it, between two others.
            let goes_on = visit(&[at(i + 1, j), at(i, j + 1)]);
            (i, j) = (i + 1, j + 1);
            goes_on
        } else {
            if side < bottom {
                i += 1;
            } else {
                j += 1;
            }
            true
        };
        if !goes_on || ((i, j) != (wide, tall) && !visit(&[at(i, j)])) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossed(a: Cell, b: Cell) -> Vec<Vec<Cell>> {
        let mut all = Vec::new();
        walk_line(a, b, |cells| {
            all.push(cells.to_vec());
            true
        });
        all
    }

    #[test]
    fn straight_line_crosses_the_cells_between() {
        let between = crossed(Cell::new(1, 1), Cell::new(4, 1));
        assert_eq!(between, [[Cell::new(2, 1)], [Cell::new(3, 1)]]);
        assert!(crossed(Cell::new(3, 3), Cell::new(3, 3)).is_empty());
    }

    #[test]
    fn diagonal_line_passes_between_two_cells() {
        let between = crossed(Cell::new(0, 0), Cell::new(2, 2));
        let corner = |x: u16| vec![Cell::new(x + 1, x), Cell::new(x, x + 1)];
        assert_eq!(between, [corner(0), vec![Cell::new(1, 1)], corner(1)]);
    }

    #[test]
    fn line_crosses_the_same_cells_in_both_directions() {
        for (x, y) in [(7, 3), (5, 5), (9, 1), (1, 6), (0, 4), (6, 2)] {
            let (a, b) = (Cell::new(10, 10), Cell::new(10 + x, 10 + y));
            let sorted = |a, b| {
                let mut all: Vec<Cell> = crossed(a, b).into_iter().flatten().collect();
                all.sort_unstable();
                all
            };
            assert_eq!(sorted(a, b), sorted(b, a), "{x},{y}");
        }
    }
}
