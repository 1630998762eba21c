//! `cunning completions` and `cunning man`: what shells and readers of manuals want to know of the command.

use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// The name under which the command is installed.
const NAME: &str = "cunning";

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning completions bash > ~/.local/share/bash-completion/completions/cunning
  cunning completions zsh > ~/.zfunc/_cunning
  cunning completions fish > ~/.config/fish/completions/cunning.fish")]
pub(crate) struct Shells {
    /// The shell
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning man | man -l -
  cunning man --out ~/.local/share/man/man1")]
pub(crate) struct Pages {
    /// Write a page for each command into this folder, which must be there
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) fn completions(
    shells: &Shells,
    mut command: Command,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shells.shell, &mut command, NAME, &mut text);
    output.text(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}

pub(crate) fn pages(pages: &Pages, command: Command, output: &mut Output) -> Result<Exit, Failure> {
    if let Some(folder) = &pages.out {
        clap_mangen::generate_to(command, folder)
            .map_err(|error| Failure::io(folder.display().to_string(), error))?;
        return Ok(Exit::Done);
    }
    let mut text = Vec::new();
    Man::new(command).render(&mut text).map_err(|error| Failure::io("the manual page", error))?;
    output.text(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}
