//! The agents of a scenario: their minds, bodies and commanders.

use std::collections::BTreeSet;

use cunning_diag::{Collector, Diagnostic};
use cunning_mind::engine::Value;
use cunning_plan::Micros;
use cunning_plan::model::FactId;

use super::domain::ScenarioDomain;
use crate::scene::{ActorSpec, Scene, Word};
use crate::simulation::names::{DOMAIN, Thing, unknown};
use crate::{ActorId, TeamId};

/// An agent of the scenario.
#[derive(Clone)]
pub(in crate::simulation) struct AgentSpec {
    pub(in crate::simulation) name: String,
    pub(in crate::simulation) team: TeamId,
    pub(in crate::simulation) domain_index: usize,
    pub(in crate::simulation) archetype: String,
    pub(in crate::simulation) actor: Option<ActorId>,
    /// The index of the commander among the agents.
    pub(in crate::simulation) commander: Option<usize>,
    /// Objects of the domain that stand for a different place for each actor.
    pub(in crate::simulation) aliases: Vec<(u32, Thing)>,
    /// Traits that are given instead of drawn.
    pub(in crate::simulation) traits: Vec<(String, Micros)>,
    /// Initial beliefs. An integer is drawn from the range between the two values.
    pub(in crate::simulation) beliefs: Vec<(FactId, Vec<Value>, Value, Value)>,
}

/// Lists all agents, those without a body first.
pub(super) fn agent_specs(
    scene: &Scene,
    names: &[String],
    domains: &[ScenarioDomain],
    collector: &mut Collector,
) -> Vec<AgentSpec> {
    let index_of = |domain: &str| names.iter().position(|name| name == domain);
    let mut agent_specs = Vec::new();
    // The squads that each agent leads, and the squad that it belongs to.
    let mut ranks: Vec<(&[String], &str)> = Vec::new();
    for commander in scene.commanders() {
        let Some(domain_index) = index_of(&commander.domain) else { continue };
        ranks.push((&commander.commands, &commander.squad));
        agent_specs.push(AgentSpec {
            name: commander.name.clone(),
            team: commander.team,
            domain_index,
            archetype: commander.archetype.clone(),
            actor: None,
            commander: None,
            aliases: Vec::new(),
            traits: given_traits(&commander.traits),
            beliefs: Vec::new(),
        });
    }
    for (at, actor) in scene.actors().iter().enumerate() {
        let Some(domain_index) = index_of(&actor.domain) else { continue };
        ranks.push((&actor.commands, &actor.squad));
        agent_specs.push(AgentSpec {
            name: actor.name.clone(),
            team: actor.team,
            domain_index,
            archetype: actor.archetype.clone(),
            actor: Some(ActorId::new(at as u16)),
            commander: None,
            aliases: actor_aliases(scene, actor, &domains[domain_index], collector),
            traits: given_traits(&actor.traits),
            beliefs: Vec::new(),
        });
    }
    for at in 0..agent_specs.len() {
        let (_, squad) = ranks[at];
        let leads = |(led, _): &(&[String], &str)| led.iter().any(|led| led == squad);
        agent_specs[at].commander = ranks.iter().position(leads).filter(|_| !squad.is_empty());
    }
    for agent_spec in &agent_specs {
        let superiors = std::iter::successors(agent_spec.commander, |at| agent_specs[*at].commander);
        let message = if superiors.take(agent_specs.len() + 1).count() > agent_specs.len() {
            format!("`{}` is its own commander, directly or through others", agent_spec.name)
        } else if agent_spec
            .commander
            .is_some_and(|at| agent_specs[at].domain_index != agent_spec.domain_index)
        {
            format!("`{}` has a commander from another domain file", agent_spec.name)
        } else {
            continue;
        };
        collector.push_unplaced(Diagnostic::error(DOMAIN, message));
    }
    let mut reported = BTreeSet::new();
    for agent_spec in &agent_specs {
        let spec = &domains[agent_spec.domain_index].spec;
        if spec.archetype_named(&agent_spec.archetype).is_none()
            && reported.insert((agent_spec.domain_index, &agent_spec.archetype))
        {
            let message =
                format!("`{}` has no archetype `{}`", names[agent_spec.domain_index], agent_spec.archetype);
            let known = spec.archetypes.iter().map(|archetype| archetype.name.as_str());
            collector.push_unplaced(Diagnostic::error(DOMAIN, message).suggest(&agent_spec.archetype, known));
        }
    }
    check_traits(scene, names, domains, collector);
    agent_specs
}

fn given_traits(traits: &[(Word, u32)]) -> Vec<(String, Micros)> {
    let value = |thousandths: u32| Micros::from_float(f64::from(thousandths) / 1000.0).unwrap_or_default();
    traits.iter().map(|(name, thousandths)| (name.text.clone(), value(*thousandths))).collect()
}

/// Reports given traits that the archetype does not have.
fn check_traits(scene: &Scene, names: &[String], domains: &[ScenarioDomain], collector: &mut Collector) {
    let actors = scene.actors().iter().map(|actor| (&actor.domain, &actor.archetype, &actor.traits));
    let commanders = scene.commanders().iter();
    let commanders = commanders.map(|commander| (&commander.domain, &commander.archetype, &commander.traits));
    // The members of a group share their words.
    let mut reported = BTreeSet::new();
    for (domain, archetype, traits) in commanders.chain(actors) {
        let Some(at) = names.iter().position(|name| name == domain) else { continue };
        let Some(archetype) = domains[at].spec.archetype_named(archetype) else { continue };
        let known = || archetype.traits.iter().map(|(name, ..)| name.as_str());
        for (word, _) in traits.iter().filter(|(word, _)| known().all(|name| name != word.text)) {
            if reported.insert(word.span.start) {
                unknown(collector, "trait", word, known());
            }
        }
    }
}

/// Returns the objects of a domain that stand for a place of this actor.
fn actor_aliases(
    scene: &Scene,
    actor: &ActorSpec,
    scenario_domain: &ScenarioDomain,
    collector: &mut Collector,
) -> Vec<(u32, Thing)> {
    let domain = &scenario_domain.spec.planning;
    let mut aliases = Vec::new();
    for (word, spot) in &actor.means {
        let named = domain.objects().as_slice().iter().position(|object| object.name == word.text);
        let Some(object) = named else {
            unknown(
                collector,
                "object",
                word,
                domain.objects().as_slice().iter().map(|object| object.name.as_str()),
            );
            continue;
        };
        let name = scene.spots().get(spot.index()).map_or("", |spot| spot.name.as_str());
        aliases.push((object as u32, Thing::named(scene, name)));
    }
    aliases
}
