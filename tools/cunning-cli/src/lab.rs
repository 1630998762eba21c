//! `cunning lab`: the experiments of the papers, one subcommand each.

mod fear;
mod quest;

use clap::Subcommand;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Self-knowledge in real-time search: once bitten, twice shy
    Fear(Box<fear::Arguments>),
    /// Demonstrations across quests: all 24 configurations of the paper
    Quest(quest::Arguments),
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    match &arguments.experiment {
        Experiment::Fear(arguments) => fear::run(arguments, output),
        Experiment::Quest(arguments) => quest::run(arguments, output),
    }
}
