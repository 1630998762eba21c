//! A crowd with everything going wrong that can: sensors that lie, steps that fail or never end, games that panic, agents
//! and objects that vanish, no budget, jumps in time. Checked all the time: whatever starts ends once, nothing is said for
//! the dead, queues stay short; and when the faults stop, everybody gets on with life.
//!
//! `CUNNING_SOAK_AGENTS` and `CUNNING_SOAK_TICKS` make it longer, as `cargo xtask soak` does.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it did"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::{AgentId, AgentSet, CERTAIN, Command, MindConfig, Order, Percept, Spawn, StepId, Value};
use cunning_plan::model::FactId;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

const TEXT: &str = r#"
[types]
place = ["camp", "wood", "river", "hill"]
foe = { open = true, max = 3 }
[facts]
at = { type = "place", wake = "never" }
wood = { type = "int", min = 0, max = 5 }
warm = { type = "bool", forget = "6 s" }
fed = { type = "bool", forget = "9 s" }
sees = { type = "bool", of = ["foe"], forget = "4 s", threshold = 0.2 }
dead = { type = "bool", of = ["foe"] }
pelt = "bool"
health = { type = "int", min = 0, max = 100, default = 100, overflow = "clamp", wake = { cross = [30] } }
alarm = { type = "bool", scope = "squad", forget = "5 s" }
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
timeout = "2 s"
[action.chop]
when = ["at == wood", "wood < 5"]
then = ["wood += 1"]
timeout = "2 s"
cooldown = "100 ms"
[action.burn]
when = ["at == camp", "wood > 0"]
then = ["warm", "wood -= 1"]
timeout = "2 s"
stop = "now"
[action.fish]
when = ["at == river"]
then = ["fed"]
check = "bites"
timeout = "2 s"
[action.pick]
when = ["at == wood"]
then = ["fed"]
cost = 4
timeout = "2 s"
[action.shoot]
params = { f = "foe" }
when = ["sees[f]"]
while = ["sees[f]"]
hope = ["dead[f]"]
then = ["pelt", "not sees[f]"]
grace = "300 ms"
retries = 1
timeout = "2 s"
interrupt = "higher by 0.3"
[action.rest]
when = ["at == camp"]
then = ["health += 50"]
timeout = "2 s"
interrupt = "never"
[action.rally]
when = ["alarm"]
then = ["not alarm"]
orders = [{ to = "half", goal = "hunt", bias = 0.4 }, { to = "rest", goal = "keep_warm", bias = 0.3, rigid = true }]
done = { need = "any", within = "3 s" }
[goal.keep_warm]
want = ["warm"]
relevance = [{ score = 0.5 }]
[goal.eat]
want = ["fed"]
relevance = [{ score = 0.6 }]
[goal.hunt]
want = ["pelt", "no foe f: sees[f]"]
relevance = [{ when = ["some foe f: sees[f]"], score = 0.8 }, { score = 0 }]
mode = "repeat"
[goal.live]
want = ["health > 50"]
relevance = [{ when = ["health < 30"], score = 1 }, { score = 0 }]
[goal.be_quiet]
want = ["not alarm"]
relevance = [{ score = 0.55 }]
[agent.hunter]
actions = ["go", "chop", "burn", "fish", "pick", "shoot", "rest"]
goals = { keep_warm = 1.0, eat = 1.0, hunt = 1.0, live = 1.0 }
vary = 0.2
meanwhile = "pick"
replan = "7 s"
[agent.chief]
extends = ["hunter"]
actions = ["go", "chop", "burn", "fish", "pick", "shoot", "rest", "rally"]
goals = { keep_warm = 1.0, eat = 1.0, hunt = 1.0, live = 1.0, be_quiet = 1.0 }
"#;

/// What the game knows of a step that runs.
struct Running {
    agent: AgentId,
    left: u32,
    is_endless: bool,
}

struct Game {
    set: AgentSet,
    random: Pcg32,
    agents: Vec<AgentId>,
    running: BTreeMap<StepId, Running>,
    /// Steps that ended, or whose agents are gone.
    over: BTreeSet<StepId>,
    stopping: Vec<StepId>,
    objects: Vec<u64>,
    next_object: u64,
    facts: BTreeMap<&'static str, FactId>,
    has_faults: bool,
    starts: u64,
}

/// How many steps that are over are remembered.
const STEPS_MAX: usize = 20_000;
/// What may be taken in the second half of the time, whatever the number of agents.
const GROWTH_BYTES_MAX: i64 = 1 << 20;

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

impl Game {
    fn new(agents: u64, seed: u64) -> Self {
        let lore =
            cunning_mind::read(&Source::new("soak.toml", TEXT)).unwrap_or_else(|found| panic!("{found}"));
        let facts = ["at", "warm", "fed", "sees", "dead", "health", "alarm"];
        let facts = facts.map(|name| (name, lore.domain.fact_named(name).unwrap())).into_iter().collect();
        let mut game = Self {
            set: AgentSet::new(Arc::new(lore), MindConfig::default()),
            random: Pcg32::seed_from_u64(seed),
            agents: Vec::new(),
            running: BTreeMap::new(),
            over: BTreeSet::new(),
            stopping: Vec::new(),
            objects: Vec::new(),
            next_object: 1,
            facts,
            has_faults: true,
            starts: 0,
        };
        for _ in 0..agents {
            game.spawn();
        }
        game
    }

    fn chance(&mut self, per_mille: u32) -> bool {
        self.random.random_range(0..1000) < per_mille
    }

    fn someone(&mut self) -> AgentId {
        let at = self.random.random_range(0..self.agents.len());
        self.agents[at]
    }

    fn spawn(&mut self) {
        let is_chief = self.agents.len().is_multiple_of(8);
        let commander = (!is_chief).then(|| self.agents[self.agents.len() / 8 * 8]);
        let spawn = Spawn { seed: u64::from(self.random.random::<u32>()), commander, ..Spawn::default() };
        let kind = if is_chief { "chief" } else { "hunter" };
        self.agents.push(self.set.spawn(kind, spawn).unwrap());
    }

    fn tell(&mut self, agent: AgentId, fact: &str, indices: &[Value], value: Value) {
        let fact = self.facts[fact];
        let confidence = self.random.random_range(CERTAIN / 2..=CERTAIN);
        self.set.receive(&Percept::Set { agent, fact, indices, value, confidence });
    }

    fn tick(&mut self) {
        self.disturb();
        let no_budget = self.has_faults && self.chance(20);
        let dt_ms = if self.has_faults && self.chance(2) { 5000 } else { 50 };
        let budget = if no_budget { 0 } else { 400 };
        let before = self.set.counters().expanded;
        self.set.tick(dt_ms, budget);
        assert!(self.set.counters().expanded - before <= budget);
        self.obey();
        self.work();
        // Numbers only ever grow: what is long over does not come again.
        while self.over.len() > STEPS_MAX {
            self.over.pop_first();
        }
        assert!(self.set.jobs() <= self.agents.len(), "one job for each agent at most");
    }

    /// The world goes on, and some of it goes wrong.
    fn disturb(&mut self) {
        for _ in 0..3 {
            let agent = self.someone();
            if !self.objects.is_empty() && self.chance(300) {
                let at = self.random.random_range(0..self.objects.len());
                self.tell(agent, "sees", &[Value::Handle(self.objects[at])], Value::Bool(true));
            }
            let health = self.random.random_range(0..=100);
            self.tell(agent, "health", &[], Value::Int(health));
        }
        if self.chance(100) {
            let agent = self.someone();
            self.tell(agent, "alarm", &[], Value::Bool(true));
        }
        if self.chance(50) && self.objects.len() < 20 {
            let ty = self.set.lore().domain.type_named("foe").unwrap();
            self.set.receive(&Percept::Bind { ty, handle: self.next_object });
            self.objects.push(self.next_object);
            self.next_object += 1;
        }
        if self.chance(40) && !self.objects.is_empty() {
            let at = self.random.random_range(0..self.objects.len());
            let handle = self.objects.swap_remove(at);
            self.set.receive(&Percept::Unbind { handle });
        }
        if !self.has_faults {
            return;
        }
        // Nonsense: values that cannot be, objects that are not there, reports about nothing.
        if self.chance(50) {
            let agent = self.someone();
            self.tell(agent, "health", &[], Value::Int(i64::MAX));
            self.tell(agent, "health", &[], Value::Bool(true));
            self.tell(agent, "at", &[], Value::Object(999));
            self.tell(agent, "sees", &[Value::Handle(u64::MAX)], Value::Bool(true));
            self.tell(agent, "sees", &[], Value::Bool(true));
            self.tell(AgentId(u64::MAX), "warm", &[], Value::Bool(true));
            self.set.receive(&Percept::Done(StepId(u64::MAX)));
        }
        if self.chance(10) {
            let agent = self.someone();
            self.set.quarantine(agent, "the game panicked");
        }
        if self.chance(20) {
            let at = self.random.random_range(0..self.agents.len());
            let agent = self.agents.swap_remove(at);
            self.set.remove(agent);
            self.bury(agent);
            self.spawn();
        }
        if self.chance(10) {
            let agent = self.someone();
            self.set.receive(&Percept::Hold(agent));
            self.set.receive(&Percept::Release(agent));
        }
        if self.chance(50) {
            // Its body is gone, and whatever it was at goes on without the game.
            let agent = self.someone();
            self.set.sleep(agent);
            self.running.retain(|_, running| running.agent != agent);
        }
        if self.chance(60) {
            let agent = self.someone();
            self.set.wake(agent);
        }
        if self.chance(20) {
            let agent = self.someone();
            let (goal, is_rigid) = (self.set.lore().domain.goal_named("eat").unwrap(), self.chance(500));
            let within_ms = Some(2000);
            self.set.order(agent, Order { within_ms, is_rigid, ..Order::new(goal) }).unwrap();
        }
    }

    /// All steps of an agent that is gone are over.
    fn bury(&mut self, agent: AgentId) {
        let gone: Vec<StepId> = self
            .running
            .iter()
            .filter(|(_, running)| running.agent == agent)
            .map(|(step, _)| *step)
            .collect();
        for step in gone {
            self.running.remove(&step);
            self.over.insert(step);
        }
    }

    fn obey(&mut self) {
        let mut commands = cunning_mind::Commands::default();
        self.set.take_commands(&mut commands);
        for command in commands.iter() {
            match command {
                Command::Start { agent, step, resumed, .. } => {
                    assert!(
                        self.agents.contains(&agent) || self.over.contains(&step),
                        "nothing for the dead"
                    );
                    let is_endless = self.has_faults && self.chance(10);
                    let left = self.random.random_range(1..12);
                    let old = self.running.insert(step, Running { agent, left, is_endless });
                    assert!(old.is_none() && !self.over.contains(&step), "a step starts once");
                    self.starts += u64::from(!resumed);
                }
                Command::Stop { step, .. } => {
                    if self.running.remove(&step).is_some() {
                        assert!(self.over.insert(step), "a step ends once");
                        if !self.has_faults || !self.chance(100) {
                            self.stopping.push(step);
                        }
                    }
                }
                Command::Ask { question, .. } => {
                    if !self.chance(100) {
                        let yes = self.chance(700);
                        self.set.receive(&Percept::Answer { question, yes });
                    }
                }
                Command::Sense { .. }
                | Command::Survey { .. }
                | Command::Idle { .. }
                | Command::OrderReport { .. } => {}
            }
        }
        for step in std::mem::take(&mut self.stopping) {
            self.set.receive(&Percept::Ended(step));
        }
    }

    /// Steps go on, end or fail.
    fn work(&mut self) {
        let mut ended = Vec::new();
        for (step, running) in &mut self.running {
            running.left -= u32::from(!running.is_endless && running.left > 0);
            if running.left == 0 {
                ended.push(*step);
            }
        }
        for step in ended {
            self.running.remove(&step);
            assert!(self.over.insert(step), "a step ends once");
            let fails = self.has_faults && self.chance(50);
            self.set.receive(&if fails { Percept::Failed(step) } else { Percept::Done(step) });
        }
    }
}

#[test]
fn a_crowd_survives_everything() {
    let (agents, ticks) = (number("CUNNING_SOAK_AGENTS", 300), number("CUNNING_SOAK_TICKS", 5000));
    let mut game = Game::new(agents, 1);
    for _ in 0..ticks / 2 {
        game.tick();
    }
    // By now as much is known of everything as ever will be.
    let grown = allocation_counter::measure(|| {
        for _ in ticks / 2..ticks {
            game.tick();
        }
    });
    let grown = grown.bytes_current;
    assert!(
        grown < 1000 * agents as i64 + GROWTH_BYTES_MAX,
        "{grown} bytes more than after half of the time"
    );
    let counters = game.set.counters();
    println!("{agents} agents, {ticks} ticks: {counters:?}; {grown} bytes more than after half of the time");
    assert!(counters.steps_started > ticks && counters.plans_found > ticks / 2, "{counters:?}");
    assert!(counters.steps_started > game.starts, "who sleeps acts without a word");
    let acting =
        game.agents.iter().filter(|agent| game.set.inspect(**agent).unwrap().is_acting).count() as u64;
    assert_eq!(counters.steps_started, counters.steps_ended + acting, "whatever starts ends once");
    // The faults stop: everybody who is well gets on with life.
    game.has_faults = false;
    for agent in game.agents.clone() {
        game.set.wake(agent);
    }
    let mut last: BTreeMap<AgentId, u64> = BTreeMap::new();
    let patience = 1200;
    for tick in 0..patience + 200 {
        game.tick();
        for agent in &game.agents {
            let inspection = game.set.inspect(*agent).unwrap();
            let has_all =
                |fact: &str| game.set.belief(*agent, game.facts[fact], &[]).unwrap().0 == Value::Bool(true);
            let is_content = has_all("warm") && has_all("fed");
            let is_busy = inspection.is_acting || inspection.is_planning || is_content;
            if is_busy || game.set.quarantined(*agent).is_some() {
                last.insert(*agent, tick);
            }
            let idle = tick - last.get(agent).copied().unwrap_or(0);
            // Backing off takes half a minute at most.
            assert!(idle <= patience, "{agent:?} has done nothing for {idle} ticks: {inspection:?}");
        }
    }
}

#[test]
fn the_same_seed_lives_the_same_life() {
    let live = |seed: u64| {
        let mut game = Game::new(40, seed);
        let tick = |_| {
            game.tick();
            game.set.hash()
        };
        (0..400).map(tick).collect::<Vec<u64>>()
    };
    assert_eq!(live(3), live(3));
    assert_ne!(live(3).last(), live(4).last());
}
