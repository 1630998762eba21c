//! `cunning explain`: what each step of a plan is for, or why there is no plan.

mod record;

use std::path::PathBuf;

use cunning_diag::did_you_mean;
use cunning_mind::debug::{Missed, Question};
use cunning_plan::model::{ActionId, ParamId, PlanningDomain};

use crate::domain::DomainFile;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::pursue::pursue;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning explain pirate.toml --goal get_drunk
  cunning explain pirate.toml --goal get_drunk --set 'stock[tavern, bottle]=0'
  cunning explain pirate.toml --goal get_drunk --why-not 'buy(i=bottle)'
  cunning explain pirate.toml --goal get_drunk --check tavern_open=no --format json
  cunning explain watch.toml --goal rest --agent sentry")]
pub(crate) struct Arguments {
    /// The domain file (`-` reads standard input)
    file: PathBuf,
    /// The goal, with parameters bound as in `kill(f=orc)`; unbound ones mean whatever is cheapest
    #[arg(long, value_name = "GOAL")]
    goal: String,
    /// Plan as this archetype: with its actions, its cost factors and its traits
    #[arg(long, value_name = "ARCHETYPE")]
    agent: Option<String>,
    /// The objects of an open type, in place of the file's own
    #[arg(long, value_name = "TYPE=NAMES")]
    objects: Vec<String>,
    /// A fact that differs from the file's start
    #[arg(long, value_name = "FACT=VALUE")]
    set: Vec<String>,
    /// The answer to a check; without one the answer is yes
    #[arg(long, value_name = "NAME=yes|no")]
    check: Vec<String>,
    /// An action that the plan should have, perhaps with parameters bound as in `buy(i=bottle)`
    #[arg(long, value_name = "ACTION")]
    why_not: Option<String>,
    /// Give up planning after so many expansions; explaining may take as many again
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    max_expansions: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let file = DomainFile::open(&arguments.file)?;
    let agent = arguments.agent.as_deref();
    let what_if = file.ask(Question {
        goal: &arguments.goal,
        agent,
        objects: &arguments.objects,
        set: &arguments.set,
        checks: &arguments.check,
        ..Question::default()
    })?;
    let action = arguments.why_not.as_deref().map(|text| action_of(what_if.domain(), text)).transpose()?;
    let why_not = arguments.why_not.as_deref().zip(action.as_ref());
    let why_not = why_not.map(|(text, (action, args))| Missed { text, action: *action, args });
    let budget = arguments.max_expansions;
    let explanation = what_if.explain(why_not, budget, |planner| pursue(planner, budget))?;
    if output.is_json() {
        output.json(&record::record(&explanation))?;
    } else {
        output.text(&explanation.to_string())?;
    }
    Ok(explanation.status.into())
}

/// The action that the command line names, with the parameters it binds.
fn action_of(domain: &PlanningDomain, text: &str) -> Result<(ActionId, Vec<(ParamId, String)>), Failure> {
    let (name, args) = match text.split_once('(') {
        Some((name, args)) => (name.trim(), args.trim_end().strip_suffix(')')),
        None => (text.trim(), Some("")),
    };
    let unknown = |what: &str, name: &str, likely: Option<&str>| {
        let hint = likely.map_or_else(String::new, |likely| format!("; did you mean `{likely}`?"));
        Failure::input("cli/why-not", format!("no {what} is called `{name}`{hint}"))
    };
    let Some(id) = domain.action_named(name) else {
        let names = domain.actions().as_slice().iter().map(|action| action.name.as_str());
        return Err(unknown("action", name, did_you_mean(name, names)));
    };
    let args = args.ok_or_else(|| Failure::input("cli/why-not", format!("`{text}` lacks a `)`")))?;
    let params = domain.actions().get(id).map_or(&[][..], |action| &action.params);
    let mut bound = Vec::new();
    for arg in args.split(',').map(str::trim).filter(|arg| !arg.is_empty()) {
        let Some((param, value)) = arg.split_once('=') else {
            return Err(Failure::input("cli/why-not", format!("expected PARAMETER=VALUE, not `{arg}`")));
        };
        let (param, value) = (param.trim(), value.trim());
        let Some(at) = params.iter().position(|known| known.name == param) else {
            let names = params.iter().map(|param| param.name.as_str());
            return Err(unknown("parameter", param, did_you_mean(param, names)));
        };
        bound.push((ParamId::new(at as u32), value.to_owned()));
    }
    Ok((id, bound))
}
