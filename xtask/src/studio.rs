//! `cargo xtask page` builds the studio's page; `cargo xtask studio` builds the page and starts the studio with it.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

use crate::process::{Cargo, root};
use crate::system::succeeds;

/// Builds the page and starts the studio with the arguments; returns its exit code.
pub(crate) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    build_page()?;
    let status = command(arguments).run()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Returns success if the page can be built here.
pub(crate) fn probe() -> ExitCode {
    if succeeds("npm", &["--version"]) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Builds the page and nothing else.
pub(crate) fn page() -> io::Result<ExitCode> {
    build_page().map(|()| ExitCode::SUCCESS)
}

/// Builds the page from the locked versions of its packages, unless it is up to date.
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

/// Whether the built page is newer than all its sources.
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

/// The time of the last change of a file or of anything in a folder.
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

/// Runs npm in the folder of the page, with additional environment variables.
pub(crate) fn npm(arguments: &[&str], environment: &[(&str, &OsStr)]) -> io::Result<()> {
    let line = format!("npm {}", arguments.join(" "));
    let mut command = Command::new("npm");
    command.args(arguments).envs(environment.iter().copied()).current_dir(web());
    let status = command.status().map_err(|error| {
        io::Error::new(error.kind(), format!("cannot start `{line}`: {error}; install Node.js with npm"))
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
    fn pirate_scene_is_the_default() {
        assert_eq!(
            command(&[]).to_string(),
            "cargo run --release --package cunning-cli -- studio pirate --allow-control"
        );
        let file = ["a.cng".to_owned()];
        assert_eq!(command(&file).to_string(), "cargo run --release --package cunning-cli -- studio a.cng");
    }
}
