//! Seeing: lines between cells, views of actors, shelter.

use crate::id::ActorId;
use crate::scene::Terrain;
use crate::{Actor, Cell, Heading, Stance, World};

/// From how many cells away somebody who crouches beside trees is not seen any more.
pub const HIDDEN_BEYOND: u16 = 6;

/// What protects a cell from somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shelter {
    /// Nothing.
    None,
    /// Low cover right before it: seen over, shot over with worse chances.
    Low,
    /// There is no line at all.
    Full,
}

impl World {
    /// Whether nothing opaque is between two cells: no wall, no trees, no door that is not open.
    ///
    /// The line runs between the centres. Every cell it crosses counts, except the two it connects; where it
    /// passes exactly between two cells that touch at a corner, it is stopped only if both are opaque. This is a
    /// matter of geometry alone, so it is the same in both directions.
    pub fn line_of_sight(&self, a: Cell, b: Cell) -> bool {
        // The line is walked from the smaller end: the corner it passes is then found the same way.
        let (a, b) = (a.min(b), a.max(b));
        let mut is_clear = true;
        walk_line(a, b, |cells| {
            is_clear = cells.iter().any(|&cell| cell == a || cell == b || !self.is_opaque(cell));
            is_clear
        });
        is_clear
    }

    /// What protects somebody in `cell` from somebody in `threat`.
    pub fn cover_from(&self, cell: Cell, threat: Cell) -> Shelter {
        if !self.line_of_sight(cell, threat) {
            return Shelter::Full;
        }
        let mut is_low = false;
        walk_line(cell, threat, |cells| {
            let is_near = cells.iter().all(|near| near.moves_to(cell) <= 1);
            // Cover that also shelters the other is between two neighbours: it helps nobody.
            let shelters =
                |&near: &Cell| self.scene().terrain(near) == Terrain::Cover && (near.moves_to(threat) > 1);
            is_low |= is_near && cells.iter().any(shelters);
            is_near
        });
        if is_low { Shelter::Low } else { Shelter::None }
    }

    /// Whether an actor could see something in a cell: near enough, within its view, nothing in between. Whoever is
    /// dead sees nothing; its own cell everybody sees.
    pub fn sees_cell(&self, viewer: ActorId, cell: Cell) -> bool {
        let Some(actor) = self.actor(viewer).filter(|actor| actor.is_alive()) else { return false };
        let body = &self.scene.bodies[self.scene.actors[viewer.index()].body.index()];
        let is_within_view = || {
            let toward = Heading::of(actor.cell().offset_to(cell));
            toward.is_none_or(|toward| toward.apart(actor.heading()) <= body.view)
        };
        // Cheapest first: most of what is not seen is too far away.
        actor.cell().distance_squared(cell) <= u64::from(body.sight).pow(2)
            && is_within_view()
            && self.line_of_sight(actor.cell(), cell)
    }

    /// Whether one actor sees another, dead or alive. Who crouches beside trees is not seen from beyond [`HIDDEN_BEYOND`]
    /// cells, unless he has just shot.
    pub fn sees(&self, viewer: ActorId, other: ActorId) -> bool {
        let Some((from, seen)) = self.actor(viewer).zip(self.actor(other)) else { return false };
        viewer != other && self.sees_cell(viewer, seen.cell()) && !self.is_hidden(seen, from.cell())
    }

    /// Whether somebody cannot be made out from a cell: who crouches beside trees, and does not shoot, is seen only from
    /// near.
    fn is_hidden(&self, actor: &Actor, from: Cell) -> bool {
        let is_still = actor.stance() == Stance::Crouched && actor.is_alive() && actor.cooldown_ms == 0;
        let is_far = || actor.cell().distance_squared(from) > u64::from(HIDDEN_BEYOND).pow(2);
        let around = |(dx, dy)| actor.cell().offset(dx, dy).map(|cell| self.scene().terrain(cell));
        let mut neighbours = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        is_still && is_far() && neighbours.any(|place| around(place) == Some(Terrain::Tree))
    }

    /// Everybody alive that an actor sees, in the order of the scene.
    pub fn visible_actors(&self, viewer: ActorId) -> impl Iterator<Item = ActorId> {
        let alive = self.actors().iter().enumerate().filter(|(_, other)| other.is_alive());
        alive.map(|(index, _)| ActorId::new(index as u16)).filter(move |&other| self.sees(viewer, other))
    }
}

/// Goes through the cells that the line between two centres crosses, ends excluded, from `a` on, as long as `visit`
/// says so. It gets one cell, or the two beside a corner that the line passes exactly through.
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
    fn straight_lines_cross_what_lies_between() {
        let between = crossed(Cell::new(1, 1), Cell::new(4, 1));
        assert_eq!(between, [[Cell::new(2, 1)], [Cell::new(3, 1)]]);
        assert!(crossed(Cell::new(3, 3), Cell::new(3, 3)).is_empty());
    }

    #[test]
    fn diagonals_pass_between_two_cells() {
        let between = crossed(Cell::new(0, 0), Cell::new(2, 2));
        let corner = |x: u16| vec![Cell::new(x + 1, x), Cell::new(x, x + 1)];
        assert_eq!(between, [corner(0), vec![Cell::new(1, 1)], corner(1)]);
    }

    #[test]
    fn lines_cross_the_same_cells_both_ways() {
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
