//! `cargo xtask bindings`: builds the libraries for other languages and engines and checks the bindings: C, C++, C#, Unity,
//! Unreal and Python.
//!
//! Every conformance script is played through Rust and through each binding; the logs must be equal, hashes included.

mod attach;
mod csharp;
mod docs;
mod engine_libraries;
pub(crate) mod header;
mod misuse;
mod native;
mod overhead;
mod python;
pub(crate) mod stage;
mod unity;
mod unreal;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::process::{Cargo, program, root};
use crate::system::{can_install, install, install_line, succeeds};

pub(crate) use engine_libraries::Libraries;
pub(crate) use native::cmake;
pub(crate) use overhead::run as overhead;
pub(crate) use stage::install_to;
pub(crate) use unity::{assemble as assemble_unity, has_place as has_unity, package as package_unity};
pub(crate) use unreal::{assemble as assemble_unreal, package as package_unreal};

/// Something that the checks need: a command that succeeds if it is there, and the Debian package that has it.
struct Need {
    test: &'static [&'static str],
    package: &'static str,
}

/// What the short checks need.
const NEEDS: &[Need] = &[
    Need { test: &["which", "gcc"], package: "gcc" },
    Need { test: &["which", "g++"], package: "g++" },
    Need { test: &["which", "pkg-config"], package: "pkg-config" },
    Need { test: &["which", "mcs"], package: "mono-mcs" },
    Need { test: &["which", "mono"], package: "mono-runtime" },
    Need { test: &["which", "python3"], package: "python3" },
];
/// What the long checks need besides.
const FULL_NEEDS: &[Need] = &[
    Need { test: &["which", "cmake"], package: "cmake" },
    Need { test: &["which", "make"], package: "make" },
    Need { test: &["which", "valgrind"], package: "valgrind" },
    Need { test: &["which", "clang++"], package: "clang" },
    Need { test: &["python3", "-c", "import ensurepip, venv"], package: "python3-venv" },
];

/// Returns success if the bindings can be checked here: compilers and Mono are installed, or can be.
pub(crate) fn probe() -> ExitCode {
    if missing(NEEDS).is_empty() || can_install() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes what is generated from the C interface: the header, and the calls of C#.
pub(crate) fn generate() -> io::Result<ExitCode> {
    let line = ["test", "--package", "cunning-c", "--test", "all", "generated::"];
    let status = Cargo::new(&line).env("CUNNING_UPDATE_GENERATED", "1").run()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the golden files of the conformance scripts.
pub(crate) fn bless() -> io::Result<ExitCode> {
    let line = ["test", "--package", "cunning-conformance", "--test", "all", "golden::"];
    let status = Cargo::new(&line).env("CUNNING_BLESS", "1").run()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds the library and runs the checks.
pub(crate) fn run(is_full: bool, with_workspace: bool) -> io::Result<ExitCode> {
    get(NEEDS)?;
    if is_full {
        get(FULL_NEEDS)?;
    }
    let stage = stage::build_dev(with_workspace)?;
    let scripts = Scripts::play_in_rust()?;
    native::check(&stage, &scripts, is_full)?;
    csharp::check(&stage, &scripts)?;
    unity::check(&stage)?;
    unreal::check(&stage, is_full)?;
    let packages = ("PKG_CONFIG_PATH", text(&stage.prefix.join("lib/pkgconfig")));
    docs::check("docs/c.md", std::slice::from_ref(&packages))?;
    let python = python::check(&scripts, is_full)?;
    docs::check("docs/recipes.md", &[packages, ("PYTHONPATH", text(&python))])?;
    attach::check(&stage)?;
    if is_full { fresh() } else { Ok(ExitCode::SUCCESS) }
}

/// Follows the pages of the guide in new clones.
pub(crate) fn fresh() -> io::Result<ExitCode> {
    docs::check_fresh("docs/python.md")?;
    docs::check_fresh("docs/c.md")?;
    Ok(ExitCode::SUCCESS)
}

fn missing(needs: &[Need]) -> Vec<&'static str> {
    let is_missing =
        |need: &&Need| need.test.split_first().is_none_or(|(program, args)| !succeeds(program, args));
    needs.iter().filter(is_missing).map(|need| need.package).collect()
}

/// Installs what is missing.
fn get(needs: &[Need]) -> io::Result<()> {
    let packages = missing(needs);
    if packages.is_empty() || install(&packages) && missing(needs).is_empty() {
        return Ok(());
    }
    let line = install_line(&packages).join(" ");
    Err(io::Error::other(format!("install what is missing with `apt-get {line}`")))
}

/// The conformance scripts, with the logs of the player in Rust.
struct Scripts(Vec<(PathBuf, String)>);

impl Scripts {
    fn play_in_rust() -> io::Result<Self> {
        let folder = root().join("bindings/conformance");
        let mut paths = Vec::new();
        for entry in folder.read_dir()? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                paths.push(path);
            }
        }
        paths.sort();
        let rust = program("cunning-conformance");
        let logs = paths.into_iter().map(|path| {
            let log = output(Command::new(&rust).arg(&path))?;
            let golden = folder.join("golden").join(path.file_stem().unwrap_or_default()).with_extension("txt");
            if commands(&log) != std::fs::read_to_string(golden)? {
                let name = path.display();
                return Err(io::Error::other(format!(
                    "{name}: the commands differ from the golden file; run `cargo xtask bindings --bless` if they should"
                )));
            }
            Ok((path, log))
        });
        Ok(Self(logs.collect::<io::Result<_>>()?))
    }

    /// Plays every script with another player and compares the logs.
    fn play(&self, name: &str, player: impl Fn() -> Command) -> io::Result<()> {
        step(&format!("{name}: {} scripts", self.0.len()), || {
            for (path, expected) in &self.0 {
                let log = output(player().arg(path))?;
                if let Some((at, (found, wanted))) = first_difference(&log, expected) {
                    return Err(io::Error::other(format!(
                        "{} in {name}, line {at}: `{found}` instead of `{wanted}`",
                        path.display()
                    )));
                }
            }
            Ok(())
        })
    }
}

/// A log without its hashes.
fn commands(log: &str) -> String {
    log.lines().filter(|line| !line.starts_with("# ")).flat_map(|line| [line, "\n"]).collect()
}

/// The number and the texts of the first lines that differ.
fn first_difference<'a>(found: &'a str, wanted: &'a str) -> Option<(usize, (&'a str, &'a str))> {
    let (mut found, mut wanted) = (found.lines(), wanted.lines());
    let mut at = 0;
    loop {
        at += 1;
        match (found.next(), wanted.next()) {
            (None, None) => return None,
            (found, wanted) if found == wanted => {}
            (found, wanted) => return Some((at, (found.unwrap_or("(end)"), wanted.unwrap_or("(end)")))),
        }
    }
}

/// Runs a part of the checks and prints its name and time.
pub(crate) fn step<T>(name: &str, run: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let started = Instant::now();
    let result = run();
    let word = if result.is_ok() { "ok" } else { "FAILED" };
    writeln!(io::stdout(), "{word} {name} ({:.1} s)", started.elapsed().as_secs_f64())?;
    result
}

/// Runs a command, shows its output only if it fails, and returns its standard output.
pub(crate) fn output(command: &mut Command) -> io::Result<String> {
    let output = command.output().map_err(|error| io::Error::other(format!("{command:?}: {error}")))?;
    if output.status.success() {
        return String::from_utf8(output.stdout).map_err(io::Error::other);
    }
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(io::Error::other(format!("{command:?} failed with {}:\n{out}{err}", output.status)))
}

/// The files below a path with an extension (any, if it is empty), sorted; the path itself, if it is a file.
pub(crate) fn files(path: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        let is_wanted = extension.is_empty() || path.extension().is_some_and(|own| own == extension);
        return Ok(if is_wanted { vec![path.to_owned()] } else { Vec::new() });
    }
    let mut entries = path.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    let found = entries.iter().map(|entry| files(entry, extension)).collect::<io::Result<Vec<_>>>()?;
    Ok(found.concat())
}

/// A path of the project.
pub(crate) fn path(relative: &str) -> PathBuf {
    root().join(relative)
}

/// The path as a text for command lines.
pub(crate) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_difference_has_both_lines() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some((2, ("b", "c"))));
        assert_eq!(first_difference("a\n", "a\nc\n"), Some((2, ("(end)", "c"))));
    }

    #[test]
    fn golden_files_have_no_hashes() {
        assert_eq!(commands("start s1 a go\n# hash 01\nidle a held\n"), "start s1 a go\nidle a held\n");
    }
}
