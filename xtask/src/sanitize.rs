//! `cargo xtask sanitize`: tests with threads and many agents under the address sanitizer, on a nightly Rust.
//!
//! The project has no `unsafe` code outside its bindings; this is about the crates that it depends on.

use std::io;
use std::process::ExitCode;

use crate::process::Cargo;

/// The sanitizer needs an explicit target, so that build scripts are built without it.
const LINE: &str = "+nightly test --target x86_64-unknown-linux-gnu --package cunning-mind --features parallel \
    --test all --test soak";

/// Runs the tests; succeeds where the sanitizer does not exist for the platform.
pub(crate) fn run() -> io::Result<ExitCode> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(ExitCode::SUCCESS);
    }
    let status = Cargo::parse(LINE).env("RUSTFLAGS", "-Zsanitizer=address").run()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
