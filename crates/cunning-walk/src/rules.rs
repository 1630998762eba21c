//! Corner rules: which moves a cell allows, looked up by which of its neighbours are free.

use crate::{Direction, Directions};

/// Whether a diagonal move may pass the corner of a blocked cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Corners {
    /// No: both cells beside the diagonal must be free. The rule of the MovingAI scenarios.
    #[default]
    Strict,
    /// Yes, even between two blocked cells. The rule of the real-time search literature.
    Cut,
}

/// The answers of a corner rule for all 256 surroundings.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    allowed: Vec<Directions>,
    /// One row of 256 for each direction of arrival.
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

/// Keeps straight on (or, after a diagonal move, within an eighth of it) and turns only where a blocked cell
/// makes the way through here the only good one.
fn canonical(corners: Corners, around: Directions, via: Direction) -> Directions {
    let mut worthwhile = Directions::default().with(via);
    if via.is_diagonal() {
        worthwhile = worthwhile.with(via.turned(1)).with(via.turned(7));
    }
    // On either side: the cell that may be blocked, and the directions that this opens. Turns are counted
    // clockwise, so the other side's are what is missing to eight.
    let (obstacle, opened): (u8, &[u8]) = match (corners, via.is_diagonal()) {
        // Beside the cell we came from: we could not have turned there.
        (Corners::Strict, false) => (3, &[1, 2]),
        // A diagonal move has both its sides free, and from them everything behind us was in reach.
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
