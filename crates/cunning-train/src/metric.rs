//! Exact distances and times. Positions are in thousandths of a cell. Distances are rounded up to a thousandth, which
//! preserves the triangle inequality (the ceiling of a sum is at most the sum of the ceilings). Times are whole
//! microseconds in units of nanoseconds, so that they stay integers under any weight with at most three decimals.

use crate::Quest;

/// The number of thousandths in a cell.
pub const MILLI: u32 = 1000;
/// The number of cost units in a millisecond.
pub const NS_PER_MS: u64 = 1_000_000;
/// The cost of a thousandth of a cell at one millisecond per cell.
const NS_PER_MILLI_AT_ONE_MS: u64 = NS_PER_MS / MILLI as u64;

/// A position in thousandths of a cell. The middle of the first cell is at 500, 500.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The distance from the left edge.
    pub x: u32,
    /// The distance from the upper edge.
    pub y: u32,
}

/// Straight-line times at a speed: the heuristic `h_G`.
///
/// It is a metric, never overestimates the time of a walker, and falls by at most the cost of a step.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    width: u32,
    ns_per_milli: u64,
}

impl Point {
    /// The middle of a cell of a map with the given width.
    pub const fn middle(cell: u32, width: u32) -> Self {
        let width = if width == 0 { 1 } else { width };
        Self { x: cell % width * MILLI + MILLI / 2, y: cell / width * MILLI + MILLI / 2 }
    }

    /// The distance to another point in thousandths of a cell, rounded up.
    #[inline]
    pub fn distance(self, other: Self) -> u32 {
        let (dx, dy) = (u64::from(self.x.abs_diff(other.x)), u64::from(self.y.abs_diff(other.y)));
        let square = dx * dx + dy * dy;
        // The square root of a number below 2⁵² is correctly rounded on every platform, so its floor is exact.
        let root = (square as f64).sqrt() as u64;
        (root + u64::from(root * root < square)) as u32
    }
}

impl Metric {
    /// The metric of a quest: straight lines at the walker's top speed.
    pub fn of(quest: &Quest) -> Self {
        Self { width: quest.width, ns_per_milli: u64::from(quest.walker.top_ms()) * NS_PER_MILLI_AT_ONE_MS }
    }

    /// The least time between two points.
    #[inline]
    pub fn between(self, from: Point, to: Point) -> u64 {
        u64::from(from.distance(to)) * self.ns_per_milli
    }

    /// The time for a thousandth of a cell: a multiple of a thousand.
    pub(crate) fn price(self) -> u64 {
        self.ns_per_milli
    }

    /// The middle of a cell.
    #[inline]
    pub fn middle(self, cell: u32) -> Point {
        Point::middle(cell, self.width)
    }
}

/// The cost of a step to a neighbour at a speed in milliseconds per cell.
pub(crate) fn step_cost(is_diagonal: bool, ms_per_cell: u32) -> u64 {
    let side = if is_diagonal { MILLI } else { 0 };
    let milli = Point { x: 0, y: 0 }.distance(Point { x: MILLI, y: side });
    u64::from(milli) * u64::from(ms_per_cell) * NS_PER_MILLI_AT_ONE_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_rounded_up_exactly() {
        for n in (0..2000_u32).chain((1..=1024).map(|cells| cells * MILLI)) {
            let (from, to) = (Point { x: 0, y: 0 }, Point { x: n, y: 0 });
            assert_eq!(from.distance(to), n);
            let off = from.distance(Point { x: n, y: 1 });
            assert_eq!(off, if n == 0 { 1 } else { n + 1 });
        }
        assert_eq!(step_cost(true, 250), 1415 * 250 * 1000);
        assert_eq!(step_cost(false, 250), 250 * NS_PER_MS);
    }
}
