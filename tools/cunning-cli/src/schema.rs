//! `cunning schema`: prints the JSON Schema of domain files, for editors.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(output: &mut Output) -> Result<Exit, Failure> {
    output.text(&cunning_mind::schema())?;
    Ok(Exit::Done)
}
