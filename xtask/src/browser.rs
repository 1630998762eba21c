//! `cargo xtask browser`: the studio's tests in a real browser, the system's own Chromium.
//!
//! It builds the page, then the command with the page in it, and lets the tests drive both. Pictures of every room stay
//! in `target/studio-shots`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::process::{Cargo, root, target};
use crate::studio::{build_page, npm};
use crate::system::{self, is_root, succeeds};
use crate::test::FEATURES;

/// Where Chromium is looked for: whatever `CHROMIUM` says, then where systems put it.
const PLACES: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// The example that stands for a game with a link.
const GAME: &str = "06_attached";

/// Runs the tests whose files are named, or all of them.
pub(crate) fn run(names: &[String]) -> io::Result<ExitCode> {
    let Some(bench) = Bench::new()? else { return Ok(ExitCode::FAILURE) };
    let mut line = vec!["run", "e2e", "--"];
    let files: Vec<String> = if names.is_empty() { tests()? } else { names.to_vec() };
    let files: Vec<String> = files.iter().map(|name| format!("e2e/dist/{name}.test.js")).collect();
    line.extend(files.iter().map(String::as_str));
    bench.npm(&line)
}

/// Takes the pictures of the documentation anew.
pub(crate) fn docs_pictures() -> io::Result<ExitCode> {
    Bench::new()?.map_or(Ok(ExitCode::FAILURE), |bench| bench.npm(&["run", "docs-pictures"]))
}

/// Everything that the browser's scripts work with.
struct Bench {
    environment: Vec<(&'static str, PathBuf)>,
}

impl Bench {
    /// Builds the page, the command with it, a game to attach to, and the scripts; none if something does not build.
    fn new() -> io::Result<Option<Self>> {
        let chromium = match chromium() {
            Some(chromium) => chromium,
            None => install()?,
        };
        build_page()?;
        // As the tests are built, so that most of it is there already: with an example beside it the command has the
        // features of what only tests need.
        let line = ["build", "--workspace", "--features", FEATURES, "--bin", "cunning", "--example", GAME];
        if !Cargo::new(&line).run()?.success() {
            return Ok(None);
        }
        npm(&["run", "e2e-build"], &[])?;
        let target = target(&root());
        let program =
            |name: &str| target.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        Ok(Some(Self {
            environment: vec![
                ("CUNNING", program("cunning")),
                ("GAME", program(&format!("examples/{GAME}"))),
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

/// Whether the tests can be run here: there is a Chromium, or this may install one, and there is Node.js.
pub(crate) fn probe() -> ExitCode {
    let can_install = || is_root() && succeeds("apt-get", &["update"]);
    let can_run = succeeds("npm", &["--version"]) && (chromium().is_some() || can_install());
    if can_run { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn chromium() -> Option<PathBuf> {
    let asked = std::env::var_os("CHROMIUM").map(PathBuf::from);
    asked.into_iter().chain(PLACES.iter().map(PathBuf::from)).find(|place| place.is_file())
}

/// Gets Chromium from the system's package manager.
fn install() -> io::Result<PathBuf> {
    let packages = ["chromium"];
    let is_installed = system::install(&packages);
    chromium().filter(|_| is_installed).ok_or_else(|| {
        io::Error::other(format!(
            "there is no Chromium here, and `apt-get {}` does not get one; install it and say in CHROMIUM where it is",
            system::install_line(&packages).join(" ")
        ))
    })
}

/// The names of all files of tests.
fn tests() -> io::Result<Vec<String>> {
    let folder = root().join("tools/cunning-studio/web/e2e");
    let mut names = Vec::new();
    for entry in folder.read_dir()? {
        names.extend(name_of_test(&entry?.path()));
    }
    names.sort();
    Ok(names)
}

/// What a file of tests is called in `cargo xtask browser NAME`; none for other files.
fn name_of_test(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_str()?.strip_suffix(".test.ts")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_named_by_their_files() {
        assert_eq!(name_of_test(Path::new("e2e/rooms.test.ts")).as_deref(), Some("rooms"));
        assert_eq!(name_of_test(Path::new("e2e/studio.ts")), None);
        assert!(tests().unwrap().contains(&"rooms".to_owned()));
    }
}
