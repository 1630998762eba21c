//! Plays a script through Rust and prints its log: `cunning-conformance FILE`.

use std::io::{self, Write as _};
use std::process::ExitCode;

use cunning_conformance::{Script, play};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed standard error leaves nothing to report to.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: cunning-conformance FILE")?;
    let log = play(&Script::read(&std::fs::read_to_string(path)?)?)?;
    io::stdout().write_all(log.as_bytes())?;
    Ok(())
}
