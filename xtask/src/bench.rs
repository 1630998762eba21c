//! `cargo xtask bench`: the benchmarks, built in release mode so that times mean something.

use std::io;
use std::process::ExitCode;

use crate::process::Cargo;

/// Runs the benchmark named first with the arguments that follow; gives its exit code.
pub(crate) fn run(arguments: &[String]) -> io::Result<ExitCode> {
    let status = command(arguments).run()?;
    // A benchmark ended by a signal has no code.
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
    fn arguments_go_to_the_benchmark_as_they_are() {
        let line = command(&["grid".to_owned(), "--map".to_owned(), "a b".to_owned()]).to_string();
        assert_eq!(line, "cargo run --release --package cunning-bench -- grid --map 'a b'");
    }
}
