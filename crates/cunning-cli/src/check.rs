//! `cunning check`: everything that is wrong with a domain file.

use std::path::PathBuf;

use cunning_diag::visible_line;
use cunning_plan::lint::{Outside, lint};

use crate::domain::DomainFile;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning check pirate.toml
  cunning check pirate.toml --deny warnings
  cunning check - --format json < pirate.toml")]
pub(crate) struct Arguments {
    /// The domain file (`-` reads standard input)
    file: PathBuf,
    /// Fail on these too
    #[arg(long, value_enum)]
    deny: Option<Deny>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    /// Warnings are failures
    Warnings,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let file = DomainFile::open(&arguments.file)?;
    let (found, is_valid) = match file.domain() {
        Ok((domain, mut warnings)) => {
            warnings.append(lint(&domain, &Outside::default()));
            (warnings, true)
        }
        Err(found) => (found, false),
    };
    if output.is_json() {
        output.json(&found.report())?;
    } else if !found.is_empty() {
        output.note(&found.render(output.diagnostic_style()));
    }
    let is_denied = arguments.deny == Some(Deny::Warnings) && !found.is_empty();
    if !is_valid {
        return Ok(Exit::BadInput);
    }
    if !output.is_json() {
        let warnings = found.len();
        output.text(&match warnings {
            0 => format!("{}: nothing to complain about\n", visible_line(file.name())),
            1 => format!("{}: one warning\n", visible_line(file.name())),
            _ => format!("{}: {warnings} warnings\n", visible_line(file.name())),
        })?;
    }
    Ok(if is_denied { Exit::CheckFailed } else { Exit::Done })
}
