//! Random calls with slots under pressure: every step that serves an order or follows a check concerns the object that
//! was ordered and asked about, and every accepted order gets exactly one final report, in time. Agents are held, sleep,
//! and come into quarantine; some stay so while their orders end.
//!
//! `CUNNING_TARGET_OPERATIONS` makes it longer.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use cunning_mind::limits::ORDER_IDLE_MS_MAX;
use cunning_mind::{
    AgentId, Budget, Check, CheckId, Domain, GameObject, Host, Minds, Order, OrderId, OrderState, Report,
    Step, StepId, StoppedStep, tick,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

const TEXT: &str = r#"
types = { foe = { open = true, max = MAX } }
[facts]
seen = { type = "bool", of = ["foe"], forget = "3 s" }
near = { type = "bool", of = ["foe"] }
dead = { type = "bool", of = ["foe"] }
[action.approach]
params = { f = "foe" }
then = ["near[f]"]
timeout = "4 s"
[action.shoot]
params = { f = "foe" }
when = ["near[f]", "not dead[f]"]
then = ["dead[f]"]
check = "may_shoot"
timeout = "4 s"
[goal.kill]
params = { f = "foe" }
want = ["dead[f]"]
relevance = [{ score = 0 }]
[agent.soldier]
actions = ["approach", "shoot"]
goals = { kill = 1 }
"#;

/// The operations of a run that nothing makes longer.
pub(crate) const OPERATIONS: u64 = 60_000;
/// The time within which every order gets its final report once nothing disturbs any more: the time for which a receiver
/// may do nothing, and as much for those that follow their orders one by one, asleep or after a back-off.
const PATIENCE: Duration = Duration::from_millis(2 * ORDER_IDLE_MS_MAX);
const TICK: Duration = Duration::from_millis(100);
const FOES: u64 = 6;

/// An object of the game: its handle, and how often the handle was bound before.
type Life = (GameObject, u32);

struct Game {
    minds: Minds,
    text: String,
    agents: Vec<AgentId>,
    random: Pcg32,
    /// How often each handle was bound; present while it is bound.
    bound: BTreeMap<GameObject, u32>,
    lives: BTreeMap<GameObject, u32>,
    /// The accepted orders without a final report: the receiver and the target.
    open: BTreeMap<OrderId, (AgentId, Life)>,
    ended: BTreeMap<OrderId, (OrderState, (AgentId, Life))>,
    checks: BTreeMap<CheckId, (AgentId, Life)>,
    granted: BTreeSet<(AgentId, Life)>,
    steps: BTreeMap<StepId, (AgentId, Life)>,
    held: BTreeMap<AgentId, u32>,
    asleep: BTreeSet<AgentId>,
    /// Agents that have slept: sleeping agents plan without checks.
    unchecked: BTreeSet<AgentId>,
    /// Whether agents sleep in this game.
    has_sleep: bool,
    starts: u64,
}

impl Game {
    fn new(max: u32, seed: u64) -> Self {
        let text = TEXT.replace("MAX", &max.to_string());
        let minds = Minds::new(&Domain::from_str("fuzz.toml", &text).unwrap());
        let mut game = Self {
            minds,
            text,
            agents: Vec::new(),
            random: Pcg32::seed_from_u64(seed),
            bound: BTreeMap::new(),
            lives: BTreeMap::new(),
            open: BTreeMap::new(),
            ended: BTreeMap::new(),
            checks: BTreeMap::new(),
            granted: BTreeSet::new(),
            steps: BTreeMap::new(),
            held: BTreeMap::new(),
            asleep: BTreeSet::new(),
            unchecked: BTreeSet::new(),
            has_sleep: seed.is_multiple_of(2),
            starts: 0,
        };
        for _ in 0..3 {
            game.agents.push(game.minds.spawn("soldier").unwrap());
        }
        (1..=FOES).for_each(|foe| game.bind(GameObject(foe)));
        game
    }

    fn bind(&mut self, foe: GameObject) {
        if !self.bound.contains_key(&foe) {
            self.minds.bind("foe", foe, "a foe").unwrap();
            let life = self.lives.entry(foe).or_default();
            *life += 1;
            self.bound.insert(foe, *life);
        }
    }

    fn unbind(&mut self, foe: GameObject) {
        if self.bound.remove(&foe).is_some() {
            self.minds.unbind(foe);
        }
    }

    fn chance(&mut self, per_mille: u32) -> bool {
        self.random.random_range(0..1000) < per_mille
    }

    fn agent(&mut self) -> AgentId {
        self.agents[self.random.random_range(0..self.agents.len())]
    }

    fn foe(&mut self) -> GameObject {
        GameObject(self.random.random_range(1..=FOES))
    }

    /// The present life of a handle that the minds name.
    fn life(&self, foe: GameObject) -> Life {
        (foe, *self.bound.get(&foe).unwrap_or_else(|| panic!("{foe:?} is not bound")))
    }

    fn operation(&mut self) {
        match self.random.random_range(0..100) {
            0..20 => {
                let (agent, foe) = (self.agent(), self.foe());
                if self.bound.contains_key(&foe) {
                    // Without a free slot this is refused.
                    let _ = self.minds.set(agent, ("seen", foe), true);
                }
            }
            20..32 => self.order(),
            32..36 => {
                let foe = self.foe();
                self.unbind(foe);
            }
            36..42 => {
                let foe = self.foe();
                self.bind(foe);
            }
            42..44 => {
                let foe = self.foe();
                self.unbind(foe);
                self.bind(foe);
            }
            44..58 => self.end_a_step(),
            58..68 => self.answer_a_check(),
            68..70 => {
                let at = self.random.random_range(0..self.open.len().max(1));
                if let Some(order) = self.open.keys().nth(at).copied() {
                    self.minds.withdraw(order);
                }
            }
            70..72 => {
                let agent = self.agent();
                let held = self.held.entry(agent).or_default();
                if *held > 0 {
                    *held -= 1;
                    self.minds.release(agent);
                } else {
                    *held += 1;
                    self.minds.hold(agent);
                }
            }
            72..74 if self.has_sleep => {
                let agent = self.agent();
                if self.asleep.remove(&agent) {
                    self.minds.wake(agent);
                } else {
                    self.asleep.insert(agent);
                    self.unchecked.insert(agent);
                    self.minds.sleep(agent);
                }
            }
            74 => {
                let at = self.random.random_range(0..self.agents.len());
                let agent = self.agents[at];
                if self.chance(500) {
                    self.minds.quarantine(agent, "a test");
                }
                // An agent in quarantine may stay for a while, and get orders.
                if self.chance(300) {
                    return;
                }
                self.minds.remove(agent);
                self.held.remove(&agent);
                self.asleep.remove(&agent);
                self.steps.retain(|_, (owner, _)| *owner != agent);
                self.agents[at] = self.minds.spawn("soldier").unwrap();
            }
            75 => {
                let (minds, report) = Minds::restore(&self.minds.save(), self.minds.domain(), Some).unwrap();
                assert!(report.lost.is_empty());
                self.minds = minds;
            }
            76 => {
                // Facts get other numbers.
                let text = if self.chance(500) {
                    self.text.clone()
                } else {
                    self.text.replace("[facts]\n", "[facts]\nnight = \"bool\"\n")
                };
                let report = self.minds.reload(&Domain::from_str("fuzz.toml", &text).unwrap()).unwrap();
                assert!(report.orders_lost.is_empty(), "{report:?}");
            }
            _ => {
                let work = if self.chance(300) { 1 } else { 1000 };
                tick(self, TICK, Budget::work(work));
            }
        }
    }

    fn order(&mut self) {
        let (agent, foe) = (self.agent(), self.foe());
        let order = self.minds.order(agent, Order::goal("kill").arg("f", foe));
        assert_eq!(order.is_ok(), self.bound.contains_key(&foe), "{order:?}");
        if let Ok(order) = order {
            let life = self.life(foe);
            assert!(self.open.insert(order, (agent, life)).is_none());
        }
    }

    fn end_a_step(&mut self) {
        let at = self.random.random_range(0..self.steps.len().max(1));
        let Some((step, _)) = self.steps.iter().nth(at).map(|(step, of)| (*step, *of)) else { return };
        self.steps.remove(&step);
        if self.chance(800) { self.minds.done(step) } else { self.minds.failed(step) }
    }

    fn answer_a_check(&mut self) {
        let at = self.random.random_range(0..self.checks.len().max(1));
        let Some((check, of)) = self.checks.iter().nth(at).map(|(check, of)| (*check, *of)) else { return };
        self.checks.remove(&check);
        let yes = self.chance(850);
        if yes {
            self.granted.insert(of);
        }
        self.minds.answer(check, yes);
    }

    /// Nothing disturbs any more: steps and checks succeed at once. Held and sleeping agents may stay as they are.
    fn calm_down(&mut self) {
        if self.chance(500) {
            for agent in std::mem::take(&mut self.asleep) {
                self.minds.wake(agent);
            }
        }
        if self.chance(500) {
            for (agent, count) in std::mem::take(&mut self.held) {
                (0..count).for_each(|_| self.minds.release(agent));
            }
        }
        let mut passed = Duration::ZERO;
        while !self.open.is_empty() {
            assert!(passed < PATIENCE, "{} orders without a final report: {:?}", self.open.len(), self.open);
            tick(self, TICK, Budget::work(1000));
            while !self.steps.is_empty() || !self.checks.is_empty() {
                for (step, _) in std::mem::take(&mut self.steps) {
                    self.minds.done(step);
                }
                for (check, of) in std::mem::take(&mut self.checks) {
                    self.granted.insert(of);
                    self.minds.answer(check, true);
                }
                cunning_mind::dispatch(self);
            }
            passed += TICK;
        }
    }
}

impl Host for Game {
    fn minds(&mut self) -> &mut Minds {
        &mut self.minds
    }

    fn start(&mut self, step: Step<'static>) {
        let foe = step.arg("f").unwrap().as_object().unwrap();
        if step.resumed {
            // The game restored its step, or goes on with what a sleeping agent began.
            if self.bound.contains_key(&foe) {
                let life = self.life(foe);
                self.steps.insert(step.id, (step.agent, life));
            }
            return;
        }
        let life = self.life(foe);
        let is_ordered = self.open.values().any(|of| *of == (step.agent, life));
        let ended: Vec<_> = self.ended.iter().rev().take(5).collect();
        assert!(is_ordered, "{step:?} was not ordered; open {:?}, ended {ended:?}", self.open);
        if step.is("shoot") && !self.unchecked.contains(&step.agent) {
            assert!(self.granted.contains(&(step.agent, life)), "{step:?} without a granted check");
        }
        self.starts += 1;
        self.steps.insert(step.id, (step.agent, life));
    }

    fn stop(&mut self, stopped: StoppedStep) {
        self.steps.remove(&stopped.id);
        self.minds.stopped(stopped.id);
    }

    fn check(&mut self, check: Check) {
        let foe = check.arg("f").unwrap().as_object().unwrap();
        // A restored game is asked again, perhaps about an object that is gone by now.
        if let Some(&life) = self.bound.get(&foe) {
            self.checks.insert(check.id, (check.agent, (foe, life)));
        }
    }

    fn report(&mut self, report: Report) {
        if report.state.is_final() {
            let known = self.open.remove(&report.order);
            let known =
                known.unwrap_or_else(|| panic!("{report:?} after {:?}", self.ended.get(&report.order)));
            self.ended.insert(report.order, (report.state, known));
        }
    }
}

/// Runs games with random operations. Returns how many orders were done and how many steps started.
pub(crate) fn run(operations: u64) -> (u64, u64) {
    let (mut done, mut starts) = (0, 0);
    for seed in 0..operations / 2000 {
        let mut game = Game::new(1 + (seed % 3) as u32, seed);
        for part in 0..20 {
            (0..100).for_each(|_| game.operation());
            if part % 5 == 4 {
                game.calm_down();
            }
        }
        done += game.ended.values().filter(|(state, _)| *state == OrderState::Done).count() as u64;
        starts += game.starts;
    }
    (done, starts)
}

#[test]
fn steps_concern_ordered_objects_and_orders_end_once() {
    let operations = std::env::var("CUNNING_TARGET_OPERATIONS").ok().and_then(|text| text.parse().ok());
    let operations = operations.unwrap_or(OPERATIONS);
    let (done, starts) = run(operations);
    assert!(done > operations / 100 && starts > operations / 50, "{done} orders done, {starts} steps");
}
