//! `cunning lab`: the papers' experiments.

mod quest;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(clap::Subcommand)]
enum Experiment {
    /// Demonstrations across quests: all 24 configurations of the paper
    Quest(quest::Arguments),
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    match &arguments.experiment {
        Experiment::Quest(arguments) => quest::run(arguments, output),
    }
}
