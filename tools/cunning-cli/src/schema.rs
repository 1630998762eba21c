//! `cunning schema`: what a domain file may contain, for editors.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(output: &mut Output) -> Result<Exit, Failure> {
    output.text(&cunning_mind::schema())?;
    Ok(Exit::Done)
}
