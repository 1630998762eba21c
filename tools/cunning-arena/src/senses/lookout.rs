//! Looking out: the direction in which an actor, together with its comrades, overlooks the most ground.

use crate::id::ActorId;
use crate::{Actor, Cell, Heading, World};

/// The number of directions that are compared.
const DIRECTIONS: u8 = 16;
/// The weight of a cell that no comrade overlooks, and of one that a comrade does.
const WEIGHTS: [u64; 2] = [4, 1];
/// The largest distance of cells that count, in cells.
const FAR: u16 = 12;

impl World {
    /// Returns a cell in the direction in which an actor overlooks the most ground that its comrades do not; `None` if it
    /// sees no walkable cell but its own. Of equally good directions the one with the smallest turn is taken, clockwise
    /// first, so that no side of the map is preferred.
    pub fn lookout(&self, id: ActorId) -> Option<Cell> {
        let actor = self.actor(id).filter(|actor| actor.is_alive())?;
        let specs = self.scene().actors();
        let spec = specs.get(id.index())?;
        let body = self.scene().bodies().get(spec.body.index())?;
        let comrades: Vec<ActorId> = (0..specs.len().min(self.actors().len()))
            .filter(|other| *other != id.index() && specs[*other].team == spec.team)
            .map(|other| ActorId::new(other as u16))
            .filter(|other| self.actor(*other).is_some_and(Actor::is_alive))
            .collect();
        let (at, far) = (actor.cell(), body.sight.min(FAR));
        let is_near = |cell: &Cell| *cell != at && cell.distance_squared(at) <= u64::from(far).pow(2);
        let cells = self.square(at, far, 1).filter(is_near).filter(|cell| self.line_of_sight(at, *cell));
        let seen: Vec<(Cell, Heading, u64)> = cells
            .filter_map(|cell| {
                let is_overlooked = comrades.iter().any(|other| self.sees_cell(*other, cell));
                Some((cell, Heading::of(at.offset_to(cell))?, WEIGHTS[usize::from(is_overlooked)]))
            })
            .collect();
        let overlooked = |heading: Heading| -> u64 {
            let is_within = |toward: &Heading| toward.apart(heading) <= body.view;
            seen.iter().filter(|(_, toward, _)| is_within(toward)).map(|(.., weight)| weight).sum()
        };
        let turn = |direction: u8| direction * (u8::MAX / DIRECTIONS + 1);
        let headings =
            (0..DIRECTIONS).map(|direction| Heading(actor.heading().0.wrapping_add(turn(direction))));
        let best = headings.max_by_key(|heading| {
            let clockwise = heading.0.wrapping_sub(actor.heading().0);
            (overlooked(*heading), std::cmp::Reverse((heading.apart(actor.heading()), clockwise)))
        })?;
        let toward = seen.iter().min_by_key(|(cell, toward, _)| {
            (toward.apart(best), std::cmp::Reverse(cell.distance_squared(at)), toward.0.wrapping_sub(best.0))
        });
        toward.map(|(cell, ..)| *cell)
    }
}
