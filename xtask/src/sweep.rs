//! `cargo xtask sweep-engines` and `cargo xtask sweep-limits`: sweeps on every engine, killed and on full disks.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::process::{Cargo, root, target};

/// The profile that the command is built with: release speed without the fat link.
const PROFILE: &str = "fast";

/// Runs `sweeps/squad.toml` on threads and on engines, and compares the tables.
pub(crate) fn engines(program: Option<PathBuf>, names: &[String]) -> io::Result<ExitCode> {
    let sweep = root().join("sweeps/squad.toml");
    script("engines.sh", program, &[&sweep], names)
}

/// Measures what sweeps cost, and fills a disk.
pub(crate) fn limits(program: Option<PathBuf>) -> io::Result<ExitCode> {
    script("limits.sh", program, &[], &[])
}

/// Runs a script of `xtask/sweep` with the command and a folder in the target directory.
fn script(name: &str, program: Option<PathBuf>, files: &[&Path], names: &[String]) -> io::Result<ExitCode> {
    let program = match program {
        Some(program) => program,
        None if build().run()?.success() => target(&root()).join(PROFILE).join("cunning"),
        None => return Ok(ExitCode::FAILURE),
    };
    let folder = target(&root()).join("sweep");
    let mut command = Command::new("bash");
    command.arg(root().join("xtask/sweep").join(name)).arg(program).args(files).arg(folder).args(names);
    let status = command.status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn build() -> Cargo {
    Cargo::new(&["build", "--profile", PROFILE, "--package", "cunning-cli"])
}
