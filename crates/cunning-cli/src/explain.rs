//! `cunning explain`: what each step of a plan is for, or why there is no plan.

mod record;

use std::path::PathBuf;

use cunning_diag::did_you_mean;
use cunning_plan::explain::{
    AbsenceExplanation, DeadEndExplanation, FailureExplanation, PlanExplanation, Situation, explain_absence,
    explain_dead_ends, explain_failure, explain_plan,
};
use cunning_plan::model::{ActionId, Domain, ParamId};
use cunning_plan::{PlanError, Planner, PlannerConfig, show_cost};
use cunning_search::{Counters, Limit, Status};

use crate::agent::Agent;
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

/// Everything there is to say.
struct Explanation {
    status: Status,
    goal: String,
    counters: Counters,
    lower_bound_micros: Option<u64>,
    plan: Option<PlanExplanation>,
    failure: Option<FailureExplanation>,
    dead_ends: Option<DeadEndExplanation>,
    why_not: Option<(String, AbsenceExplanation)>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let file = DomainFile::open(&arguments.file)?;
    let (domain, query) = file.query(&arguments.goal, &arguments.set, &arguments.check)?;
    let agent = Agent::named(&arguments.file, arguments.agent.as_deref())?;
    let query = agent.as_ref().map_or_else(|| query.clone(), |agent| agent.query(&query));
    let as_agent = |mut situation: Situation| -> Result<Situation, PlanError> {
        if let Some(agent) = &agent {
            agent.set_factors(&situation.grounding, &mut situation.state)?;
        }
        Ok(situation)
    };
    let action = arguments.why_not.as_deref().map(|text| action_of(&domain, text)).transpose()?;
    // What an action lacks may be a fact that no action changes; a plan is found sooner without those.
    let situation = match action {
        Some(_) => Situation::for_failure(&domain, &query),
        None => Situation::for_plan(&domain, &query),
    };
    let mut situation = as_agent(situation?)?;
    let aim = situation.grounding.aim(query.goal, &query.args)?;
    let mut planner = Planner::new(PlannerConfig::default());
    planner.begin(&aim, &situation.state, &situation.refused);
    let budget = arguments.max_expansions;
    let status = pursue(&mut planner, budget);
    let plan = planner.plan();
    let explained = plan.as_ref().map(|plan| explain_plan(&situation, plan, budget));
    let is_unsolvable = status == Status::Unsolvable;
    let is_incomplete = status == Status::LimitExceeded(Limit::Incomplete);
    if (is_unsolvable || is_incomplete) && action.is_none() {
        situation = as_agent(Situation::for_failure(&domain, &query)?)?;
    }
    let failure = is_unsolvable.then(|| explain_failure(&situation, budget));
    let dead_ends = is_incomplete.then(|| explain_dead_ends(&situation, budget));
    let why_not = match (&arguments.why_not, action) {
        (Some(text), Some((action, args))) if status != Status::Cancelled => {
            let absence = explain_absence(&situation, plan.as_ref(), action, &args, budget);
            Some((text.clone(), absence?))
        }
        _ => None,
    };
    let explanation = Explanation {
        status,
        goal: arguments.goal.clone(),
        counters: planner.counters(),
        lower_bound_micros: planner.lower_bound_micros(),
        plan: explained.transpose()?,
        failure: failure.transpose()?,
        dead_ends: dead_ends.transpose()?,
        why_not,
    };
    if output.is_json() {
        output.json(&record::record(&explanation))?;
    } else {
        output.text(&explanation.sentences())?;
    }
    Ok(status.into())
}

/// The action that the command line names, with the parameters it binds.
fn action_of(domain: &Domain, text: &str) -> Result<(ActionId, Vec<(ParamId, String)>), Failure> {
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

impl Explanation {
    fn sentences(&self) -> String {
        let expanded = self.counters.expanded;
        let mut text = match (self.status, &self.plan, &self.failure) {
            (_, Some(plan), _) => plan.to_string(),
            (_, _, Some(failure)) => failure.to_string(),
            (Status::LimitExceeded(limit), ..) => {
                let dead_ends = self.dead_ends.as_ref().map(ToString::to_string).unwrap_or_default();
                format!("No answer after {expanded} expansions: {limit}.\n{dead_ends}")
            }
            (Status::Cancelled, ..) => format!("Cancelled after {expanded} expansions.\n"),
            _ => {
                let bound = self.lower_bound_micros.map_or_else(String::new, |bound| {
                    format!("If there is a plan, it costs at least {}.\n", show_cost(bound))
                });
                format!(
                    "The budget was spent after {expanded} expansions; whether there is a plan is open.\n{bound}"
                )
            }
        };
        if let Some((action, absence)) = &self.why_not {
            text.push_str(&absence.tell(action, &self.goal));
        }
        text
    }
}
