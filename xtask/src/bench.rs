//! `cargo xtask bench`: builds the benchmarks in release mode and runs one.

use std::io;
use std::process::ExitCode;

use crate::process::Cargo;

/// Runs the benchmark named by the first argument, with the other arguments; returns its exit code.
pub(crate) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    let status = command(arguments).run()?;
    // A benchmark that a signal ended has no code.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

fn command(arguments: &[String]) -> Cargo {
    let mut line = vec!["run", "--release", "--package", "cunning-bench", "--"];
    line.extend(arguments.iter().map(String::as_str));
    Cargo::new(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_passed_to_the_benchmark_unchanged() {
        let line = command(&["grid".to_owned(), "--map".to_owned(), "a b".to_owned()]).to_string();
        assert_eq!(line, "cargo run --release --package cunning-bench -- grid --map 'a b'");
    }
}
