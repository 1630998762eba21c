//! Reads the definitions of agents from a domain file into a [`DomainSpec`].
//!
//! A [`DomainReader`] works together with the reader of `cunning-plan`. It keeps the sections until the domain is
//! complete, and then reads them in the order in which names depend on each other. One mistake does not hide others.

mod actions;
mod archetypes;
mod facts;
mod goals;
mod orders;
mod queries;
mod subjects;
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

/// The context in which a section is read.
type Context<'a, 'b> = SectionContext<'a, 'b>;

/// Reads a domain with its definitions of agents from one text without includes.
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
/// assert_eq!(first.to_string(), "sentry.toml:2:12: error[mind/duration]: unknown unit of time `hours`");
/// assert_eq!(first.hint_text(), Some("the units are `ms`, `s`, `min` and `h`, as in \"0.5 s\""));
/// ```
pub fn read(source: &Source) -> Result<DomainSpec, Diagnostics> {
    read_with(source, |_| None).map(|(spec, _)| spec)
}

/// Reads a domain with its definitions of agents. Included texts come from a loader. Returns the spec with warnings,
/// or all errors.
pub fn read_with(
    source: &Source,
    loader: impl Fn(&str) -> Option<Source>,
) -> Result<(DomainSpec, Diagnostics), Diagnostics> {
    let mut reader = DomainReader::default();
    let sources = RefCell::new(vec![source.clone()]);
    let loader = |name: &str| {
        let included = loader(name)?;
        // The main text is stored under the name by which the loader finds it.
        sources.borrow_mut().push(Source::new(name, included.text()));
        Some(included)
    };
    let (domain, warnings) = Reader::new().loader(loader).section(&mut reader).read(source)?;
    let spec = reader.spec(Arc::new(domain));
    Ok((DomainSpec { sources: sources.into_inner(), ..spec }, warnings))
}

/// Reads the definitions of agents for a [`Reader`], for callers that register other section readers too.
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
    /// Returns the spec for the domain it was read with. The caller fills in [`DomainSpec::sources`].
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

    /// Returns the sections of the owners that `pick` picks.
    fn take<T>(&self, pick: impl Fn(Owner) -> Option<T>) -> Vec<(T, Section)> {
        self.sections.iter().filter_map(|section| Some((pick(section.owner)?, section.clone()))).collect()
    }

    /// Returns the default definitions of actions or goals: for each parameter, the query that its candidates come
    /// from.
    fn plain<T>(&self, params: &[Vec<Param>], plain: impl Fn(Vec<Option<usize>>) -> T) -> Vec<T> {
        params.iter().map(|params| plain(self.candidates(params))).collect()
    }

    /// Returns the entries of a top-level table from all files.
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

    /// Returns the indices of the queries of parameters.
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

/// Reads one of some words.
fn word<T: Copy>(node: &Node, words: &[(&str, T)]) -> Checked<T> {
    let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    let listed = format!("`{}`", names.join("`, `"));
    let found = text(node, &format!("one of {listed}"))?;
    if let Some((_, meaning)) = words.iter().find(|(name, _)| *name == found.value) {
        return Ok(*meaning);
    }
    let message = format!("expected one of {listed}, found `{}`", found.value);
    ReadError::new(codes::WORD, message, found.span).suggest(&found.value, names).fail()
}

/// Resolves the name of a parameter, for `claims` and `give`.
fn parameter(name: &Text, params: &[Param], whose: &str) -> Checked<ParamId> {
    if let Some(at) = params.iter().position(|param| param.name == name.value) {
        return Ok(ParamId::new(at as u32));
    }
    let message = format!("{whose} has no parameter `{}`", name.value);
    ReadError::new(plan_codes::UNKNOWN_NAME, message, name.span)
        .suggest(&name.value, params.iter().map(|param| param.name.as_str()))
        .fail()
}

/// Reads a list of `claims`: parameters that are objects, each listed once.
fn claims(node: &Node, params: &[Param], whose: &str) -> Checked<Vec<ParamId>> {
    let members = list(node, "a list of parameters", params.len().max(1))?;
    let mut claims = Vec::with_capacity(members.len());
    for member in members {
        let name = text(member, "the name of a parameter")?;
        let id = parameter(name, params, whose)?;
        if !matches!(params[id.index()].kind, ParamKind::Object(_)) {
            let message = format!("cannot claim the number `{}`; only objects can be claimed", name.value);
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

/// Creates the error for a name that is declared twice.
fn duplicate(what: &str, name: &Text, first: SourceSpan) -> ReadError {
    let message = format!("duplicate {what} `{}`", name.value);
    ReadError::new(plan_codes::DUPLICATE, message, name.span).label(first, "first declared here")
}

/// Returns the string of a value, for keys that take a string or a table.
fn as_text(node: &Node) -> Option<&Text> {
    match &node.kind {
        NodeKind::Text(text) => Some(text),
        _ => None,
    }
}
