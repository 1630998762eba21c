//! `cunning check`: reports the errors and warnings of domain, scene and quest files, once or after every change.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use cunning::stock;
use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::{Diagnostics, Severity, Source, visible_line};
use cunning_train::Quest;
use cunning_train::limits::QUEST_BYTES_MAX;

use crate::cancel::Cancel;
use crate::domain::DomainFile;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;
use crate::reach;
use crate::scenes::named_file;
use crate::watch::WatchedFiles;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning check pirate.toml
  cunning check domains/*.toml --deny warnings
  cunning check scenes/pirate.toml
  cunning check pirate.toml --watch
  cunning check pirate.toml --goals
  cunning check - --format json < pirate.toml")]
pub(crate) struct Arguments {
    /// Domain, scene and quest files (`-` reads standard input)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Exit with 1 on these too
    #[arg(long, value_enum)]
    deny: Option<Deny>,
    /// Search for a plan of every goal too, and warn of goals that are out of reach for agents
    #[arg(long)]
    goals: bool,
    /// Check again whenever a file or an included file changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    if arguments.watch {
        return watch(arguments, output);
    }
    let mut checked = Vec::new();
    for path in &arguments.files {
        checked.push(Checked::new(path, arguments.goals, &mut WatchedFiles::default())?);
    }
    report(&checked, output)?;
    Ok(verdict(&checked, arguments.deny))
}

/// The result of a check.
fn verdict(checked: &[Checked], deny: Option<Deny>) -> Exit {
    let is_denied = deny == Some(Deny::Warnings);
    if checked.iter().any(|checked| checked.found.has_errors()) {
        Exit::BadInput
    } else if is_denied && checked.iter().any(|checked| !checked.found.is_empty()) {
        Exit::CheckFailed
    } else {
        Exit::Done
    }
}

/// Checks after every change until Ctrl-C; then the last check decides the result. A file that cannot be read may become
/// readable, so that is no reason to stop.
fn watch(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let files = &arguments.files;
    if files.iter().any(|path| path == Path::new("-")) {
        return Err(Failure::input("cli/watch", "cannot watch standard input; name a file"));
    }
    let cancel = Cancel::listen();
    loop {
        let mut watched = WatchedFiles::default();
        let check = |path: &PathBuf| {
            Checked::new(path, arguments.goals, &mut watched).unwrap_or_else(|failure| Checked {
                name: path.display().to_string(),
                found: failure.into_diagnostics(),
            })
        };
        let checked: Vec<Checked> = files.iter().map(check).collect();
        report(&checked, output)?;
        if !output.is_json() {
            output.note("Waiting for changes; stop with Ctrl-C.");
        }
        let Some(changed) = watched.wait(&cancel) else {
            let last = verdict(&checked, arguments.deny);
            return Ok(if last == Exit::Done { Exit::Cancelled } else { last });
        };
        if !output.is_json() {
            let name = visible_line(&changed.display().to_string());
            output.text(&format!("\n--- {name} changed ---\n"))?;
        }
    }
}

/// What a file describes.
#[derive(Clone, Copy)]
enum Kind {
    Domain,
    Scene,
    Quest,
}

impl Kind {
    /// Tells by the tables that only one kind of file has. The reader of domains reports what is no TOML.
    fn of(source: &Source) -> Self {
        let (file, _) = toml::de::DeTable::parse_recoverable(source.text());
        let has = |key: &str| file.get_ref().keys().any(|known| known.get_ref() == key);
        if has("scene") {
            Self::Scene
        } else if has("map") && has("walker") {
            Self::Quest
        } else {
            Self::Domain
        }
    }
}

/// A file with its diagnostics.
struct Checked {
    name: String,
    found: Diagnostics,
}

impl Checked {
    fn new(path: &Path, searches_goals: bool, watched: &mut WatchedFiles) -> Result<Self, Failure> {
        watched.add(path);
        // The largest of the caps; each reader has its own.
        let source = files::read(path, QUEST_BYTES_MAX)?;
        match Kind::of(&source) {
            Kind::Domain => Ok(Self::domain(&DomainFile::new(source, path), searches_goals, watched)),
            Kind::Scene => Ok(Self::scene(&source, path, watched)),
            Kind::Quest => {
                let found = Quest::parse(&source).err().unwrap_or_default();
                Ok(Self { name: source.name().to_owned(), found })
            }
        }
    }

    /// Checks a scene and the files that it names.
    fn scene(source: &Source, path: &Path, watched: &mut WatchedFiles) -> Self {
        let named = RefCell::new(WatchedFiles::default());
        let loader = |name: &str| {
            let paths = stock::paths_of(path, name);
            if let Some(file) = paths.iter().find(|path| path.exists()) {
                named.borrow_mut().add(file);
            }
            named_file(Some(path), name)
        };
        let found = Scenario::load(source, &loader, Settings::default()).err().unwrap_or_default();
        watched.append(named.into_inner());
        Self { name: source.name().to_owned(), found }
    }

    fn domain(file: &DomainFile, searches_goals: bool, watched: &mut WatchedFiles) -> Self {
        let found = match file.spec() {
            Ok((spec, mut warnings)) => {
                warnings.append(spec.lint());
                if searches_goals {
                    warnings.append(reach::check(&spec.planning));
                }
                warnings
            }
            Err(found) => found,
        };
        watched.append(file.included());
        Self { name: file.name().to_owned(), found }
    }

    /// The result as one line.
    fn line(&self) -> String {
        let (what, count) = if self.found.has_errors() {
            let errors = self.found.iter().filter(|found| found.severity() == Severity::Error);
            ("error", errors.count())
        } else {
            ("warning", self.found.len())
        };
        let name = visible_line(&self.name);
        match count {
            0 => format!("{name}: no problems found\n"),
            1 => format!("{name}: 1 {what}\n"),
            _ => format!("{name}: {count} {what}s\n"),
        }
    }
}

/// Prints the diagnostics and a line for each file, or one JSON document for all files.
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
