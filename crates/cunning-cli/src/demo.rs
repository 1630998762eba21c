//! `cunning demo`: a path across a dungeon of its own making, drawn in the terminal.

use cunning_walk::generate::{Kind, Rooms};
use cunning_walk::{Algorithm, Corners};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::path::{Ground, Job};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning demo             the first dungeon
  cunning demo --seed 7    another one")]
pub(crate) struct Arguments {
    /// Which dungeon: each number makes its own
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Two characters a cell fit a hundred columns; a narrower terminal gets a smaller picture.
const WIDTH: u32 = 49;
const HEIGHT: u32 = 25;

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let ground = Ground::generated(Kind::Rooms(Rooms::default()), (WIDTH, HEIGHT), arguments.seed)?;
    let (from, to) = ground.far_apart()?;
    let job = Job {
        from,
        to,
        corners: Corners::Strict,
        algorithm: Algorithm::AStar,
        expansions_max: u64::MAX,
        is_drawn: !output.is_json(),
    };
    let answer = job.solve(&ground)?;
    answer.print(&ground, output)?;
    if !output.is_json() {
        output.note("Another dungeon: cunning demo --seed 2. A map of yours: cunning path --help.");
    }
    Ok(answer.exit())
}
