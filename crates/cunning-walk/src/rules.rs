//! Corner rules: the allowed moves at a cell, looked up by its free neighbours.

use crate::{Direction, Directions};

/// Whether diagonal moves may cut the corners of blocked cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Corners {
    /// Both cells beside a diagonal move must be free. The rule of the MovingAI scenarios.
    #[default]
    Strict,
    /// Diagonal moves may cut corners, even between two blocked cells. The rule of the real-time search literature.
    Cut,
}

/// The moves of a corner rule for all 256 combinations of free neighbours.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    allowed: Vec<Directions>,
    /// The canonical moves: 256 entries for each direction of arrival.
    canonical: Vec<Directions>,
}

const SURROUNDINGS: usize = 256;

impl Rules {
    pub(crate) fn new(corners: Corners) -> Self {
        let all = || (0..SURROUNDINGS).map(Directions::from_index);
        let canonical = |via| all().map(move |around| canonical(corners, around, via));
        Self {
            allowed: all().map(|around| allowed(corners, around)).collect(),
            canonical: Direction::ALL.into_iter().flat_map(canonical).collect(),
        }
    }

    #[inline]
    pub(crate) fn allowed(&self, around: Directions) -> Directions {
        self.allowed[around.index()]
    }

    #[inline]
    pub(crate) fn canonical(&self, around: Directions, via: Direction) -> Directions {
        self.canonical[via as usize * SURROUNDINGS + around.index()]
    }
}

fn allowed(corners: Corners, around: Directions) -> Directions {
    let passes_corners = |direction: &Direction| {
        let sides = [direction.turned(1), direction.turned(7)];
        corners == Corners::Cut
            || !direction.is_diagonal()
            || sides.into_iter().all(|side| around.contains(side))
    };
    around.into_iter().filter(passes_corners).collect()
}

/// The natural and forced neighbours: continues straight on (after a diagonal move, also within 45°), and turns only
/// where a blocked cell makes the path through this cell the only shortest one.
fn canonical(corners: Corners, around: Directions, via: Direction) -> Directions {
    let mut worthwhile = Directions::default().with(via);
    if via.is_diagonal() {
        worthwhile = worthwhile.with(via.turned(1)).with(via.turned(7));
    }
    // On either side: the cell that may be blocked, and the directions that it forces. Turns are counted
    // clockwise in eighths, so those of the other side are the complement to eight.
    let (obstacle, opened): (u8, &[u8]) = match (corners, via.is_diagonal()) {
        // Blocked beside the previous cell: the path could not have turned there.
        (Corners::Strict, false) => (3, &[1, 2]),
        // A diagonal move has both sides free, and everything behind it is reachable from them.
        (Corners::Strict, true) => (3, &[]),
        (Corners::Cut, false) => (2, &[1]),
        (Corners::Cut, true) => (3, &[2]),
    };
    for side in [|turn: u8| turn, |turn: u8| 8 - turn] {
        if !around.contains(via.turned(side(obstacle))) {
            worthwhile = opened.iter().fold(worthwhile, |set, &turn| set.with(via.turned(side(turn))));
        }
    }
    worthwhile.and(allowed(corners, around))
}
