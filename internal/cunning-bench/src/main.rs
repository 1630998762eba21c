//! Benchmarks of Cunning against named peers, side by side in one process, reported as ratios.
//!
//! The peers are dependencies of this crate alone. Run it with `cargo xtask bench NAME`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // This is a command-line program.

mod crowd;
mod fear;
mod games;
mod measure;
mod path;
mod plan;
mod player;
mod target;

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

#[derive(Parser)]
#[command(name = "cargo xtask bench", about = "Side-by-side benchmarks against named peers")]
struct Arguments {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Subcommand)]
enum Bench {
    /// Paths on game maps: our engines against the `pathfinding` crate's A*
    Path(path::Arguments),
    /// Plans: our planner against other planning crates and a hand-written model over the `pathfinding` crate's A*
    Plan(plan::Arguments),
    /// A crowd of agents: the time of a tick, and what the `dogoap` crate's planner would take
    Crowd(crowd::Arguments),
    /// Real-time walking and self-knowledge: fast algorithms against plain ones, two threads against one
    Fear(fear::Arguments),
    /// Queries of game domains: the time to a first plan, to a good one and to a proof, beside the `ferroplan` planner
    Games(games::Arguments),
    /// A single run of one contender in a separate process
    #[command(name = plan::probe::COMMAND, hide = true)]
    PlanProbe(plan::probe::Arguments),
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table to read.
    Human,
    /// One JSON document.
    Json,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().bench {
        Bench::Path(arguments) => path::run(&arguments).map(|()| ExitCode::SUCCESS),
        Bench::Plan(arguments) => plan::run(&arguments).map(|()| ExitCode::SUCCESS),
        Bench::Crowd(arguments) => crowd::run(&arguments).map(|()| ExitCode::SUCCESS),
        Bench::Fear(arguments) => fear::run(&arguments).map(|()| ExitCode::SUCCESS),
        Bench::Games(arguments) => games::run(&arguments).map(|()| ExitCode::SUCCESS),
        Bench::PlanProbe(arguments) => plan::probe::run(&arguments),
    };
    result.unwrap_or_else(|message| {
        eprintln!("error: {message}");
        ExitCode::FAILURE
    })
}
