//! `cunning completions` and `cunning man`: shell completions and manual pages.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
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
    /// The shell to print completions for
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning man | man -l -
  cunning man --out ~/.local/share/man/man1")]
pub(crate) struct Pages {
    /// Write a page for each command to this folder, which must exist
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
        return write_pages(command, folder);
    }
    let mut text = Vec::new();
    Man::new(command).render(&mut text).map_err(|error| Failure::io("the manual page", error))?;
    output.text(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}

/// Writes the page of every command. The generator only writes whole folders, so it gets a temporary one.
fn write_pages(command: Command, folder: &Path) -> Result<Exit, Failure> {
    let failed = |error| Failure::io(folder.display().to_string(), error);
    let generated = tempfile::tempdir().map_err(failed)?;
    clap_mangen::generate_to(command, generated.path()).map_err(failed)?;
    for entry in generated.path().read_dir().map_err(failed)? {
        let page = entry.map_err(failed)?;
        let text = std::fs::read(page.path()).map_err(failed)?;
        files::write(&folder.join(page.file_name()), &text)?;
    }
    Ok(Exit::Done)
}
