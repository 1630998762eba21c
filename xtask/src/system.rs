//! Programs of the operating system that checks need, and getting them from its package manager.

use std::process::{Command, Stdio};

/// Whether this may install packages.
pub(crate) fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

/// Whether a program runs and succeeds, without a word.
pub(crate) fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The line that installs packages, as `apt-get` takes it.
pub(crate) fn install_line<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    [&["install", "--yes", "--no-install-recommends"][..], packages].concat()
}

/// Installs packages, where this may; whether they are there afterwards.
pub(crate) fn install(packages: &[&str]) -> bool {
    is_root() && Command::new("apt-get").args(install_line(packages)).status().is_ok_and(|it| it.success())
}
