//! The project's own commands: `cargo xtask test` and `cargo xtask bench`. Here is only the command line.
//!
//! Everything runs from the root of the workspace, whatever the current directory.

mod bench;
mod process;
mod report;
mod test;
mod tools;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    bin_name = "cargo xtask",
    about = "The project's own commands.",
    after_help = "Examples:\n  \
        cargo xtask test                  every check; run it before sending a change\n  \
        cargo xtask bench NAME            one benchmark, in release mode\n  \
        cargo xtask bench NAME --help     what that benchmark takes"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every check: format, lints, documentation, tests, the differential campaign, examples, licences.
    #[command(
        after_help = "Stops at the first failure and names the command to rerun. Exit code 0 when all passed, 1 when \
            not.\n\nExamples:\n  \
            cargo xtask test\n  \
            CARGO_TARGET_DIR=/tmp/target cargo xtask test"
    )]
    Test,
    /// Build the benchmarks in release mode and run one.
    #[command(
        after_help = "Relative paths in ARGS start at the root of the workspace. The exit code is that of the benchmark.\
            \n\nExamples:\n  \
            cargo xtask bench NAME\n  \
            cargo xtask bench NAME --help"
    )]
    Bench {
        /// The benchmark's name, and whatever it takes.
        #[arg(required = true, num_args = 1.., value_names = ["NAME", "ARGS"], trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Test => test::run(),
        Command::Bench { arguments } => bench::run(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        // Nothing is left to do when standard error is closed too.
        let _ = writeln!(std::io::stderr(), "xtask: {error}");
        ExitCode::FAILURE
    })
}
