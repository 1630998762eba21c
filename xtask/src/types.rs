//! `cargo xtask types` regenerates the TypeScript types of the studio's protocol from the Rust types.

use std::io;
use std::process::ExitCode;

use crate::process::Cargo;

/// The test that generates the file. Without the variable it compares instead.
const TEST: &str = "typescript_types_match_the_protocol";
const UPDATE: &str = "CUNNING_UPDATE_TYPES";

pub(crate) fn run() -> io::Result<ExitCode> {
    let generate = Cargo::new(&["test", "--package", "cunning-debug", "--lib", TEST]).env(UPDATE, "1");
    Ok(if generate.run()?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
