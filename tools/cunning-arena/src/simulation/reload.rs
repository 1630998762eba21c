//! Continues a run with changed domain files. Minds use the new version at once, and bodies keep moving.

use std::fmt;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::Value;
use cunning_mind::{DomainSpec, MindError, ReloadReport};
use cunning_plan::model::ObjectId;

use super::{Running, Scenario, Simulation};

/// Why a run cannot continue with another scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReloadError {
    /// The scene or its agents differ.
    OtherScene,
    /// The new minds cannot be set up.
    Minds(MindError),
}

impl fmt::Display for ReloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherScene => f.write_str("the scene has changed; start a new run"),
            Self::Minds(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReloadError {}

impl Simulation {
    /// Continues with other versions of the domain files. `scenario` is the same scene, loaded again. Returns
    /// a report for each domain file whose content has changed. After an error the run is unchanged.
    pub fn reload(&mut self, scenario: &Arc<Scenario>) -> Result<Vec<(String, ReloadReport)>, ReloadError> {
        let old = self.scenario.clone();
        let mut scenario = scenario.clone();
        if !self.world.spawned().is_empty() {
            Arc::make_mut(&mut scenario).add_actors(self.world.scene());
        }
        let scenario = &scenario;
        if !is_same_scene(&old, scenario) {
            return Err(ReloadError::OtherScene);
        }
        let changed = changed(&old, scenario);
        if changed.is_empty() {
            return Ok(Vec::new());
        }
        self.record_texts(&changed);
        let mut reports = Vec::new();
        for (at, (from, to)) in old.domains.iter().zip(&scenario.domains).enumerate() {
            if from.spec == to.spec {
                continue;
            }
            match self.domains[at].minds.reload(&to.spec.clone().into()) {
                Ok(report) => reports.push((to.name().to_owned(), report)),
                Err(error) => {
                    for (domain, before) in self.domains.iter_mut().zip(&old.domains).take(at) {
                        // The old domain was set up before, so this succeeds.
                        drop(domain.minds.reload(&before.spec.clone().into()));
                    }
                    return Err(ReloadError::Minds(error));
                }
            }
        }
        self.scenario = scenario.clone();
        for (instance, agent_spec) in self.instances.iter_mut().zip(&scenario.agent_specs) {
            let (from, to) =
                (&old.domains[agent_spec.domain_index].spec, &scenario.domains[agent_spec.domain_index].spec);
            instance.running = instance.running.take().and_then(|running| carry(running, from, to));
            instance.senses.seen.retain_mut(|(fact, _)| {
                let name = from.planning.facts().get(*fact).map(|fact| fact.name.as_str());
                let new = name.and_then(|name| to.planning.fact_named(name));
                new.map(|new| *fact = new).is_some()
            });
        }
        for at in 0..self.domains.len() {
            for sense in &scenario.domains[at].senses {
                self.domains[at].minds.engine_mut().set_sensor(&sense.name, sense.every_ms);
            }
            self.run_commands(at);
        }
        Ok(reports)
    }
}

/// Returns the files whose text differs in the new scenario, each once.
fn changed<'p>(old: &Scenario, new: &'p Scenario) -> Vec<&'p Source> {
    let mut changed: Vec<&Source> = Vec::new();
    for source in new.domain_sources() {
        let is_known = |known: &Source| known.name() == source.name() && known.text() == source.text();
        if !old.domain_sources().any(is_known) && !changed.iter().any(|known| is_known(known)) {
            changed.push(source);
        }
    }
    changed
}

/// Whether two scenarios differ in the content of their domain files at most.
fn is_same_scene(one: &Scenario, other: &Scenario) -> bool {
    let domains = |scenario: &Scenario| {
        scenario.domains.iter().map(|domain| domain.name().to_owned()).collect::<Vec<_>>()
    };
    let agent_specs = |scenario: &Scenario| {
        let agent_spec = |agent_spec: &super::scenario::AgentSpec| {
            (agent_spec.name.clone(), agent_spec.domain_index, agent_spec.archetype.clone())
        };
        scenario.agent_specs.iter().map(agent_spec).collect::<Vec<_>>()
    };
    let quest = |scenario: &Scenario| {
        let sources = scenario.scene.quest().map_or(&[][..], |quest| &quest.sources);
        sources.iter().map(|source| source.text().to_owned()).collect::<Vec<_>>()
    };
    one.source.text() == other.source.text()
        && quest(one) == quest(other)
        && one.settings == other.settings
        && domains(one) == domains(other)
        && agent_specs(one) == agent_specs(other)
}

/// Converts a running step to the ids of another version. Returns `None` if the action or an object no longer
/// exists; the mind has then stopped the step.
fn carry(mut running: Running, from: &Arc<DomainSpec>, to: &Arc<DomainSpec>) -> Option<Running> {
    let action = to.planning.action_named(&from.planning.actions().get(running.action)?.name)?;
    let value = |value: &Value| {
        let Value::Object(object) = value else { return Some(*value) };
        let name = &from.planning.objects().get(ObjectId::new(*object))?.name;
        let mut objects = to.planning.objects().iter();
        let (new, _) = objects.find(|(_, known)| known.name == *name)?;
        Some(Value::Object(new.index() as u32))
    };
    running.args = running.args.iter().map(value).collect::<Option<_>>()?;
    running.action = action;
    Some(running)
}
