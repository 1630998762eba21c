//! Minds in the world: what they decide becomes what bodies do, and what bodies meet becomes what minds know.
//!
//! A [`Scenario`] is a scene with the domain files that its actors name, read and checked. A [`Simulation`] plays it once: it owns
//! the [`World`] and one [`MindEngine`] for each domain file, and lets both tick. The same play, seed and ticks give the same
//! [`Simulation::hash`] after every tick. A run can be recorded, and [`replay`] plays a recording again and says where it
//! differs.
//!
//! # What a scene says to minds
//!
//! No scene needs code of its own. Three tables say what bodies do and tell, in words of the scene and of the action:
//!
//! ```toml
//! [do]                                   # for each action of the domain: what its body does
//! go = "walk to"                         # `to` is a parameter of the action
//! buy = "buy i at tavern"
//! sell = ["work fish at docks n times", "sell n fish at docks"]   # one after the other; one that fails fails all
//! lie_low = "wait 5 s"
//!
//! [sense.body]                           # archetypes name their sensors
//! every = "0.2 s"
//! at = "place"
//! gold = "holds coin"
//!
//! [check]                                # questions that actions ask; yes where nothing is said
//! tavern_open = true
//! ```
//!
//! | deed | |
//! |---|---|
//! | `walk PLACE`, `face PLACE` | a named place, a station, a door, an actor, or where an item lies; the way is known |
//! | `seek PLACE` | the same, but the way is found step by step, with what was learned and is feared on other days |
//! | `return` | walks back to where it was in the beginning |
//! | `take [N] ITEM [from STATION]`, `put [N] ITEM [to STATION or ACTOR]` | from and to the ground if nothing is said |
//! | `buy [N] ITEM at STATION`, `sell [N] ITEM at STATION`, `use ITEM` | |
//! | `work JOB at STATION` | |
//! | `open DOOR`, `close`, `lock`, `unlock`, `break` | |
//! | `shoot [ROUNDS] ACTOR`, `reload`, `crouch`, `stand`, `shout` | |
//! | `quest` | the quest of the scene, as a trained companion does it: planned with demonstrations, and planned anew when an item lies elsewhere |
//! | `wait 2 s`, `wait until 6`, `nothing` | for a time, or until an hour of the day |
//! | any deed, then `N times` | |
//!
//! What an action with orders says here is what its commander does meanwhile; it need not say anything. Who has no body
//! does nothing but wait.
//!
//! | sense | what it tells |
//! |---|---|
//! | `place` | the named place that it is in, or else the nearest one; for a fact that may be `none`, `none` where no place is. Who walks somewhere is there when the walk is over, not before |
//! | `hour` | the hour of the day, from 0 to 23 |
//! | `health`, `rounds`, `suppression`, `crouched` | numbers, or whether they are more than 0 |
//! | `holds ITEM`; `holds` | how many it carries; of each item, for a family of facts |
//! | `stock`, `stock ITEM …` | for a family of stations and items: what there is at stations that it sees |
//! | `open` | for a family of doors: which of those that it sees are open |
//! | `sees enemies`, `sees friends`, `dead enemies`, `dead friends` | for a family of an open type: who is in sight |
//! | `spots enemies` | the same, but nothing is said of those who are out of sight: to be forgotten in time |
//! | `reaches enemies` | for a family of an open type: who is in sight and within range |
//! | `nearest enemies` | for a fact of an open type: who of those in sight is nearest, or none; `spots enemies` says nothing instead of none |
//! | `sheltered enemies` | whether there is cover from all of those in sight |
//! | `hears` | whether there was a noise since it was last asked |
//!
//! Queries of minds ask the world: `dist`, `path`, `sees` and `hides` in cells, and besides them `empty(c)` (whether one
//! can stand there and nobody does), `health(a)` and `suppression(a)`. A commander without a body is where the first of
//! his people is.
//!
//! What is named alike in the scene and in the domain is the same thing, except what `means` of an actor says: `home` may
//! be another house for each. `squad` and `commands` say who commands whom, to any depth. `set` of an actor says what its mind believes
//! in the beginning (`"0..5"` is a number that the seed draws), a `[[win]]` by a `fact` is met when a mind of the team believes it.

mod body_action;
mod ground;
mod machine;
mod narration;
mod news;
mod obey;
mod profiling;
mod quest_run;
mod recording;
mod reload;
mod replay;
mod saving;
mod scenario;
mod sense;
mod settings;
mod tally;
mod tell;
mod walks;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cunning_mind::{
    AgentId, CERTAIN, Commands, IdleReason, MindEngine, MindError, OrderId, Percept, Spawn, StepId, Value,
};
use cunning_plan::model::ActionId;
use cunning_trace::StateHash;

use crate::dice::Dice;
use crate::id::IntentId;
use crate::scene::WinCondition;
use crate::world::{Event, Outcome, What};
use crate::{ActorId, Paths, World};
use ground::Ground;
use machine::Machine;
use quest_run::QuestRun;
use scenario::ScenarioDomain;
use sense::{Body, Told};

pub use narration::{Line, LineKind};
pub use quest_run::QuestProgress;
pub use reload::ReloadError;
pub use replay::{Divergence, ReplayError, Replayed, replay, watch_again};
pub use saving::RestoreError;
pub use scenario::{Scenario, Settings};
pub use tally::{Tally, wilson};
pub use walks::{SoughtWalk, WALKS_MAX};

/// A play under way.
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
    minds: Vec<DomainMinds>,
    instances: Vec<AgentInstance>,
    /// The role of each actor.
    instance_of: Vec<Option<usize>>,
    lines: Vec<Line>,
    events: Vec<Event>,
    told: Vec<Told>,
    /// Those whom a state machine drives.
    machines: Vec<Machine>,
    /// Memory for questions about ways.
    paths: Paths,
    /// How seekers found their way so far.
    walks: walks::Walks,
    /// Whether lines are kept for whoever watches.
    is_watched: bool,
}

/// The minds of one domain file.
struct DomainMinds {
    set: MindEngine,
    instances: BTreeMap<AgentId, usize>,
    /// The actors that minds can know.
    bound: BTreeSet<u64>,
    commands: Commands,
    /// Orders that are not over, in words, for whoever watches.
    orders: BTreeMap<OrderId, String>,
}

/// Somebody with a mind.
struct AgentInstance {
    agent: AgentId,
    body: Body,
    running: Option<Running>,
    /// The quest, once it has begun.
    quest_run: Option<QuestRun>,
    /// Whether the mind is gone with its body.
    is_gone: bool,
    told: narration::Memory,
    /// Where it was when that was recorded last.
    placed: Option<(crate::Point, crate::Heading)>,
}

/// A step that a body carries out.
#[derive(Clone, Debug)]
struct Running {
    step: StepId,
    action: ActionId,
    args: Vec<Value>,
    /// Which of its deeds is next or under way, and how often that is still to be begun.
    at: usize,
    times: u16,
    intent: Option<IntentId>,
    /// Until when somebody without a body waits.
    until_ms: Option<u64>,
}

impl Simulation {
    /// A play at its beginning.
    pub fn new(scenario: &Arc<Scenario>, seed: u64) -> Result<Self, MindError> {
        Self::begin(scenario, seed, |_, _| {})
    }

    /// Begins; `prepare` sees each set of agents before anybody is in it.
    fn begin(
        scenario: &Arc<Scenario>,
        seed: u64,
        mut prepare: impl FnMut(usize, &mut MindEngine),
    ) -> Result<Self, MindError> {
        let mut minds: Vec<DomainMinds> = Vec::new();
        for (at, domain_at) in scenario.domains.iter().enumerate() {
            let mut set = MindEngine::new(domain_at.spec.clone(), scenario.config);
            prepare(at, &mut set);
            for sense in &domain_at.senses {
                set.set_sensor(&sense.name, sense.every_ms);
            }
            minds.push(DomainMinds {
                set,
                instances: BTreeMap::new(),
                bound: BTreeSet::new(),
                commands: Commands::default(),
                orders: BTreeMap::new(),
            });
        }
        let mut simulation = Self {
            world: World::with_seed(scenario.scene.clone(), seed),
            instance_of: vec![None; scenario.scene.actors().len()],
            minds,
            instances: Vec::new(),
            lines: Vec::new(),
            events: Vec::new(),
            told: Vec::new(),
            machines: scenario.machines.iter().map(|&actor| Machine::new(actor, seed)).collect(),
            paths: Paths::default(),
            walks: walks::Walks::default(),
            is_watched: false,
            scenario: scenario.clone(),
        };
        for minds_at in 0..simulation.minds.len() {
            let (set, mut ground) = simulation.ground(minds_at);
            set.measure_ways(&mut ground)?;
        }
        for (at, agent_spec) in scenario.agent_specs.iter().enumerate() {
            let seed = seed.wrapping_add(at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let spawn = Spawn { name: agent_spec.name.clone(), seed, ..Spawn::default() };
            let minds_at = &mut simulation.minds[agent_spec.domain_at];
            let agent = minds_at.set.spawn(&agent_spec.archetype, spawn)?;
            minds_at.instances.insert(agent, at);
            let mut dice = Dice::seeded(seed);
            for (fact, indices, value, most) in &agent_spec.beliefs {
                let value = match (*value, *most) {
                    (Value::Int(low), Value::Int(high)) if low < high => {
                        Value::Int(low + dice.below((high - low) as u64 + 1) as i64)
                    }
                    (value, _) => value,
                };
                let confidence = CERTAIN;
                minds_at.set.receive(&Percept::Set { agent, fact: *fact, indices, value, confidence });
            }
            if let Some(actor) = agent_spec.actor {
                simulation.instance_of[actor.index()] = Some(at);
            }
            simulation.instances.push(AgentInstance {
                agent,
                body: Body::default(),
                running: None,
                quest_run: None,
                is_gone: false,
                told: narration::Memory::default(),
                placed: None,
            });
        }
        for (instance, agent_spec) in scenario.agent_specs.iter().enumerate() {
            if let Some(commander) = agent_spec.commander {
                let (agent, commander) =
                    (simulation.instances[instance].agent, simulation.instances[commander].agent);
                simulation.set(instance).set_commander(agent, Some(commander));
            }
        }
        for instance in 0..simulation.instances.len() {
            simulation.sense_all(instance);
        }
        simulation.record_places();
        Ok(simulation)
    }

    /// Keeps lines of narration from now on, until they are [taken](Self::drain_lines).
    #[must_use]
    pub fn watched(mut self) -> Self {
        self.is_watched = true;
        for minds_at in &mut self.minds {
            minds_at.set.keep_news();
        }
        self
    }

    /// The play.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How many ticks there were.
    pub fn ticks(&self) -> u64 {
        self.world.ticks()
    }

    /// How the play ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.world.outcome()
    }

    /// A number for everything that decides how the play goes on: the world, the minds, and what bodies are at for them.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.number(self.world.hash());
        for minds_at in &self.minds {
            hash.number(minds_at.set.hash());
        }
        for instance in &self.instances {
            hash.number(u64::from(instance.is_gone) | u64::from(instance.body.heard) << 1);
            for (fact, seen) in &instance.body.seen {
                hash.number(fact.index() as u64);
                for (actor, _) in seen.iter().enumerate().filter(|(_, seen)| **seen) {
                    hash.number(actor as u64);
                }
            }
            if let Some(running) = &instance.running {
                hash.number(running.step.0).number(running.at as u64).number(running.times.into());
                hash.number(running.intent.map_or(0, |intent| intent.0 + 1));
                hash.number(running.until_ms.unwrap_or(0));
            }
            if let Some(quest_run) = &instance.quest_run {
                hash.number(quest_run.hash());
            }
        }
        for machine in &self.machines {
            machine.hash(&mut hash);
        }
        hash.finish()
    }

    /// Plays a tick, as the settings have it.
    pub fn tick(&mut self) {
        let Settings { tick_ms, budget, .. } = self.scenario.settings;
        self.tick_for(tick_ms, budget);
    }

    /// Plays a tick of some length and budget: time passes for minds and world, minds hear what happened and what they
    /// sense, they think, and what they decide begins with the next tick.
    pub fn tick_for(&mut self, tick_ms: u16, budget: u64) {
        for minds_at in &mut self.minds {
            minds_at.set.pass(tick_ms.into(), budget);
        }
        self.world.tick(tick_ms);
        let mut events = std::mem::take(&mut self.events);
        events.extend(self.world.drain_events());
        for event in events.drain(..) {
            self.happen(event.what);
        }
        self.events = events;
        for instance in 0..self.instances.len() {
            let until_ms = self.instances[instance].running.as_ref().and_then(|running| running.until_ms);
            if until_ms.is_some_and(|until_ms| until_ms <= self.world.time_ms()) {
                self.go_on(instance);
            }
        }
        if self.scenario.scene.quest().is_some() {
            self.pursue_quests(budget);
        }
        for at in 0..self.minds.len() {
            self.obey_all(at);
            self.think(at);
            self.obey_all(at);
        }
        for machine in &mut self.machines {
            machine.tick(&mut self.world);
        }
        self.judge();
        self.record_places();
        self.record_hash();
    }

    /// Lets the minds of one domain file think. What they ask about places, the world answers.
    fn think(&mut self, minds_at: usize) {
        let (set, mut ground) = self.ground(minds_at);
        set.think_in(&mut ground);
    }

    /// The minds of one domain file, and the world as they may ask about it.
    fn ground(&mut self, minds_at: usize) -> (&mut MindEngine, Ground<'_>) {
        let DomainMinds { set, instances, .. } = &mut self.minds[minds_at];
        let (agent_specs, things) = (&self.scenario.agent_specs, &self.scenario.domains[minds_at].things);
        (set, Ground { world: &self.world, paths: &mut self.paths, things, instances, agent_specs })
    }

    fn domain_at(&self, instance: usize) -> &ScenarioDomain {
        &self.scenario.domains[self.scenario.agent_specs[instance].domain_at]
    }

    fn set(&mut self, instance: usize) -> &mut MindEngine {
        let domain_at = self.scenario.agent_specs[instance].domain_at;
        &mut self.minds[domain_at].set
    }

    fn actor(&self, instance: usize) -> Option<ActorId> {
        self.scenario.agent_specs[instance].actor
    }

    /// Passes on what happened in the world.
    fn happen(&mut self, what: What) {
        self.narrate_event(what);
        self.log_walk(what);
        match what {
            What::Ended { actor, intent, result } => {
                let Some(instance) = self.instance_of.get(actor.index()).copied().flatten() else { return };
                let is_it = |running: &Running| running.intent == Some(intent);
                if self.instances[instance].running.as_ref().is_some_and(is_it) {
                    match result {
                        result if self.is_on_quest(instance) => self.leg_ended(instance, result),
                        Ok(()) => self.go_on(instance),
                        Err(failure) => self.end_step(instance, Err(failure.to_string())),
                    }
                }
            }
            What::Noise(noise) => {
                for instance in 0..self.instances.len() {
                    if let Some(actor) = self.actor(instance) {
                        self.instances[instance].body.heard |= self.world.hears(actor, &noise);
                    }
                }
            }
            What::Died { actor, .. } => {
                if let Some(instance) = self.instance_of.get(actor.index()).copied().flatten() {
                    let agent = self.instances[instance].agent;
                    self.instances[instance].is_gone = true;
                    self.instances[instance].running = None;
                    self.set(instance).remove(agent);
                }
            }
            _ => {}
        }
    }

    /// Tells the world which facts that decide the scene are believed by minds of the team.
    fn judge(&mut self) {
        let scenario = self.scenario.clone();
        for win in scenario.scene.wins() {
            let WinCondition::Fact(name) = &win.when else { continue };
            let is_believed = |(instance, agent_spec): (&AgentInstance, &scenario::AgentSpec)| {
                let fact = scenario.domains[agent_spec.domain_at].spec.planning.fact_named(name);
                let belief = fact
                    .and_then(|fact| self.minds[agent_spec.domain_at].set.belief(instance.agent, fact, &[]));
                agent_spec.team == win.team && belief.is_some_and(|(value, _)| value == Value::Bool(true))
            };
            let holds = self.instances.iter().zip(&scenario.agent_specs).any(is_believed);
            self.world.set_fact(name, holds);
        }
    }

    /// What somebody believes of a fact, in words: `believes("pirate", "stock[tavern, bottle]")`. `None` if there is nobody
    /// of that name with a mind, or no such fact.
    pub fn believes(&self, who: &str, fact: &str) -> Option<String> {
        let instance = self.scenario.agent_specs.iter().position(|agent_spec| agent_spec.name == who)?;
        let (name, indices) = fact.split_once('[').unwrap_or((fact, ""));
        let domain = &self.domain_at(instance).spec.planning;
        let index = |name: &str| {
            let object = domain.objects().as_slice().iter().position(|object| object.name == name);
            let actor = || self.scenario.scene.actor(name).map(|actor| Value::Handle(words::handle(actor)));
            object.map(|object| Value::Object(object as u32)).or_else(actor)
        };
        let indices = indices.trim_end_matches(']').split(',').map(str::trim).filter(|name| !name.is_empty());
        let indices = indices.map(index).collect::<Option<Vec<Value>>>()?;
        let set = &self.minds[self.scenario.agent_specs[instance].domain_at].set;
        let (value, _) =
            set.belief(self.instances[instance].agent, domain.fact_named(name.trim())?, &indices)?;
        Some(narration::show(domain, self, value))
    }

    /// Whether everybody with a mind is at a loss: nobody has a plan, and the script has nothing more to come. What minds
    /// forget in time may still change that.
    pub fn is_stuck(&self) -> bool {
        if self.world.is_script_open() {
            return false;
        }
        let mut here = self.instances.iter().filter(|instance| !instance.is_gone).peekable();
        here.peek().is_some() && here.all(|instance| instance.told.idle == Some(IdleReason::NoPlan))
    }
}
