//! `cunning explain`: explains what each step of a plan is for, or why no plan exists.

mod record;

use cunning_diag::did_you_mean;
use cunning_mind::debug::Missed;
use cunning_plan::model::{ActionId, ParamId, PlanningDomain};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::planner::run_planner;
use crate::question::QuestionArguments;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning explain pirate.toml --goal get_drunk
  cunning explain pirate.toml --goal get_drunk --set 'stock[tavern, bottle]=0'
  cunning explain pirate.toml --goal get_drunk --why-not 'buy(i=bottle)'
  cunning explain pirate.toml --goal get_drunk --check tavern_open=no --format json
  cunning explain watch.toml --goal rest --agent sentry")]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,
    /// Explain why the plan does not use an action, optionally with parameters bound as in `buy(i=bottle)`
    #[arg(long, value_name = "ACTION")]
    why_not: Option<String>,
    /// Give up planning after this many expansions; the explanation may take as many again
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    max_expansions: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let what_if = arguments.question.what_if()?;
    let action = arguments.why_not.as_deref().map(|text| parse_action(what_if.domain(), text)).transpose()?;
    let why_not = arguments.why_not.as_deref().zip(action.as_ref());
    let why_not = why_not.map(|(text, (action, args))| Missed { text, action: *action, args });
    let budget = arguments.max_expansions;
    let explanation = what_if.explain(why_not, budget, |planner| run_planner(planner, budget, |_| true))?;
    if output.is_json() {
        output.json(&record::record(&explanation))?;
    } else {
        output.text(&explanation.to_string())?;
    }
    Ok(explanation.status.into())
}

/// Parses the action of `--why-not` and the parameters that it binds.
fn parse_action(domain: &PlanningDomain, text: &str) -> Result<(ActionId, Vec<(ParamId, String)>), Failure> {
    let (name, args) = match text.split_once('(') {
        Some((name, args)) => (name.trim(), args.trim_end().strip_suffix(')')),
        None => (text.trim(), Some("")),
    };
    let unknown = |what: &str, name: &str, likely: Option<&str>| {
        let hint = likely.map_or_else(String::new, |likely| format!("; did you mean `{likely}`?"));
        Failure::input("cli/why-not", format!("unknown {what} `{name}`{hint}"))
    };
    let Some(id) = domain.action_named(name) else {
        let names = domain.actions().as_slice().iter().map(|action| action.name.as_str());
        return Err(unknown("action", name, did_you_mean(name, names)));
    };
    let args = args.ok_or_else(|| Failure::input("cli/why-not", format!("`{text}` has no closing `)`")))?;
    let params = domain.actions().get(id).map_or(&[][..], |action| &action.params);
    let mut bound = Vec::new();
    for arg in args.split(',').map(str::trim).filter(|arg| !arg.is_empty()) {
        let Some((param, value)) = arg.split_once('=') else {
            return Err(Failure::input("cli/why-not", format!("expected PARAMETER=VALUE, found `{arg}`")));
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
