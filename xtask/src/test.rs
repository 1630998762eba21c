//! `cargo xtask test`: runs the checks of a suite.

use std::io;
use std::process::ExitCode;

use crate::affected::changed_files;
use crate::report::{Outcome, Step, run_all};
use crate::steps::{CHECKS, Suite};
use crate::tools::Tool;

/// Runs the suite until a step fails.
pub(crate) fn run(suite: Suite) -> io::Result<ExitCode> {
    let changed = if suite == Suite::Quick { changed_files()? } else { Vec::new() };
    let steps = CHECKS.iter().filter_map(|check| check.step(suite, &changed)).collect();
    let steps = with_installations(steps);
    let went_well = run_all(&steps, suite.ceiling(), &mut io::stdout(), run_step)?;
    Ok(if went_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Puts the installation of each missing tool that cargo can install before the first step that needs it.
pub(crate) fn with_installations(steps: Vec<Step>) -> Vec<Step> {
    let mut seen: Vec<Tool> = Vec::new();
    let mut all = Vec::with_capacity(steps.len());
    for step in steps {
        if let Some(tool) = step.needs.filter(|tool| !seen.contains(tool)) {
            seen.push(tool);
            all.extend(tool.missing_crate().map(|command| Step {
                name: format!("install {}", tool.name),
                command,
                needs: None,
                ceiling: None,
            }));
        }
        all.push(step);
    }
    all
}

/// Runs a step if the tool that it needs is there.
pub(crate) fn run_step(step: &Step) -> io::Result<Outcome> {
    Ok(match step.needs {
        Some(tool) if !tool.is_installed() => Outcome::Missing(tool),
        _ if step.command.run()?.success() => Outcome::Passed,
        _ => Outcome::Failed,
    })
}
