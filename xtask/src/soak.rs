//! `cargo xtask soak`: the test in which everything goes wrong, for as many agents and as long as one likes.

use std::io;
use std::process::ExitCode;

use crate::process::Cargo;

/// Runs the test; gives success if it passed.
pub(crate) fn run(agents: u32, ticks: u64) -> io::Result<ExitCode> {
    let status = command(agents, ticks).run()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn command(agents: u32, ticks: u64) -> Cargo {
    let line =
        ["test", "--profile", "fast", "--package", "cunning-mind", "--test", "soak", "--", "--nocapture"];
    Cargo::new(&line)
        .env("CUNNING_SOAK_AGENTS", agents.to_string())
        .env("CUNNING_SOAK_TICKS", ticks.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_test_with_other_numbers() {
        assert_eq!(
            command(7, 9).to_string(),
            "CUNNING_SOAK_AGENTS=7 CUNNING_SOAK_TICKS=9 cargo test --profile fast --package cunning-mind --test soak \
             -- --nocapture"
        );
    }
}
