//! Running steps in order and telling how it went. Knows no particular step.
//!
//! The last line is `N passed, M failed`, alone, for people and programs that read only that.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::process::Cargo;
use crate::tools::Tool;

/// One check.
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) command: Cargo,
    pub(crate) needs: Option<Tool>,
}

/// What became of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// The tool is missing. Counts as failed if the tool is required, else as neither.
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

/// Runs the steps until one fails, prints the summary, and says whether all went well.
pub(crate) fn run_all(
    steps: &[Step],
    out: &mut impl Write,
    mut run: impl FnMut(&Step) -> io::Result<Outcome>,
) -> io::Result<bool> {
    let mut lines = Vec::new();
    let (mut passed, mut failed) = (0, 0);
    for step in steps {
        if failed > 0 {
            lines.push(line("not run", &step.name, None));
            continue;
        }
        writeln!(out, "--- {}: {}", step.name, step.command)?;
        let started = Instant::now();
        let outcome = run(step)?;
        let remedy = match outcome {
            Outcome::Passed => String::new(),
            Outcome::Failed => format!("  rerun: {}", step.command),
            Outcome::Missing(tool) => format!("  install: {}", tool.install),
        };
        let line = line(outcome.word(), &step.name, Some(started.elapsed())) + &remedy;
        passed += u32::from(outcome == Outcome::Passed);
        failed += u32::from(outcome.is_failure());
        writeln!(out, "{line}")?;
        lines.push(line);
    }
    writeln!(out, "\nSummary")?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\n{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}

fn line(word: &str, name: &str, time: Option<Duration>) -> String {
    let time = time.map_or(String::new(), |time| format!("{:>8.1} s", time.as_secs_f64()));
    format!("{word:<8}{name:<24}{time}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONAL: Tool = Tool::CARGO_DENY;
    const REQUIRED: Tool = Tool::CLIPPY;

    /// Runs three steps with the given outcomes; gives the verdict, the lines printed, and how many steps ran.
    fn report(outcomes: [Outcome; 3]) -> (bool, Vec<String>, usize) {
        let steps = ["one", "two", "three"].map(|name| Step {
            name: name.to_owned(),
            command: Cargo::new(&["check", name]),
            needs: None,
        });
        let mut printed = Vec::new();
        let mut left = outcomes.into_iter();
        let went_well =
            run_all(&steps, &mut printed, |_| left.next().ok_or_else(|| io::Error::other("too many")))
                .unwrap();
        let printed = String::from_utf8(printed).unwrap();
        (went_well, printed.lines().map(str::to_owned).collect(), 3 - left.len())
    }

    #[test]
    fn the_last_line_counts_what_passed() {
        let (went_well, lines, ran) = report([Outcome::Passed; 3]);
        assert!(went_well);
        assert_eq!(ran, 3);
        assert_eq!(lines.last().unwrap(), "3 passed, 0 failed");
    }

    #[test]
    fn the_first_failure_ends_the_run_and_names_its_command() {
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
    fn a_missing_tool_fails_only_if_it_is_required() {
        let (went_well, lines, _) = report([Outcome::Passed, Outcome::Passed, Outcome::Missing(OPTIONAL)]);
        assert!(went_well);
        assert_eq!(lines.last().unwrap(), "2 passed, 0 failed");
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
    fn the_summary_repeats_each_step_once_with_its_time() {
        let (_, lines, _) = report([Outcome::Passed; 3]);
        let summary: Vec<&String> = lines.iter().skip_while(|line| *line != "Summary").skip(1).collect();
        assert_eq!(summary.iter().filter(|line| line.starts_with("ok ") && line.ends_with(" s")).count(), 3);
    }
}
