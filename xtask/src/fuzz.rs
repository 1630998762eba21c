//! `cargo xtask fuzz-smoke`: runs each fuzz target for a while, starting from the committed seeds and regressions.
//!
//! Inputs that a run discovers are kept below `fuzz/target`, and the next run continues from them; seeds are added by
//! hand. The targets look for panics, endless runs and growing memory. They have no `unsafe` code, so they run without a
//! sanitizer, several times as fast.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::examples::rust_files;
use crate::process::{Cargo, root};
use crate::report::{Outcome, Step, run_all};
use crate::test::{run_step, with_installations};
use crate::tools::Tool;

/// The most memory that one input may need.
const MEMORY_MAX_MB: u32 = 1024;
/// The longest time that one input may take, on a slow machine.
const INPUT_SECONDS_MAX: u32 = 20;
/// The longest input; large inputs are tested elsewhere.
const INPUT_BYTES_MAX: u32 = 4096;

/// How many of the last lines of a failed target are shown; they hold the panic and the input.
const LINES_SHOWN: usize = 60;

pub(crate) fn run(seconds: u32) -> io::Result<ExitCode> {
    let targets = rust_files(&root().join("fuzz/fuzz_targets"))?;
    for target in &targets {
        fs::create_dir_all(root().join(found_folder(target)))?;
    }
    if !Tool::NIGHTLY.is_installed() {
        let line = Tool::NIGHTLY.install;
        return Err(io::Error::other(format!("fuzzing needs a nightly toolchain; install it with `{line}`")));
    }
    let steps = with_installations(steps(&targets, seconds));
    let went_well = run_all(&steps, None, &mut io::stdout(), |step| {
        if targets.contains(&step.name) { fuzz(&step.command) } else { run_step(step) }
    })?;
    Ok(if went_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn steps(targets: &[String], seconds: u32) -> Vec<Step> {
    let step = |name: &str, needs, command| Step { name: name.to_owned(), command, needs, ceiling: None };
    let build = Cargo::parse("+nightly fuzz build --sanitizer none");
    let mut steps = vec![step("build", Some(Tool::CARGO_FUZZ), build)];
    steps.extend(targets.iter().map(|target| step(target, None, command(target, seconds))));
    steps
}

/// The folder for the inputs that a target discovers.
fn found_folder(target: &str) -> String {
    format!("fuzz/target/corpus/{target}")
}

fn command(target: &str, seconds: u32) -> Cargo {
    let found = found_folder(target);
    let given = ["corpus", "regressions"].map(|folder| format!("fuzz/{folder}/{target}"));
    let limits = [
        format!("-max_total_time={seconds}"),
        format!("-rss_limit_mb={MEMORY_MAX_MB}"),
        format!("-timeout={INPUT_SECONDS_MAX}"),
        format!("-max_len={INPUT_BYTES_MAX}"),
    ];
    let mut line = vec!["+nightly", "fuzz", "run", "--sanitizer", "none", target, &found];
    line.extend(given.iter().map(String::as_str).filter(|folder| root().join(folder).is_dir()));
    line.extend(["--", "-print_final_stats=1", "-dict=fuzz/words.dict"]);
    line.extend(limits.iter().map(String::as_str));
    Cargo::new(&line)
}

/// Runs a target and prints how many inputs it ran, or its last lines if it failed.
fn fuzz(command: &Cargo) -> io::Result<Outcome> {
    let output = command.output()?;
    let printed = String::from_utf8_lossy(&output.stderr);
    let mut out = io::stdout();
    let executions = statistic(&printed, "number_of_executed_units");
    let memory = statistic(&printed, "peak_rss_mb");
    if let (true, Some(executions)) = (output.status.success(), executions) {
        writeln!(out, "{executions} executions, at most {} MB", memory.unwrap_or("?"))?;
        return Ok(Outcome::Passed);
    }
    let lines: Vec<&str> = printed.lines().collect();
    for line in &lines[lines.len().saturating_sub(LINES_SHOWN)..] {
        writeln!(out, "{line}")?;
    }
    Ok(Outcome::Failed)
}

/// Finds a number that a target prints at its end, such as `stat::peak_rss_mb:  40`.
fn statistic<'a>(printed: &'a str, name: &str) -> Option<&'a str> {
    printed.lines().rev().find_map(|line| {
        let (found, value) = line.strip_prefix("stat::")?.split_once(':')?;
        (found == name).then_some(value.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_seeds_and_is_run_with_limits() {
        let targets = rust_files(&root().join("fuzz/fuzz_targets")).unwrap();
        assert!(targets.iter().any(|target| target == "domain"));
        for target in &targets {
            assert!(root().join("fuzz/corpus").join(target).is_dir(), "{target}");
            let line = command(target, 7).to_string();
            assert!(line.starts_with(&format!(
                "cargo +nightly fuzz run --sanitizer none {target} fuzz/target/corpus/{target} fuzz/corpus/{target}"
            )));
            for limit in ["-max_total_time=7 ", "-rss_limit_mb=1024 ", "-timeout="] {
                assert!(line.contains(limit), "{line}");
            }
        }
    }

    #[test]
    fn build_comes_before_the_targets() {
        let names: Vec<String> = steps(&["domain".to_owned()], 1).into_iter().map(|step| step.name).collect();
        assert_eq!(names, ["build", "domain"]);
    }

    #[test]
    fn statistics_are_parsed_from_the_output() {
        let printed =
            "Done 12 runs in 1 second(s)\nstat::number_of_executed_units: 12\nstat::peak_rss_mb:     40\n";
        assert_eq!(statistic(printed, "number_of_executed_units"), Some("12"));
        assert_eq!(statistic(printed, "peak_rss_mb"), Some("40"));
        assert_eq!(statistic(printed, "rss"), None);
    }
}
