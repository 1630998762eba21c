//! The `cunning` command: the only place with arguments, files, a terminal and exit codes.
//!
//! Results go to standard output, everything else to standard error. Every run ends with one of the codes in
//! [`exit::Exit`]; a panic, which would be a bug, is caught here so that no run ends otherwise.

mod algorithm;
mod asked;
mod cancel;
mod check;
mod demo;
mod domain;
mod exit;
mod explain;
mod failure;
mod files;
mod lab;
mod manual;
mod output;
mod path;
mod pddl;
mod plan;
mod pursue;
mod real_time;
mod replay;
mod run;
mod scenes;
mod schema;
mod studio;
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
    /// Watch a scene: who decides what, and why
    Demo(demo::Arguments),
    /// Play a scene to its end and say how it ended
    Run(run::Arguments),
    /// Play a recorded scene again and say whether it comes out the same
    Replay(replay::Arguments),
    /// See every decision of a scene or a recording in the browser, rewind it, ask why
    Studio(studio::Arguments),
    /// Find the plan for a goal of a domain file, or for a PDDL problem
    Plan(plan::Arguments),
    /// Say what each step of a plan is for, or why there is no plan
    Explain(explain::Arguments),
    /// Find everything that is wrong with domain files
    Check(check::Arguments),
    /// Run the tests that domain files bring along
    Test(test::Arguments),
    /// Print a JSON Schema of domain files, for editors
    Schema,
    /// Find paths on a map: one, or all of a scenario file
    Path(Box<path::Arguments>),
    /// Show how a quest is done, and plan others like it
    Train(train::Arguments),
    /// Run the experiments of the papers behind all this
    Lab(lab::Arguments),
    /// Print what makes a shell complete the command's arguments
    Completions(manual::Shells),
    /// Print the manual page, or write those of all commands
    Man(manual::Pages),
}

fn main() -> ExitCode {
    // The panic hook tells what happened and where; the exit code tells that it was our fault.
    catch_unwind(run).unwrap_or(Exit::Bug).into()
}

fn run() -> Exit {
    let arguments = Arguments::parse();
    let mut output = Output::new(arguments.output);
    let result = match arguments.command {
        Command::Demo(arguments) => demo::run(&arguments, &mut output),
        Command::Run(arguments) => run::run(&arguments, &mut output),
        Command::Replay(arguments) => replay::run(&arguments, &mut output),
        Command::Studio(arguments) => studio::run(&arguments, &mut output),
        Command::Plan(arguments) => plan::run(&arguments, &mut output),
        Command::Explain(arguments) => explain::run(&arguments, &mut output),
        Command::Check(arguments) => check::run(&arguments, &mut output),
        Command::Test(arguments) => test::run(&arguments, &mut output),
        Command::Schema => schema::run(&mut output),
        Command::Path(arguments) => path::run(&arguments, &mut output),
        Command::Train(arguments) => train::run(&arguments, &mut output),
        Command::Lab(arguments) => lab::run(&arguments, &mut output),
        Command::Completions(shells) => manual::completions(&shells, Arguments::command(), &mut output),
        Command::Man(pages) => manual::pages(&pages, Arguments::command(), &mut output),
    };
    result.unwrap_or_else(|failure| failure.report(&mut output))
}
