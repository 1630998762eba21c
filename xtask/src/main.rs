//! The project's own commands, run as `cargo xtask COMMAND`. This file holds only the command line.
//!
//! Every command runs from the root of the workspace, whatever the current directory.

mod ablations;
mod affected;
mod bench;
mod bevy;
mod bindings;
mod browser;
mod dist;
mod examples;
mod figures;
mod fuzz;
mod package;
mod planted;
mod process;
mod quality;
mod report;
mod sanitize;
mod soak;
mod steps;
mod studio;
mod sweep;
mod system;
mod test;
mod tools;
mod types;
mod wasm;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::steps::Suite;

#[derive(Parser)]
#[command(
    bin_name = "cargo xtask",
    about = "The project's own commands.",
    after_help = "Examples:\n  \
        cargo xtask test --quick          checks of what changed since main; run it while you work\n  \
        cargo xtask test                  every check; run it before you send a change\n  \
        cargo xtask test --full           every check, with long campaigns; run it before a release\n  \
        cargo xtask bench NAME            one benchmark, in release mode\n  \
        cargo xtask browser               the studio's tests in Chromium\n  \
        cargo xtask studio                the studio with a scene, in your browser"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the checks: format, licences, lints, documentation, tests, examples, the browser, the campaign, Bevy.
    #[command(
        after_help = "Stops at the first failure and prints the command to rerun. Each step prints its time, and a warning \
            if it takes longer than\nplanned. The exit code is 0 if all steps passed, else 1.\n\nExamples:\n  \
            cargo xtask test\n  \
            cargo xtask test --quick\n  \
            CARGO_TARGET_DIR=/tmp/target cargo xtask test"
    )]
    Test {
        /// Check only what the changes since `main` affect: format, lints and the tests of affected packages.
        #[arg(long, conflicts_with = "full")]
        quick: bool,
        /// Check everything a release needs: also long campaigns, fuzzing, windows, and packages built from their
        /// archives.
        #[arg(long)]
        full: bool,
    },
    /// Measure what orders, and each kind of order, are worth in the scene `squad`.
    #[command(
        after_help = "Fights are paired: every variant fights with the same seeds, maps and sides. Tune with the part `tuning` alone, and \
            report both parts\nonce with 4,000 fights. A missed target is printed and is no failure.\
            \n\nExamples:\n  \
            cargo xtask ablations\n  \
            cargo xtask ablations --fights 1600 --only 'no assault' --only 'no grenades'\n  \
            cargo xtask ablations --fights 4000 --part tuning --part held-out --baselines"
    )]
    Ablations {
        /// Fights per variant, over both sides and eight maps.
        #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(32..=100_000))]
        fights: u64,
        /// Fights per variant against a baseline [default: as many as the others]
        #[arg(long, value_name = "N", requires = "baselines", value_parser = clap::value_parser!(u64).range(32..=100_000))]
        baseline_fights: Option<u64>,
        /// The parts of the experiment [default: tuning]
        #[arg(long, value_enum)]
        part: Vec<ablations::Part>,
        /// Run only this variant beside full orders; may be given several times.
        #[arg(long, value_name = "NAME")]
        only: Vec<String>,
        /// Also fight against the state machine, the behaviour tree and the utility soldier.
        #[arg(long)]
        baselines: bool,
        /// The `cunning` command [default: build it]
        #[arg(long, value_name = "FILE")]
        program: Option<std::path::PathBuf>,
        /// Count the fights of an earlier run, which must have used the same build.
        #[arg(long)]
        resume: bool,
    },
    /// Run the tests of the packages that the changes since `main` affect.
    #[command(
        after_help = "A package is affected if one of its files changed, or if it depends on an affected package.\
            \n\nExamples:\n  \
            cargo xtask affected-tests"
    )]
    AffectedTests,
    /// Build the benchmarks in release mode and run one.
    #[command(
        after_help = "Relative paths in ARGS start at the root of the workspace. The exit code is that of the benchmark.\
            \n\nExamples:\n  \
            cargo xtask bench NAME\n  \
            cargo xtask bench NAME --help"
    )]
    Bench {
        /// The name of the benchmark, and its arguments.
        #[arg(required = true, num_args = 1.., value_names = ["NAME", "ARGS"], trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run the examples of the Bevy plugin in windows on a virtual screen.
    #[command(
        after_help = "Builds all of Bevy once, which takes more than ten minutes on two cores. Needs Xvfb and a Vulkan \
            software driver; installs\nthem if the user is root. Screenshots are written to target/bevy-window; an empty one is \
            a failure.\n\nExamples:\n  \
            cargo xtask bevy-window"
    )]
    BevyWindow {
        /// Only tell by the exit code whether the windows can be shown here.
        #[arg(long)]
        probe: bool,
    },
    /// Build the libraries and check the bindings for C, C++, C#, Unity, Unreal and Python.
    #[command(
        after_help = "Plays every script of bindings/conformance through Rust and each binding and compares the logs. Installs \
            compilers and Mono from\nDebian if they are missing and the user is root.\n\nExamples:\n  \
            cargo xtask bindings\n  \
            cargo xtask bindings --full\n  \
            cargo xtask bindings --install ~/cunning --link\n  \
            cargo xtask bindings --unity ~/MyGame/Packages/com.cunning.minds\n  \
            cargo xtask bindings --unreal ~/MyGame/Plugins/Cunning"
    )]
    Bindings {
        /// Also run sanitizers, valgrind, a million random calls, the CMake package, the wheel with other libraries, and the
        /// guide's pages in new clones.
        #[arg(long)]
        full: bool,
        /// Build with the features of the whole workspace, as the tests do, so that nothing is compiled twice.
        #[arg(long)]
        with_workspace: bool,
        /// Only write the files that are generated from the C interface: cunning.h and Native.cs.
        #[arg(long, conflicts_with_all = ["full", "bless", "overhead", "install", "probe"])]
        generate: bool,
        /// Only write the golden files of the conformance scripts.
        #[arg(long, conflicts_with_all = ["full", "overhead", "install", "probe"])]
        bless: bool,
        /// Only compare a crowd in C, C# and Python with the same crowd in Rust.
        #[arg(long, conflicts_with_all = ["full", "install", "probe"])]
        overhead: bool,
        /// Only follow docs/python.md and docs/c.md word by word, each in a new clone in an empty folder.
        #[arg(long, conflicts_with_all = ["full", "install", "probe"])]
        fresh: bool,
        /// Only install the optimized library, its headers and its packages in a folder.
        #[arg(long, value_name = "PREFIX", conflicts_with_all = ["full", "probe"])]
        install: Option<std::path::PathBuf>,
        /// Install the library with the debug link for the studio, for development.
        #[arg(long, requires = "install")]
        link: bool,
        /// Only put the Unity package together in a folder, with the optimized library of this system.
        #[arg(long, value_name = "FOLDER", conflicts_with_all = ["full", "probe"])]
        unity: Option<std::path::PathBuf>,
        /// Only put the Unreal plugin together in a folder, with the optimized library of this system.
        #[arg(long, value_name = "FOLDER", conflicts_with_all = ["full", "probe", "unity"])]
        unreal: Option<std::path::PathBuf>,
        /// Only tell by the exit code whether the bindings can be checked here.
        #[arg(long, conflicts_with = "full")]
        probe: bool,
    },
    /// Run the studio's tests in Chromium.
    #[command(
        after_help = "Needs Node.js with npm, and Chromium, which it installs if the user is root. Screenshots are written to \
            target/studio-shots.\nNAMES are files in tools/cunning-studio/web/e2e; without names all tests run.\
            \n\nExamples:\n  \
            cargo xtask browser\n  \
            cargo xtask browser panels\n  \
            CHROMIUM=/opt/chrome/chrome cargo xtask browser"
    )]
    Browser {
        /// Only tell by the exit code whether the tests can run here.
        #[arg(long, conflicts_with = "names")]
        probe: bool,
        /// The test files to run, without extensions.
        names: Vec<String>,
    },
    /// Measure the Bevy plugin and its peers, and print the table of docs/bevy-peers.md.
    #[command(after_help = "Builds two more versions of Bevy, without windows.\n\nExamples:\n  \
            cargo xtask compare-bevy\n  \
            cargo xtask compare-bevy --check")]
    CompareBevy {
        /// Only check that it compiles.
        #[arg(long)]
        check: bool,
    },
    /// Build release archives: the C library, the command and the wheel, for every installed target.
    #[command(
        after_help = "Targets are those of docs/platforms.md. Installs the linker (cargo-zigbuild, ziglang) and maturin from PyPI into \
            target/dist-tools.\nArchives and SHA256SUMS are written to target/dist. Targets that are not installed are listed with the \
            command that installs\nthem.\n\nExamples:\n  \
            cargo xtask dist\n  \
            cargo xtask dist linux-x86_64 --without-command"
    )]
    Dist {
        /// Only print the table of platforms, as docs/platforms.md has it.
        #[arg(long, conflicts_with_all = ["without_command", "platforms"])]
        list: bool,
        /// Only the archives of the C library, the engines and the wheel, which are faster to build.
        #[arg(long)]
        without_command: bool,
        /// The platforms to build for; without names all whose targets are installed.
        platforms: Vec<String>,
    },
    /// Take the screenshots of docs/studio.md.
    #[command(
        after_help = "Needs what `cargo xtask browser` needs. The screenshots are written to docs/pictures.\
            \n\nExamples:\n  \
            cargo xtask docs-pictures"
    )]
    DocsPictures,
    /// Build and run the examples of the `cunning` package.
    #[command(after_help = "Examples:\n  \
            cargo xtask examples")]
    Examples,
    /// Measure the figures about scenes in the documentation, and write or check them.
    #[command(
        after_help = "A figure stands between <!-- figure KEY --> and <!-- /figure -->. Short measurements take seconds, all of them about \
            half an\nhour. The exit code is 1 if a figure is out of date, unknown, or shown nowhere.\
            \n\nExamples:\n  \
            cargo xtask figures\n  \
            cargo xtask figures --check\n  \
            cargo xtask figures --full\n  \
            cargo xtask figures --only outpost"
    )]
    Figures {
        /// Compare instead of write.
        #[arg(long)]
        check: bool,
        /// Also the measurements that take minutes.
        #[arg(long)]
        full: bool,
        /// Only measurements whose names begin with this; may be given several times.
        #[arg(long, value_name = "NAME", conflicts_with = "full")]
        only: Vec<String>,
        /// The `cunning` command [default: build it]
        #[arg(long, value_name = "FILE")]
        program: Option<std::path::PathBuf>,
        /// Count the fights of an earlier run of the ablations, which must have used the same build.
        #[arg(long)]
        resume: bool,
    },
    /// Build the fuzz targets and run each for a while.
    #[command(
        after_help = "Needs a nightly toolchain; installs cargo-fuzz if it is missing. An input that breaks a target is \
            written to fuzz/artifacts;\nadd it to fuzz/regressions with the fix. The exit code is 1 if a target broke.\
            \n\nExamples:\n  \
            cargo xtask fuzz-smoke\n  \
            cargo xtask fuzz-smoke --seconds 600"
    )]
    FuzzSmoke {
        /// Seconds for which each target runs.
        #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
        seconds: u32,
    },
    /// Assemble the packages that would be published, and build them from their archives.
    #[command(
        after_help = "Needs Node.js with npm for the studio's page, which is part of its package. The packages are written \
            to target/package.\n\nExamples:\n  \
            cargo xtask package"
    )]
    Package {
        /// Do not build the packages from their archives.
        #[arg(long)]
        no_verify: bool,
    },
    /// Build the studio's page, which is then compiled into the command.
    #[command(after_help = "Needs Node.js with npm.\n\nExamples:\n  \
            cargo xtask page && cargo install --path tools/cunning-cli")]
    Page {
        /// Only tell by the exit code whether the page can be built here.
        #[arg(long)]
        probe: bool,
    },
    /// Plant bugs in a copy of the planner and the minds, and check that the tests catch every one.
    #[command(
        after_help = "The copy is in target/planted, the bugs are in xtask/planted. Exit code 0 when all were caught, 1 \
            when not.\n\nExamples:\n  \
            cargo xtask planted\n  \
            cargo xtask planted --refresh"
    )]
    Planted {
        /// First write xtask/planted/planted.patch again from the copy, after rejected hunks were applied there by hand.
        #[arg(long)]
        refresh: bool,
    },
    /// Run the frozen scenes and compare how steadily agents act with the baseline.
    #[command(
        after_help = "Prints replaced plans, reversals, goal switches, steps about absent objects, repeated orders and idle \
            time per agent and\nminute, win rates, and which targets are met. The exit code is 1 if one is missed.\
            \n\nExamples:\n  \
            cargo xtask quality\n  \
            cargo xtask quality --scene squad --seeds 10"
    )]
    Quality {
        /// Only this scene; may be given several times.
        #[arg(long, value_name = "NAME")]
        scene: Vec<String>,
        /// Number of seeds per scene; the baseline has 50.
        #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=50))]
        seeds: u64,
        /// Measure this build of the command, instead of building it from the present code.
        #[arg(long, value_name = "FILE")]
        program: Option<std::path::PathBuf>,
        /// Store the result as the baseline instead of comparing with it.
        #[arg(long, conflicts_with = "scene")]
        write: bool,
    },
    /// Run tests with threads and many agents under the address sanitizer.
    #[command(
        after_help = "Needs a nightly toolchain on x86-64 Linux; does nothing elsewhere.\n\nExamples:\n  \
            cargo xtask sanitize"
    )]
    Sanitize,
    /// Run many agents for long while sensors, steps, saves and reloads go wrong.
    #[command(
        after_help = "`cargo test` runs the same tests with 300 agents for 5,000 ticks and 20,000 spawns. Memory must \
            not grow.\
            \n\nExamples:\n  \
            cargo xtask soak\n  \
            cargo xtask soak --agents 100 --ticks 50000 --spawns 100000"
    )]
    Soak {
        /// Number of agents.
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(8..))]
        agents: u32,
        /// Number of ticks, of 50 ms each.
        #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1000..))]
        ticks: u64,
        /// Number of agents with traits of their own that come and go.
        #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1000..))]
        spawns: u64,
    },
    /// Build the studio's page and start the studio.
    #[command(
        after_help = "Needs Node.js with npm. ARGS are passed to `cunning studio`; without them it opens the pirate scene.\
            \n\nExamples:\n  \
            cargo xtask studio\n  \
            cargo xtask studio scenes/rooms.toml --allow-control\n  \
            cargo xtask studio recording.cng --no-open"
    )]
    Studio {
        /// The scene or recording to open, and options.
        #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run a sweep of 2,160 squad fights on threads and on every engine, and compare the tables.
    #[command(
        after_help = "Engines are kill (on threads, killed ten times), hyperqueue, ray (with two nodes, of which one is killed \
            half-way), slurm (with\ntwo nodes on this machine) and parallel. What they need is installed: Python packages into \
            target/sweep/venv, others with\napt-get. Slurm needs root.\n\nExamples:\n  \
            cargo xtask sweep-engines\n  \
            cargo xtask sweep-engines hyperqueue ray\n  \
            cargo xtask sweep-engines --program target/debug/cunning kill"
    )]
    SweepEngines {
        /// The `cunning` command [default: build it]
        #[arg(long, value_name = "FILE")]
        program: Option<std::path::PathBuf>,
        /// The engines; without names all of them.
        engines: Vec<String>,
    },
    /// Measure the cost of sweeps: 100,000 cells, the overhead of a cell, two threads; and fill a disk.
    #[command(
        after_help = "Numbers are compared with their targets. The full disk needs root.\n\nExamples:\n  \
            cargo xtask sweep-limits"
    )]
    SweepLimits {
        /// The `cunning` command [default: build it]
        #[arg(long, value_name = "FILE")]
        program: Option<std::path::PathBuf>,
    },
    /// Regenerate the TypeScript types of the studio's protocol.
    #[command(
        after_help = "Writes tools/cunning-studio/web/src/protocol.ts. A test fails when the file is out of date.\
            \n\nExamples:\n  \
            cargo xtask types"
    )]
    Types,
    /// Check that debug sessions compile for browsers.
    #[command(
        after_help = "Needs the standard library of the target wasm32-unknown-unknown.\n\nExamples:\n  \
            cargo xtask wasm"
    )]
    Wasm {
        /// Only report whether the target is installed
        #[arg(long, hide = true)]
        probe: bool,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Test { quick: true, .. } => test::run(Suite::Quick),
        Command::Test { full: true, .. } => test::run(Suite::Full),
        Command::Test { .. } => test::run(Suite::Test),
        Command::Ablations { fights, baseline_fights, part, only, baselines, program, resume } => {
            ablations::run(&ablations::Options {
                parts: if part.is_empty() { vec![ablations::Part::Tuning] } else { part },
                fights,
                baseline_fights: baseline_fights.unwrap_or(fights),
                only,
                has_baselines: baselines,
                program,
                is_resumed: resume,
            })
        }
        Command::AffectedTests => affected::run(),
        Command::Bench { arguments } => bench::run(&arguments),
        Command::BevyWindow { probe: true } => Ok(bevy::probe()),
        Command::BevyWindow { .. } => bevy::window(),
        Command::Bindings { probe: true, .. } => Ok(bindings::probe()),
        Command::Bindings { generate: true, .. } => bindings::generate(),
        Command::Bindings { bless: true, .. } => bindings::bless(),
        Command::Bindings { overhead: true, .. } => bindings::overhead(),
        Command::Bindings { fresh: true, .. } => bindings::fresh(),
        Command::Bindings { install: Some(prefix), link, .. } => bindings::install_to(&prefix, link),
        Command::Bindings { unity: Some(folder), .. } => bindings::package_unity(&folder),
        Command::Bindings { unreal: Some(folder), .. } => bindings::package_unreal(&folder),
        Command::Bindings { full, with_workspace, .. } => bindings::run(full, with_workspace),
        Command::Browser { probe: true, .. } => Ok(browser::probe()),
        Command::Browser { names, .. } => browser::run(&names),
        Command::CompareBevy { check } => bevy::compare(check),
        Command::Dist { list: true, .. } => dist::list(),
        Command::Dist { without_command, platforms, .. } => dist::run(&platforms, without_command),
        Command::DocsPictures => browser::docs_pictures(),
        Command::Examples => examples::run(),
        Command::Figures { check, full, only, program, resume } => figures::run(&figures::Options {
            is_check: check,
            is_full: full,
            only,
            program,
            is_resumed: resume,
        }),
        Command::FuzzSmoke { seconds } => fuzz::run(seconds),
        Command::Package { no_verify } => package::run(!no_verify),
        Command::Page { probe: true } => Ok(studio::probe()),
        Command::Page { .. } => studio::page(),
        Command::Planted { refresh } => planted::run(refresh),
        Command::Quality { scene, seeds, program, write } => {
            quality::run(&quality::Options { scenes: scene, seeds, program, is_baseline: write })
        }
        Command::Sanitize => sanitize::run(),
        Command::Soak { agents, ticks, spawns } => soak::run(agents, ticks, spawns),
        Command::Studio { arguments } => studio::run(&arguments),
        Command::SweepEngines { program, engines } => sweep::engines(program, &engines),
        Command::SweepLimits { program } => sweep::limits(program),
        Command::Types => types::run(),
        Command::Wasm { probe: true } => Ok(wasm::probe()),
        Command::Wasm { .. } => wasm::run(),
    };
    outcome.unwrap_or_else(|error| {
        // A closed standard error leaves nothing to report to.
        let _ = writeln!(std::io::stderr(), "xtask: {error}");
        ExitCode::FAILURE
    })
}
