//! The project's own commands: `cargo xtask test`, `bench`, `bevy-window`, `browser`, `compare-bevy`, `docs-pictures`,
//! `fuzz-smoke`, `package`, `page`, `soak` and `studio`. Here is only the command line.
//!
//! Everything runs from the root of the workspace, whatever the current directory.

mod bench;
mod bevy;
mod browser;
mod fuzz;
mod package;
mod process;
mod report;
mod soak;
mod studio;
mod system;
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
        cargo xtask bench NAME --help     what that benchmark takes\n  \
        cargo xtask bevy-window           examples of the Bevy plugin in a window that nobody sees\n  \
        cargo xtask browser               the studio's tests in Chromium\n  \
        cargo xtask compare-bevy          the Bevy plugin beside its peers\n  \
        cargo xtask docs-pictures         the pictures of the studio's guide, taken anew\n  \
        cargo xtask fuzz-smoke            a minute of each fuzz target\n  \
        cargo xtask package               what would be published, put together and built from that\n  \
        cargo xtask page                  the studio's page, for `cargo install --path tools/cunning-cli`\n  \
        cargo xtask soak                  a thousand agents with everything going wrong, for hours of their lives\n  \
        cargo xtask studio                build the studio with its page, and look at a scene in the browser"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every check: format, lints, documentation, tests, the browser, the differential campaign, examples,
    /// licences.
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
    /// Show examples of the Bevy plugin in a window, drawn in software and seen by nobody.
    #[command(
        after_help = "Builds the whole of Bevy once, which takes ten minutes and more on two cores. Needs Xvfb and a software \
            driver, which\nit installs where it may. The pictures are in target/bevy-window afterwards; one that shows \
            nothing is a failure.\n\nExamples:\n  \
            cargo xtask bevy-window"
    )]
    BevyWindow,
    /// Run the studio's tests in a real browser.
    #[command(
        after_help = "Needs Node.js with npm, and Chromium, which it installs where it may. Pictures of every room are in \
            target/studio-shots\nafterwards. NAMES are files in tools/cunning-studio/web/e2e; without any all are run.\
            \n\nExamples:\n  \
            cargo xtask browser\n  \
            cargo xtask browser rooms\n  \
            CHROMIUM=/opt/chrome/chrome cargo xtask browser"
    )]
    Browser {
        /// Only say by the exit code whether the tests can be run here.
        #[arg(long, conflicts_with = "names")]
        probe: bool,
        /// Which tests.
        names: Vec<String>,
    },
    /// Measure the Bevy plugin beside its peers, and print the table of docs/bevy-peers.md.
    #[command(after_help = "Builds two more versions of Bevy, without windows.\n\nExamples:\n  \
            cargo xtask compare-bevy\n  \
            cargo xtask compare-bevy --check")]
    CompareBevy {
        /// Only see whether it builds.
        #[arg(long)]
        check: bool,
    },
    /// Take the pictures of docs/studio.md anew.
    #[command(
        after_help = "Needs what `cargo xtask browser` needs. The pictures are in docs/pictures afterwards.\
            \n\nExamples:\n  \
            cargo xtask docs-pictures"
    )]
    DocsPictures,
    /// Build the fuzz targets and run each for a while.
    #[command(
        after_help = "Needs a nightly toolchain; installs cargo-fuzz if it is missing. An input that breaks a target is \
            kept in fuzz/artifacts;\nonce mended, it belongs in fuzz/regressions. Exit code 0 when nothing broke, 1 when \
            something did.\n\nExamples:\n  \
            cargo xtask fuzz-smoke\n  \
            cargo xtask fuzz-smoke --seconds 600"
    )]
    FuzzSmoke {
        /// How long each target runs.
        #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
        seconds: u32,
    },
    /// Put together what would be published, and build it from that.
    #[command(
        after_help = "Needs Node.js with npm for the studio's page, which is part of its package. The packages are in \
            target/package afterwards.\n\nExamples:\n  \
            cargo xtask package"
    )]
    Package,
    /// Build the studio's page, so that the command is built with it.
    #[command(after_help = "Needs Node.js with npm.\n\nExamples:\n  \
            cargo xtask page && cargo install --path tools/cunning-cli")]
    Page,
    /// Let many agents live for long while everything goes wrong that can.
    #[command(
        after_help = "The same checks as in `cargo xtask test`, where 300 agents live for 5,000 ticks; memory must not \
            grow.\n\nExamples:\n  \
            cargo xtask soak\n  \
            cargo xtask soak --agents 100 --ticks 50000"
    )]
    Soak {
        /// How many agents there are.
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(8..))]
        agents: u32,
        /// How many ticks of 50 ms they live.
        #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1000..))]
        ticks: u64,
    },
    /// Build the studio's page and start the studio.
    #[command(
        after_help = "Needs Node.js with npm. ARGS are those of `cunning studio`; without any it shows the pirate.\
            \n\nExamples:\n  \
            cargo xtask studio\n  \
            cargo xtask studio scenes/rooms.toml --allow-control\n  \
            cargo xtask studio recording.cng --no-open"
    )]
    Studio {
        /// What to look at, and how.
        #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Test => test::run(),
        Command::Bench { arguments } => bench::run(&arguments),
        Command::BevyWindow => bevy::window(),
        Command::Browser { probe: true, .. } => Ok(browser::probe()),
        Command::Browser { names, .. } => browser::run(&names),
        Command::CompareBevy { check } => bevy::compare(check),
        Command::DocsPictures => browser::docs_pictures(),
        Command::FuzzSmoke { seconds } => fuzz::run(seconds),
        Command::Package => package::run(),
        Command::Page => studio::page(),
        Command::Soak { agents, ticks } => soak::run(agents, ticks),
        Command::Studio { arguments } => studio::run(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        // Nothing is left to do when standard error is closed too.
        let _ = writeln!(std::io::stderr(), "xtask: {error}");
        ExitCode::FAILURE
    })
}
