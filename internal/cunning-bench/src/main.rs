//! Side-by-side benchmarks against named peers, in one process, as ratios of one run.
//!
//! The peers are dependencies of this crate alone. Run it with `cargo xtask bench NAME`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A command: printing is what it does.

mod crowd;
mod fear;
mod measure;
mod path;
mod plan;
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
    /// Plans: our planner against other planning crates and a hand-made model over the `pathfinding` crate's A*
    Plan(plan::Arguments),
    /// A crowd of agents with minds: what a tick takes, and what it would take with the `dogoap` crate's planner
    Crowd(crowd::Arguments),
    /// Walking in real time and self-knowledge: our fast ways against our plain ones, two threads against one
    Fear(fear::Arguments),
    /// One run of one contender, in a process that may fail
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
        Bench::PlanProbe(arguments) => plan::probe::run(&arguments),
    };
    result.unwrap_or_else(|message| {
        eprintln!("error: {message}");
        ExitCode::FAILURE
    })
}
