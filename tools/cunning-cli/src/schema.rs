//! `cunning schema`: prints the JSON Schema of domain, scene or quest files, for editors.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning schema > domain.schema.json
  cunning schema scene > scene.schema.json

Many editors read the first line of a TOML file for its schema:
  #:schema ./domain.schema.json")]
pub(crate) struct Arguments {
    /// The kind of files
    #[arg(value_enum, default_value = "domain")]
    kind: Kind,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Kind {
    /// Domain files: facts, actions, goals and agents
    Domain,
    /// Scene files: maps, bodies and rules
    Scene,
    /// Quest files, which are trained by demonstration
    Quest,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    output.text(&match arguments.kind {
        Kind::Domain => cunning_mind::schema(),
        Kind::Scene => cunning_arena::scene::schema(),
        Kind::Quest => cunning_train::schema().to_owned(),
    })?;
    Ok(Exit::Done)
}
