//! `cunning check`: everything that is wrong with domain files, once or after every change.

use std::path::{Path, PathBuf};

use cunning_diag::{Diagnostics, Severity, visible_line};

use crate::cancel::Cancel;
use crate::domain::DomainFile;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::watch::Seen;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning check pirate.toml
  cunning check domains/*.toml --deny warnings
  cunning check pirate.toml --watch
  cunning check - --format json < pirate.toml")]
pub(crate) struct Arguments {
    /// The domain files (`-` reads standard input)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Fail on these too
    #[arg(long, value_enum)]
    deny: Option<Deny>,
    /// Check again whenever a file, or one that it includes, changes; Ctrl-C ends it
    #[arg(long)]
    watch: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    /// Warnings are failures
    Warnings,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    if arguments.watch {
        return watch(&arguments.files, output);
    }
    let mut checked = Vec::new();
    for path in &arguments.files {
        checked.push(Checked::new(path, &mut Seen::default())?);
    }
    report(&checked, output)?;
    let is_denied = arguments.deny == Some(Deny::Warnings);
    Ok(if checked.iter().any(|checked| checked.found.has_errors()) {
        Exit::BadInput
    } else if is_denied && checked.iter().any(|checked| !checked.found.is_empty()) {
        Exit::CheckFailed
    } else {
        Exit::Done
    })
}

/// Checks until the user wants to stop. A file that cannot be read may be readable soon, so it is waited for.
fn watch(files: &[PathBuf], output: &mut Output) -> Result<Exit, Failure> {
    if files.iter().any(|path| path == Path::new("-")) {
        return Err(Failure::input("cli/watch", "standard input cannot be watched; name a file"));
    }
    let cancel = Cancel::listen();
    loop {
        let mut seen = Seen::default();
        let check = |path: &PathBuf| {
            Checked::new(path, &mut seen).unwrap_or_else(|failure| Checked {
                name: path.display().to_string(),
                found: failure.into_diagnostics(),
            })
        };
        let checked: Vec<Checked> = files.iter().map(check).collect();
        report(&checked, output)?;
        if !output.is_json() {
            output.note("Waiting for changes; Ctrl-C ends.");
        }
        let Some(changed) = seen.wait(&cancel) else { return Ok(Exit::Cancelled) };
        if !output.is_json() {
            let name = visible_line(&changed.display().to_string());
            output.text(&format!("\n--- {name} has changed ---\n"))?;
        }
    }
}

/// A file and all that was found in it.
struct Checked {
    name: String,
    found: Diagnostics,
}

impl Checked {
    fn new(path: &Path, seen: &mut Seen) -> Result<Self, Failure> {
        seen.look(path);
        let file = DomainFile::open(path)?;
        let found = match file.spec() {
            Ok((spec, mut warnings)) => {
                warnings.append(spec.lint());
                warnings
            }
            Err(found) => found,
        };
        seen.append(file.included());
        Ok(Self { name: file.name().to_owned(), found })
    }

    /// The result in one line.
    fn line(&self) -> String {
        let (what, count) = if self.found.has_errors() {
            let errors = self.found.iter().filter(|found| found.severity() == Severity::Error);
            ("error", errors.count())
        } else {
            ("warning", self.found.len())
        };
        let name = visible_line(&self.name);
        match count {
            0 => format!("{name}: nothing to complain about\n"),
            1 => format!("{name}: one {what}\n"),
            _ => format!("{name}: {count} {what}s\n"),
        }
    }
}

/// Tells what was found: for programs in one document.
fn report(checked: &[Checked], output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        let mut all = Diagnostics::new();
        for checked in checked {
            all.append(checked.found.clone());
        }
        return output.json(&all.report());
    }
    for checked in checked {
        if !checked.found.is_empty() {
            output.note(&checked.found.render(output.diagnostic_style()));
        }
        output.text(&checked.line())?;
    }
    Ok(())
}
