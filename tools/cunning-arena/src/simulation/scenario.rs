//! A play: a scene with the minds that act in it, read and checked, ready to be staged as often as one likes.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use cunning_diag::{Diagnostic, Diagnostics, Source};
use cunning_mind::{DomainSpec, MindConfig, Value, read_with};
use cunning_plan::model::FactId;

use super::body_action::BodyAction;
use super::sense::Feed;
use super::settings::{Belief, belief};
use super::words::{DOMAIN, Findings, MISSING, SETTING, Speech, Thing, Things};
use crate::scene::{ActorSpec, BeliefSpec, Loader, Scene, Word};
use crate::{ActorId, TeamId};

/// The setting that is about navigators, unless a domain has a fact of that name.
const FEAR: &str = "fear";

/// How a scene is played, beyond what its file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long a tick is.
    pub tick_ms: u16,
    /// How many expansions the minds of one domain file may make in a tick.
    pub budget: u64,
    /// Facts that minds believe in the beginning: `fact=value` for all that know the fact, or `actor.fact=value`. What a
    /// body carries is changed in the world. `fear=0.5` or `actor.fear=0.5` is about those who have a navigator.
    pub set: Vec<String>,
    /// What happens by itself, as [`Scene::add_event`] has it.
    pub events: Vec<String>,
    /// Whether there are commanders; without them everybody is on its own.
    pub has_orders: bool,
    /// Whether the first two teams begin in each other's places.
    pub is_swapped: bool,
    /// The team whose bodies are driven by a plain state machine instead of minds.
    pub machine: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tick_ms: 100,
            budget: 1000,
            set: Vec::new(),
            events: Vec::new(),
            has_orders: true,
            is_swapped: false,
            machine: None,
        }
    }
}

/// A scene with its minds. See [`simulation`](super) for how a file says what bodies do and tell.
pub struct Scenario {
    pub(super) scene: Arc<Scene>,
    pub(super) source: Source,
    pub(super) settings: Settings,
    pub(super) domains: Vec<ScenarioDomain>,
    pub(super) agent_specs: Vec<AgentSpec>,
    /// Whom a state machine drives.
    pub(super) machines: Vec<ActorId>,
    pub(super) config: MindConfig,
}

/// All minds of one domain file.
pub(super) struct ScenarioDomain {
    /// The file with all that it includes, itself first.
    pub(super) sources: Vec<Source>,
    pub(super) spec: Arc<DomainSpec>,
    pub(super) things: Things,
    /// For each action: what bodies do.
    pub(super) body_actions: Vec<Option<Vec<BodyAction>>>,
    pub(super) senses: Vec<Sense>,
    /// The checks that are answered with *no*.
    pub(super) refused: BTreeSet<String>,
}

pub(super) struct Sense {
    pub(super) name: String,
    pub(super) every_ms: u32,
    pub(super) feeds: Vec<Feed>,
}

/// One mind.
pub(super) struct AgentSpec {
    pub(super) name: String,
    pub(super) team: TeamId,
    pub(super) domain_at: usize,
    pub(super) archetype: String,
    pub(super) actor: Option<ActorId>,
    /// Who commands it, by the place in the list of parts.
    pub(super) commander: Option<usize>,
    /// Objects that mean a place of its own to it.
    pub(super) own: Vec<(u32, Thing)>,
    /// Facts with their values in the beginning: a number is drawn from the first to the second.
    pub(super) beliefs: Vec<(FactId, Vec<Value>, Value, Value)>,
}

impl Scenario {
    /// Reads a scene, and from a loader the domain files that it names, and the files of its quest.
    pub fn load(source: &Source, loader: Loader<'_>, settings: Settings) -> Result<Self, Diagnostics> {
        let mut scene = Scene::parse_with(source, &[], loader)?;
        let mut findings = Findings { source, found: Diagnostics::new() };
        let thrown = thrown(&scene, &settings, &mut findings);
        if !thrown.is_empty() {
            scene = Scene::parse_with(source, &thrown, loader)?;
        }
        for event in &settings.events {
            if let Err(message) = scene.add_event(event, settings.tick_ms) {
                findings.found.push(Diagnostic::error(SETTING, format!("event: {message}")));
            }
        }
        let machines = arrange(&mut scene, &settings, &mut findings);
        let names = domain_names(&scene);
        let mut domains = Vec::new();
        for name in &names {
            match ScenarioDomain::read(name, loader) {
                Ok(domain_at) => domains.push(domain_at),
                Err(found) => findings.found.append(found),
            }
        }
        // What words mean depends on all of the domains.
        if domains.len() < names.len() {
            return Err(findings.found);
        }
        let mut agent_specs = agent_specs(&scene, &names, &domains, &mut findings);
        for (at, domain_at) in domains.iter_mut().enumerate() {
            let members = || agent_specs.iter().filter(|agent_spec| agent_spec.domain_at == at);
            let archetypes = members().map(|agent_spec| agent_spec.archetype.as_str()).collect();
            let own: Vec<_> = members().flat_map(|agent_spec| agent_spec.own.iter().copied()).collect();
            domain_at.learn(&scene, &archetypes, &own, &mut findings);
        }
        look_for_strangers(&scene, &domains, &mut findings);
        believe(&mut scene, &domains, &mut agent_specs, &settings, &mut findings);
        findings.found.into_result()?;
        let config = MindConfig::default();
        Ok(Self {
            scene: Arc::new(scene),
            source: source.clone(),
            settings,
            domains,
            agent_specs,
            machines,
            config,
        })
    }

    /// The scene.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// How it is played.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The text of the scene.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The texts of the domain files, each with those that it includes after it.
    pub fn domain_sources(&self) -> impl Iterator<Item = &Source> {
        self.domains.iter().flat_map(|domain_at| &domain_at.sources)
    }

    /// The names of the domain files, in the order in which the scene names them.
    pub fn domains(&self) -> impl Iterator<Item = &str> {
        self.domains.iter().map(ScenarioDomain::name)
    }
}

/// Changes who is there and where, as the settings have it; those who are driven by a state machine.
fn arrange(scene: &mut Scene, settings: &Settings, findings: &mut Findings<'_>) -> Vec<ActorId> {
    if !settings.has_orders {
        scene.commanders.clear();
    }
    if settings.is_swapped {
        let of = |scene: &Scene, team: u16| -> Vec<usize> {
            let actors = scene.actors.iter().enumerate();
            actors.filter(|(_, actor)| actor.team == TeamId::new(team)).map(|(at, _)| at).collect()
        };
        let (first, second) = (of(scene, 0), of(scene, 1));
        if first.len() != second.len() {
            let message = "teams that differ in number cannot begin in each other's places";
            findings.found.push(Diagnostic::error(SETTING, message));
        }
        for (one, other) in first.into_iter().zip(second) {
            let place = |scene: &Scene, at: usize| (scene.actors[at].cell, scene.actors[at].heading);
            let places = (place(scene, one), place(scene, other));
            (
                (scene.actors[other].cell, scene.actors[other].heading),
                (scene.actors[one].cell, scene.actors[one].heading),
            ) = places;
        }
    }
    let Some(name) = &settings.machine else { return Vec::new() };
    let Some(team) = scene.team(name) else {
        let message = format!("there is no team `{name}`");
        let known = scene.teams().iter().map(String::as_str);
        findings.found.push(Diagnostic::error(SETTING, message).suggest(name, known));
        return Vec::new();
    };
    scene.commanders.retain(|commander| commander.team != team);
    let mut machines = Vec::new();
    for (at, actor) in scene.actors.iter_mut().enumerate().filter(|(_, actor)| actor.team == team) {
        actor.domain.clear();
        machines.push(ActorId::new(at as u16));
    }
    machines
}

/// The switches of a scene that settings throw.
fn thrown<'s>(scene: &Scene, settings: &'s Settings, findings: &mut Findings<'_>) -> Vec<(&'s str, bool)> {
    let mut thrown = Vec::new();
    for setting in &settings.set {
        let (name, value) = split(setting);
        match value {
            _ if !is_switch(scene, name) => {}
            "true" => thrown.push((name, true)),
            "false" => thrown.push((name, false)),
            _ => {
                let message = format!("`{setting}`: expected `true` or `false`");
                findings.found.push(Diagnostic::error(SETTING, message));
            }
        }
    }
    thrown
}

fn is_switch(scene: &Scene, name: &str) -> bool {
    scene.switches().iter().any(|switch| switch.name == name)
}

/// The name and the value of a setting.
fn split(setting: &str) -> (&str, &str) {
    let (name, value) = setting.split_once('=').unwrap_or((setting, "true"));
    (name.trim(), value.trim())
}

/// The domain files that a scene names, each once.
fn domain_names(scene: &Scene) -> Vec<String> {
    let commanders = scene.commanders().iter().map(|commander| &commander.domain);
    let all = commanders.chain(scene.actors().iter().map(|actor| &actor.domain));
    let mut names: Vec<String> = Vec::new();
    for name in all.filter(|name| !name.is_empty()) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// Everybody with a mind, those without a body first.
fn agent_specs(
    scene: &Scene,
    names: &[String],
    domains: &[ScenarioDomain],
    findings: &mut Findings<'_>,
) -> Vec<AgentSpec> {
    let cast_of = |domain: &str| names.iter().position(|name| name == domain);
    let mut agent_specs = Vec::new();
    // Who leads which squads, and who is in which.
    let mut ranks: Vec<(&[String], &str)> = Vec::new();
    for commander in scene.commanders() {
        let Some(domain_at) = cast_of(&commander.domain) else { continue };
        ranks.push((&commander.commands, &commander.squad));
        agent_specs.push(AgentSpec {
            name: commander.name.clone(),
            team: commander.team,
            domain_at,
            archetype: commander.archetype.clone(),
            actor: None,
            commander: None,
            own: Vec::new(),
            beliefs: Vec::new(),
        });
    }
    for (at, actor) in scene.actors().iter().enumerate() {
        let Some(domain_at) = cast_of(&actor.domain) else { continue };
        ranks.push((&actor.commands, &actor.squad));
        agent_specs.push(AgentSpec {
            name: actor.name.clone(),
            team: actor.team,
            domain_at,
            archetype: actor.archetype.clone(),
            actor: Some(ActorId::new(at as u16)),
            commander: None,
            own: own_words(scene, actor, &domains[domain_at], findings),
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
            format!("`{}` is among its own commanders", agent_spec.name)
        } else if agent_spec.commander.is_some_and(|at| agent_specs[at].domain_at != agent_spec.domain_at) {
            format!("`{}` has a commander whose mind is of another domain file", agent_spec.name)
        } else {
            continue;
        };
        findings.found.push(Diagnostic::error(DOMAIN, message));
    }
    let mut told = BTreeSet::new();
    for agent_spec in &agent_specs {
        let spec = &domains[agent_spec.domain_at].spec;
        if spec.archetype_named(&agent_spec.archetype).is_none()
            && told.insert((agent_spec.domain_at, &agent_spec.archetype))
        {
            let message =
                format!("`{}` has no archetype `{}`", names[agent_spec.domain_at], agent_spec.archetype);
            let known = spec.archetypes.iter().map(|archetype| archetype.name.as_str());
            findings.found.push(Diagnostic::error(DOMAIN, message).suggest(&agent_spec.archetype, known));
        }
    }
    agent_specs
}

/// The objects of a domain that mean something of its own to an actor.
fn own_words(
    scene: &Scene,
    actor: &ActorSpec,
    domain_at: &ScenarioDomain,
    findings: &mut Findings<'_>,
) -> Vec<(u32, Thing)> {
    let domain = &domain_at.spec.planning;
    let mut own = Vec::new();
    for (word, spot) in &actor.means {
        let named = domain.objects().as_slice().iter().position(|object| object.name == word.text);
        let Some(object) = named else {
            findings.unknown(
                "object",
                word,
                domain.objects().as_slice().iter().map(|object| object.name.as_str()),
            );
            continue;
        };
        let name = scene.spots().get(spot.index()).map_or("", |spot| spot.name.as_str());
        own.push((object as u32, Thing::named(scene, name)));
    }
    own
}

/// Entries that no domain file knows.
fn look_for_strangers(scene: &Scene, domains: &[ScenarioDomain], findings: &mut Findings<'_>) {
    // A scene without minds may still say what they would do.
    if domains.is_empty() {
        return;
    }
    let domains = || domains.iter().map(|domain_at| &domain_at.spec.planning);
    for body_action in scene.body_actions() {
        if domains().all(|domain| domain.action_named(&body_action.action.text).is_none()) {
            let names = domains().flat_map(|domain| domain.actions().as_slice());
            findings.unknown("action", &body_action.action, names.map(|action| action.name.as_str()));
        }
    }
    for (fact, _) in scene.senses().iter().flat_map(|sense| &sense.facts) {
        if domains().all(|domain| domain.fact_named(&fact.text).is_none()) {
            let names = domains().flat_map(|domain| domain.facts().as_slice());
            findings.unknown("fact", fact, names.map(|fact| fact.name.as_str()));
        }
    }
}

/// What minds believe in the beginning, by the scene and by the settings.
fn believe(
    scene: &mut Scene,
    domains: &[ScenarioDomain],
    agent_specs: &mut [AgentSpec],
    settings: &Settings,
    findings: &mut Findings<'_>,
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
            match belief(&domains[agent_spec.domain_at], &fact.text, &value) {
                Ok(found) => hold(scene, agent_spec, found),
                Err(why) => findings.error(SETTING, why.to_string(), fact.span),
            }
        }
    }
    for setting in &settings.set {
        let (name, value) = split(setting);
        if is_switch(scene, name) {
            continue;
        }
        let (who, fact) = match name.split_once('.') {
            Some((who, fact)) => (Some(who), fact),
            None => (None, name),
        };
        let is_fact = domains.iter().any(|domain_at| domain_at.spec.planning.fact_named(fact).is_some());
        if fact == FEAR && !is_fact {
            if let Err(why) = frighten(scene, who, value) {
                findings.found.push(Diagnostic::error(SETTING, format!("`{setting}`: {why}")));
            }
            continue;
        }
        let mut is_known = false;
        let mut failed = None;
        for agent_spec in
            agent_specs.iter_mut().filter(|agent_spec| who.is_none_or(|who| who == agent_spec.name))
        {
            match belief(&domains[agent_spec.domain_at], fact, value) {
                Ok(found) => {
                    hold(scene, agent_spec, found);
                    is_known = true;
                }
                Err(why) => {
                    failed = failed.filter(|kept: &super::settings::Misfit| !kept.is_unknown()).or(Some(why));
                }
            }
        }
        if !is_known || failed.as_ref().is_some_and(|why| !why.is_unknown()) {
            let why =
                failed.map_or_else(|| "nobody of that name has a mind".to_owned(), |why| why.to_string());
            findings.found.push(Diagnostic::error(SETTING, format!("`{setting}`: {why}")));
        }
    }
}

/// Makes those fearful who seek their way with a navigator, or one of them.
fn frighten(scene: &mut Scene, who: Option<&str>, value: &str) -> Result<(), &'static str> {
    let fear = value.parse().ok().filter(|fear| (0.0..=1.0).contains(fear));
    let fear: f64 = fear.ok_or("expected a number from 0 to 1")?;
    let named = scene.actors.iter_mut().filter(|actor| who.is_none_or(|who| actor.name == who));
    let mut meant = named.filter_map(|actor| actor.config.as_mut()).peekable();
    meant.peek().ok_or("nobody of that name has a navigator")?;
    for config in meant {
        config.fear = (fear * 1000.0).round() as u16;
    }
    Ok(())
}

/// Gives a part a belief, or its body a thing.
fn hold(scene: &mut Scene, agent_spec: &mut AgentSpec, found: Belief) {
    match (found, agent_spec.actor) {
        (Belief::Carries(item, count), Some(actor)) => {
            let goods = &mut scene.actors[actor.index()].goods;
            goods.remove(item, u16::MAX);
            goods.add(item, count);
        }
        (Belief::Carries(..), None) => {}
        (Belief::Fact(fact, indices, value, most), _) => {
            agent_spec.beliefs.push((fact, indices, value, most))
        }
    }
}

impl ScenarioDomain {
    pub(super) fn name(&self) -> &str {
        self.sources.first().map_or("", Source::name)
    }

    fn read(name: &str, loader: Loader<'_>) -> Result<Self, Diagnostics> {
        let Some(source) = loader(name) else {
            let message = format!("the scene names the domain file `{name}`, which cannot be found");
            return Err(Diagnostic::error(DOMAIN, message).into());
        };
        let sources = RefCell::new(vec![source.clone()]);
        let (spec, _) = read_with(&source, |name| {
            let included = loader(name)?;
            sources.borrow_mut().push(included.clone());
            Some(included)
        })?;
        Ok(Self {
            sources: sources.into_inner(),
            spec: Arc::new(spec),
            things: Things::default(),
            body_actions: Vec::new(),
            senses: Vec::new(),
            refused: BTreeSet::new(),
        })
    }

    /// Takes from the scene what its minds can do and sense.
    fn learn(
        &mut self,
        scene: &Scene,
        archetypes: &BTreeSet<&str>,
        own: &[(u32, Thing)],
        findings: &mut Findings<'_>,
    ) {
        let spec = self.spec.clone();
        let domain = &spec.planning;
        self.things = Things::new(scene, domain, own);
        self.body_actions = vec![None; domain.actions().as_slice().len()];
        for spec in scene.body_actions() {
            let Some(id) = domain.action_named(&spec.action.text) else { continue };
            let Some(action) = domain.actions().get(id) else { continue };
            let speech = Speech { scene, domain, things: &self.things, action };
            let body_actions =
                spec.body_actions.iter().filter_map(|phrase| BodyAction::read(&speech, findings, phrase));
            self.body_actions[id.index()] = Some(body_actions.collect());
        }
        for archetype in archetypes.iter().filter_map(|name| spec.archetype_named(name)) {
            for id in &archetype.actions {
                let is_ordered = spec.actions.get(id.index()).is_some_and(|action| !action.orders.is_empty());
                let is_told = self.body_actions.get(id.index()).is_some_and(Option::is_some);
                if let Some(action) = domain.actions().get(*id).filter(|_| !is_ordered && !is_told) {
                    let message = format!(
                        "`{}` of `{}` can do `{}`, and the scene does not say how",
                        archetype.name,
                        self.name(),
                        action.name
                    );
                    let hint = format!("add `{} = \"…\"` to `[do]`", action.name);
                    findings.found.push(Diagnostic::error(MISSING, message).hint(hint));
                    self.body_actions[id.index()] = Some(Vec::new());
                }
            }
        }
        for sense in scene.senses() {
            let mut feeds = Vec::new();
            for (fact, phrase) in &sense.facts {
                feeds.extend(Feed::read(scene, domain, &self.things, findings, (fact, phrase)));
            }
            let Word { text: name, .. } = sense.name.clone();
            self.senses.push(Sense { name, every_ms: sense.every_ms, feeds });
        }
        self.refused = scene
            .checks()
            .iter()
            .filter(|(_, is_granted)| !is_granted)
            .map(|(check, _)| check.text.clone())
            .collect();
    }
}
