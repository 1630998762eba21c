//! Maps made from a seed: rooms, caves, mazes and fields.
//!
//! The same kind, size and seed give the same map on every machine and in every release: only integers are
//! used, and the random numbers come from one fixed generator. Whatever the parameters, the free cells of a
//! map are one region: every free cell can be reached from every other without squeezing between corners.

mod caves;
mod dice;
mod field;
mod maze;
mod regions;
mod rooms;

use std::fmt;

use crate::map::{CELLS_MAX, Map, SIDE_MAX, letter};
use dice::Dice;

pub use caves::Caves;
pub use field::Field;
pub use maze::Maze;
pub use rooms::Rooms;

/// The least width and height of a generated map; smaller ones have no room for what makes them rooms or caves.
pub const SIDE_MIN: u32 = 8;

/// What sort of map to make, with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Rooms of many sizes with doors and short corridors.
    Rooms(Rooms),
    /// Winding caves with rough walls.
    Caves(Caves),
    /// Corridors one cell wide.
    Maze(Maze),
    /// Open ground with groves, boulders and ponds.
    Field(Field),
}

impl Kind {
    /// One of each kind, with its usual parameters.
    pub fn defaults() -> [Self; 4] {
        [
            Self::Rooms(Rooms::default()),
            Self::Caves(Caves::default()),
            Self::Maze(Maze::default()),
            Self::Field(Field::default()),
        ]
    }

    /// The name by which users ask for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rooms(_) => "rooms",
            Self::Caves(_) => "caves",
            Self::Maze(_) => "maze",
            Self::Field(_) => "field",
        }
    }
}

/// Makes a map.
///
/// ```
/// use cunning_walk::generate::{Kind, Maze, generate};
///
/// let maze = generate(Kind::Maze(Maze { braid_percent: 0 }), 21, 9, 7)?;
/// assert_eq!(
///     maze.to_text().lines().skip(4).collect::<Vec<_>>(),
///     [
///         "@@@@@@@@@@@@@@@@@@@@@",
///         "@.@...........@.....@",
///         "@.@.@@@@@@@@@.@@@.@.@",
///         "@...@.@.....@...@.@.@",
///         "@@@@@.@.@@@.@@@.@.@.@",
///         "@...@...@.@...@.@.@.@",
///         "@.@.@.@@@.@@@.@.@@@.@",
///         "@.@.........@.......@",
///         "@@@@@@@@@@@@@@@@@@@@@",
///     ],
/// );
/// # Ok::<(), cunning_walk::generate::GenerateError>(())
/// ```
pub fn generate(kind: Kind, width: u32, height: u32, seed: u64) -> Result<Map, GenerateError> {
    let filled = |letter: u8| {
        let map = if width.min(height) < SIDE_MIN { None } else { Map::filled(width, height, letter) };
        map.ok_or(GenerateError::Size { width, height })
    };
    let mut dice = Dice::seeded(seed);
    let mut map = match kind {
        Kind::Field(_) => filled(letter::GROUND)?,
        Kind::Rooms(_) | Kind::Caves(_) | Kind::Maze(_) => filled(letter::WALL)?,
    };
    match kind {
        Kind::Rooms(rooms) => rooms.carve(&mut map, &mut dice)?,
        Kind::Caves(caves) => caves.carve(&mut map, &mut dice)?,
        Kind::Maze(maze) => maze.carve(&mut map, &mut dice)?,
        Kind::Field(field) => field.grow(&mut map, &mut dice)?,
    }
    Ok(map)
}

/// Why a map cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// A side is below [`SIDE_MIN`] or above [`SIDE_MAX`], or there would be more than [`CELLS_MAX`] cells.
    Size {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
    },
    /// A parameter of the kind is out of its range.
    Parameter {
        /// The parameter's name.
        name: &'static str,
        /// The value asked for.
        found: u32,
        /// The least value allowed.
        min: u32,
        /// The greatest value allowed.
        max: u32,
    },
}

impl GenerateError {
    /// An error unless `min <= found <= max`.
    fn check(name: &'static str, found: u32, min: u32, max: u32) -> Result<(), Self> {
        if (min..=max).contains(&found) { Ok(()) } else { Err(Self::Parameter { name, found, min, max }) }
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width, height } => write!(
                f,
                "a generated map has {SIDE_MIN} to {SIDE_MAX} cells on each side and at most {CELLS_MAX} in all, \
                 not {width} x {height}"
            ),
            Self::Parameter { name, found, min, max } => {
                write!(f, "`{name}` must be from {min} to {max}, not {found}")
            }
        }
    }
}

impl std::error::Error for GenerateError {}
