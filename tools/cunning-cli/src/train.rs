//! `cunning train`: records demonstrations of quests, and plans quests with them.

mod drawing;
mod plan;
mod planner;
pub(crate) mod quests;
mod record;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Record a demonstration of a quest, in the terminal or from a script
    Record(record::Arguments),
    /// Plan a quest with the help of demonstrations
    Plan(Box<plan::Arguments>),
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    match &arguments.command {
        Command::Record(arguments) => record::run(arguments, output),
        Command::Plan(arguments) => plan::run(arguments, output),
    }
}
