//! A scenario: a scene with the minds that act in it, read and checked. It can be run any number of times.

mod agents;
mod domain;
mod initial_beliefs;
mod settings;
mod variants;

use std::sync::Arc;

use cunning_diag::{Collector, Diagnostic, Diagnostics, Source};
use cunning_mind::MindConfig;

use super::baseline::Choice;
use super::names::SETTING;
use crate::ActorId;
use crate::scene::{Loader, Scene, SceneChoices};
use agents::agent_specs;
use domain::{check_game, check_unknown_entries, domain_names};
use initial_beliefs::{apply_initial_beliefs, check_edits};
use settings::{apply_players, apply_team_settings, apply_without, switch_settings};
use variants::with_variants;

pub(super) use agents::AgentSpec;
pub(super) use domain::ScenarioDomain;
pub(super) use initial_beliefs::{Assignment, check_edit};
pub use settings::{SHARING, Settings};

/// A scene with its minds. See [`simulation`](super) for how a file connects bodies and minds.
#[derive(Clone)]
pub struct Scenario {
    pub(super) scene: Arc<Scene>,
    pub(super) source: Source,
    pub(super) settings: Settings,
    pub(super) domains: Vec<ScenarioDomain>,
    pub(super) agent_specs: Vec<AgentSpec>,
    /// The actors that are driven by baselines.
    pub(super) drivers: Vec<(ActorId, Choice)>,
    /// The actors that the caller drives.
    pub(super) players: Vec<ActorId>,
    pub(super) config: MindConfig,
}

/// What drives an actor that was added.
pub(super) struct Spawned {
    /// The index of its agent.
    pub(super) agent: Option<usize>,
    /// The baseline of its team.
    pub(super) driver: Option<Choice>,
}

impl Scenario {
    /// Reads a scene, the domain files that it names, and the files of its quest.
    pub fn load(source: &Source, loader: Loader<'_>, settings: Settings) -> Result<Self, Diagnostics> {
        let difficulty = settings.difficulty.as_deref();
        let mut scene = Scene::parse_with(source, SceneChoices { switches: &[], difficulty }, loader)?;
        let mut collector = Collector::new([source]);
        let switched = switch_settings(&scene, &settings, &mut collector);
        if !switched.is_empty() {
            scene = Scene::parse_with(source, SceneChoices { switches: &switched, difficulty }, loader)?;
        }
        for event in &settings.events {
            if let Err(message) = scene.add_event(event, settings.tick_ms) {
                collector.push_unplaced(Diagnostic::error(SETTING, format!("event: {message}")));
            }
        }
        let drivers = apply_team_settings(&mut scene, &settings, &mut collector);
        let players = apply_players(&mut scene, &settings, &mut collector);
        let names = domain_names(&scene);
        let mut domains = Vec::new();
        for name in &names {
            match ScenarioDomain::read(name, loader) {
                Ok(domain) => domains.extend(with_variants(domain, &scene, loader, &mut collector)),
                Err(found) => collector.append(found),
            }
        }
        // The meaning of names depends on all domains.
        if domains.len() < names.len() {
            return Err(collector.into_diagnostics());
        }
        apply_without(&mut domains, &settings, &mut collector);
        let mut agent_specs = agent_specs(&scene, &names, &domains, &mut collector);
        for (at, domain) in domains.iter_mut().enumerate() {
            let members = || agent_specs.iter().filter(|agent_spec| agent_spec.domain_index == at);
            let archetypes = members().map(|agent_spec| agent_spec.archetype.as_str()).collect();
            let aliases: Vec<_> =
                members().flat_map(|agent_spec| agent_spec.aliases.iter().copied()).collect();
            domain.bind_scene(&scene, &archetypes, &aliases, &mut collector);
        }
        check_unknown_entries(&scene, &domains, &mut collector);
        check_game(&scene, &domains, &mut collector);
        apply_initial_beliefs(&mut scene, &domains, &mut agent_specs, &settings, &mut collector);
        check_edits(&scene, &domains, &agent_specs, &mut collector);
        collector.into_diagnostics().into_result()?;
        let config = MindConfig::default();
        Ok(Self {
            scene: Arc::new(scene),
            source: source.clone(),
            settings,
            domains,
            agent_specs,
            drivers,
            players,
            config,
        })
    }

    /// Adds the actors that a world has more than the scene.
    pub(super) fn add_actors(&mut self, scene: &Arc<Scene>) {
        for at in self.scene.actors().len()..scene.actors().len() {
            self.add_actor(scene, ActorId::new(at as u16));
        }
    }

    /// Adds an actor that was spawned in the scene of a world, with what drives it. Returns `None` if it is known already.
    pub(super) fn add_actor(&mut self, scene: &Arc<Scene>, actor: ActorId) -> Option<Spawned> {
        let spec = scene.actors().get(actor.index())?.clone();
        if actor.index() != self.scene.actors().len() {
            return None;
        }
        let is_like = |at: &usize| self.scene.actors()[*at].archetype == spec.archetype;
        let template = (0..self.scene.actors().len()).find(is_like)?;
        let is_template = |known: ActorId| known.index() == template;
        let driver = self.drivers.iter().find(|(known, _)| is_template(*known)).map(|(_, choice)| *choice);
        self.drivers.extend(driver.map(|choice| (actor, choice)));
        let agent = self.agent_specs.iter().find(|agent| agent.actor.is_some_and(is_template));
        let agent =
            agent.map(|agent| AgentSpec { name: spec.name.clone(), actor: Some(actor), ..agent.clone() });
        let at = agent.is_some().then_some(self.agent_specs.len());
        self.agent_specs.extend(agent);
        Arc::make_mut(&mut self.scene).actors.push(spec);
        Some(Spawned { agent: at, driver })
    }

    /// The scene without its minds.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The actors that the caller drives, in the order of the scene.
    pub fn players(&self) -> &[ActorId] {
        &self.players
    }

    /// The names of the agents, those without a body first.
    pub fn agents(&self) -> impl Iterator<Item = &str> + Clone {
        self.agent_specs.iter().map(|agent_spec| agent_spec.name.as_str())
    }

    /// The source text of the scene.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The source texts of the domain files, each followed by the files that it includes.
    pub fn domain_sources(&self) -> impl Iterator<Item = &Source> {
        self.domains.iter().flat_map(|domain| &domain.sources)
    }

    /// The names of the domain files, in the order in which the scene names them.
    pub fn domains(&self) -> impl Iterator<Item = &str> {
        self.domains.iter().map(ScenarioDomain::name)
    }
}
