//! The terrain of a cell and its appearance.

use crate::colour::Colour;
use crate::palette;

/// The terrain of a cell. If two kinds are equally frequent in a block of cells on a small terminal, the later variant is
/// shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// Walkable ground; `.` in plain text.
    #[default]
    Free,
    /// Swamp and other slow ground; `,` in plain text.
    Swamp,
    /// Water; `~` in plain text.
    Water,
    /// Trees; `T` in plain text.
    Tree,
    /// Walls and everything outside the level; `#` in plain text.
    Wall,
}

impl Terrain {
    pub(crate) const ALL: [Self; 5] = [Self::Free, Self::Swamp, Self::Water, Self::Tree, Self::Wall];

    pub(crate) fn colour(self) -> Colour {
        match self {
            Self::Free => palette::FREE,
            Self::Swamp => palette::SWAMP,
            Self::Water => palette::WATER,
            Self::Tree => palette::TREE,
            Self::Wall => palette::WALL,
        }
    }

    pub(crate) fn glyph(self) -> char {
        match self {
            Self::Free => '.',
            Self::Swamp => ',',
            Self::Water => '~',
            Self::Tree => 'T',
            Self::Wall => '#',
        }
    }
}
