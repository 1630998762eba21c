//! `cunning export`: writes a goal of a domain file as PDDL, for other planners.

use std::fs;
use std::path::PathBuf;

use cunning_pddl::{ExportError, ExportOptions};
use cunning_plan::Micros;
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;
use crate::question::QuestionArguments;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning export pirate.toml --goal get_drunk --pddl pirate
  cunning export guard.toml --goal 'flee(s=chapel)' --set at=well --pddl /tmp/guard
  cunning export heist.toml --goal rob --skip-sub-goals --pddl heist
  cunning plan --pddl pirate/domain.pddl pirate/problem.pddl

Plans of the written files cost what they cost in the domain. An action with cost rules is written once for each
rule, as `ACTION-rule2` and so on. Constructs that PDDL lacks are errors that name them.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,
    /// The folder for domain.pddl and problem.pddl, created if it does not exist
    #[arg(long, value_name = "DIR")]
    pddl: PathBuf,
    /// Leave out actions that stand for goals (`achieves`), which PDDL cannot express
    #[arg(long)]
    skip_sub_goals: bool,
}

#[derive(Serialize)]
struct Record {
    domain: String,
    problem: String,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let what_if = arguments.question.what_if()?;
    if what_if.cost_factors().iter().any(|(_, factor)| *factor != Micros::ONE) {
        let message =
            "cost factors of an archetype (`costs`) cannot be expressed in PDDL; export without --agent";
        return Err(Failure::input("cli/export", message));
    }
    let options = ExportOptions { skip_sub_goals: arguments.skip_sub_goals };
    let exported =
        cunning_pddl::export(what_if.domain(), what_if.request(), options).map_err(|error| match error {
            ExportError::Grounding(error) => Failure::from(error),
            error => Failure::input("cli/export", error),
        })?;
    let folder = &arguments.pddl;
    fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display().to_string(), error))?;
    let (domain, problem) = (folder.join("domain.pddl"), folder.join("problem.pddl"));
    files::write(&domain, exported.domain.as_bytes())?;
    files::write(&problem, exported.problem.as_bytes())?;
    let (domain, problem) = (domain.display().to_string(), problem.display().to_string());
    if output.is_json() {
        output.json(&Record { domain, problem })?;
    } else {
        output.text(&format!("{domain}\n{problem}\n"))?;
    }
    Ok(Exit::Done)
}
