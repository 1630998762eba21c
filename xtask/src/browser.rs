//! `cargo xtask browser`: runs the studio's tests in the system's Chromium.
//!
//! It builds the page, then the command with the page in it, then the tests, which drive both. Screenshots are written
//! to `target/studio-shots`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::process::{Cargo, program, root, target};
use crate::studio::{build_page, npm};
use crate::system::{self, can_install, succeeds};

/// The usual paths of Chromium, tried after that in the environment variable `CHROMIUM`.
const PATHS: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// The example that plays the part of a game with a link to the studio.
const GAME: &str = "08_attached";

/// The example that makes long recordings.
const LONG: &str = "long_recording";

/// Runs the tests in the named files, or all tests if no file is named. A browser on a busy machine may be late, so a file
/// that fails is run once more; what passes only then is named, so that it can be mended.
pub(crate) fn run(names: &[String]) -> io::Result<ExitCode> {
    let Some(setup) = Setup::new()? else { return Ok(ExitCode::FAILURE) };
    let files: Vec<String> = if names.is_empty() { tests()? } else { names.to_vec() };
    let (mut unsteady, mut failed) = (Vec::new(), Vec::new());
    for name in files {
        let file = format!("e2e/dist/{name}.test.js");
        let line = ["run", "e2e", "--", file.as_str()];
        if setup.npm(&line).is_ok() {
            continue;
        }
        let list = if setup.npm(&line).is_ok() { &mut unsteady } else { &mut failed };
        list.push(name);
    }
    if !unsteady.is_empty() {
        writeln!(io::stdout(), "warning: passed on the second try only: {}", unsteady.join(", "))?;
    }
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    Err(io::Error::other(format!("failed twice: {}", failed.join(", "))))
}

/// Takes the screenshots of the documentation.
pub(crate) fn docs_pictures() -> io::Result<ExitCode> {
    Setup::new()?.map_or(Ok(ExitCode::FAILURE), |setup| setup.npm(&["run", "docs-pictures"]))
}

/// The programs that the browser scripts use, passed in environment variables.
struct Setup {
    environment: Vec<(&'static str, PathBuf)>,
}

impl Setup {
    /// Builds the page, the command with it, a game to attach to, and the scripts; none if the build fails.
    fn new() -> io::Result<Option<Self>> {
        let chromium = match chromium() {
            Some(chromium) => chromium,
            None => install()?,
        };
        build_page()?;
        // The same features as in the tests, so that most of it is compiled already; naming an example turns on the
        // features of development dependencies.
        let line = [
            "build",
            "--workspace",
            "--all-features",
            "--bin",
            "cunning",
            "--example",
            GAME,
            "--example",
            LONG,
        ];
        if !Cargo::new(&line).run()?.success() {
            return Ok(None);
        }
        npm(&["run", "e2e-build"], &[])?;
        let target = target(&root());
        Ok(Some(Self {
            environment: vec![
                ("CUNNING", program("cunning")),
                ("GAME", program(&format!("examples/{GAME}"))),
                ("LONG", program(&format!("examples/{LONG}"))),
                ("CHROMIUM", chromium),
                ("STUDIO_SHOTS", target.join("studio-shots")),
                ("DOCS_PICTURES", root().join("docs/pictures")),
            ],
        }))
    }

    fn npm(&self, line: &[&str]) -> io::Result<ExitCode> {
        let environment: Vec<_> =
            self.environment.iter().map(|(name, value)| (*name, value.as_os_str())).collect();
        npm(line, &environment).map(|()| ExitCode::SUCCESS)
    }
}

/// Returns success if the tests can run here: Node.js is installed, and Chromium is or can be.
pub(crate) fn probe() -> ExitCode {
    let can_run = succeeds("npm", &["--version"]) && (chromium().is_some() || can_install());
    if can_run { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn chromium() -> Option<PathBuf> {
    let asked = std::env::var_os("CHROMIUM").map(PathBuf::from);
    asked.into_iter().chain(PATHS.iter().map(PathBuf::from)).find(|path| path.is_file())
}

/// Installs Chromium with the system's package manager.
fn install() -> io::Result<PathBuf> {
    let packages = ["chromium"];
    let is_installed = system::install(&packages);
    chromium().filter(|_| is_installed).ok_or_else(|| {
        io::Error::other(format!(
            "Chromium was not found and `apt-get {}` failed; install it and set CHROMIUM to its path",
            system::install_line(&packages).join(" ")
        ))
    })
}

/// The names of all test files.
fn tests() -> io::Result<Vec<String>> {
    let folder = root().join("tools/cunning-studio/web/e2e");
    let mut names = Vec::new();
    for entry in folder.read_dir()? {
        names.extend(name_of_test(&entry?.path()));
    }
    names.sort();
    Ok(names)
}

/// The name by which `cargo xtask browser NAME` selects a test file; none for other files.
fn name_of_test(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_str()?.strip_suffix(".test.ts")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_files_are_named_without_their_extensions() {
        assert_eq!(name_of_test(Path::new("e2e/panels.test.ts")).as_deref(), Some("panels"));
        assert_eq!(name_of_test(Path::new("e2e/studio.ts")), None);
        assert!(tests().unwrap().contains(&"panels".to_owned()));
    }
}
