//! Runs scenes with minds: plans become actions of bodies, and events in the world become beliefs of minds.
//!
//! A [`Scenario`] is a scene together with the domain files that its actors name, read and checked. A
//! [`Simulation`] is one run of a scenario. It owns the [`World`] and one [`Minds`] per domain file and
//! advances both. The same scenario, seed and ticks give the same [`Simulation::hash`] after every tick. A
//! run can be recorded, and [`replay`] runs a recording again and reports the first difference.
//!
//! Scenes need no code: tables map actions of the domain to actions of the body, and sensors to facts. The page on scene
//! files of the guide (`docs/scenes.md`) lists the words of both, and all tables and keys.
//!
//! # A scene to play
//!
//! A scene with a `[briefing]` can be played: a person commands a team. [`Simulation::friends`], [`Simulation::order_offers`]
//! and [`Simulation::order_targets`] say what can be ordered, [`Simulation::command`] orders it, and [`Simulation::objectives`]
//! and [`Simulation::verdict`] say how the game stands.

pub mod baseline;
mod body_action;
mod commands;
mod edit;
mod fighting;
mod ground;
mod hearing;
mod ledger;
mod lying;
mod names;
mod narration;
mod observer;
mod order_narration;
mod outcome_counts;
mod percepts;
mod player;
mod profiling;
mod quality;
mod quest_run;
mod recording;
mod reload;
mod replay;
mod saving;
mod scenario;
mod seeker_walks;
mod sense;
mod sightings;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cunning_mind::engine::{CERTAIN, Percept, Value};
use cunning_mind::{AgentId, IdleReason, MindEngine, MindError, Minds, OrderId, Spawn, StepId};
use cunning_plan::model::ActionId;
use cunning_walk::Random;

use crate::id::IntentId;
use crate::scene::WinCondition;
use crate::world::{Event, EventKind, Holder, Intent, IntentError, Outcome};
use crate::{ActorId, Paths, World};
use baseline::{Baseline, CustomDriver, Driver};
use ground::Ground;
use quest_run::QuestRun;
use scenario::ScenarioDomain;
use sense::{SenseMemory, SensedValue};

pub use edit::EditOffer;
pub use fighting::TeamFighting;
pub use ledger::{Day, DayGoods, DaysSummary, Drift, Neighbours};
pub use narration::{Line, LineKind};
pub use outcome_counts::{OutcomeCounts, wilson};
pub use player::{
    ALL, CommandError, Friend, ObjectiveState, OrderOffer, OrderParam, OrderPreview, OrderTarget, Outlook,
    STOP, ScriptError, ScriptedPlayer, TargetKind, Verdict,
};
pub use quality::RunQuality;
pub use quest_run::QuestProgress;
pub use reload::ReloadError;
pub use replay::{Divergence, ReplayError, Replayed, replay, replay_frames};
pub use saving::RestoreError;
pub use scenario::{SHARING, Scenario, Settings};
pub use seeker_walks::{SeekerWalk, WALKS_MAX};

/// One run of a scenario.
///
/// ```
/// use std::sync::Arc;
/// use cunning_arena::Outcome;
/// use cunning_arena::simulation::{Scenario, Settings, Simulation};
/// use cunning_diag::Source;
///
/// let domain = r#"
/// facts = { coins = { type = "int", min = 0, max = 3 } }
/// action.dig = { when = ["coins < 3"], then = ["coins += 1"] }
/// goal.be_rich = { want = ["coins == 3"] }
/// agent.digger = { actions = ["dig"], goals = { be_rich = 1 }, sensors = ["purse"] }
/// "#;
/// let scene = r#"
/// scene = { name = "field", teams = ["diggers"], map = ".x." }
/// legend = { x = { spot = "hole" } }
/// item.coin = {}
/// actor = [{ name = "ann", team = "diggers", at = [0, 0], archetype = "digger", domain = "digger.toml" }]
/// do = { dig = ["walk hole", "work dig at pit"] }
/// sense = { purse = { coins = "holds coin" } }
/// [[station]]
/// name = "pit"
/// at = "hole"
/// job = [{ name = "dig", time = 2, yields = { coin = 1 } }]
/// [[win]]
/// team = "diggers"
/// item = "coin"
/// at = "hole"
/// "#;
/// let loader = |name: &str| (name == "digger.toml").then(|| Source::new(name, domain));
/// let scenario = Arc::new(Scenario::load(&Source::new("field.toml", scene), &loader, Settings::default())?);
/// let mut simulation = Simulation::new(&scenario, 1)?;
/// while simulation.outcome().is_none() {
///     simulation.tick();
/// }
/// assert!(matches!(simulation.outcome(), Some(Outcome::Won { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Simulation {
    scenario: Arc<Scenario>,
    world: World,
    /// The minds of each domain file of the scenario.
    domains: Vec<DomainMinds>,
    instances: Vec<AgentInstance>,
    /// The agent instance of each actor, by actor index.
    instance_of: Vec<Option<usize>>,
    lines: Vec<Line>,
    /// What happened in the last tick.
    events: Vec<Event>,
    sensed: Vec<SensedValue>,
    /// The actors that are driven by baselines.
    drivers: Vec<Driver>,
    /// The players that are driven by baselines of the caller.
    custom_drivers: Vec<CustomDriver>,
    paths: Paths,
    /// The finished walks of seekers.
    walks: seeker_walks::Walks,
    /// Quality counters that need the world.
    counted: quality::Counted,
    /// How teams fight, if it is counted.
    fighting: Option<fighting::Fighting>,
    /// What is made, used up and held, if it is counted.
    ledger: Option<ledger::Ledger>,
    /// Whether narration lines are collected.
    is_narrated: bool,
}

/// The minds of one domain file.
struct DomainMinds {
    minds: Minds,
    instances: BTreeMap<AgentId, usize>,
    /// The actors that are bound as objects in these minds.
    bound: BTreeSet<u64>,
    /// The open orders as text, for narration.
    orders: BTreeMap<OrderId, String>,
}

impl DomainMinds {
    fn new(minds: Minds) -> Self {
        Self { minds, instances: BTreeMap::new(), bound: BTreeSet::new(), orders: BTreeMap::new() }
    }
}

/// The state of one agent while the scenario runs.
struct AgentInstance {
    agent: AgentId,
    senses: SenseMemory,
    running: Option<Running>,
    /// The quest run, once the quest has begun.
    quest_run: Option<QuestRun>,
    control: Control,
    narration: narration::Memory,
    walk: quality::WalkTracker,
    /// The importance of the agent in a scene with an observer, in thousandths, once it was set.
    importance: Option<u16>,
    /// The position and heading that were recorded last.
    placed: Option<(crate::Point, crate::Heading)>,
}

impl AgentInstance {
    /// Whether the agent was removed because its body died.
    fn is_gone(&self) -> bool {
        self.control == Control::Gone
    }

    fn new(agent: AgentId) -> Self {
        Self {
            agent,
            senses: SenseMemory::default(),
            running: None,
            quest_run: None,
            control: Control::Mind,
            narration: narration::Memory::default(),
            walk: quality::WalkTracker::default(),
            importance: None,
            placed: None,
        }
    }
}

/// What moves the body of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    /// The steps of its mind.
    Mind,
    /// Nothing: the body died, and the agent was removed.
    Gone,
    /// A person. The steps of the mind move nothing.
    Person,
}

/// A step of a plan that a body is carrying out.
#[derive(Clone, Debug)]
struct Running {
    step: StepId,
    action: ActionId,
    args: Vec<Value>,
    /// The index of the current body action, and how often it is still to be started.
    at: usize,
    times: u16,
    intent: Option<IntentId>,
    /// When an agent without a body stops waiting.
    until_ms: Option<u64>,
}

impl Simulation {
    /// Starts a run of a scenario.
    pub fn new(scenario: &Arc<Scenario>, seed: u64) -> Result<Self, MindError> {
        Self::begin(scenario, seed, |_, _| {})
    }

    /// Starts a run. `prepare` is called with each mind engine before any agent is spawned in it.
    fn begin(
        scenario: &Arc<Scenario>,
        seed: u64,
        mut prepare: impl FnMut(usize, &mut MindEngine),
    ) -> Result<Self, MindError> {
        let mut domains: Vec<DomainMinds> = Vec::new();
        for (at, domain) in scenario.domains.iter().enumerate() {
            let mut minds = Minds::with_config(&domain.spec.clone().into(), scenario.config);
            let engine = minds.engine_mut();
            prepare(at, engine);
            for sense in &domain.senses {
                engine.set_sensor(&sense.name, sense.every_ms);
            }
            domains.push(DomainMinds::new(minds));
        }
        let mut simulation = Self {
            world: World::with_seed(scenario.scene.clone(), seed),
            instance_of: vec![None; scenario.scene.actors().len()],
            domains,
            instances: Vec::new(),
            lines: Vec::new(),
            events: Vec::new(),
            sensed: Vec::new(),
            drivers: scenario
                .drivers
                .iter()
                .map(|&(actor, choice)| Driver::new(actor, choice, seed))
                .collect(),
            custom_drivers: Vec::new(),
            paths: Paths::default(),
            walks: seeker_walks::Walks::default(),
            counted: quality::Counted::default(),
            fighting: None,
            ledger: None,
            is_narrated: false,
            scenario: scenario.clone(),
        };
        for domain_index in 0..simulation.domains.len() {
            let (minds, mut ground) = simulation.ground(domain_index);
            minds.engine_mut().measure_paths(&mut ground)?;
        }
        for (at, agent_spec) in scenario.agent_specs.iter().enumerate() {
            let seed = edit::agent_seed(seed, at);
            let spawn = Spawn {
                name: agent_spec.name.clone(),
                seed,
                traits: agent_spec.traits.clone(),
                commander: None,
            };
            let domain = &mut simulation.domains[agent_spec.domain_index];
            let agent = domain.minds.engine_mut().spawn(&agent_spec.archetype, spawn)?;
            domain.instances.insert(agent, at);
            if let Some(actor) = agent_spec.actor {
                simulation.instance_of[actor.index()] = Some(at);
            }
            simulation.instances.push(AgentInstance::new(agent));
            simulation.set_initial_beliefs(at);
        }
        for (instance, agent_spec) in scenario.agent_specs.iter().enumerate() {
            if let Some(commander) = agent_spec.commander {
                let (agent, commander) =
                    (simulation.instances[instance].agent, simulation.instances[commander].agent);
                simulation.engine(instance).set_commander(agent, Some(commander));
            }
        }
        simulation.observe(0);
        for instance in 0..simulation.instances.len() {
            simulation.sense_all(instance);
        }
        simulation.record_places();
        Ok(simulation)
    }

    /// Tells an agent its initial beliefs.
    fn set_initial_beliefs(&mut self, instance: usize) {
        let scenario = self.scenario.clone();
        let mut dice = Random::from_seed(edit::agent_seed(self.world.seed(), instance));
        let agent = self.instances[instance].agent;
        for (fact, indices, value, most) in &scenario.agent_specs[instance].beliefs {
            let value = match (*value, *most) {
                (Value::Int(low), Value::Int(high)) if low < high => {
                    Value::Int(low + dice.below((high - low) as u64 + 1) as i64)
                }
                (value, _) => value,
            };
            let percept = Percept::Set { agent, fact: *fact, indices, value, confidence: CERTAIN };
            self.engine(instance).receive(&percept);
        }
    }

    /// Collects narration lines from now on. Take them with [`drain_lines`](Self::drain_lines).
    #[must_use]
    pub fn narrated(mut self) -> Self {
        self.is_narrated = true;
        for domain in &mut self.domains {
            domain.minds.engine_mut().keep_events();
        }
        self
    }

    /// The scenario that is being run.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Asks the body of a player to do something. Only [players](Settings::players) can be asked: the bodies of agents
    /// follow their minds.
    pub fn intend(&mut self, actor: ActorId, intent: Intent) -> Result<IntentId, IntentError> {
        if self.scenario.players.contains(&actor) {
            self.world.intend(actor, intent)
        } else {
            Err(IntentError::NotAPlayer)
        }
    }

    /// Lets a baseline of the caller drive the body of a player from now on, instead of an earlier one. Only
    /// [players](Settings::players) can be driven. Such a baseline is not saved: drive the body again after
    /// [`Simulation::restore`].
    pub fn drive(&mut self, actor: ActorId, baseline: Box<dyn Baseline>) -> Result<(), IntentError> {
        if !self.scenario.players.contains(&actor) {
            return Err(IntentError::NotAPlayer);
        }
        self.custom_drivers.retain(|driver| driver.actor() != actor);
        self.custom_drivers.push(CustomDriver::new(actor, baseline, self.world.seed()));
        Ok(())
    }

    /// The number of ticks so far.
    pub fn ticks(&self) -> u64 {
        self.world.ticks()
    }

    /// What happened in the world during the last tick.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The outcome, once the scene is decided.
    pub fn outcome(&self) -> Option<Outcome> {
        self.world.outcome()
    }

    /// Advances by one tick with the length and budget of the settings.
    pub fn tick(&mut self) {
        let Settings { tick_ms, budget, .. } = self.scenario.settings;
        self.tick_for(tick_ms, budget);
    }

    /// Advances by one tick of the given length and budget. Time passes for minds and world, minds receive
    /// what happened and what they sense, and then think. What they decide starts with the next tick.
    pub fn tick_for(&mut self, tick_ms: u16, budget: u64) {
        for domain in &mut self.domains {
            domain.minds.engine_mut().pass(tick_ms.into(), budget);
        }
        self.world.tick(tick_ms);
        self.track_walks();
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        events.extend(self.world.drain_events());
        self.count_fighting(&events, tick_ms);
        self.count_goods(&events);
        for event in &events {
            self.handle_event(event.kind);
        }
        self.events = events;
        for instance in 0..self.instances.len() {
            let until_ms = self.instances[instance].running.as_ref().and_then(|running| running.until_ms);
            if until_ms.is_some_and(|until_ms| until_ms <= self.world.time_ms()) {
                self.continue_step(instance);
            }
        }
        self.observe(tick_ms);
        if self.scenario.scene.quest().is_some() {
            self.pursue_quests(budget);
        }
        for at in 0..self.domains.len() {
            self.run_commands(at);
            self.think(at);
            self.run_commands(at);
        }
        baseline::tick(&mut self.drivers, &mut self.custom_drivers, &mut self.world);
        self.update_win_facts();
        self.close_day();
        self.record_places();
        self.record_hash();
    }

    /// Lets the minds of one domain file think. The world answers their spatial queries.
    fn think(&mut self, domain_index: usize) {
        let (minds, mut ground) = self.ground(domain_index);
        minds.engine_mut().think_in(&mut ground);
    }

    /// Returns the minds of one domain file together with the geometry that answers their queries.
    fn ground(&mut self, domain_index: usize) -> (&mut Minds, Ground<'_>) {
        let DomainMinds { minds, instances, .. } = &mut self.domains[domain_index];
        let (agent_specs, things) = (&self.scenario.agent_specs, &self.scenario.domains[domain_index].things);
        let ground = Ground {
            world: &self.world,
            paths: &mut self.paths,
            things,
            instances,
            agent_specs,
            states: &self.instances,
            asker: None,
        };
        (minds, ground)
    }

    fn scenario_domain(&self, instance: usize) -> &ScenarioDomain {
        &self.scenario.domains[self.scenario.agent_specs[instance].domain_index]
    }

    fn engine(&mut self, instance: usize) -> &mut MindEngine {
        let domain_index = self.scenario.agent_specs[instance].domain_index;
        self.domains[domain_index].minds.engine_mut()
    }

    fn actor(&self, instance: usize) -> Option<ActorId> {
        self.scenario.agent_specs[instance].actor
    }

    /// Handles an event of the world.
    fn handle_event(&mut self, what: EventKind) {
        self.narrate_event(what);
        self.log_walk(what);
        match what {
            EventKind::Ended { actor, intent, result } => {
                let Some(instance) = self.instance_of.get(actor.index()).copied().flatten() else { return };
                let is_it = |running: &Running| running.intent == Some(intent);
                if self.instances[instance].running.as_ref().is_some_and(is_it) {
                    match result {
                        result if self.is_on_quest(instance) => self.leg_ended(instance, result),
                        Ok(()) => self.continue_step(instance),
                        Err(failure) => self.end_step(instance, Err(failure.to_string())),
                    }
                }
            }
            EventKind::Noise(noise) => {
                for instance in 0..self.instances.len() {
                    if let Some(actor) = self.actor(instance)
                        && self.world.hears(actor, &noise)
                    {
                        self.instances[instance].senses.hearing.hear(&self.world, actor, &noise);
                    }
                }
            }
            EventKind::Moved { actor: thief, from: Some(Holder::Station(_)), .. } => {
                for instance in 0..self.instances.len() {
                    let is_seen = self.actor(instance).is_some_and(|viewer| self.world.sees(viewer, thief));
                    let thieves = &mut self.instances[instance].senses.thieves;
                    if is_seen && !thieves.contains(&thief) {
                        thieves.push(thief);
                    }
                }
            }
            EventKind::Died { actor, .. } => {
                if let Some(instance) = self.instance_of.get(actor.index()).copied().flatten() {
                    let agent = self.instances[instance].agent;
                    self.instances[instance].control = Control::Gone;
                    self.instances[instance].running = None;
                    self.engine(instance).remove(agent);
                }
                self.tell_death(actor);
            }
            EventKind::Scripted { .. } | EventKind::Appeared { .. } => self.handle_edit(what),
            _ => {}
        }
    }

    /// Tells the world which facts of win conditions are believed by minds of the team.
    fn update_win_facts(&mut self) {
        let scenario = self.scenario.clone();
        for win in scenario.scene.wins() {
            let WinCondition::Fact(name) = &win.when else { continue };
            let holds = self.is_believed(win.team, name);
            self.world.set_fact(name, holds);
        }
    }

    /// Whether a mind of a team believes a fact.
    fn is_believed(&self, team: crate::TeamId, name: &str) -> bool {
        self.instances.iter().zip(&self.scenario.agent_specs).any(|(instance, agent_spec)| {
            let fact = self.scenario.domains[agent_spec.domain_index].spec.planning.fact_named(name);
            let belief = fact.and_then(|fact| {
                self.domains[agent_spec.domain_index].minds.engine().belief(instance.agent, fact, &[])
            });
            agent_spec.team == team && belief.is_some_and(|(value, _)| value == Value::Bool(true))
        })
    }

    /// Returns an agent's belief about a fact as text: `believes("pirate", "stock[tavern, bottle]")`. Returns
    /// `None` if no agent has that name, or if the domain has no such fact.
    pub fn believes(&self, agent: &str, fact: &str) -> Option<String> {
        let instance = self.scenario.agent_specs.iter().position(|agent_spec| agent_spec.name == agent)?;
        let (name, indices) = fact.split_once('[').unwrap_or((fact, ""));
        let domain = &self.scenario_domain(instance).spec.planning;
        let index = |name: &str| {
            let object = domain.objects().as_slice().iter().position(|object| object.name == name);
            let actor = || self.scenario.scene.actor(name).map(|actor| Value::Handle(names::handle(actor)));
            object.map(|object| Value::Object(object as u32)).or_else(actor)
        };
        let indices = indices.trim_end_matches(']').split(',').map(str::trim).filter(|name| !name.is_empty());
        let indices = indices.map(index).collect::<Option<Vec<Value>>>()?;
        let engine = self.domains[self.scenario.agent_specs[instance].domain_index].minds.engine();
        let (value, _) =
            engine.belief(self.instances[instance].agent, domain.fact_named(name.trim())?, &indices)?;
        Some(narration::show(domain, self, value))
    }

    /// Whether no agent of the teams that can win can make progress: none has a plan, and the script has no further
    /// events. A belief that fades can still change this.
    pub fn is_stuck(&self) -> bool {
        if self.world.is_script_open() {
            return false;
        }
        let wins = self.scenario.scene.wins();
        let specs = self.instances.iter().zip(&self.scenario.agent_specs);
        let can_win =
            |spec: &scenario::AgentSpec| wins.is_empty() || wins.iter().any(|win| win.team == spec.team);
        let mut here = specs.filter(|(instance, spec)| !instance.is_gone() && can_win(spec)).peekable();
        here.peek().is_some() && here.all(|(instance, _)| instance.narration.idle == Some(IdleReason::NoPlan))
    }
}
