//! `cargo xtask soak`: runs the soak tests of the minds with as many agents, ticks and spawns as asked for.

use std::io;
use std::process::ExitCode;

use crate::process::Cargo;

/// Runs the tests in the `fast` profile.
pub(crate) fn run(agents: u32, ticks: u64, spawns: u64) -> io::Result<ExitCode> {
    let status = command(agents, ticks, spawns).run()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn command(agents: u32, ticks: u64, spawns: u64) -> Cargo {
    let line =
        ["test", "--profile", "fast", "--package", "cunning-mind", "--test", "soak", "--", "--nocapture"];
    Cargo::new(&line)
        .env("CUNNING_SOAK_AGENTS", agents.to_string())
        .env("CUNNING_SOAK_TICKS", ticks.to_string())
        .env("CUNNING_SOAK_SPAWNS", spawns.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_passed_in_the_environment() {
        assert_eq!(
            command(7, 9, 11).to_string(),
            "CUNNING_SOAK_AGENTS=7 CUNNING_SOAK_TICKS=9 CUNNING_SOAK_SPAWNS=11 cargo test --profile fast \
             --package cunning-mind --test soak -- --nocapture"
        );
    }
}
