//! `cargo xtask figures`: the figures about scenes in the documentation, measured, written and checked by one command.
//!
//! A figure stands between two comments: `<!-- figure KEY -->79<!-- /figure -->`, on one line or on several. `measure.rs`
//! lists the keys, and the commands that measure them.

mod marks;
mod measure;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::process::{Cargo, program, root, target};
use marks::{Mark, marks, replaced};
use measure::{MEASUREMENTS, Measurement};

/// The profile for long measurements: release speed without the fat link.
const PROFILE: &str = "fast";

/// What to do.
pub(crate) struct Options {
    /// Compare the documentation with the measurements instead of writing them.
    pub(crate) is_check: bool,
    /// Also the measurements that take minutes.
    pub(crate) is_full: bool,
    /// Only the measurements whose names begin with one of these; all if empty.
    pub(crate) only: Vec<String>,
    /// A build of the command, instead of building it.
    pub(crate) program: Option<PathBuf>,
    /// Whether fights of an earlier measurement of the ablations count.
    pub(crate) is_resumed: bool,
}

/// Measures, and writes or checks. The exit code is 1 if a figure is out of date, unknown, or measured and used nowhere.
pub(crate) fn run(options: &Options) -> io::Result<ExitCode> {
    let mut problems = misuses(&documents()?);
    let Some(program) = built(options)? else { return Ok(ExitCode::FAILURE) };
    let is_asked = |measurement: &&Measurement| {
        let is_named = options.only.iter().any(|name| measurement.name.starts_with(name.as_str()));
        is_named || options.only.is_empty() && (options.is_full || !measurement.is_long)
    };
    let mut figures = BTreeMap::new();
    for measurement in MEASUREMENTS.iter().filter(is_asked) {
        writeln!(io::stdout().lock(), "measuring {}", measurement.name)?;
        figures.extend(measurement.run(&program, options.is_resumed)?);
    }
    // Long measurements take minutes, in which the documentation may have been edited.
    for (path, text) in documents()? {
        let outdated = outdated(&text, &figures);
        if outdated.is_empty() {
            continue;
        }
        if options.is_check {
            let place = path.strip_prefix(root()).unwrap_or(&path).display();
            problems.extend(outdated.iter().map(|(key, written, now)| {
                format!("{place}: `{key}` is {}, and now measured as {}", written.trim(), now.trim())
            }));
        } else {
            std::fs::write(&path, replaced(&text, &figures))?;
        }
    }
    let mut out = io::stdout().lock();
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    if problems.is_empty() {
        writeln!(out, "{} figures are up to date", figures.len())?;
    } else if options.is_check {
        writeln!(out, "run `cargo xtask figures` to write the figures again")?;
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The command to measure with; `None` if it cannot be built. Short measurements use the build of the tests.
fn built(options: &Options) -> io::Result<Option<PathBuf>> {
    if let Some(given) = &options.program {
        return Ok(Some(given.clone()));
    }
    let (line, path) = if options.is_full || !options.only.is_empty() {
        (
            Cargo::new(&["build", "--profile", PROFILE, "--package", "cunning-cli"]),
            target(&root()).join(PROFILE).join(format!("cunning{}", std::env::consts::EXE_SUFFIX)),
        )
    } else {
        (Cargo::parse("build --workspace --all-features --bin cunning"), program("cunning"))
    };
    Ok(line.run()?.success().then_some(path))
}

/// The pages that may contain figures, with their texts.
fn documents() -> io::Result<Vec<(PathBuf, String)>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root().join("docs"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.push(root().join("README.md"));
    paths.sort_unstable();
    paths.into_iter().map(|path: PathBuf| Ok((path.clone(), read(&path)?))).collect()
}

fn read(path: &Path) -> io::Result<String> {
    std::fs::read_to_string(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}

/// Keys that no measurement has, and keys that no page uses.
fn misuses(documents: &[(PathBuf, String)]) -> Vec<String> {
    let known: BTreeSet<&str> = MEASUREMENTS.iter().flat_map(Measurement::keys).collect();
    let used: BTreeSet<&str> =
        documents.iter().flat_map(|(_, text)| marks(text)).map(|Mark { key, .. }| key).collect();
    let unknown = used.difference(&known).map(|key| format!("no measurement has the figure `{key}`"));
    let unused = known.difference(&used).map(|key| format!("no page shows the figure `{key}`"));
    unknown.chain(unused).collect()
}

/// The figures of a page that differ from the measured ones: key, written and measured text.
fn outdated<'t>(text: &'t str, figures: &'t BTreeMap<String, String>) -> Vec<(&'t str, &'t str, &'t str)> {
    let differing = |mark: Mark<'t>| {
        let measured = figures.get(mark.key)?;
        (mark.text != measured).then_some((mark.key, mark.text, measured.as_str()))
    };
    marks(text).filter_map(differing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_of_the_documentation_has_a_measurement_and_the_other_way_round() {
        assert_eq!(misuses(&documents().unwrap()), Vec::<String>::new());
    }

    #[test]
    fn figure_that_differs_is_found() {
        let figures = BTreeMap::from([("a.b".to_owned(), "80".to_owned())]);
        let text = "won <!-- figure a.b -->79<!-- /figure --> of <!-- figure c -->100<!-- /figure -->";
        assert_eq!(outdated(text, &figures), [("a.b", "79", "80")]);
        assert_eq!(outdated(&replaced(text, &figures), &figures), []);
    }
}
