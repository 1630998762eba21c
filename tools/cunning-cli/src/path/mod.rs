//! `cunning path`: one path on a map, or all problems of a scenario file.

mod algorithm;
mod ground;
mod query;
mod scenario;
mod walk;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use cunning_walk::Corners;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;

use algorithm::Approach;
use ground::Ground;
use query::Job;
pub(crate) use walk::cell;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning path --generate rooms --size 49x25
  cunning path --generate caves --size 60x30 --seed 3
  cunning path --map arena.map --from 1,11 --to 40,40 --svg path.svg
  cunning path --map arena.map --from 1,11 --to 40,40 --algorithm mha --w2 3 --format json
  cunning path --map arena.map --scen arena.map.scen --algorithm jps
  cunning path --generate caves --size 60x30 --algorithm lrta --png walk.png
  cunning path --map arena.map --scen arena.map.scen --algorithm lrta --wc 4 --expendable --corners cut
  cunning path --generate rooms --size 200x100 --save-map rooms.map")]
pub(crate) struct Arguments {
    #[command(flatten)]
    ground: ground::GroundOptions,
    /// Start of the path; requires --to (optional for a generated map)
    #[arg(long, value_name = "X,Y", requires = "to")]
    from: Option<Position>,
    /// End of the path
    #[arg(long, value_name = "X,Y", requires = "from")]
    to: Option<Position>,
    /// Solve all problems of a `MovingAI` scenario file and compare the lengths (`-` reads standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to", "generate", "svg", "png"])]
    scen: Option<PathBuf>,
    /// Whether diagonal moves may cut the corners of blocked cells
    #[arg(long, value_enum, default_value = "strict")]
    corners: CornersName,
    #[command(flatten)]
    algorithm: algorithm::AlgorithmOptions,
    /// Largest number of expansions, or of steps in real-time search (for each problem of a scenario)
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_expansions: u64,
    /// Write a picture of the path and the expanded cells as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

/// A cell given as `X,Y`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position(pub(crate) (u32, u32));

impl FromStr for Position {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (x, y) = text.split_once(',').ok_or("expected two numbers with a comma between, such as 12,3")?;
        match (x.trim().parse(), y.trim().parse()) {
            (Ok(x), Ok(y)) => Ok(Self((x, y))),
            _ => Err("expected two whole numbers from 0 on, such as 12,3"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CornersName {
    /// Both cells beside a diagonal move must be free
    Strict,
    /// Only the target must be free
    Cut,
}

impl From<CornersName> for Corners {
    fn from(name: CornersName) -> Self {
        match name {
            CornersName::Strict => Self::Strict,
            CornersName::Cut => Self::Cut,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let corners = arguments.corners.into();
    let approach = arguments.algorithm.approach()?;
    if arguments.ground.is_standard_input() && arguments.scen.as_deref() == Some(Path::new("-")) {
        let message = "only one of --map and --scen can be standard input";
        return Err(Failure::input("cli/stdin-twice", message));
    }
    let ground = Ground::new(&arguments.ground)?;
    if let Some(file) = &arguments.scen {
        let source = files::read(file, cunning_walk::scenario::BYTES_MAX)?;
        return match approach {
            Approach::Search(algorithm) => {
                scenario::run(&source, &ground, corners, algorithm, arguments.max_expansions, output)
            }
            Approach::RealTime(method) => {
                walk::run_scenario(&source, &ground, corners, method, arguments.max_expansions, output)
            }
        };
    }
    let (from, to) = match (arguments.from, arguments.to) {
        (Some(Position(from)), Some(Position(to))) => (from, to),
        _ if ground.is_generated() => ground.far_apart()?,
        _ => {
            let message = "no path requested: give --from X,Y and --to X,Y, or --scen FILE";
            return Err(Failure::input("cli/no-query", message));
        }
    };
    let wants_file = arguments.svg.is_some() || arguments.png.is_some();
    if wants_file {
        // Reject a map that is too large to draw before the search.
        ground.picture()?;
    }
    let is_drawn = wants_file || !output.is_json();
    let expansions_max = arguments.max_expansions;
    let (exit, picture) = match approach {
        Approach::Search(algorithm) => {
            let answer = Job { from, to, corners, algorithm, expansions_max, is_drawn }.solve(&ground)?;
            answer.print(&ground, output)?;
            (answer.exit(), wants_file.then(|| answer.picture(&ground)))
        }
        Approach::RealTime(method) => {
            let walk = walk::Job { from, to, corners, method, steps_max: expansions_max }.walk(&ground)?;
            walk.print(&ground, output)?;
            (walk.exit(), wants_file.then(|| walk.picture(&ground)))
        }
    };
    ground.save(&arguments.ground)?;
    let picture = picture.transpose()?;
    if let (Some(file), Some(picture)) = (&arguments.svg, &picture) {
        files::write(file, picture.to_svg().as_bytes())?;
    }
    if let (Some(file), Some(picture)) = (&arguments.png, &picture) {
        let png = picture.to_png(cunning_draw::CellSize::Auto);
        files::write(file, &png.map_err(|error| Failure::input("cli/picture", error))?)?;
    }
    Ok(exit)
}
