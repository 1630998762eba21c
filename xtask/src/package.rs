//! `cargo xtask package`: what would be published, put together as it would be and built from that.

use std::io;
use std::process::ExitCode;

use crate::process::Cargo;
use crate::studio::build_page;

/// Without it the command from a registry would have a studio without a page.
const PAGE: &str = "web/dist/index.html";

/// Builds the page, then all packages in the order of their dependencies.
pub(crate) fn run() -> io::Result<ExitCode> {
    build_page()?;
    let listed =
        Cargo::new(&["package", "--package", "cunning-studio", "--list", "--allow-dirty"]).output()?;
    let files = String::from_utf8_lossy(&listed.stdout);
    if !files.lines().any(|file| file == PAGE) {
        return Err(io::Error::other(format!("the package of the studio has no {PAGE}")));
    }
    let status = Cargo::new(&arguments(&[])).run()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Puts everything together that is published. `--no-verify` leaves out building it once more.
pub(crate) fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["package", "--workspace", "--allow-dirty"];
    for tool in ["cunning-bench", "cunning-oracle", "xtask"] {
        arguments.extend(["--exclude", tool]);
    }
    arguments.extend(more);
    arguments
}
