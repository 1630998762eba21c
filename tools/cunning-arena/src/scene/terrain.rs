//! Terrain, and what it allows.

/// The terrain of a cell. Doors stand on ground.
///
/// | | walkable | see across | shoot across |
/// |---|---|---|---|
/// | ground | yes | yes | yes |
/// | low cover | no | yes | yes, but it protects an actor directly behind it |
/// | water | no | yes | yes |
/// | trees, walls, doors that are not open | no | no | no |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// Open ground; `.` in a map.
    #[default]
    Ground,
    /// Crates, sandbags, low walls; `o` in a map.
    Cover,
    /// Water; `~` in a map.
    Water,
    /// Trees; `T` in a map.
    Tree,
    /// Walls; `#` in a map.
    Wall,
}

impl Terrain {
    /// Whether actors can stand there.
    pub fn is_walkable(self) -> bool {
        self == Self::Ground
    }

    /// Whether it blocks sight and shots.
    pub fn is_opaque(self) -> bool {
        matches!(self, Self::Tree | Self::Wall)
    }

    /// The letter that stands for it in maps.
    pub fn letter(self) -> char {
        match self {
            Self::Ground => '.',
            Self::Cover => 'o',
            Self::Water => '~',
            Self::Tree => 'T',
            Self::Wall => '#',
        }
    }

    pub(crate) const ALL: [Self; 5] = [Self::Ground, Self::Cover, Self::Water, Self::Tree, Self::Wall];
}
