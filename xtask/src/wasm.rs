//! `cargo xtask wasm`: checks that debug sessions compile for browsers, where there are no sockets, threads or clocks.

use std::io;
use std::process::{Command, ExitCode, Stdio};

use crate::process::Cargo;

const TARGET: &str = "wasm32-unknown-unknown";
/// The crates that browsers run.
const CRATES: &[&str] = &["cunning-debug"];

/// Succeeds if the standard library for WebAssembly is installed.
pub(crate) fn probe() -> ExitCode {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let printed = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .stderr(Stdio::null())
        .output();
    let folder = printed.ok().and_then(|printed| String::from_utf8(printed.stdout).ok());
    let is_installed = folder.is_some_and(|folder| std::path::Path::new(folder.trim()).is_dir());
    if is_installed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks the crates.
pub(crate) fn run() -> io::Result<ExitCode> {
    let mut arguments = vec!["check", "--target", TARGET];
    arguments.extend(CRATES.iter().flat_map(|name| ["--package", name]));
    Ok(if Cargo::new(&arguments).run()?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
