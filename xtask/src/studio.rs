//! `cargo xtask page` builds the studio's page; `cargo xtask studio` then the command with the page in it, and starts it.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

use crate::process::{Cargo, root};

/// Builds the page and starts the studio with the arguments that follow; gives its exit code.
pub(crate) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    build_page()?;
    let status = command(arguments).run()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Builds the page and nothing else.
pub(crate) fn page() -> io::Result<ExitCode> {
    build_page().map(|()| ExitCode::SUCCESS)
}

/// Builds the page from locked versions of what it needs, unless nothing has changed since it was built.
pub(crate) fn build_page() -> io::Result<()> {
    if is_built()? {
        return Ok(());
    }
    let lock = web().join("package-lock.json").metadata()?.modified()?;
    let installed =
        web().join("node_modules/.package-lock.json").metadata().and_then(|known| known.modified());
    if installed.is_ok_and(|installed| installed >= lock) {
        npm(&["run", "build"], &[])
    } else {
        npm(&["ci", "--no-audit", "--no-fund"], &[])?;
        npm(&["run", "build"], &[])
    }
}

/// Whether the built page is younger than all that it is built from.
fn is_built() -> io::Result<bool> {
    let Ok(built) = web().join("dist/index.html").metadata().and_then(|page| page.modified()) else {
        return Ok(false);
    };
    let mut newest = SystemTime::UNIX_EPOCH;
    for source in ["index.html", "package-lock.json", "public", "src", "tsconfig.json", "vite.config.js"] {
        newest = newest.max(last_change(&web().join(source))?);
    }
    Ok(newest < built)
}

/// When a file, or anything in a folder, was changed last.
fn last_change(path: &Path) -> io::Result<SystemTime> {
    let about = path.metadata()?;
    let mut last = about.modified()?;
    if about.is_dir() {
        for entry in path.read_dir()? {
            last = last.max(last_change(&entry?.path())?);
        }
    }
    Ok(last)
}

/// Runs npm where the page is, with some more of an environment.
pub(crate) fn npm(arguments: &[&str], environment: &[(&str, &OsStr)]) -> io::Result<()> {
    let line = format!("npm {}", arguments.join(" "));
    let mut command = Command::new("npm");
    command.args(arguments).envs(environment.iter().copied()).current_dir(web());
    let status = command.status().map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("`{line}` cannot be started ({error}); the page needs Node.js with npm"),
        )
    })?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("`{line}` failed"))) }
}

fn web() -> PathBuf {
    root().join("tools/cunning-studio/web")
}

fn command(arguments: &[String]) -> Cargo {
    let mut line = vec!["run", "--release", "--package", "cunning-cli", "--", "studio"];
    if arguments.is_empty() {
        line.extend(["pirate", "--allow-control"]);
    }
    line.extend(arguments.iter().map(String::as_str));
    Cargo::new(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_arguments_it_shows_the_pirate() {
        assert_eq!(
            command(&[]).to_string(),
            "cargo run --release --package cunning-cli -- studio pirate --allow-control"
        );
        let file = ["a.cng".to_owned()];
        assert_eq!(command(&file).to_string(), "cargo run --release --package cunning-cli -- studio a.cng");
    }
}
