//! Runs steps in order and reports their outcomes. Knows no particular step.
//!
//! The last line is `N passed, M failed`, followed by `, K skipped` if steps were skipped. It stands alone, for people
//! and programs that read nothing else.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::process::Cargo;
use crate::tools::Tool;

/// One command to run.
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) command: Cargo,
    /// The tool without which the command cannot run.
    pub(crate) needs: Option<Tool>,
    /// How long the step may take on two quiet cores before the report warns about it.
    pub(crate) ceiling: Option<Duration>,
}

/// The result of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// The tool is missing. Counts as failed if the tool is required, else as skipped.
    Missing(Tool),
}

impl Outcome {
    fn is_failure(self) -> bool {
        match self {
            Self::Passed => false,
            Self::Failed => true,
            Self::Missing(tool) => tool.is_required,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Passed => "ok",
            _ if self.is_failure() => "FAILED",
            _ => "skipped",
        }
    }
}

/// Runs the steps until one fails, prints a summary, and returns whether none failed.
///
/// `ceiling` is for all steps together.
pub(crate) fn run_all(
    steps: &[Step],
    ceiling: Option<Duration>,
    out: &mut impl Write,
    mut run: impl FnMut(&Step) -> io::Result<Outcome>,
) -> io::Result<bool> {
    let mut lines = Vec::new();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let begun = Instant::now();
    for step in steps {
        if failed > 0 {
            lines.push(line("not run", &step.name, None, None));
            continue;
        }
        writeln!(out, "--- {}: {}", step.name, step.command)?;
        out.flush()?;
        let started = Instant::now();
        let outcome = run(step)?;
        let remedy = match outcome {
            Outcome::Passed => String::new(),
            Outcome::Failed => format!("  rerun: {}", step.command),
            Outcome::Missing(tool) => format!("  install: {}", tool.install),
        };
        let line = line(outcome.word(), &step.name, Some(started.elapsed()), step.ceiling) + &remedy;
        match outcome {
            Outcome::Passed => passed += 1,
            _ if outcome.is_failure() => failed += 1,
            _ => skipped += 1,
        }
        writeln!(out, "{line}")?;
        lines.push(line);
    }
    writeln!(out, "\nSummary")?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", line("", "total", Some(begun.elapsed()), ceiling))?;
    let skipped = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
    writeln!(out, "\n{passed} passed, {failed} failed{skipped}")?;
    Ok(failed == 0)
}

fn line(word: &str, name: &str, time: Option<Duration>, ceiling: Option<Duration>) -> String {
    let taken = time.map_or(String::new(), |time| format!("{:>8.1} s", time.as_secs_f64()));
    let warning = match (time, ceiling) {
        (Some(time), Some(ceiling)) if time > ceiling => {
            format!("  warning: over the ceiling of {} s", ceiling.as_secs())
        }
        _ => String::new(),
    };
    format!("{word:<8}{name:<24}{taken}{warning}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONAL: Tool = Tool::CHROMIUM;
    const REQUIRED: Tool = Tool::CLIPPY;

    /// Runs three steps with the given outcomes; returns the verdict, the lines printed, and how many steps ran.
    fn report(outcomes: [Outcome; 3]) -> (bool, Vec<String>, usize) {
        let steps = ["one", "two", "three"].map(|name| Step {
            name: name.to_owned(),
            command: Cargo::new(&["check", name]),
            needs: None,
            ceiling: None,
        });
        let mut printed = Vec::new();
        let mut left = outcomes.into_iter();
        let went_well = run_all(&steps, None, &mut printed, |_| {
            left.next().ok_or_else(|| io::Error::other("more steps than outcomes"))
        })
        .unwrap();
        let printed = String::from_utf8(printed).unwrap();
        (went_well, printed.lines().map(str::to_owned).collect(), 3 - left.len())
    }

    #[test]
    fn last_line_counts_passed_and_failed() {
        let (went_well, lines, ran) = report([Outcome::Passed; 3]);
        assert!(went_well);
        assert_eq!(ran, 3);
        assert_eq!(lines.last().unwrap(), "3 passed, 0 failed");
    }

    #[test]
    fn first_failure_ends_the_run_and_prints_the_command_to_rerun() {
        let (went_well, lines, ran) = report([Outcome::Passed, Outcome::Failed, Outcome::Passed]);
        assert!(!went_well);
        assert_eq!(ran, 2);
        assert_eq!(lines.last().unwrap(), "1 passed, 1 failed");
        assert!(
            lines.iter().any(|line| line.starts_with("FAILED") && line.ends_with("rerun: cargo check two"))
        );
        assert!(lines.contains(&"not run three".to_owned()));
    }

    #[test]
    fn missing_tool_fails_the_run_only_if_it_is_required() {
        let (went_well, lines, _) = report([Outcome::Passed, Outcome::Passed, Outcome::Missing(OPTIONAL)]);
        assert!(went_well);
        assert_eq!(lines.last().unwrap(), "2 passed, 0 failed, 1 skipped");
        assert!(
            lines.iter().any(|line| line.starts_with("skipped three") && line.ends_with(OPTIONAL.install))
        );

        let (went_well, lines, ran) = report([Outcome::Missing(REQUIRED), Outcome::Passed, Outcome::Passed]);
        assert!(!went_well);
        assert_eq!(ran, 1);
        assert_eq!(lines.last().unwrap(), "0 passed, 1 failed");
        assert!(lines.iter().any(|line| line.starts_with("FAILED") && line.ends_with(REQUIRED.install)));
    }

    #[test]
    fn summary_repeats_each_step_once_with_its_time() {
        let (_, lines, _) = report([Outcome::Passed; 3]);
        let summary: Vec<&String> = lines.iter().skip_while(|line| *line != "Summary").skip(1).collect();
        assert_eq!(summary.iter().filter(|line| line.starts_with("ok ") && line.ends_with(" s")).count(), 3);
        assert_eq!(summary.iter().filter(|line| line.trim_start().starts_with("total ")).count(), 1);
    }

    #[test]
    fn time_over_the_ceiling_is_a_warning() {
        let seconds = |count| Some(Duration::from_secs(count));
        assert_eq!(
            line("ok", "tests", seconds(9), seconds(10)),
            "ok      tests                        9.0 s"
        );
        assert!(
            line("ok", "tests", seconds(11), seconds(10)).ends_with(" s  warning: over the ceiling of 10 s")
        );
    }
}
