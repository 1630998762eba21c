//! The domain files of a scenario, and how the scene connects their actions and sensors to bodies.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use cunning_diag::{Collector, Diagnostic, Diagnostics, Source};
use cunning_mind::engine::Value;
use cunning_mind::{DomainSpec, read_with};
use cunning_plan::model::FactId;

use crate::ItemId;
use crate::scene::{Loader, Scene, Word};
use crate::simulation::body_action::BodyAction;
use crate::simulation::names::{DOMAIN, MISSING, PhraseScope, Thing, Things, WORD, unknown};
use crate::simulation::player::mistakes;
use crate::simulation::sense::Feed;

/// A domain file and how the scene uses it.
#[derive(Clone)]
pub(in crate::simulation) struct ScenarioDomain {
    /// The name by which the scene knows the domain file.
    name: String,
    /// The domain file, followed by the files that it includes. If the scene derives archetypes, a generated file with them
    /// comes first, and includes the domain file.
    pub(in crate::simulation) sources: Vec<Source>,
    pub(in crate::simulation) spec: Arc<DomainSpec>,
    pub(in crate::simulation) things: Things,
    /// The body actions of each action, by action index.
    pub(in crate::simulation) body_actions: Vec<Option<Vec<BodyAction>>>,
    pub(in crate::simulation) senses: Vec<Sense>,
    /// The checks that are answered with *no*.
    pub(in crate::simulation) refused: BTreeSet<String>,
}

#[derive(Clone)]
pub(in crate::simulation) struct Sense {
    pub(in crate::simulation) name: String,
    pub(in crate::simulation) every_ms: u32,
    pub(in crate::simulation) feeds: Vec<Feed>,
}

/// Returns the domain files that a scene names, each once.
pub(super) fn domain_names(scene: &Scene) -> Vec<String> {
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

/// Reports entries of the scene that no domain file knows.
pub(super) fn check_unknown_entries(scene: &Scene, domains: &[ScenarioDomain], collector: &mut Collector) {
    // A scene without minds may still have these entries.
    if domains.is_empty() {
        return;
    }
    let domains = || domains.iter().map(|domain| &domain.spec.planning);
    for body_action in scene.body_actions() {
        if domains().all(|domain| domain.action_named(&body_action.action.text).is_none()) {
            let names = domains().flat_map(|domain| domain.actions().as_slice());
            unknown(collector, "action", &body_action.action, names.map(|action| action.name.as_str()));
        }
    }
    for (fact, _) in scene.senses().iter().flat_map(|sense| &sense.facts) {
        if domains().all(|domain| domain.fact_named(&fact.text).is_none()) {
            let names = domains().flat_map(|domain| domain.facts().as_slice());
            unknown(collector, "fact", fact, names.map(|fact| fact.name.as_str()));
        }
    }
}

/// Reports orders for goals that no domain file knows, and scripts that cannot be followed.
pub(super) fn check_game(scene: &Scene, domains: &[ScenarioDomain], collector: &mut Collector) {
    let domains = || domains.iter().map(|domain| &domain.spec.planning);
    for order in scene.orders() {
        if domains().all(|domain| domain.goal_named(&order.goal.text).is_none()) {
            let names = domains().flat_map(|domain| domain.goals().as_slice());
            unknown(collector, "goal", &order.goal, names.map(|goal| goal.name.as_str()));
        }
    }
    for (span, message) in mistakes(scene) {
        collector.error(span, WORD, message);
    }
}

impl ScenarioDomain {
    pub(in crate::simulation) fn name(&self) -> &str {
        &self.name
    }

    /// The item that a fact counts, if the body senses how many it carries.
    pub(in crate::simulation) fn item_held(&self, fact: FactId, indices: &[Value]) -> Option<ItemId> {
        let mut feeds = self.senses.iter().flat_map(|sense| &sense.feeds);
        feeds.find(|feed| feed.fact == fact && feed.is_felt())?.item_held(indices)
    }

    pub(super) fn read(name: &str, loader: Loader<'_>) -> Result<Self, Diagnostics> {
        let Some(source) = loader(name) else {
            let message = format!("the domain file `{name}` of the scene was not found");
            return Err(Diagnostic::error(DOMAIN, message).into());
        };
        Self::read_source(name, &source, loader)
    }

    /// Reads a domain from a text and the files that it includes.
    pub(super) fn read_source(name: &str, source: &Source, loader: Loader<'_>) -> Result<Self, Diagnostics> {
        let sources = RefCell::new(vec![source.clone()]);
        let (spec, _) = read_with(source, |name| {
            let included = loader(name)?;
            sources.borrow_mut().push(included.clone());
            Some(included)
        })?;
        Ok(Self {
            name: name.to_owned(),
            sources: sources.into_inner(),
            spec: Arc::new(spec),
            things: Things::default(),
            body_actions: Vec::new(),
            senses: Vec::new(),
            refused: BTreeSet::new(),
        })
    }

    /// Resolves what the scene says about the actions and senses of this domain.
    pub(super) fn bind_scene(
        &mut self,
        scene: &Scene,
        archetypes: &BTreeSet<&str>,
        aliases: &[(u32, Thing)],
        collector: &mut Collector,
    ) {
        let spec = self.spec.clone();
        let domain = &spec.planning;
        self.things = Things::new(scene, domain, aliases);
        self.body_actions = vec![None; domain.actions().as_slice().len()];
        for spec in scene.body_actions() {
            let Some(id) = domain.action_named(&spec.action.text) else { continue };
            let Some(action) = domain.actions().get(id) else { continue };
            let scope = PhraseScope { scene, domain, things: &self.things, action };
            let body_actions =
                spec.body_actions.iter().filter_map(|phrase| BodyAction::read(&scope, collector, phrase));
            self.body_actions[id.index()] = Some(body_actions.collect());
        }
        for archetype in archetypes.iter().filter_map(|name| spec.archetype_named(name)) {
            for id in &archetype.actions {
                let is_ordered = spec.actions.get(id.index()).is_some_and(|action| !action.orders.is_empty());
                let is_told = self.body_actions.get(id.index()).is_some_and(Option::is_some);
                if let Some(action) = domain.actions().get(*id).filter(|_| !is_ordered && !is_told) {
                    let message = format!(
                        "archetype `{}` of `{}` uses action `{}`, which has no entry in `[do]`",
                        archetype.name,
                        self.name(),
                        action.name
                    );
                    let hint = format!("add `{} = \"…\"` to `[do]`", action.name);
                    collector.push_unplaced(Diagnostic::error(MISSING, message).hint(hint));
                    self.body_actions[id.index()] = Some(Vec::new());
                }
            }
        }
        for sense in scene.senses() {
            let mut feeds = Vec::new();
            for (fact, phrase) in &sense.facts {
                feeds.extend(Feed::read(scene, domain, &self.things, collector, (fact, phrase)));
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
