//! The map of a path query: read from a file or generated.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use cunning_draw::{Cell, GridPicture, Terrain};
use cunning_walk::Map;
use cunning_walk::generate::{self, Kind};

use crate::failure::Failure;
use crate::files;

#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("ground").required(true).args(["map", "generate"])))]
pub(crate) struct GroundOptions {
    /// The map, in `MovingAI` format (`-` reads standard input)
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Generate a map instead
    #[arg(long, value_enum, value_name = "KIND")]
    generate: Option<KindName>,
    /// The size of the generated map
    #[arg(long, value_name = "WxH", default_value = "48x24", conflicts_with = "map")]
    size: Size,
    /// Seed of the generated map
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "map")]
    seed: u64,
    /// Write the map to a file, in `MovingAI` format
    #[arg(long, value_name = "FILE")]
    save_map: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// Rooms with doors and corridors
    Rooms,
    /// Winding caves
    Caves,
    /// A maze
    Maze,
    /// Open ground with obstacles
    Field,
}

impl KindName {
    fn kind(self) -> Kind {
        match self {
            Self::Rooms => Kind::Rooms(generate::Rooms::default()),
            Self::Caves => Kind::Caves(generate::Caves::default()),
            Self::Maze => Kind::Maze(generate::Maze::default()),
            Self::Field => Kind::Field(generate::Field::default()),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Size((u32, u32));

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = text.split_once('x').map(|(width, height)| (width.parse(), height.parse()));
        match sides {
            Some((Ok(width), Ok(height))) => Ok(Self((width, height))),
            _ => Err("expected width x height, such as 60x30"),
        }
    }
}

impl GroundOptions {
    pub(crate) fn is_standard_input(&self) -> bool {
        self.map.as_deref() == Some(std::path::Path::new("-"))
    }
}

/// A map and its origin.
pub(crate) struct Ground {
    pub(crate) map: Map,
    is_generated: bool,
}

impl Ground {
    pub(crate) fn new(options: &GroundOptions) -> Result<Self, Failure> {
        match (&options.map, options.generate) {
            (Some(file), _) => {
                let map = Map::parse(&files::read(file, cunning_walk::map::BYTES_MAX)?)?;
                Ok(Self { map, is_generated: false })
            }
            (None, kind) => {
                let kind = kind.unwrap_or(KindName::Rooms).kind();
                Self::generated(kind, options.size.0, options.seed)
            }
        }
    }

    /// Writes the map to the file of `--save-map`.
    pub(crate) fn save(&self, options: &GroundOptions) -> Result<(), Failure> {
        match &options.save_map {
            Some(file) => files::write(file, self.map.to_text().as_bytes()),
            None => Ok(()),
        }
    }

    pub(crate) fn generated(kind: Kind, (width, height): (u32, u32), seed: u64) -> Result<Self, Failure> {
        let map = generate::generate(kind, width, height, seed)
            .map_err(|error| Failure::input("cli/generate", error))?;
        Ok(Self { map, is_generated: true })
    }

    pub(crate) fn is_generated(&self) -> bool {
        self.is_generated
    }

    /// Two free cells in opposite corners.
    pub(crate) fn far_apart(&self) -> Result<(Cell, Cell), Failure> {
        let (width, height) = (self.map.width(), self.map.height());
        let free = || {
            (0..height)
                .flat_map(move |y| (0..width).map(move |x| (x, y)))
                .filter(|&(x, y)| self.map.is_free(x, y))
        };
        let from = free().min_by_key(|&(x, y)| x + y);
        let to = free().max_by_key(|&(x, y)| x + y);
        from.zip(to).ok_or_else(|| Failure::input("cli/no-free-cell", "the map has no free cells"))
    }

    /// The map as a picture to draw on.
    pub(crate) fn picture(&self) -> Result<GridPicture, Failure> {
        let (width, terrain) = (self.map.width() as usize, self.map.terrain());
        GridPicture::from_fn(self.map.width(), self.map.height(), |(x, y)| {
            match terrain.get(y as usize * width + x as usize) {
                Some(b'.' | b'G') => Terrain::Free,
                Some(b'S') => Terrain::Swamp,
                Some(b'W') => Terrain::Water,
                Some(b'T') => Terrain::Tree,
                _ => Terrain::Wall,
            }
        })
        .map_err(|error| Failure::input("cli/picture", error))
    }
}
