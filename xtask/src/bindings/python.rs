//! Python: the package laid out as it is installed, its player and its tests; in the long checks also the wheel in a new
//! environment, with the libraries that the package works with.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::stage::replace;
use super::{Scripts, docs, output, path, step, text};
use crate::process::{root, target};

/// What the library is called on different systems, and what Python loads.
const LIBRARIES: &[(&str, &str)] = &[
    ("libcunning_python.so", "_native.abi3.so"),
    ("libcunning_python.dylib", "_native.abi3.so"),
    ("cunning_python.dll", "_native.pyd"),
];

/// Checks the package and returns the folder in which Python finds it.
pub(super) fn check(scripts: &Scripts, is_full: bool) -> io::Result<PathBuf> {
    let package = stage("debug")?;
    scripts.play("Python", || script(&package, "bindings/conformance/players/player.py"))?;
    step("tests in Python", || {
        let mut python = python(&package);
        output(python.args(["-m", "unittest", "discover", "-s"]).arg(path("bindings/python/tests")))
    })?;
    docs::check("docs/python.md", &[("PYTHONPATH", text(&package))])?;
    if is_full {
        check_wheel()?;
    }
    Ok(package)
}

/// Lays the package out in a folder for `PYTHONPATH`.
pub(super) fn stage(profile: &str) -> io::Result<PathBuf> {
    let package = target(&root()).join("bindings-python").join(profile);
    let folder = package.join("cunning");
    std::fs::create_dir_all(&folder)?;
    for entry in path("bindings/python/python/cunning").read_dir()? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            replace(&folder.join(entry.file_name()), &std::fs::read(entry.path())?)?;
        }
    }
    for (from, to) in LIBRARIES {
        let from = target(&root()).join(profile).join(from);
        if from.is_file() {
            replace(&folder.join(to), &std::fs::read(from)?)?;
        }
    }
    Ok(package)
}

/// A Python that finds the package in a folder.
fn python(package: &Path) -> Command {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", package).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// A script that finds the package in a folder.
pub(super) fn script(package: &Path, file: &str) -> Command {
    let mut command = python(package);
    command.arg(path(file));
    command
}

/// Installs the package in a new environment, as its README says, and runs the tests of all its parts there.
fn check_wheel() -> io::Result<()> {
    let folder = target(&root()).join("bindings-venv");
    let python = folder.join("bin/python");
    step("wheel in a new environment", || {
        output(Command::new("python3").args(["-m", "venv", "--clear", &text(&folder)]))?;
        let package = format!("{}[all]", text(&path("bindings/python")));
        let mut install = Command::new(&python);
        install.args(["-m", "pip", "install", "--quiet", &package]).env("CARGO_TARGET_DIR", target(&root()));
        output(&mut install)
    })?;
    step("type stubs", || {
        output(Command::new(&python).args(["-m", "pip", "install", "--quiet", "mypy"]))?;
        let allowed = text(&path("bindings/python/tests/stubs.allowed"));
        let mut stubs = Command::new(&python);
        stubs.args(["-m", "mypy.stubtest", "--concise", "--allowlist", &allowed, "cunning._native"]);
        output(stubs.current_dir(&folder))
    })?;
    for tests in ["bindings/python/tests", "bindings/python/tests/extras"] {
        step(&format!("{tests} with the wheel"), || {
            output(Command::new(&python).args(["-m", "unittest", "discover", "-v", "-s"]).arg(path(tests)))
        })?;
    }
    Ok(())
}
