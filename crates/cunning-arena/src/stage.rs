//! Minds in the world: what they decide becomes what bodies do, and what bodies meet becomes what minds know.
//!
//! A [`Play`] is a scene with the domain files that its actors name, read and checked. A [`Stage`] plays it once: it owns
//! the [`World`] and one [`AgentSet`] for each domain file, and lets both tick. The same play, seed and ticks give the same
//! [`Stage::hash`] after every tick. A run can be recorded, and [`replay`] plays a recording again and says where it
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

mod deed;
mod errand;
mod ground;
mod machine;
mod narration;
mod news;
mod obey;
mod play;
mod profiling;
mod recording;
mod reload;
mod replay;
mod saving;
mod sense;
mod settings;
mod tally;
mod tell;
mod walks;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cunning_mind::{
    AgentId, AgentSet, CERTAIN, Commands, IdleReason, MindError, OrderId, Percept, Spawn, StepId, Value,
};
use cunning_plan::model::ActionId;
use cunning_trace::StateHash;

use crate::dice::Dice;
use crate::id::IntentId;
use crate::scene::WinCondition;
use crate::world::{Event, Outcome, What};
use crate::{ActorId, Paths, World};
use errand::Errand;
use ground::Ground;
use machine::Machine;
use play::Cast;
use sense::{Body, Told};

pub use errand::QuestProgress;
pub use narration::{Line, LineKind};
pub use play::{Play, Settings};
pub use reload::ReloadError;
pub use replay::{Divergence, ReplayError, Replayed, replay, watch_again};
pub use saving::RestoreError;
pub use tally::{Tally, wilson};
pub use walks::{SoughtWalk, WALKS_MAX};

/// A play under way.
///
/// ```
/// use std::sync::Arc;
/// use cunning_arena::Outcome;
/// use cunning_arena::stage::{Play, Settings, Stage};
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
/// let play = Arc::new(Play::load(&Source::new("field.toml", scene), &loader, Settings::default())?);
/// let mut stage = Stage::new(&play, 1)?;
/// while stage.outcome().is_none() {
///     stage.tick();
/// }
/// assert!(matches!(stage.outcome(), Some(Outcome::Won { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Stage {
    play: Arc<Play>,
    world: World,
    troupes: Vec<Troupe>,
    roles: Vec<Role>,
    /// The role of each actor.
    role_of: Vec<Option<usize>>,
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
struct Troupe {
    set: AgentSet,
    roles: BTreeMap<AgentId, usize>,
    /// The actors that minds can know.
    bound: BTreeSet<u64>,
    commands: Commands,
    /// Orders that are not over, in words, for whoever watches.
    orders: BTreeMap<OrderId, String>,
}

/// Somebody with a mind.
struct Role {
    agent: AgentId,
    body: Body,
    running: Option<Running>,
    /// The quest, once it has begun.
    errand: Option<Errand>,
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

impl Stage {
    /// A play at its beginning.
    pub fn new(play: &Arc<Play>, seed: u64) -> Result<Self, MindError> {
        Self::begin(play, seed, |_, _| {})
    }

    /// Begins; `prepare` sees each set of agents before anybody is in it.
    fn begin(
        play: &Arc<Play>,
        seed: u64,
        mut prepare: impl FnMut(usize, &mut AgentSet),
    ) -> Result<Self, MindError> {
        let mut troupes: Vec<Troupe> = Vec::new();
        for (at, cast) in play.casts.iter().enumerate() {
            let mut set = AgentSet::new(cast.lore.clone(), play.config);
            prepare(at, &mut set);
            for sense in &cast.senses {
                set.set_sensor(&sense.name, sense.every_ms);
            }
            troupes.push(Troupe {
                set,
                roles: BTreeMap::new(),
                bound: BTreeSet::new(),
                commands: Commands::default(),
                orders: BTreeMap::new(),
            });
        }
        let mut stage = Self {
            world: World::with_seed(play.scene.clone(), seed),
            role_of: vec![None; play.scene.actors().len()],
            troupes,
            roles: Vec::new(),
            lines: Vec::new(),
            events: Vec::new(),
            told: Vec::new(),
            machines: play.machines.iter().map(|&actor| Machine::new(actor, seed)).collect(),
            paths: Paths::default(),
            walks: walks::Walks::default(),
            is_watched: false,
            play: play.clone(),
        };
        for troupe in 0..stage.troupes.len() {
            let (set, mut ground) = stage.ground(troupe);
            set.measure_ways(&mut ground)?;
        }
        for (at, part) in play.parts.iter().enumerate() {
            let seed = seed.wrapping_add(at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let spawn = Spawn { name: part.name.clone(), seed, ..Spawn::default() };
            let troupe = &mut stage.troupes[part.cast];
            let agent = troupe.set.spawn(&part.archetype, spawn)?;
            troupe.roles.insert(agent, at);
            let mut dice = Dice::seeded(seed);
            for (fact, indices, value, most) in &part.beliefs {
                let value = match (*value, *most) {
                    (Value::Int(low), Value::Int(high)) if low < high => {
                        Value::Int(low + dice.below((high - low) as u64 + 1) as i64)
                    }
                    (value, _) => value,
                };
                let confidence = CERTAIN;
                troupe.set.receive(&Percept::Set { agent, fact: *fact, indices, value, confidence });
            }
            if let Some(actor) = part.actor {
                stage.role_of[actor.index()] = Some(at);
            }
            stage.roles.push(Role {
                agent,
                body: Body::default(),
                running: None,
                errand: None,
                is_gone: false,
                told: narration::Memory::default(),
                placed: None,
            });
        }
        for (role, part) in play.parts.iter().enumerate() {
            if let Some(commander) = part.commander {
                let (agent, commander) = (stage.roles[role].agent, stage.roles[commander].agent);
                stage.set(role).set_commander(agent, Some(commander));
            }
        }
        for role in 0..stage.roles.len() {
            stage.sense_all(role);
        }
        stage.record_places();
        Ok(stage)
    }

    /// Keeps lines of narration from now on, until they are [taken](Self::drain_lines).
    #[must_use]
    pub fn watched(mut self) -> Self {
        self.is_watched = true;
        for troupe in &mut self.troupes {
            troupe.set.keep_news();
        }
        self
    }

    /// The play.
    pub fn play(&self) -> &Arc<Play> {
        &self.play
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
        for troupe in &self.troupes {
            hash.number(troupe.set.hash());
        }
        for role in &self.roles {
            hash.number(u64::from(role.is_gone) | u64::from(role.body.heard) << 1);
            for (fact, seen) in &role.body.seen {
                hash.number(fact.index() as u64);
                for (actor, _) in seen.iter().enumerate().filter(|(_, seen)| **seen) {
                    hash.number(actor as u64);
                }
            }
            if let Some(running) = &role.running {
                hash.number(running.step.0).number(running.at as u64).number(running.times.into());
                hash.number(running.intent.map_or(0, |intent| intent.0 + 1));
                hash.number(running.until_ms.unwrap_or(0));
            }
            if let Some(errand) = &role.errand {
                hash.number(errand.hash());
            }
        }
        for machine in &self.machines {
            machine.hash(&mut hash);
        }
        hash.finish()
    }

    /// Plays a tick, as the settings have it.
    pub fn tick(&mut self) {
        let Settings { tick_ms, budget, .. } = self.play.settings;
        self.tick_for(tick_ms, budget);
    }

    /// Plays a tick of some length and budget: time passes for minds and world, minds hear what happened and what they
    /// sense, they think, and what they decide begins with the next tick.
    pub fn tick_for(&mut self, tick_ms: u16, budget: u64) {
        for troupe in &mut self.troupes {
            troupe.set.pass(tick_ms.into(), budget);
        }
        self.world.tick(tick_ms);
        let mut events = std::mem::take(&mut self.events);
        events.extend(self.world.drain_events());
        for event in events.drain(..) {
            self.happen(event.what);
        }
        self.events = events;
        for role in 0..self.roles.len() {
            let until_ms = self.roles[role].running.as_ref().and_then(|running| running.until_ms);
            if until_ms.is_some_and(|until_ms| until_ms <= self.world.time_ms()) {
                self.go_on(role);
            }
        }
        if self.play.scene.quest().is_some() {
            self.pursue_errands(budget);
        }
        for at in 0..self.troupes.len() {
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
    fn think(&mut self, troupe: usize) {
        let (set, mut ground) = self.ground(troupe);
        set.think_in(&mut ground);
    }

    /// The minds of one domain file, and the world as they may ask about it.
    fn ground(&mut self, troupe: usize) -> (&mut AgentSet, Ground<'_>) {
        let Troupe { set, roles, .. } = &mut self.troupes[troupe];
        let (parts, things) = (&self.play.parts, &self.play.casts[troupe].things);
        (set, Ground { world: &self.world, paths: &mut self.paths, things, roles, parts })
    }

    fn cast(&self, role: usize) -> &Cast {
        &self.play.casts[self.play.parts[role].cast]
    }

    fn set(&mut self, role: usize) -> &mut AgentSet {
        let cast = self.play.parts[role].cast;
        &mut self.troupes[cast].set
    }

    fn actor(&self, role: usize) -> Option<ActorId> {
        self.play.parts[role].actor
    }

    /// Passes on what happened in the world.
    fn happen(&mut self, what: What) {
        self.narrate_event(what);
        self.log_walk(what);
        match what {
            What::Ended { actor, intent, result } => {
                let Some(role) = self.role_of.get(actor.index()).copied().flatten() else { return };
                let is_it = |running: &Running| running.intent == Some(intent);
                if self.roles[role].running.as_ref().is_some_and(is_it) {
                    match result {
                        result if self.is_on_errand(role) => self.leg_ended(role, result),
                        Ok(()) => self.go_on(role),
                        Err(failure) => self.end_step(role, Err(failure.to_string())),
                    }
                }
            }
            What::Noise(noise) => {
                for role in 0..self.roles.len() {
                    if let Some(actor) = self.actor(role) {
                        self.roles[role].body.heard |= self.world.hears(actor, &noise);
                    }
                }
            }
            What::Died { actor, .. } => {
                if let Some(role) = self.role_of.get(actor.index()).copied().flatten() {
                    let agent = self.roles[role].agent;
                    self.roles[role].is_gone = true;
                    self.roles[role].running = None;
                    self.set(role).remove(agent);
                }
            }
            _ => {}
        }
    }

    /// Tells the world which facts that decide the scene are believed by minds of the team.
    fn judge(&mut self) {
        let play = self.play.clone();
        for win in play.scene.wins() {
            let WinCondition::Fact(name) = &win.when else { continue };
            let is_believed = |(role, part): (&Role, &play::Part)| {
                let fact = play.casts[part.cast].lore.domain.fact_named(name);
                let belief = fact.and_then(|fact| self.troupes[part.cast].set.belief(role.agent, fact, &[]));
                part.team == win.team && belief.is_some_and(|(value, _)| value == Value::Bool(true))
            };
            let holds = self.roles.iter().zip(&play.parts).any(is_believed);
            self.world.set_fact(name, holds);
        }
    }

    /// What somebody believes of a fact, in words: `believes("pirate", "stock[tavern, bottle]")`. `None` if there is nobody
    /// of that name with a mind, or no such fact.
    pub fn believes(&self, who: &str, fact: &str) -> Option<String> {
        let role = self.play.parts.iter().position(|part| part.name == who)?;
        let (name, indices) = fact.split_once('[').unwrap_or((fact, ""));
        let domain = &self.cast(role).lore.domain;
        let index = |name: &str| {
            let object = domain.objects().as_slice().iter().position(|object| object.name == name);
            let actor = || self.play.scene.actor(name).map(|actor| Value::Handle(words::handle(actor)));
            object.map(|object| Value::Object(object as u32)).or_else(actor)
        };
        let indices = indices.trim_end_matches(']').split(',').map(str::trim).filter(|name| !name.is_empty());
        let indices = indices.map(index).collect::<Option<Vec<Value>>>()?;
        let set = &self.troupes[self.play.parts[role].cast].set;
        let (value, _) = set.belief(self.roles[role].agent, domain.fact_named(name.trim())?, &indices)?;
        Some(narration::show(domain, self, value))
    }

    /// Whether everybody with a mind is at a loss: nobody has a plan, and the script has nothing more to come. What minds
    /// forget in time may still change that.
    pub fn is_stuck(&self) -> bool {
        if self.world.is_script_open() {
            return false;
        }
        let mut here = self.roles.iter().filter(|role| !role.is_gone).peekable();
        here.peek().is_some() && here.all(|role| role.told.idle == Some(IdleReason::NoPlan))
    }
}
