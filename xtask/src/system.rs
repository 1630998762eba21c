//! Programs of the operating system that checks need, and their installation by its package manager.

use std::process::{Command, Stdio};

/// Whether packages can be installed: the user is root and the package lists can be read.
pub(crate) fn can_install() -> bool {
    is_root() && succeeds("apt-get", &["update"])
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

/// Runs a program without showing its output and returns whether it succeeded.
pub(crate) fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The arguments with which `apt-get` installs packages.
pub(crate) fn install_line<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    [&["install", "--yes", "--no-install-recommends"][..], packages].concat()
}

/// Installs packages if the user is root; returns whether that succeeded.
pub(crate) fn install(packages: &[&str]) -> bool {
    is_root() && Command::new("apt-get").args(install_line(packages)).status().is_ok_and(|it| it.success())
}
