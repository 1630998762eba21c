//! Map generators: rooms, caves, mazes and fields from a seed.
//!
//! The same kind, size and seed give the same map on every machine and in every release: they use
//! only integers and one fixed random number generator. For all parameters the free cells of a map are connected: every
//! free cell can be reached from every other without cutting corners.

mod caves;
mod field;
mod maze;
mod regions;
mod rooms;

use std::fmt;

use crate::Random;
use crate::map::{CELLS_MAX, Map, SIDE_MAX, letter};

pub use caves::Caves;
pub use field::Field;
pub use maze::Maze;
pub use rooms::Rooms;

/// The smallest width and height of a generated map.
pub const SIDE_MIN: u32 = 8;

/// The kind of a generated map, with its parameters.
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
    /// Each kind with its default parameters.
    pub fn defaults() -> [Self; 4] {
        [
            Self::Rooms(Rooms::default()),
            Self::Caves(Caves::default()),
            Self::Maze(Maze::default()),
            Self::Field(Field::default()),
        ]
    }

    /// The name on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rooms(_) => "rooms",
            Self::Caves(_) => "caves",
            Self::Maze(_) => "maze",
            Self::Field(_) => "field",
        }
    }
}

/// Generates a map.
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
    let mut random = Random::from_seed(seed);
    let mut map = match kind {
        Kind::Field(_) => filled(letter::GROUND)?,
        Kind::Rooms(_) | Kind::Caves(_) | Kind::Maze(_) => filled(letter::WALL)?,
    };
    match kind {
        Kind::Rooms(rooms) => rooms.carve(&mut map, &mut random)?,
        Kind::Caves(caves) => caves.carve(&mut map, &mut random)?,
        Kind::Maze(maze) => maze.carve(&mut map, &mut random)?,
        Kind::Field(field) => field.grow(&mut map, &mut random)?,
    }
    Ok(map)
}

/// Why a map cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// A side is below [`SIDE_MIN`] or above [`SIDE_MAX`], or there would be more than [`CELLS_MAX`] cells.
    Size {
        /// The requested width.
        width: u32,
        /// The requested height.
        height: u32,
    },
    /// A parameter of the kind is out of its range.
    Parameter {
        /// The parameter's name.
        name: &'static str,
        /// The given value.
        found: u32,
        /// The smallest allowed value.
        min: u32,
        /// The largest allowed value.
        max: u32,
    },
}

impl GenerateError {
    /// Returns an error unless `min <= found <= max`.
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
