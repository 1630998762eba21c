//! Initial beliefs: `fact=value` in a scene or on the command line.

use std::fmt;

use cunning_diag::{Collector, Diagnostic, did_you_mean};
use cunning_mind::engine::Value;
use cunning_plan::model::{FactId, FactKind, ObjectId, PlanningDomain, TypeId, TypeKind};

use super::agents::AgentSpec;
use super::domain::ScenarioDomain;
use super::settings::{Settings, is_switch, split};
use crate::ItemId;
use crate::scene::{BeliefSpec, Edit, Scene};
use crate::simulation::names::{SETTING, handle};
use crate::simulation::sense::Feed;

/// The setting for navigators, unless a domain has a fact of that name.
const FEAR: &str = "fear";

/// A valid initial belief.
#[derive(Debug)]
enum Belief {
    /// A fact has a value, or a number between two bounds.
    Fact(FactId, Vec<Value>, Value, Value),
    /// The body carries this many of an item, which its senses report.
    Carries(ItemId, u16),
}

/// Why an initial belief is invalid.
#[derive(Debug)]
pub(in crate::simulation) struct BeliefError {
    message: String,
    is_unknown: bool,
}

impl BeliefError {
    /// Whether the fact does not exist in this domain; other domains may have it.
    fn is_unknown(&self) -> bool {
        self.is_unknown
    }
}

impl fmt::Display for BeliefError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

fn invalid(message: String) -> BeliefError {
    BeliefError { message, is_unknown: false }
}

/// Applies the initial beliefs of the scene and of the settings.
pub(super) fn apply_initial_beliefs(
    scene: &mut Scene,
    domains: &[ScenarioDomain],
    agent_specs: &mut [AgentSpec],
    settings: &Settings,
    collector: &mut Collector,
) {
    let of_scene = |agent_spec: &AgentSpec| -> Vec<BeliefSpec> {
        match agent_spec.actor {
            Some(actor) => scene.actors()[actor.index()].beliefs.clone(),
            None => scene
                .commanders()
                .iter()
                .find(|known| known.name == agent_spec.name)
                .map_or_else(Vec::new, |known| known.beliefs.clone()),
        }
    };
    let scenes: Vec<Vec<BeliefSpec>> = agent_specs.iter().map(of_scene).collect();
    for (agent_spec, beliefs) in agent_specs.iter_mut().zip(scenes) {
        for BeliefSpec { fact, value } in beliefs {
            match belief(&domains[agent_spec.domain_index], &fact.text, &value) {
                Ok(found) => add_belief(scene, agent_spec, found),
                Err(why) => collector.error(fact.span, SETTING, why.to_string()),
            }
        }
    }
    for setting in &settings.set {
        let (name, value) = split(setting);
        if is_switch(scene, name) {
            continue;
        }
        let (agent, fact) = match name.split_once('.') {
            Some((agent, fact)) => (Some(agent), fact),
            None => (None, name),
        };
        let is_fact = domains.iter().any(|domain| domain.spec.planning.fact_named(fact).is_some());
        if fact == FEAR && !is_fact {
            if let Err(why) = set_fear(scene, agent, value) {
                collector.push_unplaced(Diagnostic::error(SETTING, format!("`{setting}`: {why}")));
            }
            continue;
        }
        let mut is_known = false;
        let mut failed = None;
        for agent_spec in
            agent_specs.iter_mut().filter(|agent_spec| agent.is_none_or(|agent| agent == agent_spec.name))
        {
            match belief(&domains[agent_spec.domain_index], fact, value) {
                Ok(found) => {
                    add_belief(scene, agent_spec, found);
                    is_known = true;
                }
                Err(why) => {
                    failed = failed.filter(|kept: &BeliefError| !kept.is_unknown()).or(Some(why));
                }
            }
        }
        if !is_known || failed.as_ref().is_some_and(|why| !why.is_unknown()) {
            let why = failed.map_or_else(|| "no agent has that name".to_owned(), |why| why.to_string());
            collector.push_unplaced(Diagnostic::error(SETTING, format!("`{setting}`: {why}")));
        }
    }
}

/// Sets the fear of all navigators, or of one actor's.
fn set_fear(scene: &mut Scene, actor: Option<&str>, value: &str) -> Result<(), &'static str> {
    let fear = value.parse().ok().filter(|fear| (0.0..=1.0).contains(fear));
    let fear: f64 = fear.ok_or("expected a number from 0 to 1")?;
    let named = scene.actors.iter_mut().filter(|spec| actor.is_none_or(|name| spec.name == name));
    let mut meant = named.filter_map(|spec| spec.navigator.as_mut()).peekable();
    meant.peek().ok_or("no actor of that name has a navigator")?;
    for navigator in meant {
        navigator.fear = (fear * 1000.0).round() as u16;
    }
    Ok(())
}

/// Adds an initial belief, or gives the body an item.
fn add_belief(scene: &mut Scene, agent_spec: &mut AgentSpec, found: Belief) {
    match (found, agent_spec.actor) {
        (Belief::Carries(item, count), Some(actor)) => {
            let goods = &mut scene.actors[actor.index()].goods;
            goods.remove(item, u16::MAX);
            goods.add(item, count);
        }
        (Belief::Carries(..), None) => {}
        (Belief::Fact(fact, indices, value, most), _) => {
            agent_spec.beliefs.push((fact, indices, value, most));
        }
    }
}

/// A fact with a value, read from a text for the minds of a domain.
#[derive(Debug)]
pub(in crate::simulation) struct Assignment {
    pub(in crate::simulation) fact: FactId,
    pub(in crate::simulation) indices: Vec<Value>,
    pub(in crate::simulation) value: Value,
    /// The end of a range of numbers; otherwise the value again.
    pub(in crate::simulation) most: Value,
    /// The objects of the game that it names: type, handle and name.
    pub(in crate::simulation) binds: Vec<(TypeId, u64, String)>,
}

impl Assignment {
    /// Reads `fact` and `value`. A fact of a family is written with its objects: `stock[tavern, bottle]`. `handle_of` finds the
    /// handle of an object of the game.
    pub(in crate::simulation) fn read(
        scenario_domain: &ScenarioDomain,
        fact: &str,
        value: &str,
        handle_of: &dyn Fn(&str) -> Option<u64>,
    ) -> Result<Self, BeliefError> {
        let domain = &*scenario_domain.spec.planning;
        let (name, indices) = match fact.split_once('[') {
            Some((name, rest)) => {
                let inner =
                    rest.strip_suffix(']').ok_or_else(|| invalid(format!("missing `]` in `{fact}`")))?;
                (name.trim(), inner.split(',').map(str::trim).collect())
            }
            None => (fact, Vec::new()),
        };
        let Some(id) = domain.fact_named(name) else {
            let names = domain.facts().as_slice().iter().map(|fact| fact.name.as_str());
            let hint = did_you_mean(name, names)
                .map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
            let message = format!("`{}` has no fact `{name}`{hint}", scenario_domain.name());
            return Err(BeliefError { message, is_unknown: true });
        };
        let known = &domain.facts()[id];
        if known.of.len() != indices.len() {
            return Err(invalid(format!("`{name}` needs {} objects in brackets", known.of.len())));
        }
        let mut binds = Vec::new();
        let mut object = |ty: TypeId, name: &str| match handle_of(name).filter(|_| is_open(domain, ty)) {
            Some(handle) => {
                binds.push((ty, handle, name.to_owned()));
                Ok(Value::Handle(handle))
            }
            None => object(domain, ty, name).map(|id| Value::Object(id.index() as u32)),
        };
        let indices = known.of.iter().zip(indices).map(|(ty, name)| object(*ty, name));
        let indices = indices.collect::<Result<Vec<_>, _>>()?;
        let mut most = None;
        let value = match known.kind {
            FactKind::Bool => match value {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                _ => return Err(invalid(format!("expected `true` or `false`, not `{value}`"))),
            },
            FactKind::Int { min, max, .. } => {
                let number = |text: &str| {
                    let number = text.trim().parse().ok().filter(|number| (min..=max).contains(number));
                    number.ok_or_else(|| invalid(format!("expected a number from {min} to {max}")))
                };
                let (low, high) = value.split_once("..").unwrap_or((value, value));
                let (low, high) = (number(low)?, number(high)?);
                if low > high {
                    return Err(invalid(format!("the range from {low} to {high} is empty")));
                }
                most = Some(Value::Int(high));
                Value::Int(low)
            }
            FactKind::Object { optional: true, .. } if value == "none" => Value::None,
            FactKind::Object { ty, .. } => object(ty, value)?,
        };
        Ok(Self { fact: id, indices, value, most: most.unwrap_or(value), binds })
    }
}

/// Whether the game makes objects of a type.
fn is_open(domain: &PlanningDomain, ty: TypeId) -> bool {
    domain.types().get(ty).is_some_and(|ty| matches!(ty.kind, TypeKind::Open { .. }))
}

/// Reads an initial belief.
fn belief(scenario_domain: &ScenarioDomain, fact: &str, value: &str) -> Result<Belief, BeliefError> {
    let assignment = Assignment::read(scenario_domain, fact, value, &|_| None)?;
    let Assignment { fact: id, indices, value, most, .. } = assignment;
    let mut feeds =
        scenario_domain.senses.iter().flat_map(|sense| &sense.feeds).filter(|feed| feed.fact == id);
    if !feeds.any(Feed::is_felt) {
        return Ok(Belief::Fact(id, indices, value, most));
    }
    let Some(item) = scenario_domain.item_held(id, &indices) else {
        return Err(invalid(format!("`{fact}` is sensed by the body; change the scene instead")));
    };
    let count = match value {
        Value::Int(number) => u16::try_from(number).unwrap_or(0),
        other => u16::from(other == Value::Bool(true)),
    };
    Ok(Belief::Carries(item, count))
}

/// Reports scripted edits of minds that could never be made.
pub(super) fn check_edits(
    scene: &Scene,
    domains: &[ScenarioDomain],
    agent_specs: &[AgentSpec],
    collector: &mut Collector,
) {
    for event in scene.script() {
        let (Edit::Set { agent, .. } | Edit::Trait { agent, .. }) = &event.action else { continue };
        let is_meant = |spec: &&AgentSpec| agent.as_ref().is_none_or(|agent| *agent == spec.name);
        let mut failed = Some("no agent has that name".to_owned());
        for spec in agent_specs.iter().filter(is_meant) {
            match check_edit(scene, &domains[spec.domain_index], spec, &event.action) {
                Ok(()) => {
                    failed = None;
                    break;
                }
                Err(why) => failed = Some(why),
            }
        }
        if let Some(why) = failed {
            let message = format!("event: `{}`: {why}", scene.describe_edit(&event.action));
            collector.push_unplaced(Diagnostic::error(SETTING, message));
        }
    }
}

/// Reports why an edit can never be made for an agent.
pub(in crate::simulation) fn check_edit(
    scene: &Scene,
    scenario_domain: &ScenarioDomain,
    agent_spec: &AgentSpec,
    edit: &Edit,
) -> Result<(), String> {
    match edit {
        Edit::Set { fact, value, .. } => {
            let handle_of = |name: &str| scene.actor(name).map(handle);
            let read = Assignment::read(scenario_domain, fact, value, &handle_of);
            read.map(|_| ()).map_err(|error| error.to_string())
        }
        Edit::Trait { name, .. } => {
            let archetype = scenario_domain.spec.archetype_named(&agent_spec.archetype);
            let traits = archetype.map_or(&[][..], |archetype| &archetype.traits);
            let names = || traits.iter().map(|(name, ..)| name.as_str());
            if names().any(|known| known == name) {
                return Ok(());
            }
            let hint = did_you_mean(name, names());
            let hint = hint.map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
            Err(format!("`{}` has no trait `{name}`{hint}", agent_spec.archetype))
        }
        _ => Ok(()),
    }
}

fn object(domain: &PlanningDomain, ty: TypeId, name: &str) -> Result<ObjectId, BeliefError> {
    let named = |id: &ObjectId| domain.objects().get(*id).is_some_and(|object| object.name == name);
    domain.objects_of(ty).find(named).ok_or_else(|| {
        let names = domain.objects_of(ty).filter_map(|id| domain.objects().get(id));
        let hint = did_you_mean(name, names.map(|object| object.name.as_str()));
        let hint = hint.map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
        invalid(format!("there is no object `{name}`{hint}"))
    })
}
