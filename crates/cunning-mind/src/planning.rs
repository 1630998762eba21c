//! Planning requests by name: [`Domain::plan`] and its result.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use cunning_plan::explain::{Benefit, PlanExplanation, explain_plan};
use cunning_plan::model::{
    Argument, Binding, FactKind, GoalId, ObjectName, Param, ParamId, ParamKind, PlanningDomain, Setting,
    SourceSpan, TypeId, Value as ModelValue,
};
use cunning_plan::{
    Algorithm, CheckAnswer, Grounding, GroundingError, PlanMode, PlanRequest, PlannerConfig, TableNumber,
    show_cost,
};
use cunning_search::{Status, Weight};
use thiserror::Error;

use crate::budget::Budget;
use crate::domain::Domain;
use crate::error::{MindError, NameKind, UnknownName};
use crate::minds::{micros, write_call};
use crate::symbols::{described, param_takes, takes};
use crate::value::{FactKey, Value, ValueRef};
use crate::what_if::{Explanation, WhatIf};

/// The default number of units of a search.
const UNITS: u64 = 1_000_000;
/// The units after which a plan is good enough, unless a cheapest one is requested.
const UNITS_WITH_PLAN: u64 = 150_000;
/// The number of expansions that the explanation of a failure may use.
const EXPLAIN_EXPANSIONS: u64 = 20_000;
/// The number of expansions between two checks of the status.
const SLICE: u64 = 4096;

/// A planning request. Created by [`Domain::plan`] and run by [`PlanBuilder::solve`].
#[derive(Clone, Debug)]
#[must_use = "a plan is made by `solve`"]
pub struct PlanBuilder<'d> {
    domain: &'d Domain,
    goal: String,
    agent: Option<String>,
    request: PlanRequest,
    args: Vec<(String, Value)>,
    config: PlannerConfig,
    is_optimal: bool,
    budget: Budget,
    /// The first error in the settings.
    mistake: Option<MindError>,
}

impl<'d> PlanBuilder<'d> {
    pub(crate) fn new(domain: &'d Domain, goal: &str) -> Self {
        let planning = domain.planning();
        let id = planning.goal_named(goal);
        let known = planning.goals().as_slice().iter().map(|goal| goal.name.as_str());
        let mistake = id.is_none().then(|| UnknownName::new(NameKind::Goal, goal, known).into());
        Self {
            domain,
            goal: goal.to_owned(),
            agent: None,
            request: PlanRequest::new(id.unwrap_or(GoalId::new(0))),
            args: Vec::new(),
            config: PlannerConfig { mode: PlanMode::Anytime, ..PlannerConfig::default() },
            is_optimal: false,
            budget: Budget::work(UNITS),
            mistake,
        }
    }

    /// Sets a fact that differs from the domain's start.
    pub fn set<'a>(mut self, key: impl Into<FactKey<'a>>, value: impl Into<ValueRef<'a>>) -> Self {
        match setting(self.domain.planning(), &key.into(), value.into()) {
            Ok(setting) => self.request.set.push(setting),
            Err(mistake) => self.mistake = self.mistake.or(Some(mistake)),
        }
        self
    }

    /// Binds a parameter of the goal. A parameter that is not bound may be any object; the cheapest plan wins.
    pub fn goal_arg<'a>(mut self, param: &str, value: impl Into<ValueRef<'a>>) -> Self {
        self.args.push((param.to_owned(), value.into().to_owned()));
        self
    }

    /// Plans as an archetype: with its actions, cost factors and traits. A trait with a range has its middle value.
    pub fn agent(mut self, archetype: &str) -> Self {
        self.agent = Some(archetype.to_owned());
        self
    }

    /// Adds an object to an open type, by a name that facts and goals can use. The `[objects]` of the file are used
    /// only if no object is added.
    pub fn object(mut self, ty: &str, name: &str) -> Self {
        let planning = self.domain.planning();
        let Some(id) = planning.type_named(ty) else {
            let known = planning.types().as_slice().iter().map(|ty| ty.name.as_str());
            let mistake = UnknownName::new(NameKind::Type, ty, known).into();
            self.mistake = self.mistake.or(Some(mistake));
            return self;
        };
        let bindings = self.request.objects.get_or_insert_with(Vec::new);
        match bindings.iter_mut().find(|binding| binding.ty == id) {
            Some(binding) => binding.names.push(name.to_owned()),
            None => {
                bindings.push(Binding { ty: id, names: vec![name.to_owned()], span: SourceSpan::default() });
            }
        }
        self
    }

    /// Answers a check. A check without an answer passes.
    pub fn check(mut self, name: &str, yes: bool) -> Self {
        self.request.checks.push(CheckAnswer { check: name.to_owned(), action: None, args: Vec::new(), yes });
        self
    }

    /// Overwrites a number of a table.
    pub fn table<'a>(mut self, key: impl Into<FactKey<'a>>, value: f64) -> Self {
        match table_number(self.domain.planning(), &key.into(), value) {
            Ok(number) => self.request.tables.push(number),
            Err(mistake) => self.mistake = self.mistake.or(Some(mistake)),
        }
        self
    }

    /// Limits the work of the search. The default is a million units, some seconds at most.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Requests a cheapest plan, proved to be so if the budget suffices. By default, the search ends with the proof or
    /// with the best plan that is found in a fraction of a second.
    pub fn optimal(mut self) -> Self {
        self.config.mode = PlanMode::Anytime;
        self.config.algorithm = Algorithm::AStar;
        self.is_optimal = true;
        self
    }

    /// Requests a plan that costs at most `factor` times as much as a cheapest one, usually found sooner.
    pub fn within(mut self, factor: f64) -> Self {
        match Weight::new(factor) {
            Ok(weight) => {
                self.config.mode = PlanMode::Proof;
                self.config.algorithm = Algorithm::WeightedAStar(weight);
            }
            Err(_) => self.mistake = self.mistake.or(Some(MindError::BadNumber(factor.to_string()))),
        }
        self
    }

    /// Sets the mode, algorithm, direction, heuristic and limits of the search.
    pub fn config(mut self, config: PlannerConfig) -> Self {
        self.config = config;
        self
    }

    /// Runs the search.
    pub fn solve(self) -> Result<Plan, PlanError> {
        let (config, budget, goal) = (self.config, self.budget.units(), self.goal.clone());
        let units_with_plan = if self.is_optimal { u64::MAX } else { UNITS_WITH_PLAN };
        let what_if = self.what_if()?;
        let (mut planner, grounding) = what_if.planner(config)?;
        let mut left = budget;
        while left > 0 && planner.step(left.min(SLICE)) == Status::Running {
            left -= left.min(SLICE);
            if planner.units() >= units_with_plan && planner.plan().is_some() {
                break;
            }
        }
        let Some(found) = planner.plan() else {
            let status = planner.status();
            let explanation = what_if.explain(None, EXPLAIN_EXPANSIONS, |planner| {
                planner.step(if status == Status::Unsolvable { u64::MAX } else { 0 })
            })?;
            let lower_bound_micros = planner.lower_bound_micros();
            let expanded = planner.counters().expanded;
            return Err(NoPlan { goal, status, expanded, lower_bound_micros, explanation }.into());
        };
        let bound_micros = planner.proved_micros();
        let explained = what_if.explained(&found, 0).ok();
        Ok(Plan::new(
            &goal,
            &grounding,
            &found,
            explained.as_ref(),
            bound_micros,
            planner.counters().expanded,
        ))
    }

    /// Converts the request for search or explanation step by step.
    pub fn what_if(mut self) -> Result<WhatIf, PlanError> {
        if let Some(mistake) = self.mistake.take() {
            return Err(mistake.into());
        }
        let planning = self.domain.planning();
        let params = planning.goals().get(self.request.goal).map_or(&[][..], |goal| &goal.params);
        for (name, value) in &self.args {
            let Some(at) = params.iter().position(|param| param.name == *name) else {
                let known = params.iter().map(|param| param.name.as_str());
                return Err(UnknownName::new(NameKind::Parameter, name, known).into());
            };
            let argument = argument(planning, &params[at], value.into())?;
            self.request.args.push((ParamId::new(at as u32), argument));
        }
        let archetype = match self.agent {
            Some(name) => Some(self.domain.archetype_named(&name).cloned().ok_or_else(|| {
                let known = self.domain.archetypes.iter().map(|known| known.name.as_str());
                UnknownName::new(NameKind::Archetype, &name, known)
            })?),
            None => None,
        };
        Ok(WhatIf::from_request(planning.clone(), self.request, self.goal, archetype))
    }
}

/// Resolves the name of an object: one of the domain's, or one that is bound under this name.
fn object(
    domain: &PlanningDomain,
    taker: &str,
    ty: TypeId,
    value: ValueRef<'_>,
) -> Result<ObjectName, MindError> {
    let ValueRef::Name(name) = value else {
        let ty = domain.types().get(ty).map_or("", |ty| ty.name.as_str());
        let expected = format!("the name of an object of type `{ty}`");
        return Err(MindError::WrongType { name: taker.to_owned(), expected, given: described(value) });
    };
    let known = || domain.objects_of(ty).filter_map(|id| Some((id, domain.objects().get(id)?)));
    if let Some((id, _)) = known().find(|(_, object)| object.name == name) {
        return Ok(ObjectName::Closed(id));
    }
    if domain.types().get(ty).is_some_and(|ty| ty.is_open(domain.types())) {
        return Ok(ObjectName::Bound(name.to_owned()));
    }
    Err(UnknownName::new(NameKind::Object, name, known().map(|(_, object)| object.name.as_str())).into())
}

fn setting(domain: &PlanningDomain, key: &FactKey<'_>, value: ValueRef<'_>) -> Result<Setting, MindError> {
    let id = domain.fact_named(key.name);
    let Some((id, fact)) = id.and_then(|id| Some((id, domain.facts().get(id)?))) else {
        let known = domain.facts().as_slice().iter().map(|fact| fact.name.as_str());
        return Err(UnknownName::new(NameKind::Fact, key.name, known).into());
    };
    if fact.of.len() != key.indices.len() {
        let (expected, given) = (fact.of.len(), key.indices.len());
        return Err(MindError::IndexCount { name: fact.name.clone(), expected, given });
    }
    let indices = fact.of.iter().zip(&key.indices).map(|(ty, index)| object(domain, &fact.name, *ty, *index));
    let value = match (fact.kind, value) {
        (FactKind::Bool, ValueRef::Bool(truth)) => ModelValue::Bool(truth),
        (FactKind::Int { min, max, .. }, ValueRef::Int(given)) if !(min..=max).contains(&given) => {
            return Err(MindError::OutOfRange { name: fact.name.clone(), min, max, given });
        }
        (FactKind::Int { .. }, ValueRef::Int(number)) => ModelValue::Int(number),
        (FactKind::Object { optional: true, .. }, ValueRef::None) => ModelValue::None,
        (FactKind::Object { ty, .. }, ValueRef::Name(_)) => {
            ModelValue::Object(object(domain, &fact.name, ty, value)?)
        }
        (kind, value) => {
            let (expected, given) = (takes(domain, &kind), described(value));
            return Err(MindError::WrongType { name: fact.name.clone(), expected, given });
        }
    };
    Ok(Setting { fact: id, indices: indices.collect::<Result<_, _>>()?, value, span: SourceSpan::default() })
}

fn table_number(domain: &PlanningDomain, key: &FactKey<'_>, value: f64) -> Result<TableNumber, MindError> {
    let Some((id, table)) = domain.tables().iter().find(|(_, table)| table.name == key.name) else {
        let known = domain.tables().as_slice().iter().map(|table| table.name.as_str());
        return Err(UnknownName::new(NameKind::Table, key.name, known).into());
    };
    if table.of.len() != key.indices.len() {
        let (expected, given) = (table.of.len(), key.indices.len());
        return Err(MindError::IndexCount { name: table.name.clone(), expected, given });
    }
    let index = |(ty, index): (&TypeId, &ValueRef<'_>)| object(domain, &table.name, *ty, *index);
    let key = table.of.iter().zip(&key.indices).map(index).collect::<Result<_, _>>()?;
    Ok(TableNumber { table: id, key, value: micros(value)? })
}

fn argument(domain: &PlanningDomain, param: &Param, value: ValueRef<'_>) -> Result<Argument, MindError> {
    match (param.kind, value) {
        (ParamKind::Number { min, max }, ValueRef::Int(given)) => {
            if (min..=max).contains(&given) {
                return Ok(Argument::Number(given));
            }
            Err(MindError::OutOfRange { name: param.name.clone(), min, max, given })
        }
        (ParamKind::Object(ty), ValueRef::Name(_)) => {
            object(domain, &param.name, ty, value).map(Argument::Object)
        }
        (kind, value) => Err(MindError::WrongType {
            name: param.name.clone(),
            expected: param_takes(domain, &kind),
            given: described(value),
        }),
    }
}

/// A plan: its steps in order, its cost, and what is proved about the cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    goal: Arc<str>,
    steps: Vec<PlanStep>,
    cost_micros: u64,
    bound_micros: Option<u64>,
    expanded: u64,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanStep {
    name: Arc<str>,
    args: Vec<(Arc<str>, Value)>,
    cost_micros: u64,
    purpose: String,
}

impl Plan {
    fn new(
        goal: &str,
        grounding: &Grounding,
        found: &cunning_plan::Plan,
        explained: Option<&PlanExplanation>,
        bound_micros: Option<u64>,
        expanded: u64,
    ) -> Self {
        let domain = grounding.domain();
        let step = |(at, step): (usize, &cunning_plan::PlanStep)| {
            let action = domain.actions().get(step.action);
            let params = action.into_iter().flat_map(|action| &action.params);
            let value = |text: String| text.parse().map_or_else(|_| Value::from(text.as_str()), Value::Int);
            let purpose = explained.and_then(|explained| purpose(explained, at));
            PlanStep {
                name: action.map_or_else(|| "".into(), |action| action.name.as_str().into()),
                args: params
                    .map(|param| param.name.as_str().into())
                    .zip(grounding.args(step.id).map(value))
                    .collect(),
                cost_micros: step.cost_micros,
                purpose: purpose.unwrap_or_default(),
            }
        };
        let steps = found.steps.iter().enumerate().map(step).collect();
        Self { goal: goal.into(), steps, cost_micros: found.cost_micros, bound_micros, expanded }
    }

    /// Returns the goal of the plan.
    pub fn goal(&self) -> &str {
        &self.goal
    }

    /// Returns the sum of the steps' costs.
    pub fn cost(&self) -> f64 {
        self.cost_micros as f64 / 1e6
    }

    /// Returns the proved lower bound of the cost of all plans.
    pub fn bound(&self) -> Option<f64> {
        self.bound_micros.map(|bound| bound as f64 / 1e6)
    }

    /// Returns whether the search proved that no plan is cheaper.
    pub fn is_optimal(&self) -> bool {
        self.bound_micros.is_some_and(|bound| bound >= self.cost_micros)
    }

    /// Returns the number of expanded nodes.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }
}

impl Deref for Plan {
    type Target = [PlanStep];

    fn deref(&self) -> &[PlanStep] {
        &self.steps
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return write!(f, "nothing to do: `{}` is already met", self.goal);
        }
        for (at, step) in self.steps.iter().enumerate() {
            write!(f, "{}{step}", if at == 0 { "" } else { ", " })?;
        }
        let proof = if self.is_optimal() { ", proved best" } else { "" };
        write!(f, "   (cost {}{proof})", show_cost(self.cost_micros))
    }
}

impl PlanStep {
    /// Returns the name of the action.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the step performs the named action.
    pub fn is(&self, action: &str) -> bool {
        *self.name == *action
    }

    /// Returns the argument of a parameter.
    pub fn arg(&self, param: &str) -> Result<&Value, UnknownName> {
        let found = self.args.iter().find(|(known, _)| **known == *param).map(|(_, value)| value);
        let known = self.args.iter().map(|(known, _)| &**known);
        found.ok_or_else(|| UnknownName::new(NameKind::Parameter, param, known))
    }

    /// Iterates over the parameters with their arguments, in declaration order.
    pub fn args(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.args.iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the cost of the step.
    pub fn cost(&self) -> f64 {
        self.cost_micros as f64 / 1e6
    }

    /// Returns the purpose of the step, such as ``makes `at == bell` true for step 2``.
    pub fn purpose(&self) -> &str {
        &self.purpose
    }
}

impl fmt::Display for PlanStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args: Vec<Value> = self.args.iter().map(|(_, value)| value.clone()).collect();
        write_call(f, &self.name, &args)
    }
}

/// Returns the purpose of a step of an explained plan.
fn purpose(explained: &PlanExplanation, at: usize) -> Option<String> {
    let purposes = explained.steps.get(at)?.purposes.iter().map(|purpose| {
        let consumer = purpose.step.map_or_else(|| "the goal".to_owned(), |step| format!("step {step}"));
        match &purpose.benefit {
            Benefit::Condition(condition) => format!("makes `{condition}` true for {consumer}"),
            Benefit::Possible => format!("makes {consumer} possible"),
            Benefit::Cheaper => format!("makes {consumer} cheaper"),
        }
    });
    Some(purposes.collect::<Vec<_>>().join("; "))
}

/// Why there is no plan.
#[derive(Clone, Debug)]
pub struct NoPlan {
    /// The requested goal.
    pub goal: String,
    /// How the search ended. [`Status::Unsolvable`] is a proof; any other status leaves the question open.
    pub status: Status,
    /// The number of expanded nodes.
    pub expanded: u64,
    /// The proved lower bound of the cost of all plans in millionths, if it is known.
    pub lower_bound_micros: Option<u64>,
    /// What is missing, and why.
    pub explanation: Explanation,
}

impl fmt::Display for NoPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            Status::Unsolvable => self.explanation.fmt(f),
            Status::LimitExceeded(limit) => {
                write!(f, "no plan for `{}` found: {limit} after {} expansions", self.goal, self.expanded)
            }
            _ => {
                write!(f, "no plan for `{}` within {} expansions", self.goal, self.expanded)?;
                match self.lower_bound_micros {
                    Some(bound) => write!(f, "; if there is one, it costs at least {}", show_cost(bound)),
                    None => Ok(()),
                }
            }
        }
    }
}

/// Why [`PlanBuilder::solve`] returns no plan.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There is no plan, or none was found within the budget.
    #[error("{0}")]
    NoPlan(Box<NoPlan>),
    /// A name is unknown to the domain.
    #[error(transparent)]
    UnknownName(UnknownName),
    /// A value has the wrong type or is out of range.
    #[error(transparent)]
    Invalid(MindError),
    /// The domain cannot be grounded for this request.
    #[error(transparent)]
    Grounding(#[from] GroundingError),
}

impl From<NoPlan> for PlanError {
    fn from(none: NoPlan) -> Self {
        Self::NoPlan(Box::new(none))
    }
}

impl From<UnknownName> for PlanError {
    fn from(unknown: UnknownName) -> Self {
        Self::UnknownName(unknown)
    }
}

impl From<MindError> for PlanError {
    fn from(error: MindError) -> Self {
        match error {
            MindError::UnknownName(unknown) => Self::UnknownName(unknown),
            MindError::Grounding(error) => Self::Grounding(error),
            error => Self::Invalid(error),
        }
    }
}

/// Explanations of plans that were found for a request.
impl WhatIf {
    pub(crate) fn explained(
        &self,
        plan: &cunning_plan::Plan,
        budget: u64,
    ) -> Result<PlanExplanation, GroundingError> {
        explain_plan(&self.situation(false)?, plan, budget)
    }
}
