//! The settings of a run: tick length, budget, switches, teams and initial beliefs.

use std::sync::Arc;

use cunning_diag::{Collector, Diagnostic};
use cunning_mind::DomainSpec;
use cunning_mind::spec::Scope;

use super::ScenarioDomain;
use crate::scene::{ActorSpec, Scene};
use crate::simulation::baseline::{BASELINES, Choice, SHARE};
use crate::simulation::names::SETTING;
use crate::{ActorId, TeamId};

/// The name of what squads know together in [`Settings::without`]: every agent keeps its beliefs and sightings to itself.
pub const SHARING: &str = "sharing";

/// How a scenario is run, beyond what its file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The length of a tick in milliseconds.
    pub tick_ms: u16,
    /// How many expansions the minds of one domain file may make per tick.
    pub budget: u64,
    /// Initial beliefs: `fact=value` for every agent that knows the fact, or `actor.fact=value`. For a fact
    /// that counts carried items, the item count of the body is changed. `fear=0.5` or `actor.fear=0.5` sets
    /// the fear of navigators.
    pub set: Vec<String>,
    /// Additional scripted events, in the syntax of [`Scene::add_event`].
    pub events: Vec<String>,
    /// Whether commanders take part. Without them every agent acts alone.
    pub has_orders: bool,
    /// Parts of command to do without, to measure what they are worth: actions of commanders, goals that they order, and
    /// [`SHARING`].
    pub without: Vec<String>,
    /// The level of difficulty, in place of the default of the scene.
    pub difficulty: Option<String>,
    /// Whether the first two teams swap their starting positions.
    pub is_swapped: bool,
    /// Teams that are driven by baselines instead of minds, as `TEAM=BASELINE`: `blue=fsm`, `blue=bt+share`. See
    /// [`baseline`](crate::simulation::baseline).
    pub baselines: Vec<String>,
    /// Actors, by name or by team, without minds: the caller drives them with
    /// [`Simulation::intend`](crate::simulation::Simulation::intend). A recording of such a run cannot be replayed.
    pub players: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tick_ms: 100,
            budget: 1000,
            set: Vec::new(),
            events: Vec::new(),
            has_orders: true,
            without: Vec::new(),
            difficulty: None,
            is_swapped: false,
            baselines: Vec::new(),
            players: Vec::new(),
        }
    }
}

/// Applies the settings about teams and commanders. Returns the actors that are driven by baselines.
pub(super) fn apply_team_settings(
    scene: &mut Scene,
    settings: &Settings,
    collector: &mut Collector,
) -> Vec<(ActorId, Choice)> {
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
            let message = "cannot swap teams of different size";
            collector.push_unplaced(Diagnostic::error(SETTING, message));
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
    let mut drivers = Vec::new();
    for setting in &settings.baselines {
        let (name, baseline) = split(setting);
        let Some(team) = scene.team(name) else {
            let message = format!("there is no team `{name}`");
            let known = scene.teams().iter().map(String::as_str);
            collector.push_unplaced(Diagnostic::error(SETTING, message).suggest(name, known));
            continue;
        };
        let Some(choice) = Choice::parse(baseline) else {
            let known = BASELINES.join("`, `");
            let message = format!("there is no baseline `{baseline}`; use `{known}`, or one with `{SHARE}`");
            collector.push_unplaced(Diagnostic::error(SETTING, message).suggest(baseline, BASELINES));
            continue;
        };
        scene.commanders.retain(|commander| commander.team != team);
        drivers.retain(|(actor, _): &(ActorId, Choice)| scene.actors[actor.index()].team != team);
        for (at, actor) in scene.actors.iter_mut().enumerate().filter(|(_, actor)| actor.team == team) {
            actor.domain.clear();
            drivers.push((ActorId::new(at as u16), choice));
        }
    }
    drivers.sort_unstable_by_key(|(actor, _)| *actor);
    drivers
}

/// Takes the parts of command that the settings do without away from all domains.
pub(super) fn apply_without(domains: &mut [ScenarioDomain], settings: &Settings, collector: &mut Collector) {
    for name in &settings.without {
        let is_known = domains.iter().flat_map(|domain| parts(&domain.spec)).any(|part| part == *name);
        if name != SHARING && !is_known {
            let parts: Vec<String> = domains.iter().flat_map(|domain| parts(&domain.spec)).collect();
            let known: Vec<&str> = parts.iter().map(String::as_str).chain([SHARING]).collect();
            let message = format!("there is no part of command `{name}`; use `{}`", known.join("`, `"));
            collector.push_unplaced(Diagnostic::error(SETTING, message).suggest(name, known));
        }
        for domain in domains.iter_mut() {
            leave_out(Arc::make_mut(&mut domain.spec), name);
        }
    }
}

/// The parts of command in a domain: actions that give orders, and goals that are ordered.
fn parts(spec: &DomainSpec) -> Vec<String> {
    let commands = spec.planning.actions().as_slice().iter().zip(&spec.actions);
    let commands = commands.filter(|(_, spec)| !spec.orders.is_empty());
    let mut parts: Vec<String> = Vec::new();
    for (action, command) in commands {
        let goals = command.orders.iter().filter_map(|order| spec.planning.goals().get(order.goal));
        parts.extend(std::iter::once(action.name.clone()).chain(goals.map(|goal| goal.name.clone())));
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}

fn leave_out(spec: &mut DomainSpec, name: &str) {
    if name == SHARING {
        let shared = spec.facts.iter_mut().filter(|fact| fact.scope == Scope::Squad);
        shared.for_each(|fact| fact.scope = Scope::Agent);
    }
    let (command, goal) = (spec.planning.action_named(name), spec.planning.goal_named(name));
    let mut is_left_out = vec![false; spec.actions.len()];
    for (at, action) in spec.actions.iter_mut().enumerate().filter(|(_, action)| !action.orders.is_empty()) {
        action.orders.retain(|order| Some(order.goal) != goal);
        is_left_out[at] = action.orders.is_empty() || command.is_some_and(|command| command.index() == at);
    }
    for archetype in &mut spec.archetypes {
        archetype.actions.retain(|action| !is_left_out[action.index()]);
    }
}

/// Takes the minds of the players away. Returns their actors.
pub(super) fn apply_players(
    scene: &mut Scene,
    settings: &Settings,
    collector: &mut Collector,
) -> Vec<ActorId> {
    let mut players = Vec::new();
    for name in &settings.players {
        let team = scene.team(name);
        let is_meant = |actor: &ActorSpec| actor.name == *name || Some(actor.team) == team;
        let before = players.len();
        for (at, actor) in scene.actors.iter_mut().enumerate().filter(|(_, actor)| is_meant(actor)) {
            actor.domain.clear();
            players.push(ActorId::new(at as u16));
        }
        if players.len() == before {
            let message = format!("there is no actor or team `{name}`");
            let actors = scene.actors.iter().map(|actor| actor.name.as_str());
            let known = actors.chain(scene.teams.iter().map(String::as_str));
            collector.push_unplaced(Diagnostic::error(SETTING, message).suggest(name, known));
        }
        scene.commanders.retain(|commander| Some(commander.team) != team);
    }
    players.sort_unstable();
    players.dedup();
    players
}

/// Returns the switches of the scene that the settings turn on or off.
pub(super) fn switch_settings<'s>(
    scene: &Scene,
    settings: &'s Settings,
    collector: &mut Collector,
) -> Vec<(&'s str, bool)> {
    let mut switched = Vec::new();
    for setting in &settings.set {
        let (name, value) = split(setting);
        match value {
            _ if !is_switch(scene, name) => {}
            "true" => switched.push((name, true)),
            "false" => switched.push((name, false)),
            _ => {
                let message = format!("`{setting}`: expected `true` or `false`");
                collector.push_unplaced(Diagnostic::error(SETTING, message));
            }
        }
    }
    switched
}

pub(super) fn is_switch(scene: &Scene, name: &str) -> bool {
    scene.switches().iter().any(|switch| switch.name == name)
}

/// Splits a setting into name and value.
pub(super) fn split(setting: &str) -> (&str, &str) {
    let (name, value) = setting.split_once('=').unwrap_or((setting, "true"));
    (name.trim(), value.trim())
}
