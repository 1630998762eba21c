//! From text to [`DomainSpec`]: reads everything in a domain file that is not planning.
//!
//! A [`DomainReader`] reads along with the reader of `cunning-plan`. It keeps the sections until the domain is complete
//! and then reads them in the order in which names depend on each other. One mistake hides no other.

mod actions;
mod archetypes;
mod facts;
mod goals;
mod orders;
mod places;
mod queries;
mod units;

use std::cell::RefCell;
use std::sync::Arc;

use cunning_diag::{Diagnostics, Source};
use cunning_plan::model::{Param, ParamId, ParamKind, SourceSpan};
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::{list, table, text};
use cunning_plan::tree::{Node, NodeKind, Text};
use cunning_plan::{
    KeySpec, Owner, OwnerKind, PlanningDomain, Reader, Section, SectionContext, SectionReader,
    codes as plan_codes,
};

use crate::codes;
use crate::keys::keys_of;
use crate::spec::{ActionSpec, Archetype, DomainSpec, FactSpec, GoalSpec, Query, TypeSpec};

/// What a section is read with.
type Context<'a, 'b> = SectionContext<'a, 'b>;

/// Reads a domain and what its file says about minds from one text that includes no other.
///
/// ```
/// use cunning_diag::Source;
///
/// let spec = cunning_mind::read(&Source::new(
///     "sentry.toml",
///     r#"
///         [facts]
///         tired = { type = "int", min = 0, max = 100, drift = "+5 / h", wake = { cross = [80] } }
///         [action.rest]
///         then = ["tired = 0"]
///         duration = "2 h"
///         [goal.be_fresh]
///         want = ["tired < 20"]
///         relevance = "tired / 100"
///         [agent.sentry]
///         actions = ["rest"]
///         goals = { be_fresh = 1 }
///     "#,
/// ))
/// .expect("a valid domain");
/// assert_eq!(spec.actions[0].duration_ms, Some(7_200_000));
/// assert_eq!(spec.archetypes[0].name, "sentry");
///
/// let broken = Source::new("sentry.toml", "[action.rest]\nduration = \"2 hours\"");
/// let found = cunning_mind::read(&broken).expect_err("no such unit");
/// let first = found.iter().next().expect("one diagnostic");
/// assert_eq!(first.to_string(), "sentry.toml:2:12: error[mind/duration]: `hours` is no unit of time");
/// assert_eq!(first.hint_text(), Some("the units are `ms`, `s`, `min` and `h`, as in \"0.5 s\""));
/// ```
pub fn read(source: &Source) -> Result<DomainSpec, Diagnostics> {
    read_with(source, |_| None).map(|(spec, _)| spec)
}

/// Reads a domain and what its files say about minds; included texts come from a loader. With it come warnings;
/// without it, all mistakes.
pub fn read_with(
    source: &Source,
    loader: impl Fn(&str) -> Option<Source>,
) -> Result<(DomainSpec, Diagnostics), Diagnostics> {
    let mut reader = DomainReader::default();
    let sources = RefCell::new(vec![source.clone()]);
    let loader = |name: &str| {
        let included = loader(name)?;
        // Under the name by which it is found again.
        sources.borrow_mut().push(Source::new(name, included.text()));
        Some(included)
    };
    let (domain, warnings) = Reader::new().loader(loader).section(&mut reader).read(source)?;
    let spec = reader.spec(Arc::new(domain));
    Ok((DomainSpec { sources: sources.into_inner(), ..spec }, warnings))
}

/// Reads the words of minds along with a [`Reader`], for those who register other section readers too.
#[derive(Default)]
pub struct DomainReader {
    sections: Vec<Section>,
    facts: Vec<FactSpec>,
    types: Vec<TypeSpec>,
    actions: Vec<ActionSpec>,
    goals: Vec<GoalSpec>,
    queries: Vec<Query>,
    archetypes: Vec<Archetype>,
}

impl DomainReader {
    /// What was read, with the domain that it was read with; [`DomainSpec::sources`] are for the caller to fill in.
    pub fn spec(self, domain: Arc<PlanningDomain>) -> DomainSpec {
        let Self { facts, types, actions, goals, queries, archetypes, .. } = self;
        DomainSpec {
            planning: domain,
            facts,
            types,
            actions,
            goals,
            queries,
            archetypes,
            sources: Vec::new(),
        }
    }

    /// The sections of the owners that `pick` picks.
    fn take<T>(&self, pick: impl Fn(Owner) -> Option<T>) -> Vec<(T, Section)> {
        self.sections.iter().filter_map(|section| Some((pick(section.owner)?, section.clone()))).collect()
    }

    /// What a file says of parameters where nothing else is said: for each of them the query that its candidates come
    /// from. Begins what actions and goals have in common.
    fn plain<T>(&self, params: &[Vec<Param>], plain: impl Fn(Vec<Option<usize>>) -> T) -> Vec<T> {
        params.iter().map(|params| plain(self.candidates(params))).collect()
    }

    /// The entries of a top-level table, of all files.
    fn table(&self, name: &str, context: &mut Context<'_, '_>) -> Vec<(Text, Node)> {
        let mut all = Vec::new();
        for section in &self.sections {
            if section.owner == Owner::Domain && section.key.value == name {
                let checked = table(&section.value, &format!("a table `[{name}]`"));
                all.extend(context.keep(checked).into_iter().flatten().cloned());
            }
        }
        all.retain(|(key, _)| key.value != "doc");
        all
    }

    /// The queries of parameters, by index.
    fn candidates(&self, params: &[Param]) -> Vec<Option<usize>> {
        let index = |name: &String| self.queries.iter().position(|query| query.name == *name);
        params.iter().map(|param| param.query.as_ref().and_then(index)).collect()
    }
}

impl SectionReader for DomainReader {
    fn keys(&self, owner: OwnerKind) -> &'static [KeySpec] {
        keys_of(owner)
    }

    fn read(&mut self, section: &Section, _: &mut Context<'_, '_>) {
        self.sections.push(section.clone());
    }

    fn finish(&mut self, context: &mut Context<'_, '_>) {
        self.read_queries(context);
        self.read_types(context);
        self.read_facts(context);
        self.read_actions(context);
        self.read_goals(context);
        self.read_archetypes(context);
    }
}

/// One of some words.
fn word<T: Copy>(node: &Node, words: &[(&str, T)]) -> Checked<T> {
    let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    let listed = format!("`{}`", names.join("`, `"));
    let found = text(node, &format!("one of {listed}"))?;
    if let Some((_, meaning)) = words.iter().find(|(name, _)| *name == found.value) {
        return Ok(*meaning);
    }
    let message = format!("`{}` is none of {listed}", found.value);
    ReadError::new(codes::WORD, message, found.span).suggest(&found.value, names).fail()
}

/// The parameter of a name, as `claims` and `give` have it.
fn parameter(name: &Text, params: &[Param], whose: &str) -> Checked<ParamId> {
    if let Some(at) = params.iter().position(|param| param.name == name.value) {
        return Ok(ParamId::new(at as u32));
    }
    let message = format!("{whose} has no parameter `{}`", name.value);
    ReadError::new(plan_codes::UNKNOWN_NAME, message, name.span)
        .suggest(&name.value, params.iter().map(|param| param.name.as_str()))
        .fail()
}

/// The parameters that a list of `claims` names, each an object and each once.
fn claims(node: &Node, params: &[Param], whose: &str) -> Checked<Vec<ParamId>> {
    let members = list(node, "a list of parameters", params.len().max(1))?;
    let mut claims = Vec::with_capacity(members.len());
    for member in members {
        let name = text(member, "the name of a parameter")?;
        let id = parameter(name, params, whose)?;
        if !matches!(params[id.index()].kind, ParamKind::Object(_)) {
            let message = format!("`{}` is a number, which nobody can claim", name.value);
            return ReadError::new(codes::CLAIM, message, name.span).fail();
        }
        if claims.contains(&id) {
            let message = format!("`{}` is claimed twice", name.value);
            return ReadError::new(codes::CLAIM, message, name.span).fail();
        }
        claims.push(id);
    }
    Ok(claims)
}

/// A name that is declared twice.
fn duplicate(what: &str, name: &Text, first: SourceSpan) -> ReadError {
    let message = format!("duplicate {what} `{}`", name.value);
    ReadError::new(plan_codes::DUPLICATE, message, name.span).label(first, "first declared here")
}

/// The string that a value is, for keys that take a string or a table.
fn as_text(node: &Node) -> Option<&Text> {
    match &node.kind {
        NodeKind::Text(text) => Some(text),
        _ => None,
    }
}
