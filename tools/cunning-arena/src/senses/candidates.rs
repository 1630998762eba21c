//! Candidate cells: rings and grids around a cell.

use crate::{Cell, Heading, World};

impl World {
    /// Returns up to `count` walkable cells on a ring around a cell, evenly spread clockwise from east. Two
    /// directions that end in the same cell yield it twice.
    pub fn ring(&self, around: Cell, radius: u16, count: u8) -> impl Iterator<Item = Cell> {
        (0..u32::from(count)).filter_map(move |place| {
            let heading = Heading((place * 256 / u32::from(count)) as u8);
            let (dx, dy) = heading.vector();
            let along = |part: i32| {
                let length = part * i32::from(radius);
                // Rounded to the nearest cell, symmetrically around zero.
                (length + 500 * length.signum()) / 1000
            };
            around.offset(along(dx), along(dy)).filter(|&cell| self.is_walkable(cell))
        })
    }

    /// Returns the walkable cells of a square around a cell, `radius` to each side and every `spacing` cells,
    /// row by row. A spacing of zero counts as one.
    pub fn square(&self, around: Cell, radius: u16, spacing: u16) -> impl Iterator<Item = Cell> {
        let radius = i32::from(radius.min(crate::limits::REACH_MAX));
        let spacing = usize::from(spacing.max(1));
        (-radius..=radius)
            .step_by(spacing)
            .flat_map(move |dy| (-radius..=radius).step_by(spacing).map(move |dx| (dx, dy)))
            .filter_map(move |(dx, dy)| around.offset(dx, dy))
            .filter(|&cell| self.is_walkable(cell))
    }
}
