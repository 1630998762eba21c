//! `cargo xtask fuzz-smoke`: each fuzz target for a while, from the committed seeds and regressions on.
//!
//! What a run discovers goes to a folder below `fuzz/target`, from which the next run goes on; seeds are added by hand.
//! There is no `unsafe` code to watch, so the targets run without a sanitizer: what they look for are panics, endless
//! runs and memory that grows, several times as fast.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::process::{Cargo, root};
use crate::report::{Outcome, Step, run_all};
use crate::test::rust_files;
use crate::tools::Tool;

/// One run of an input may not hold more.
const MEMORY_MAX_MB: u32 = 1024;
/// One run of an input may not take longer, on the slowest machine that fuzzes.
const INPUT_SECONDS_MAX: u32 = 20;
/// Longer inputs say little that shorter ones do not; sizes are tested elsewhere.
const INPUT_BYTES_MAX: u32 = 4096;

/// How much of what a broken target printed is shown: the panic and the input stand at the end.
const LINES_SHOWN: usize = 60;

pub(crate) fn run(seconds: u32) -> io::Result<ExitCode> {
    let targets = rust_files(&root().join("fuzz/fuzz_targets"))?;
    for target in &targets {
        fs::create_dir_all(root().join(found_folder(target)))?;
    }
    let went_well = run_all(&steps(&targets, seconds), &mut io::stdout(), |step| {
        if let Some(tool) = step.needs.filter(|tool| !tool.is_installed()) {
            return Ok(Outcome::Missing(tool));
        }
        if targets.contains(&step.name) {
            return fuzz(&step.command);
        }
        let is_done = step.name == INSTALL && Tool::CARGO_FUZZ.is_installed();
        Ok(if is_done || step.command.run()?.success() { Outcome::Passed } else { Outcome::Failed })
    })?;
    Ok(if went_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The step that is done already where cargo-fuzz is installed.
const INSTALL: &str = "install cargo-fuzz";

fn steps(targets: &[String], seconds: u32) -> Vec<Step> {
    let step = |name: &str, needs, command| Step { name: name.to_owned(), command, needs };
    let install: Vec<&str> = Tool::CARGO_FUZZ.install.split(' ').skip(1).collect();
    let mut steps = vec![
        step(INSTALL, Some(Tool::NIGHTLY), Cargo::new(&install)),
        step("build", None, Cargo::new(&["+nightly", "fuzz", "build", "--sanitizer", "none"])),
    ];
    steps.extend(targets.iter().map(|target| step(target, None, command(target, seconds))));
    steps
}

/// Where a target puts the inputs that it finds worth keeping.
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

/// Runs a target; tells how many inputs it ran, or what broke it.
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

/// A number among the last lines that a target prints, such as `stat::peak_rss_mb:  40`.
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
    fn the_tool_and_the_build_come_first() {
        let names: Vec<String> = steps(&["domain".to_owned()], 1).into_iter().map(|step| step.name).collect();
        assert_eq!(names, [INSTALL, "build", "domain"]);
    }

    #[test]
    fn statistics_are_found_among_other_lines() {
        let printed =
            "Done 12 runs in 1 second(s)\nstat::number_of_executed_units: 12\nstat::peak_rss_mb:     40\n";
        assert_eq!(statistic(printed, "number_of_executed_units"), Some("12"));
        assert_eq!(statistic(printed, "peak_rss_mb"), Some("40"));
        assert_eq!(statistic(printed, "rss"), None);
    }
}
