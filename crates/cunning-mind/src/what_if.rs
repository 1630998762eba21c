//! Questions about a domain text: the plan for a goal from given facts and as a given archetype, and its explanation.
//! The command line and the studio share it.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use cunning_diag::{Diagnostics, Source, did_you_mean};
use cunning_plan::explain::{
    AbsenceExplanation, DeadEndExplanation, FailureExplanation, PlanExplanation, Situation, explain_absence,
    explain_dead_ends, explain_failure, explain_plan,
};
use cunning_plan::model::{ActionId, ParamId, PlanningDomain, Test};
use cunning_plan::{
    CheckAnswer, Grounding, GroundingError, Micros, PlanRequest, Planner, PlannerConfig, Reader, State,
    show_cost,
};
use cunning_search::{Counters, Limit, Status};

use crate::read_with;
use crate::recorded_search::RecordedSearch;
use crate::spec::Archetype;

/// A question about a domain text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// The goal, with parameters bound as in `kill(f=orc)`. Open parameters may be any object; the cheapest plan
    /// wins.
    pub goal: &'a str,
    /// The archetype to plan as, with its actions, cost factors and traits. A trait with a range has its middle
    /// value.
    pub agent: Option<&'a str>,
    /// Objects of the game that are bound to open types, as in `foe=orc, troll`. If empty, those of the text are
    /// used.
    pub objects: &'a [String],
    /// Facts that differ from the text's start, as in `gold=3`.
    pub set: &'a [String],
    /// Answers to checks, as in `tavern_open=no`. A check without an answer passes.
    pub checks: &'a [String],
    /// The origin of the question, as a file name for diagnostics.
    pub asker: &'a str,
}

/// A question that was read and resolved.
///
/// ```
/// use cunning_diag::Source;
/// use cunning_mind::debug::{WhatIf, Question};
/// use cunning_plan::PlannerConfig;
/// use cunning_search::Status;
///
/// let text = r#"
/// facts = { has_rum = "bool", drunk = "bool" }
/// action.drink = { when = ["has_rum"], then = ["drunk", "not has_rum"] }
/// goal.get_drunk = { want = ["drunk"] }
/// "#;
/// let source = Source::new("rum.toml", text);
/// let set = ["has_rum=true".to_owned()];
/// let question = Question { goal: "get_drunk", set: &set, asker: "an example", ..Question::default() };
/// let what_if = WhatIf::new(&source, &|_| None, &question)?;
/// let (mut planner, _) = what_if.planner(PlannerConfig::default())?;
/// assert_eq!(planner.step(100), Status::Solved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WhatIf {
    domain: Arc<PlanningDomain>,
    request: PlanRequest,
    goal: String,
    archetype: Option<Archetype>,
}

/// Why a question cannot be answered.
#[derive(Debug)]
#[non_exhaustive]
pub enum WhatIfError {
    /// The domain or the question has errors.
    Domain(Diagnostics),
    /// The answer to a check is malformed.
    Check(String),
    /// The archetype is unknown.
    Agent(String),
}

impl fmt::Display for WhatIfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain(found) => found.fmt(f),
            Self::Check(message) | Self::Agent(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for WhatIfError {}

impl From<Diagnostics> for WhatIfError {
    fn from(found: Diagnostics) -> Self {
        Self::Domain(found)
    }
}

/// The name of the test that represents the question.
const QUERY: &str = "query";

impl WhatIf {
    /// Reads a question about a domain text. Included texts come from a loader.
    pub fn new(
        source: &Source,
        loader: &dyn Fn(&str) -> Option<Source>,
        question: &Question<'_>,
    ) -> Result<Self, WhatIfError> {
        let checks = question.checks.iter().map(|text| answer(text)).collect::<Result<_, _>>()?;
        // The text is read alone first, so that its errors are not blamed on the question.
        Reader::new().loader(loader).read(source)?;
        let domain = with_query(source, loader, question)?;
        let Some(test) = domain.tests().last().cloned() else { return Err(Diagnostics::new().into()) };
        let archetype = match question.agent {
            Some(name) => Some(archetype(source, loader, name)?),
            None => None,
        };
        let Test { goal, args, set, objects, .. } = test;
        let request = PlanRequest { args, set, objects, checks, ..PlanRequest::new(goal) };
        Ok(Self::from_request(Arc::new(domain), request, question.goal.to_owned(), archetype))
    }

    /// Creates a question from a request built in Rust.
    pub(crate) fn from_request(
        domain: Arc<PlanningDomain>,
        mut request: PlanRequest,
        goal: String,
        archetype: Option<Archetype>,
    ) -> Self {
        if let Some(archetype) = &archetype {
            let middle =
                |low: Micros, high: Micros| Micros::new(low.get().midpoint(high.get())).unwrap_or(low);
            let traits = archetype.traits.iter().map(|(name, low, high)| (name.clone(), middle(*low, *high)));
            request.traits = traits.collect();
            request.actions = Some(archetype.actions.clone());
        }
        Self { domain, request, goal, archetype }
    }

    /// Returns the domain.
    pub fn domain(&self) -> &Arc<PlanningDomain> {
        &self.domain
    }

    /// Returns the request.
    pub fn request(&self) -> &PlanRequest {
        &self.request
    }

    /// Returns whether the question names an archetype.
    pub fn has_agent(&self) -> bool {
        self.archetype.is_some()
    }

    /// Returns the factors by which the archetype multiplies the costs of actions.
    pub fn cost_factors(&self) -> &[(ActionId, Micros)] {
        self.archetype.as_ref().map_or(&[], |archetype| &archetype.costs)
    }

    /// Starts a planner.
    pub fn planner(&self, config: PlannerConfig) -> Result<(Planner, Arc<Grounding>), GroundingError> {
        let grounding = Grounding::for_request(&self.domain, &self.request)?;
        let compiled_goal = grounding.compiled_goal(self.request.goal, &self.request.args)?;
        let mut state = grounding.start();
        self.set_factors(&grounding, &mut state)?;
        let mut planner = Planner::new(config);
        planner.begin(&compiled_goal, &state, &grounding.refused(&self.request.checks));
        Ok((planner, grounding))
    }

    /// Runs the search for inspection and returns how it ended. `limits` are the largest numbers of expansions and of
    /// kept nodes.
    pub fn search(&self, limits: (u64, usize)) -> Result<(Status, RecordedSearch), GroundingError> {
        let situation = self.situation(false)?;
        let compiled_goal = situation.grounding.compiled_goal(self.request.goal, &self.request.args)?;
        Ok(RecordedSearch::made(
            PlannerConfig::default(),
            compiled_goal,
            situation.state,
            &situation.refused,
            self.goal.clone(),
            limits,
        ))
    }

    /// Explains the plan or its absence, and why the plan lacks an expected action. `pursue` steps a planner until it
    /// has an answer or the budget is spent.
    pub fn explain(
        &self,
        why_not: Option<Missed<'_>>,
        budget: u64,
        pursue: impl FnOnce(&mut Planner) -> Status,
    ) -> Result<Explanation, GroundingError> {
        // An action may lack a fact that no action changes; plans are found faster without these.
        let mut situation = self.situation(why_not.is_some())?;
        let compiled_goal = situation.grounding.compiled_goal(self.request.goal, &self.request.args)?;
        let mut planner = Planner::new(PlannerConfig::default());
        planner.begin(&compiled_goal, &situation.state, &situation.refused);
        let status = pursue(&mut planner);
        let plan = planner.plan();
        let explained = plan.as_ref().map(|plan| explain_plan(&situation, plan, budget));
        let is_unsolvable = status == Status::Unsolvable;
        let is_incomplete = status == Status::LimitExceeded(Limit::Incomplete);
        if (is_unsolvable || is_incomplete) && why_not.is_none() {
            situation = self.situation(true)?;
        }
        let failure = is_unsolvable.then(|| explain_failure(&situation, budget));
        let dead_ends = is_incomplete.then(|| explain_dead_ends(&situation, budget));
        let why_not = match why_not {
            Some(Missed { text, action, args }) if status != Status::Cancelled => {
                let absence = explain_absence(&situation, plan.as_ref(), action, args, budget);
                Some((text.to_owned(), absence?))
            }
            _ => None,
        };
        Ok(Explanation {
            status,
            goal: self.goal.clone(),
            counters: planner.counters(),
            lower_bound_micros: planner.lower_bound_micros(),
            plan: explained.transpose()?,
            failure: failure.transpose()?,
            dead_ends: dead_ends.transpose()?,
            why_not,
        })
    }

    pub(crate) fn situation(&self, is_for_failure: bool) -> Result<Situation, GroundingError> {
        let mut situation = if is_for_failure {
            Situation::for_failure(&self.domain, &self.request)?
        } else {
            Situation::for_plan(&self.domain, &self.request)?
        };
        self.set_factors(&situation.grounding, &mut situation.state)?;
        Ok(situation)
    }

    /// Applies the archetype's cost factors to a state.
    fn set_factors(&self, grounding: &Grounding, state: &mut State) -> Result<(), GroundingError> {
        let costs = self.cost_factors();
        for id in grounding.ground_actions() {
            let action = grounding.action(id);
            if let Some((_, factor)) = costs.iter().find(|(known, _)| *known == action) {
                grounding.set_factor(state, id, *factor)?;
            }
        }
        Ok(())
    }
}

/// An action that was expected in the plan.
#[derive(Clone, Copy, Debug)]
pub struct Missed<'a> {
    /// The action as written.
    pub text: &'a str,
    /// The id of the action.
    pub action: ActionId,
    /// The parameters that are bound, with their arguments.
    pub args: &'a [(ParamId, String)],
}

/// The answer to a question. [`fmt::Display`] writes it in sentences.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// How the search ended.
    pub status: Status,
    /// The goal as asked for.
    pub goal: String,
    /// The counters of the search.
    pub counters: Counters,
    /// The proved lower bound of the cost of all plans in millionths, if it is known.
    pub lower_bound_micros: Option<u64>,
    /// The plan, if there is one.
    pub plan: Option<PlanExplanation>,
    /// Why there is no plan.
    pub failure: Option<FailureExplanation>,
    /// The steps that stand for goals and could not be refined.
    pub dead_ends: Option<DeadEndExplanation>,
    /// The action that was expected in the plan, and why it is missing.
    pub why_not: Option<(String, AbsenceExplanation)>,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expanded = self.counters.expanded;
        match (self.status, &self.plan, &self.failure) {
            (_, Some(plan), _) => plan.fmt(f)?,
            (_, _, Some(failure)) => failure.fmt(f)?,
            (Status::LimitExceeded(limit), ..) => {
                writeln!(f, "No answer after {expanded} expansions: {limit}.")?;
                if let Some(dead_ends) = &self.dead_ends {
                    dead_ends.fmt(f)?;
                }
            }
            (Status::Cancelled, ..) => writeln!(f, "Cancelled after {expanded} expansions.")?,
            _ => {
                writeln!(
                    f,
                    "The budget was spent after {expanded} expansions; whether there is a plan is unknown."
                )?;
                if let Some(bound) = self.lower_bound_micros {
                    writeln!(f, "If there is a plan, it costs at least {}.", show_cost(bound))?;
                }
            }
        }
        match &self.why_not {
            Some((action, absence)) => f.write_str(&absence.tell(action, &self.goal)),
            None => Ok(()),
        }
    }
}

/// Returns the word for a status in machine-readable output.
pub const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Idle | Status::Running => "out_of_budget",
        Status::LimitExceeded(_) => "limit_exceeded",
        Status::Cancelled => "cancelled",
    }
}

fn archetype(
    source: &Source,
    loader: &dyn Fn(&str) -> Option<Source>,
    name: &str,
) -> Result<Archetype, WhatIfError> {
    let (spec, _) = read_with(source, loader)?;
    if let Some(archetype) = spec.archetype_named(name) {
        return Ok(archetype.clone());
    }
    let names = spec.archetypes.iter().map(|archetype| archetype.name.as_str());
    let hint = did_you_mean(name, names).map(|likely| format!("; did you mean `{likely}`?"));
    Err(WhatIfError::Agent(format!("unknown archetype `{name}`{}", hint.unwrap_or_default())))
}

/// Returns the domain with the question as its last test: the goal, objects as `type=names` and settings as
/// `fact=value`. Errors in these are reported with their location like all others.
fn with_query(
    source: &Source,
    loader: &dyn Fn(&str) -> Option<Source>,
    question: &Question<'_>,
) -> Result<PlanningDomain, Diagnostics> {
    let mut text = format!("[domain]\ninclude = [{}]\n", quoted(source.name()));
    let _ = writeln!(text, "[test.{QUERY}]\ngoal = {}", quoted(question.goal));
    if !question.objects.is_empty() {
        let _ = writeln!(text, "[test.{QUERY}.objects]");
    }
    for bound in question.objects {
        let (ty, names) = bound.split_once('=').unwrap_or((bound, ""));
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let names: Vec<String> = names.map(quoted).collect();
        let _ = writeln!(text, "{} = [{}]", quoted(ty.trim()), names.join(", "));
    }
    let _ = writeln!(text, "[test.{QUERY}.set]");
    for setting in question.set {
        let (fact, value) = setting.split_once('=').unwrap_or((setting, "true"));
        let value = value.trim();
        let is_plain = value == "true" || value == "false" || value.parse::<i64>().is_ok();
        let value = if is_plain { value.to_owned() } else { quoted(value) };
        let _ = writeln!(text, "{} = {value}", quoted(fact.trim()));
    }
    let root = Source::new(question.asker, text);
    let loader = |name: &str| if name == source.name() { Some(source.clone()) } else { loader(name) };
    Reader::new().loader(loader).read(&root).map(|(domain, _)| domain)
}

/// Reads an answer to a check: `name=yes` or `name=no`.
fn answer(text: &str) -> Result<CheckAnswer, WhatIfError> {
    let (check, answer) = text.split_once('=').unwrap_or((text, ""));
    let yes = match answer {
        "yes" => true,
        "no" => false,
        _ => return Err(WhatIfError::Check(format!("expected NAME=yes or NAME=no, not `{text}`"))),
    };
    Ok(CheckAnswer { check: check.to_owned(), action: None, args: Vec::new(), yes })
}

/// Returns a text as a TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for message in text.chars() {
        match message {
            '"' | '\\' => quoted.extend(['\\', message]),
            _ if message.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", message as u32);
            }
            _ => quoted.push(message),
        }
    }
    quoted.push('"');
    quoted
}
