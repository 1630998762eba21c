//! The `cunning` command: arguments, files, the terminal and exit codes, which no library knows.
//!
//! Results go to standard output, everything else to standard error. Every run ends with one of the codes in
//! [`exit::Exit`]; a panic, which is a bug, is caught here and ends with [`Exit::Bug`].

mod algorithm;
mod cancel;
mod check;
mod demo;
mod domain;
mod exit;
mod explain;
mod export;
mod failure;
mod files;
mod lab;
mod limits;
mod manual;
mod new;
mod output;
mod path;
mod pddl;
mod plan;
mod planner;
mod player;
mod question;
mod reach;
mod real_time;
mod replay;
mod run;
mod scenes;
mod schema;
mod studio;
mod sweep;
mod task;
mod test;
mod train;
mod watch;

use std::panic::catch_unwind;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use exit::Exit;
use output::Output;

#[derive(Parser)]
#[command(
    name = "cunning",
    version,
    about = "Plans, squads, training and fear for non-player characters",
    after_help = exit::HELP,
    max_term_width = 100
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    output: output::OutputOptions,
}

#[derive(Subcommand)]
enum Command {
    /// Start a project from a template: guard, squad, villager or quest
    New(new::Arguments),
    /// Watch a scene and the decisions of its agents
    Demo(demo::Arguments),
    /// Run a scene to its end and print the outcome
    Run(run::Arguments),
    /// Replay a recorded scene and compare it with the recording
    Replay(replay::Arguments),
    /// Inspect the decisions of a scene, a recording or a running game in the browser
    Studio(studio::Arguments),
    /// Find a plan for a goal of a domain file, or for a PDDL problem
    Plan(plan::Arguments),
    /// Explain what each step of a plan is for, or why no plan exists
    Explain(explain::Arguments),
    /// Write a goal of a domain file as PDDL, for other planners
    Export(export::Arguments),
    /// Check domain, scene and quest files for errors and warnings
    Check(check::Arguments),
    /// Run the tests in domain files
    Test(test::Arguments),
    /// Print the JSON Schema of domain, scene or quest files, for editors
    Schema(schema::Arguments),
    /// Find paths on a map: a single one, or all of a scenario file
    Path(Box<path::Arguments>),
    /// Record demonstrations of quests, and plan quests with them
    Train(train::Arguments),
    /// Run the experiments of the papers that the project is based on
    Lab(lab::Arguments),
    /// Run an experiment over parameters and seeds, here or on a cluster
    Sweep(Box<sweep::Arguments>),
    /// Print completions for a shell
    Completions(manual::Shells),
    /// Print the manual page, or write the pages of all commands
    Man(manual::Pages),
}

fn main() -> ExitCode {
    // The panic hook has printed what happened and where.
    catch_unwind(run).unwrap_or(Exit::Bug).into()
}

fn run() -> Exit {
    let arguments = Arguments::parse();
    let mut output = Output::new(arguments.output);
    let result = match arguments.command {
        Command::New(arguments) => new::run(&arguments, &mut output),
        Command::Demo(arguments) => demo::run(&arguments, &mut output),
        Command::Run(arguments) => run::run(&arguments, &mut output),
        Command::Replay(arguments) => replay::run(&arguments, &mut output),
        Command::Studio(arguments) => studio::run(&arguments, &mut output),
        Command::Plan(arguments) => plan::run(&arguments, &mut output),
        Command::Explain(arguments) => explain::run(&arguments, &mut output),
        Command::Export(arguments) => export::run(&arguments, &mut output),
        Command::Check(arguments) => check::run(&arguments, &mut output),
        Command::Test(arguments) => test::run(&arguments, &mut output),
        Command::Schema(arguments) => schema::run(&arguments, &mut output),
        Command::Path(arguments) => path::run(&arguments, &mut output),
        Command::Train(arguments) => train::run(&arguments, &mut output),
        Command::Lab(arguments) => lab::run(&arguments, &mut output),
        Command::Sweep(arguments) => sweep::run(&arguments, &mut output),
        Command::Completions(shells) => manual::completions(&shells, Arguments::command(), &mut output),
        Command::Man(pages) => manual::pages(&pages, Arguments::command(), &mut output),
    };
    result.unwrap_or_else(|failure| failure.report(&mut output))
}
