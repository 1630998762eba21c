//! `cargo xtask studio`: builds the studio's page, then the command with the page in it, and starts it.

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::process::{Cargo, root};

/// Builds the page and starts the studio with the arguments that follow; gives its exit code.
pub(crate) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    build_page()?;
    let status = command(arguments).run()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Builds the page from locked versions of what it needs.
pub(crate) fn build_page() -> io::Result<()> {
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
    root().join("crates/cunning-studio/web")
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
