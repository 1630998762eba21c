//! Side-by-side benchmarks against named peers, in one process, as ratios of one run.
//!
//! The peers are dependencies of this crate alone. Run it with `cargo xtask bench NAME`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A command: printing is what it does.

mod measure;
mod path;

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
        Bench::Path(arguments) => path::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
