//! Writes a goal of a planning domain as PDDL 2.1: a domain file and a problem file whose plans cost the same.
//!
//! Actions keep their parameters. What PDDL lacks is expressed by what it has:
//!
//! - An object fact is a predicate with the value as its last argument, and `none` is an object.
//! - A number parameter ranges over objects, each with its number as a static function.
//! - Numbers that no action changes (tables, traits, expressions of them) are static functions, evaluated here.
//! - A range becomes preconditions, or conditional effects if it clamps.
//! - An action with cost rules becomes one action for each rule, named `ACTION-rule2` and so on.
//! - Ground actions that do not exist in the planner's language (clashing effects, undefined numbers, refused checks)
//!   are excluded by a static predicate that lists those that do.

mod actions;
mod conditions;
mod names;
mod numbers;
mod objects;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::sync::Arc;

use cunning_plan::model::{ActionId, FactKind, Outcome, PlanningDomain};
use cunning_plan::{FactValue, Grounding, GroundingError, PlanRequest};

use conditions::Scope;
use names::Names;
use numbers::Statics;
use objects::{Object, Objects};
use types::Types;

/// A domain and a problem as PDDL texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text of the domain file.
    pub domain: String,
    /// The text of the problem file.
    pub problem: String,
    /// The names of actions, objects and numbers in the planner's language, by their PDDL names.
    originals: BTreeMap<String, String>,
}

impl Exported {
    /// Returns the name that an action, an object or a number has in the planner's language, by its PDDL name in any
    /// case; `None` for an unknown name. All actions for the rules of a cost have the same name.
    pub fn original_name(&self, pddl: &str) -> Option<&str> {
        self.originals.get(&pddl.to_ascii_lowercase()).map(String::as_str)
    }
}

/// How a domain is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// Leaves out actions that stand for goals (`achieves`), which PDDL cannot express. Plans of the other actions may
    /// then cost less than those found in parts, and more than their estimates.
    pub skip_sub_goals: bool,
}

/// Why a domain cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportError {
    /// The request does not fit the domain.
    Grounding(GroundingError),
    /// The domain uses something that has no equivalent.
    Unsupported {
        /// The construct, such as "the function `min` of a number that actions change".
        what: String,
        /// Where it is used, such as "action `sell`".
        place: String,
        /// What to do about it.
        hint: &'static str,
    },
    /// A static function or predicate would have too many values.
    TooLarge {
        /// Where it is used.
        place: String,
    },
}

/// The largest number of values of one static function or predicate.
const VALUES_MAX: usize = 1 << 16;

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grounding(error) => error.fmt(f),
            Self::Unsupported { what, place, hint } => {
                write!(f, "{what} in {place} cannot be expressed in PDDL; {hint}")
            }
            Self::TooLarge { place } => {
                write!(
                    f,
                    "a number in {place} has more than {VALUES_MAX} values; use fewer or narrower parameters"
                )
            }
        }
    }
}

impl std::error::Error for ExportError {}

impl From<GroundingError> for ExportError {
    fn from(error: GroundingError) -> Self {
        Self::Grounding(error)
    }
}

/// Writes the goal and the start of a request as PDDL. Plans of the two files cost what they cost in the domain, and the
/// steps of a plan have the names of the domain's actions and objects as far as PDDL allows.
///
/// ```
/// use std::sync::Arc;
/// use cunning_plan::PlanRequest;
///
/// let text = r#"
/// facts = { gold = { type = "int", min = 0, max = 9 }, drunk = "bool" }
/// action.work = { then = ["gold += 2"], cost = 3 }
/// action.drink = { when = ["gold >= 4"], then = ["gold -= 4", "drunk"] }
/// goal.get_drunk = { want = ["drunk"] }
/// "#;
/// let domain = Arc::new(cunning_plan::read(&cunning_diag::Source::new("rum.toml", text))?);
/// let goal = domain.goal_named("get_drunk").ok_or("no such goal")?;
/// let pddl = cunning_pddl::export(&domain, &PlanRequest::new(goal), cunning_pddl::ExportOptions::default())?;
/// assert!(pddl.domain.contains("(:action drink"));
/// assert!(cunning_pddl::parse(&pddl.domain, &pddl.problem).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export(
    domain: &Arc<PlanningDomain>,
    request: &PlanRequest,
    options: ExportOptions,
) -> Result<Exported, ExportError> {
    let grounding = Grounding::for_objects(domain, request)?;
    let mut exporter = Exporter::new(domain, request, &grounding);
    let mut actions = String::new();
    for (id, action) in domain.actions().iter().filter(|(id, _)| allows(request, *id)) {
        if matches!(action.outcome, Outcome::Achieves { .. }) {
            if options.skip_sub_goals {
                continue;
            }
            return Err(ExportError::Unsupported {
                what: "an action that stands for a goal (`achieves`)".to_owned(),
                place: format!("action `{}`", action.name),
                hint: "leave such actions out with --skip-sub-goals",
            });
        }
        exporter.action(id, action, &mut actions)?;
    }
    let goal = exporter.goal(request)?;
    let init = exporter.init();
    let (domain, problem) = (exporter.domain_text(&actions), exporter.problem_text(&init, &goal));
    let mut originals = exporter.originals;
    originals.extend(exporter.objects.originals());
    originals.extend(exporter.statics.originals());
    Ok(Exported { domain, problem, originals })
}

fn allows(request: &PlanRequest, action: ActionId) -> bool {
    request.actions.as_ref().is_none_or(|actions| actions.contains(&action))
}

/// What is known while a domain is written.
struct Exporter<'a> {
    domain: &'a PlanningDomain,
    request: &'a PlanRequest,
    grounding: &'a Grounding,
    names: Names,
    objects: Objects,
    types: Types,
    statics: Statics,
    /// The PDDL names of the actions and facts.
    actions: Vec<String>,
    facts: Vec<String>,
    /// For each fact, whether an action changes it.
    written: Vec<bool>,
    /// Static predicates, with the types of their arguments.
    predicates: Vec<(String, Vec<String>)>,
    /// Static predicates by the types of their arguments and what they hold for.
    listed: BTreeMap<(Vec<String>, Vec<String>), String>,
    /// Atoms of the static predicates.
    atoms: BTreeSet<String>,
    /// The names of actions by their PDDL names.
    originals: BTreeMap<String, String>,
}

impl<'a> Exporter<'a> {
    fn new(domain: &'a PlanningDomain, request: &'a PlanRequest, grounding: &'a Grounding) -> Self {
        let mut names = Names::default();
        let actions = domain.actions().as_slice().iter().map(|action| names.take(&action.name)).collect();
        let objects = Objects::new(domain, request, &mut names);
        let facts = domain.facts().as_slice().iter().map(|fact| names.take(&fact.name)).collect();
        let types = Types::new(domain, &mut names);
        let mut written = vec![false; domain.facts().len()];
        for (_, action) in domain.actions().iter().filter(|(id, _)| allows(request, *id)) {
            for (_, change) in action.changes() {
                written[change.fact.fact.index()] = true;
            }
        }
        let statics = Statics::new(domain, &mut names);
        Self {
            domain,
            request,
            grounding,
            names,
            objects,
            types,
            statics,
            actions,
            facts,
            written,
            predicates: Vec::new(),
            listed: BTreeMap::new(),
            atoms: BTreeSet::new(),
            originals: BTreeMap::new(),
        }
    }

    /// The goal, with parameters without an argument as quantified variables.
    fn goal(&mut self, request: &PlanRequest) -> Result<String, ExportError> {
        let goal = &self.domain.goals()[request.goal];
        let mut scope = Scope::new(format!("goal `{}`", goal.name));
        let mut quantified = Vec::new();
        for (at, param) in goal.params.iter().enumerate() {
            let argument =
                request.args.iter().rev().find(|(id, _)| id.index() == at).map(|(_, argument)| argument);
            match argument {
                Some(argument) => scope.fix(self.objects.argument(self.domain, param.kind, argument)),
                None => quantified.push(self.declare(&mut scope, &param.name, param.kind)),
            }
        }
        let mut conditions: Vec<String> = quantified.iter().filter_map(|(_, is)| is.clone()).collect();
        for condition in &goal.want {
            conditions.push(self.condition(condition, &mut scope)?);
        }
        let body = conditions::all(conditions);
        Ok(quantified.iter().rev().fold(body, |body, (variable, _)| format!("(exists ({variable}) {body})")))
    }

    /// The initial state.
    fn init(&self) -> String {
        let mut text = String::from("    (= (total-cost) 0)\n");
        let start = self.grounding.start();
        for (id, fact) in self.domain.facts().iter() {
            let name = self.facts[id.index()].clone();
            let mut missing = match fact.kind {
                FactKind::Int { .. } => self.index_tuples(&fact.of),
                FactKind::Bool | FactKind::Object { .. } => BTreeSet::new(),
            };
            for ground in self.grounding.ground_facts_of(id) {
                let args = self.grounding.indices_of(ground);
                let indices: Vec<Object> = fact
                    .of
                    .iter()
                    .zip(args)
                    .filter_map(|(ty, arg)| self.objects.of_arg(self, *ty, arg))
                    .collect();
                let words: String = indices
                    .iter()
                    .fold(String::new(), |text, object| text + " " + self.objects.name(*object));
                let value = match (self.grounding.value(&start, ground), fact.kind) {
                    (Some(FactValue::Bool(true)), _) => format!("    ({name}{words})\n"),
                    (Some(FactValue::Int(value)), _) => {
                        missing.remove(&words);
                        format!("    (= ({name}{words}) {value})\n")
                    }
                    (Some(FactValue::None), _) => format!("    ({name}{words} {})\n", self.objects.none()),
                    (Some(FactValue::Object(object)), _) => {
                        format!("    ({name}{words} {})\n", self.objects.name(Object::closed(object)))
                    }
                    (Some(FactValue::Slot(slot)), FactKind::Object { ty, .. }) => {
                        let bound = self.objects.bound(self.domain, ty, self.grounding.slot_name(slot));
                        let bound = bound.map_or(self.objects.none(), |object| self.objects.name(object));
                        format!("    ({name}{words} {bound})\n")
                    }
                    _ => String::new(),
                };
                text.push_str(&value);
            }
            // Objects outside the index type, which the declared type of the argument includes.
            if let FactKind::Int { min, .. } = fact.kind {
                for words in missing {
                    let _infallible = writeln!(text, "    (= ({name}{words}) {min})");
                }
            }
        }
        for atom in &self.atoms {
            let _infallible = writeln!(text, "    {atom}");
        }
        text.push_str(self.statics.values());
        text
    }

    /// All arguments that the declared types of a family's indices allow, if they allow more than the family has.
    fn index_tuples(&self, of: &[cunning_plan::model::TypeId]) -> BTreeSet<String> {
        if of.iter().all(|ty| self.types.is_exact(*ty)) {
            return BTreeSet::new();
        }
        let mut tuples = vec![String::new()];
        for ty in of {
            let members: Vec<Object> = if self.types.is_exact(*ty) {
                self.objects.of_type(self.domain, *ty).collect()
            } else {
                self.objects.all().collect()
            };
            tuples = tuples
                .iter()
                .flat_map(|tuple| {
                    members.iter().map(move |object| format!("{tuple} {}", self.objects.name(*object)))
                })
                .collect();
        }
        tuples.into_iter().collect()
    }

    fn domain_text(&self, actions: &str) -> String {
        let mut text = String::new();
        let _infallible = writeln!(text, "(define (domain {})", names::title(self.domain.name(), "game"));
        text.push_str("  (:requirements :adl :typing :numeric-fluents :action-costs)\n");
        let _infallible = writeln!(text, "  (:types\n{}{})", self.types.text(), self.statics.types());
        let constants = self.objects.constants(self.domain, &self.types) + &self.statics.objects();
        let _infallible = writeln!(text, "  (:constants\n{constants})");
        text.push_str("  (:predicates\n");
        let mut functions = String::from("    (total-cost) - number\n");
        for (id, fact) in self.domain.facts().iter() {
            let name = &self.facts[id.index()];
            let mut args = String::new();
            for (at, ty) in fact.of.iter().enumerate() {
                let _infallible = write!(args, " ?a{at} - {}", self.types.of_index(*ty));
            }
            match fact.kind {
                FactKind::Bool => {
                    let _infallible = writeln!(text, "    ({name}{args})");
                }
                FactKind::Object { ty, optional } => {
                    let of = if optional { "object" } else { self.types.of_index(ty) };
                    let _infallible = writeln!(text, "    ({name}{args} ?is - {of})");
                }
                FactKind::Int { .. } => {
                    let _infallible = writeln!(functions, "    ({name}{args}) - number");
                }
            }
        }
        for (name, of) in &self.predicates {
            let args: String =
                of.iter().enumerate().fold(String::new(), |text, (at, ty)| format!("{text} ?a{at} - {ty}"));
            let _infallible = writeln!(text, "    ({name}{args})");
        }
        functions.push_str(&self.statics.functions());
        let _infallible = writeln!(text, "  )\n  (:functions\n{functions}  )\n{actions})");
        text
    }

    fn problem_text(&self, init: &str, goal: &str) -> String {
        let goal_name = self.domain.goals().get(self.request.goal).map_or("", |goal| goal.name.as_str());
        let mut text = String::new();
        let _infallible = writeln!(text, "(define (problem {})", names::title(goal_name, "goal"));
        let _infallible = writeln!(text, "  (:domain {})", names::title(self.domain.name(), "game"));
        let _infallible = writeln!(text, "  (:objects\n{})", self.objects.bound_objects(&self.types));
        let _infallible = writeln!(text, "  (:init\n{init}  )");
        let _infallible = writeln!(text, "  (:goal {goal})");
        text.push_str("  (:metric minimize (total-cost)))\n");
        text
    }

    /// Adds a static predicate and returns its name.
    fn predicate(&mut self, wanted: &str, of: Vec<String>) -> String {
        let name = self.names.take(wanted);
        self.predicates.push((name.clone(), of));
        name
    }
}
