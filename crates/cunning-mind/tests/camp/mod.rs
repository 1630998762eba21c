//! A camp of hunters with every kind of fault, deterministic for a seed.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking, and uses what it needs"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{CERTAIN, Order, OrderTerms, Percept, Value};
use cunning_mind::{
    AgentId, Check, CheckId, DomainSpec, Host, Idle, Minds, Report, Spawn, Step, StepId, StoppedStep,
    dispatch,
};
use cunning_plan::model::FactId;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

pub const TEXT: &str = r#"
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
orders = [{ to = "half", goal = "hunt", bias = 0.4 }, { to = "rest", goal = "keep_warm", bias = 0.3 }]
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
[action.look_around]
timeout = "1 s"
[agent.hunter]
actions = ["go", "chop", "burn", "fish", "pick", "shoot", "rest", "look_around"]
goals = { keep_warm = 1.0, eat = 1.0, hunt = 1.0, live = 1.0 }
meanwhile = "look_around"
vary = 0.2
[agent.chief]
extends = ["hunter"]
actions = ["go", "chop", "burn", "fish", "pick", "shoot", "rest", "rally"]
goals = { keep_warm = 1.0, eat = 1.0, hunt = 1.0, live = 1.0, be_quiet = 1.0 }
"#;

/// The number of ended steps that are remembered.
const STEPS_MAX: usize = 20_000;

/// The game's state of a running step.
#[derive(Clone)]
struct Running {
    agent: AgentId,
    left: u32,
    is_endless: bool,
}

/// The game's state outside of the minds.
pub struct Camp {
    pub minds: Minds,
    pub world: World,
}

#[derive(Clone)]
pub struct World {
    random: Pcg32,
    pub agents: Vec<AgentId>,
    running: BTreeMap<StepId, Running>,
    /// Steps that ended, or whose agents were removed.
    over: BTreeSet<StepId>,
    stopping: Vec<StepId>,
    /// Questions that were answered, or will not be.
    asked: BTreeSet<CheckId>,
    objects: Vec<u64>,
    /// Dormant agents; may contain duplicates and removed agents.
    asleep: Vec<AgentId>,
    /// Woken agents whose current step may come as resumed.
    woken: BTreeSet<AgentId>,
    next_object: u64,
    facts: BTreeMap<&'static str, FactId>,
    pub has_faults: bool,
    pub starts: u64,
    /// The budgets of the ticks, in turn.
    pub budgets: Vec<u64>,
    ticks: usize,
    /// All commands of the last tick.
    pub said: Vec<String>,
}

const FACTS: [&str; 7] = ["at", "warm", "fed", "sees", "dead", "health", "alarm"];

pub fn spec(text: &str) -> Arc<DomainSpec> {
    Arc::new(cunning_mind::read(&Source::new("camp.toml", text)).unwrap_or_else(|found| panic!("{found}")))
}

fn facts(spec: &DomainSpec) -> BTreeMap<&'static str, FactId> {
    FACTS.map(|name| (name, spec.planning.fact_named(name).unwrap())).into_iter().collect()
}

impl Camp {
    pub fn new(agents: u64, seed: u64) -> Self {
        let spec = spec(TEXT);
        let world = World {
            random: Pcg32::seed_from_u64(seed),
            agents: Vec::new(),
            running: BTreeMap::new(),
            over: BTreeSet::new(),
            stopping: Vec::new(),
            asked: BTreeSet::new(),
            objects: Vec::new(),
            asleep: Vec::new(),
            woken: BTreeSet::new(),
            next_object: 1,
            facts: facts(&spec),
            has_faults: true,
            starts: 0,
            budgets: vec![400],
            ticks: 0,
            said: Vec::new(),
        };
        let mut camp = Self { minds: Minds::new(&spec.into()), world };
        for _ in 0..agents {
            camp.spawn();
        }
        camp
    }

    /// Saves the minds and continues with the restored ones.
    pub fn save_and_restore(&mut self) {
        let (minds, report) = Minds::restore(&self.minds.save(), self.minds.domain(), Some).unwrap();
        assert!(report.lost.is_empty() && report.reload.is_none());
        self.minds = minds;
    }

    /// Continues with another text of the domain.
    pub fn reload(&mut self, text: &str) -> cunning_mind::ReloadReport {
        let report = self.minds.reload(&spec(text).into()).unwrap();
        self.world.facts = facts(self.minds.domain());
        report
    }

    fn chance(&mut self, per_mille: u32) -> bool {
        self.world.random.random_range(0..1000) < per_mille
    }

    fn someone(&mut self) -> AgentId {
        let at = self.world.random.random_range(0..self.world.agents.len());
        self.world.agents[at]
    }

    fn spawn(&mut self) {
        let is_chief = self.world.agents.len().is_multiple_of(8);
        let commander = (!is_chief).then(|| self.world.agents[self.world.agents.len() / 8 * 8]);
        let spawn =
            Spawn { seed: u64::from(self.world.random.random::<u32>()), commander, ..Spawn::default() };
        let archetype = if is_chief { "chief" } else { "hunter" };
        self.world.agents.push(self.minds.engine_mut().spawn(archetype, spawn).unwrap());
    }

    fn tell(&mut self, agent: AgentId, fact: &str, indices: &[Value], value: Value) {
        let fact = self.world.facts[fact];
        let confidence = self.world.random.random_range(CERTAIN / 2..=CERTAIN);
        self.minds.engine_mut().receive(&Percept::Set { agent, fact, indices, value, confidence });
    }

    pub fn tick(&mut self) {
        self.disturb();
        let no_budget = self.world.has_faults && self.chance(20);
        let dt_ms = if self.world.has_faults && self.chance(2) { 5000 } else { 50 };
        let granted = self.world.budgets[self.world.ticks % self.world.budgets.len()];
        let budget = if no_budget { 0 } else { granted };
        self.world.ticks += 1;
        self.world.said.clear();
        let before = self.minds.stats().expanded;
        self.minds.engine_mut().tick(dt_ms, budget);
        assert!(self.minds.stats().expanded - before <= budget);
        self.obey();
        self.work();
        // Ids only grow: old ones are not reused.
        while self.world.over.len() > STEPS_MAX {
            self.world.over.pop_first();
        }
        while self.world.asked.len() > STEPS_MAX {
            self.world.asked.pop_first();
        }
        // Some of the jobs are no longer wanted.
        assert!(
            self.minds.engine().jobs() <= 3 * self.world.agents.len(),
            "{} jobs",
            self.minds.engine().jobs()
        );
    }

    /// Changes the world and injects faults.
    fn disturb(&mut self) {
        for _ in 0..3 {
            let agent = self.someone();
            if !self.world.objects.is_empty() && self.chance(300) {
                let at = self.world.random.random_range(0..self.world.objects.len());
                self.tell(agent, "sees", &[Value::Handle(self.world.objects[at])], Value::Bool(true));
            }
            let health = self.world.random.random_range(0..=100);
            self.tell(agent, "health", &[], Value::Int(health));
        }
        if self.chance(100) {
            let agent = self.someone();
            self.tell(agent, "alarm", &[], Value::Bool(true));
        }
        if self.chance(50) && self.world.objects.len() < 20 {
            let ty = self.minds.domain().planning.type_named("foe").unwrap();
            self.minds.engine_mut().receive(&Percept::Bind {
                ty,
                handle: self.world.next_object,
                name: "a bear",
            });
            self.world.objects.push(self.world.next_object);
            self.world.next_object += 1;
        }
        if self.chance(40) && !self.world.objects.is_empty() {
            let at = self.world.random.random_range(0..self.world.objects.len());
            let handle = self.world.objects.swap_remove(at);
            self.minds.engine_mut().receive(&Percept::Unbind { handle });
        }
        if !self.world.has_faults {
            return;
        }
        // Invalid values, unknown objects, and reports about unknown steps.
        if self.chance(50) {
            let agent = self.someone();
            self.tell(agent, "health", &[], Value::Int(i64::MAX));
            self.tell(agent, "health", &[], Value::Bool(true));
            self.tell(agent, "at", &[], Value::Object(999));
            self.tell(agent, "sees", &[Value::Handle(u64::MAX)], Value::Bool(true));
            self.tell(agent, "sees", &[], Value::Bool(true));
            self.tell(AgentId(u64::MAX), "warm", &[], Value::Bool(true));
            self.minds.engine_mut().receive(&Percept::Done(StepId(u64::MAX)));
        }
        if self.chance(10) {
            let agent = self.someone();
            self.minds.quarantine(agent, "the game panicked");
        }
        if self.chance(1) {
            self.recover();
        }
        if self.chance(20) {
            let at = self.world.random.random_range(0..self.world.agents.len());
            self.replace(at);
        }
        if self.chance(10) {
            let agent = self.someone();
            self.minds.engine_mut().receive(&Percept::Hold(agent));
            self.minds.engine_mut().receive(&Percept::Release(agent));
        }
        // An agent leaves the player's sight and sleeps for a while.
        if self.chance(10) {
            let agent = self.someone();
            self.minds.sleep(agent);
            self.bury(agent);
            self.world.asleep.push(agent);
        }
        if self.chance(12) && !self.world.asleep.is_empty() {
            let at = self.world.random.random_range(0..self.world.asleep.len());
            let agent = self.world.asleep.swap_remove(at);
            self.wake(agent);
        }
        // A player gives orders, also to removed agents.
        if self.chance(20) {
            let agent = self.someone();
            let goal = self.minds.domain().planning.goal_named("keep_warm").unwrap();
            let within_ms = self.chance(500).then_some(3000);
            let is_rigid = self.chance(300);
            let _ = self.minds.engine_mut().order(
                agent,
                Order {
                    terms: OrderTerms { within_ms, is_rigid, ..OrderTerms::default() },
                    ..Order::new(goal)
                },
            );
        }
    }

    /// Wakes all agents and replaces those in quarantine.
    pub fn recover(&mut self) {
        for agent in std::mem::take(&mut self.world.asleep) {
            self.wake(agent);
        }
        for at in 0..self.world.agents.len() {
            if self.minds.quarantined(self.world.agents[at]).is_some() {
                self.replace(at);
            }
        }
    }

    fn wake(&mut self, agent: AgentId) {
        if self.minds.engine().is_asleep(agent) {
            self.world.woken.insert(agent);
            self.minds.wake(agent);
        }
    }

    fn replace(&mut self, at: usize) {
        let agent = self.world.agents.swap_remove(at);
        self.minds.remove(agent);
        self.bury(agent);
        self.spawn();
    }

    /// Ends all steps of a removed agent.
    fn bury(&mut self, agent: AgentId) {
        let gone: Vec<StepId> = self
            .world
            .running
            .iter()
            .filter(|(_, running)| running.agent == agent)
            .map(|(step, _)| *step)
            .collect();
        for step in gone {
            self.world.running.remove(&step);
            self.world.over.insert(step);
        }
    }

    fn obey(&mut self) {
        dispatch(self);
        for step in std::mem::take(&mut self.world.stopping) {
            self.minds.stopped(step);
        }
    }

    /// Continues, completes or fails the running steps.
    fn work(&mut self) {
        let mut ended = Vec::new();
        for (step, running) in &mut self.world.running {
            running.left -= u32::from(!running.is_endless && running.left > 0);
            if running.left == 0 {
                ended.push(*step);
            }
        }
        for step in ended {
            self.world.running.remove(&step);
            assert!(self.world.over.insert(step), "a step ends once");
            let fails = self.world.has_faults && self.chance(50);
            self.minds.engine_mut().receive(&if fails { Percept::Failed(step) } else { Percept::Done(step) });
        }
    }
}

impl Host for Camp {
    fn minds(&mut self) -> &mut Minds {
        &mut self.minds
    }

    fn start(&mut self, step: Step<'static>) {
        if step.resumed {
            let is_known = self.world.running.contains_key(&step.id) || self.world.over.contains(&step.id);
            assert!(is_known || self.world.woken.remove(&step.agent), "only a running step is resumed");
            if is_known {
                return;
            }
        }
        self.world.said.push(format!("{step:?}"));
        let is_expected = self.world.agents.contains(&step.agent) || self.world.over.contains(&step.id);
        assert!(is_expected, "no command for a removed agent");
        let is_endless = self.world.has_faults && self.chance(10);
        let left = self.world.random.random_range(1..12);
        let old = self.world.running.insert(step.id, Running { agent: step.agent, left, is_endless });
        assert!(old.is_none() && !self.world.over.contains(&step.id), "a step starts once");
        self.world.starts += 1;
    }

    fn stop(&mut self, step: StoppedStep) {
        self.world.said.push(format!("{step:?}"));
        if self.world.running.remove(&step.id).is_some() {
            assert!(self.world.over.insert(step.id), "a step ends once");
            if !self.world.has_faults || !self.chance(100) {
                self.world.stopping.push(step.id);
            }
        }
    }

    fn check(&mut self, check: Check) {
        if self.world.asked.insert(check.id) {
            self.world.said.push(format!("{check:?}"));
            if !self.chance(100) {
                let yes = self.chance(700);
                self.minds.answer(check.id, yes);
            }
        }
    }

    fn idle(&mut self, idle: Idle) {
        self.world.said.push(format!("{idle:?}"));
    }

    fn report(&mut self, report: Report) {
        self.world.said.push(format!("{report:?}"));
    }
}
