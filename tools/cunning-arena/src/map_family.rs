//! Families of generated battlefields, to test whether a result holds on more than one map.
//!
//! A map is named by its family and a seed: `field:3`, `yards:1000000`. It has the size, the starting cells and the letters
//! of the scene `squad`, so it can take the place of that scene's map. A name gives the same map on every platform.
//!
//! Every map is the same when it is turned by half a circle, so that neither team has the better side.

use std::collections::VecDeque;

use cunning_diag::did_you_mean;
use cunning_walk::Random;

/// The cells in a row.
const WIDTH: usize = 41;
/// The number of rows.
const HEIGHT: usize = 25;
/// The cells where the first team starts.
const START: [At; 3] = [(2, 11), (2, 12), (2, 13)];
/// How far bodies may start from their cell, so that these cells stay free.
const START_MARGIN: usize = 4;
/// The letters of places beside the starts, each with the letter after half a turn, and about where they are.
const PLACES: [(u8, u8, At); 5] = [
    (b'a', b'j', (7, 3)),
    (b'b', b'i', (20, 2)),
    (b'c', b'h', (33, 3)),
    (b'd', b'g', (8, 12)),
    (b'e', b'f', (17, 12)),
];
/// The number of cells of a place.
const PLACE_CELLS: usize = 3;
/// The number of attempts to draw a map whose free cells are connected, before open ground is used.
const ATTEMPTS_MAX: u32 = 64;

/// The least width and height of the rooms of `blocks`.
const ROOM_WIDTH_MIN: usize = 4;
const ROOM_HEIGHT_MIN: usize = 3;
/// The size below which every other room of `blocks` is not divided further.
const ROOM_CELLS: usize = 70;

const FREE: u8 = b'.';
const WALL: u8 = b'#';
const COVER: u8 = b'o';

type At = (usize, usize);

/// A family of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapFamily {
    /// Open ground with scattered low cover and short walls, mirrored left to right and top to bottom: maps like that of
    /// `squad`.
    Field,
    /// One building of large rooms with doorways of one or two cells, and a little furniture: lines of sight end at the next
    /// wall. A family to tune with, so that tactics do not fit open ground alone.
    Blocks,
    /// Houses with doorways and fenced yards along streets: short lines of sight, corners, and rooms.
    Yards,
}

impl MapFamily {
    /// All families.
    pub const ALL: [Self; 3] = [Self::Field, Self::Blocks, Self::Yards];

    /// The name of the family.
    pub fn name(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Blocks => "blocks",
            Self::Yards => "yards",
        }
    }

    /// The rows of a map of the family.
    pub fn map(self, seed: u64) -> String {
        let mut random = Random::from_seed(seed);
        let mut drawn = (0..ATTEMPTS_MAX).find_map(|_| {
            let mut rows = Rows::open();
            match self {
                Self::Field => rows.scatter(&mut random),
                Self::Blocks => {
                    rows.divide(Lot { left: 1, top: 1, width: WIDTH / 2, height: HEIGHT - 2 }, &mut random);
                }
                Self::Yards => rows.build(&mut random),
            }
            rows.is_finished().then_some(rows)
        });
        drawn.get_or_insert_with(Rows::open).text()
    }
}

/// Returns the rows of a generated map by its name, such as `yards:7`; `None` if the name has another form.
pub fn generated_map(name: &str) -> Option<Result<String, String>> {
    let (family, seed) = name.split_once(':')?;
    let seed = seed.parse().ok()?;
    let found = MapFamily::ALL.into_iter().find(|known| known.name() == family);
    let unknown = || {
        let names = MapFamily::ALL.map(MapFamily::name);
        let hint = did_you_mean(family, names).map_or_else(
            || format!("use `{}`", names.join("` or `")),
            |hint| format!("did you mean `{hint}`?"),
        );
        format!("there is no family of maps `{family}`; {hint}")
    };
    Some(found.map(|family| family.map(seed)).ok_or_else(unknown))
}

/// A map that is being drawn.
struct Rows([[u8; WIDTH]; HEIGHT]);

impl Rows {
    /// Open ground within walls.
    fn open() -> Self {
        let mut rows = Self([[FREE; WIDTH]; HEIGHT]);
        for x in 0..WIDTH {
            rows.set((x, 0), WALL);
        }
        for y in 0..HEIGHT {
            rows.set((0, y), WALL);
        }
        rows
    }

    fn get(&self, (x, y): At) -> u8 {
        self.0.get(y).and_then(|row| row.get(x)).copied().unwrap_or(WALL)
    }

    /// Sets a cell and the one that is there after half a turn.
    fn set(&mut self, (x, y): At, letter: u8) {
        for (x, y) in [(x, y), turned((x, y))] {
            if let Some(cell) = self.0.get_mut(y).and_then(|row| row.get_mut(x)) {
                *cell = letter;
            }
        }
    }

    /// Builds on a cell unless a team starts near it.
    fn put(&mut self, at: At, letter: u8) {
        let is_near = |(x, y): At| {
            START.iter().any(|start| x.abs_diff(start.0).max(y.abs_diff(start.1)) <= START_MARGIN)
        };
        let is_inside = (1..WIDTH - 1).contains(&at.0) && (1..HEIGHT - 1).contains(&at.1);
        if is_inside && !is_near(at) && !is_near(turned(at)) {
            self.set(at, letter);
        }
    }

    /// Draws short walls and low cover in a quarter of the map, and mirrors them.
    fn scatter(&mut self, random: &mut Random) {
        let pieces = [(WALL, random.between(4, 6), 3), (COVER, random.between(8, 11), 2)];
        for (letter, count, length_max) in pieces {
            for _ in 0..count {
                let (x, y) = (random.between(1, 20) as usize, random.between(1, 12) as usize);
                let (length, is_row) = (random.between(1, length_max) as usize, random.percent(50));
                for step in 0..length {
                    let (x, y) = if is_row { (x + step, y) } else { (x, y + step) };
                    self.put((x, y), letter);
                    self.put((x, HEIGHT - 1 - y.min(HEIGHT - 1)), letter);
                }
            }
        }
    }

    /// Draws a house, a yard or rubble on each lot of one half of the map, and turns them.
    fn build(&mut self, random: &mut Random) {
        for left in [7, 14] {
            for top in [1, 9, 17] {
                let (width, height) = (random.between(4, 6) as usize, random.between(4, 6) as usize);
                let (left, top) = (left + random.below(2) as usize, top + random.below(2) as usize);
                let lot = Lot { left, top, width, height };
                match random.below(10) {
                    0..5 => self.house(lot, random),
                    5..8 => self.yard(lot, random),
                    _ => self.rubble(lot, random),
                }
            }
        }
        // Walls and crates break the lines of sight along the streets.
        for _ in 0..random.between(3, 5) {
            let at = (random.between(5, 20) as usize, random.between(1, 23) as usize);
            let letter = if random.percent(40) { WALL } else { COVER };
            if self.get(at) == FREE {
                self.put(at, letter);
            }
        }
    }

    /// Divides the left half into rooms: a wall with one or two doorways across a lot, and the same on both sides of it
    /// until the rooms are small.
    fn divide(&mut self, lot: Lot, random: &mut Random) {
        let is_wide = lot.width > 2 * ROOM_WIDTH_MIN;
        let is_tall = lot.height > 2 * ROOM_HEIGHT_MIN;
        let is_small = lot.width * lot.height < ROOM_CELLS;
        if !(is_wide || is_tall) || (is_small && random.percent(50)) {
            for _ in 0..random.below(4) {
                self.put(lot.inside(random), COVER);
            }
            return;
        }
        // A wall along a column, or along a row.
        let is_column = is_wide && (!is_tall || random.percent(50));
        let (length, across, room_min) = if is_column {
            (lot.height, lot.width, ROOM_WIDTH_MIN)
        } else {
            (lot.width, lot.height, ROOM_HEIGHT_MIN)
        };
        let wall = room_min + random.below((across - 2 * room_min) as u64) as usize;
        let mut doorways = Vec::new();
        for _ in 0..random.between(1, 2) {
            let at = random.below(length as u64) as usize;
            doorways.extend([at, at + random.below(2) as usize]);
        }
        for at in (0..length).filter(|at| !doorways.contains(at)) {
            let cell =
                if is_column { (lot.left + wall, lot.top + at) } else { (lot.left + at, lot.top + wall) };
            self.put(cell, WALL);
        }
        let (near, far) = if is_column {
            let far = Lot { left: lot.left + wall + 1, width: lot.width - wall - 1, ..lot };
            (Lot { width: wall, ..lot }, far)
        } else {
            let far = Lot { top: lot.top + wall + 1, height: lot.height - wall - 1, ..lot };
            (Lot { height: wall, ..lot }, far)
        };
        self.divide(near, random);
        self.divide(far, random);
    }

    /// Walls with a doorway on two or three sides, and some furniture.
    fn house(&mut self, lot: Lot, random: &mut Random) {
        lot.border().for_each(|at| self.put(at, WALL));
        let closed = random.below(6) as usize;
        for side in (0..4).filter(|side| *side != closed) {
            let door = lot.on_side(side, random);
            self.put(door, FREE);
        }
        if random.percent(60) {
            self.put(lot.inside(random), COVER);
        }
    }

    /// A low fence with gaps.
    fn yard(&mut self, lot: Lot, random: &mut Random) {
        for at in lot.border() {
            if random.percent(55) {
                self.put(at, COVER);
            }
        }
        if random.percent(40) {
            self.put(lot.inside(random), WALL);
        }
    }

    /// A few single pieces.
    fn rubble(&mut self, lot: Lot, random: &mut Random) {
        for _ in 0..random.between(3, 5) {
            let letter = if random.percent(30) { WALL } else { COVER };
            self.put(lot.inside(random), letter);
        }
    }

    /// Closes pockets that no team can reach and marks starts and places. False if the teams cannot reach each other or a
    /// place does not fit.
    fn is_finished(&mut self) -> bool {
        let mut is_reached = [[false; WIDTH]; HEIGHT];
        let mut queue = VecDeque::from([START[0]]);
        while let Some((x, y)) = queue.pop_front() {
            if self.get((x, y)) == FREE && !std::mem::replace(&mut is_reached[y][x], true) {
                queue.extend([(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))]);
            }
        }
        let (end_x, end_y) = turned(START[0]);
        if !is_reached[end_y][end_x] {
            return false;
        }
        for at in cells().filter(|at| !is_reached[at.1][at.0] && self.get(*at) == FREE).collect::<Vec<_>>() {
            self.set(at, WALL);
        }
        for at in START {
            self.set(at, b'r');
            self.0[turned(at).1][turned(at).0] = b'B';
        }
        for (letter, turned_letter, wanted) in PLACES {
            let mut free: Vec<At> = cells().filter(|at| self.get(*at) == FREE).collect();
            free.sort_by_key(|at| (at.0.abs_diff(wanted.0).pow(2) + at.1.abs_diff(wanted.1).pow(2), *at));
            // The cell in the middle is its own opposite.
            free.retain(|at| turned(*at) != *at);
            let near: Vec<At> = free.into_iter().take(PLACE_CELLS).collect();
            if near.len() < PLACE_CELLS || near.iter().any(|at| near.contains(&turned(*at))) {
                return false;
            }
            for at in near {
                self.set(at, letter);
                self.0[turned(at).1][turned(at).0] = turned_letter;
            }
        }
        true
    }

    fn text(&self) -> String {
        let rows =
            self.0.iter().map(|row| row.iter().copied().map(char::from).chain(['\n']).collect::<String>());
        rows.collect()
    }
}

/// A rectangle to build on.
#[derive(Clone, Copy)]
struct Lot {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Lot {
    fn right(self) -> usize {
        self.left + self.width - 1
    }

    fn bottom(self) -> usize {
        self.top + self.height - 1
    }

    fn border(self) -> impl Iterator<Item = At> {
        let rows = (self.left..=self.right()).flat_map(move |x| [(x, self.top), (x, self.bottom())]);
        rows.chain((self.top..=self.bottom()).flat_map(move |y| [(self.left, y), (self.right(), y)]))
    }

    /// A cell of one of the four sides that is no corner.
    fn on_side(self, side: usize, random: &mut Random) -> At {
        let (x, y) = self.inside(random);
        [(x, self.top), (self.right(), y), (x, self.bottom()), (self.left, y)][side % 4]
    }

    fn inside(self, random: &mut Random) -> At {
        let x = self.left + 1 + random.below(self.width as u64 - 2) as usize;
        (x, self.top + 1 + random.below(self.height as u64 - 2) as usize)
    }
}

/// The cell after half a turn of the map.
fn turned((x, y): At) -> At {
    ((WIDTH - 1).wrapping_sub(x), (HEIGHT - 1).wrapping_sub(y))
}

fn cells() -> impl Iterator<Item = At> {
    (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)))
}
