//! A crowd of soldiers who play `domains/soldier.toml` as it is shipped: 35 actions and 16 goals, one of them to blow up
//! the depot. Each soldier has an order for a random goal. When it is done or has failed, the soldier begins again with
//! random beliefs and another order, and from time to time one of them perceives something that may break its plan.
//!
//! The time of a tick is the processor time of everything that the minds do: percepts, reports, orders, thinking and
//! planning, and none of the game.

use std::time::Duration;

use cpu_time::ThreadTime;
use cunning_mind::{
    AgentId, Budget, Command, Domain, FactKey, MindConfig, Minds, Order, OrderFailure, OrderState, Report,
    Spawn, StepId, ValueRef,
};
use cunning_plan::model::PlanningDomain;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use serde::Serialize;

use super::run::at;
use crate::player::{self, Objects};
use crate::target::Target;

/// A parameter and its possible values.
type Arguments = (&'static str, &'static [&'static str]);

/// The goals, and their arguments if they have any.
const GOALS: [(&str, Option<Arguments>); 16] = [
    ("kill", Some(("f", &["gunner", "sniper", "tank"]))),
    ("clear", None),
    ("suppress", Some(("f", &["gunner", "sniper", "tank"]))),
    ("scout", None),
    ("survive", None),
    ("be_armed", None),
    ("heal", None),
    ("resupply", None),
    ("rescue", Some(("m", &["corporal", "medic"]))),
    ("evacuate", Some(("m", &["corporal", "medic"]))),
    ("call_in", None),
    ("hold", None),
    ("enter", Some(("s", &["house", "roof", "wall", "depot"]))),
    ("blow_depot", None),
    ("fetch_truck", None),
    ("withdraw", None),
];
const SPOTS: [&str; 8] = ["base", "road", "trench", "wall", "house", "roof", "yard", "depot"];
/// The duration of a step in ticks: half a second to four seconds.
const STEP_TICKS: std::ops::RangeInclusive<usize> = 30..=250;
/// In a tick, one soldier in this many perceives something: each of them every sixteen seconds.
const ONE_IN: usize = 1000;
/// How much soldiers differ in the costs of actions, if they do.
const VARY: f64 = 0.2;
const TICK: Duration = Duration::from_millis(16);
/// The ticks in which the soldiers get their first plans, one after another.
const WARM_UP: usize = 600;

/// The figures of one crowd.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SoldiersRow {
    agents: u32,
    varies: bool,
    cache: usize,
    budget: u64,
    ticks: usize,
    micros_p50: f64,
    micros_p99: f64,
    micros_max: f64,
    plans_per_tick: f64,
    units_per_plan: f64,
    cache_hits_percent: f64,
    /// Of the soldiers whose goal has a plan as far as anyone knows, how many have one.
    planned_percent: f64,
    /// From an order to the first step, of those that had one, in milliseconds.
    reaction_ms_p50: f64,
    reaction_ms_p99: f64,
    orders_done: u64,
    orders_without_plan: u64,
}

/// What a soldier does.
#[derive(Clone, Copy, Default)]
struct Soldier {
    /// The tick of its order, as long as it has not begun.
    ordered: Option<usize>,
    running: Option<StepId>,
    has_failed: bool,
}

struct Camp<'d> {
    planning: &'d PlanningDomain,
    objects: Objects<'d>,
    minds: Minds,
    agents: Vec<AgentId>,
    soldiers: Vec<Soldier>,
    /// The steps that end in each of the next ticks.
    calendar: Vec<Vec<(usize, StepId)>>,
    /// The soldiers who get their next order.
    free: Vec<usize>,
    random: Pcg32,
    tick: usize,
    reactions_ms: Vec<f64>,
    micros: Vec<f64>,
    done: u64,
    without_plan: u64,
}

/// Measures a crowd of soldiers by the processor time of this thread, so it must be the one that plans.
pub(super) fn run(
    agents: u32,
    varies: bool,
    cache: usize,
    budget: u64,
    ticks: usize,
    seed: u64,
) -> Result<SoldiersRow, String> {
    let domain = read(varies)?;
    let planning = domain.planning().clone();
    let mut camp = Camp::new(&domain, &planning, agents, cache, seed)?;
    // All of them begin at once, so that takes a while.
    for _ in 0..WARM_UP.max(agents as usize / 20) {
        camp.tick(Budget::work(20 * budget))?;
    }
    (camp.done, camp.without_plan) = (0, 0);
    camp.reactions_ms.clear();
    camp.micros.clear();
    let before = (camp.minds.stats(), camp.minds.engine().cache_hits_and_misses());
    let (mut planned, mut counted) = (0_u64, 0_u64);
    for _ in 0..ticks {
        camp.tick(Budget::work(budget))?;
        if camp.tick.is_multiple_of(16) {
            let with_goal = camp.soldiers.iter().filter(|soldier| !soldier.has_failed);
            counted += with_goal.clone().count() as u64;
            planned += with_goal.filter(|soldier| soldier.ordered.is_none()).count() as u64;
        }
    }
    let after = (camp.minds.stats(), camp.minds.engine().cache_hits_and_misses());
    let plans = after.0.plans_found - before.0.plans_found;
    let (hits, misses) = (after.1.0 - before.1.0, after.1.1 - before.1.1);
    let percent = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
    Ok(SoldiersRow {
        agents,
        varies,
        cache,
        budget,
        ticks,
        micros_p50: at(&mut camp.micros, 0.5),
        micros_p99: at(&mut camp.micros, 0.99),
        micros_max: at(&mut camp.micros, 1.0),
        plans_per_tick: plans as f64 / ticks.max(1) as f64,
        units_per_plan: (after.0.expanded - before.0.expanded) as f64 / plans.max(1) as f64,
        cache_hits_percent: percent(hits, hits + misses),
        planned_percent: percent(planned, counted),
        reaction_ms_p50: at(&mut camp.reactions_ms, 0.5),
        reaction_ms_p99: at(&mut camp.reactions_ms, 0.99),
        orders_done: camp.done,
        orders_without_plan: camp.without_plan,
    })
}

fn read(varies: bool) -> Result<Domain, String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../domains/soldier.toml");
    let text = std::fs::read_to_string(path).map_err(|error| format!("domains/soldier.toml: {error}"))?;
    let plain = Domain::from_str("soldier.toml", &text).map_err(|error| error.to_string())?;
    let goals: Vec<&str> = GOALS.iter().map(|(goal, _)| *goal).collect();
    let vary = if varies { VARY } else { 0.0 };
    player::domain("soldier.toml", &text, plain.planning(), &goals, vary)
}

impl<'d> Camp<'d> {
    fn new(
        domain: &Domain,
        planning: &'d PlanningDomain,
        agents: u32,
        cache: usize,
        seed: u64,
    ) -> Result<Self, String> {
        let mut minds = Minds::with_config(domain, MindConfig { cache, ..MindConfig::default() });
        let objects = Objects::bind(planning, &mut minds)?;
        let spawned = (0..u64::from(agents)).map(|seed| {
            minds.spawn_with(player::ARCHETYPE, Spawn::new().seed(seed)).map_err(|error| error.to_string())
        });
        let agents = spawned.collect::<Result<Vec<AgentId>, String>>()?;
        Ok(Self {
            planning,
            objects,
            soldiers: vec![Soldier::default(); agents.len()],
            free: (0..agents.len()).collect(),
            agents,
            minds,
            calendar: vec![Vec::new(); STEP_TICKS.end() + 1],
            random: Pcg32::seed_from_u64(seed),
            tick: 0,
            reactions_ms: Vec::new(),
            micros: Vec::new(),
            done: 0,
            without_plan: 0,
        })
    }

    fn tick(&mut self, budget: Budget) -> Result<(), String> {
        let begin = ThreadTime::now();
        for place in std::mem::take(&mut self.free) {
            self.begin_mission(place)?;
        }
        for _ in 0..self.agents.len() / ONE_IN {
            let place = self.random.random_range(0..self.agents.len());
            self.surprise(place)?;
        }
        let due = self.tick % self.calendar.len();
        for (place, step) in std::mem::take(&mut self.calendar[due]) {
            if self.soldiers[place].running == Some(step) {
                self.soldiers[place].running = None;
                self.minds.done(step);
            }
        }
        self.minds.tick(TICK, budget);
        self.micros.push(begin.elapsed().as_secs_f64() * 1e6);
        self.tick += 1;
        while let Some(command) = self.minds.next_command() {
            match command {
                Command::Start(step) => self.start(place_of(step.agent), step.id),
                Command::Stop(stopped) => {
                    self.soldiers[place_of(stopped.agent)].running = None;
                    self.minds.stopped(stopped.id);
                }
                Command::Ask(check) => self.minds.answer(check.id, true),
                Command::Report(report) => self.report(&report),
                _ => {}
            }
        }
        Ok(())
    }

    fn start(&mut self, place: usize, step: StepId) {
        let soldier = &mut self.soldiers[place];
        if let Some(ordered) = soldier.ordered.take() {
            self.reactions_ms.push((self.tick - ordered) as f64 * TICK.as_secs_f64() * 1e3);
        }
        soldier.running = Some(step);
        let due = (self.tick + self.random.random_range(STEP_TICKS)) % self.calendar.len();
        self.calendar[due].push((place, step));
    }

    fn report(&mut self, report: &Report) {
        let place = place_of(report.agent);
        match report.state {
            OrderState::TakenUp => return,
            OrderState::Done => self.done += 1,
            OrderState::Failed(OrderFailure::NoPlan) => {
                self.without_plan += 1;
                self.soldiers[place].has_failed = true;
            }
            _ => {}
        }
        self.free.push(place);
    }

    /// Gives a soldier random beliefs and an order.
    fn begin_mission(&mut self, place: usize) -> Result<(), String> {
        let (agent, random) = (self.agents[place], &mut self.random);
        self.objects.set(&mut self.minds, agent, self.planning.start())?;
        let ints = [
            ("wounds", 0..=2),
            ("grenades", 0..=2),
            ("smokes", 0..=2),
            ("bandages", 0..=2),
            ("charges", 0..=2),
        ];
        for (fact, range) in ints {
            let number: i64 = random.random_range(range);
            self.minds.set(agent, fact, number).map_err(|error| error.to_string())?;
        }
        let rounds: i64 = random.random_range(0..=4);
        let spot = SPOTS[random.random_range(0..SPOTS.len())];
        let (fire, jam) = (random.random_bool(0.2), random.random_bool(0.1));
        let mut set = |fact: FactKey<'static>, value: ValueRef<'static>| {
            self.minds.set(agent, fact, value).map_err(|error| error.to_string())
        };
        set(("rounds", "rifle").into(), rounds.into())?;
        set("at".into(), spot.into())?;
        set("under_fire".into(), fire.into())?;
        set(("jammed", "rifle").into(), jam.into())?;
        let (goal, param) = GOALS[random.random_range(0..GOALS.len())];
        let mut order = Order::goal(goal).bias(1.0);
        if let Some((param, values)) = param {
            let name = values[random.random_range(0..values.len())];
            let value = self.objects.named(name);
            order = order.arg(param, value);
        }
        self.minds.order(agent, order).map_err(|error| error.to_string())?;
        self.soldiers[place].ordered = Some(self.tick);
        self.soldiers[place].has_failed = false;
        Ok(())
    }

    /// Something happens to a soldier.
    fn surprise(&mut self, place: usize) -> Result<(), String> {
        let agent = self.agents[place];
        let spot = SPOTS[self.random.random_range(0..SPOTS.len())];
        let truth = self.random.random_bool(0.5);
        let set = match self.random.random_range(0..4) {
            0 => self.minds.set(agent, "under_fire", truth),
            1 => self.minds.set(agent, "wounds", i64::from(truth)),
            2 => self.minds.set(agent, ("jammed", "rifle"), truth),
            _ => self.minds.set(agent, "at", spot),
        };
        set.map_err(|error| error.to_string())
    }
}

/// Agents are spawned once and never removed, so they are numbered in order.
fn place_of(agent: AgentId) -> usize {
    (agent.0 & u64::from(u32::MAX)) as usize
}

impl SoldiersRow {
    pub(super) fn print(&self) {
        let cache = if self.cache > 0 { "cache" } else { "no cache" };
        let vary = if self.varies { "vary" } else { "alike" };
        println!(
            "{:>6} soldiers, {vary:5}, {cache:8}, {} units a tick: tick p50 {:.2} ms, p99 {:.2}, worst {:.2}",
            self.agents,
            self.budget,
            self.micros_p50 / 1e3,
            self.micros_p99 / 1e3,
            self.micros_max / 1e3
        );
        println!(
            "        {:.1} plans a tick of {:.0} units, {:.0} % cached; {:.2} % have a plan; order to first step \
             p50 {:.0} ms, p99 {:.0}; {} orders done, {} without a plan",
            self.plans_per_tick,
            self.units_per_plan,
            self.cache_hits_percent,
            self.planned_percent,
            self.reaction_ms_p50,
            self.reaction_ms_p99,
            self.orders_done,
            self.orders_without_plan
        );
    }
}

/// The targets of crowds of soldiers.
pub(super) fn targets(rows: &[SoldiersRow]) -> Vec<Target> {
    let mut targets = Vec::new();
    for row in rows {
        let max = match row.agents {
            10_000 => 2000.0,
            100_000 => 16_000.0,
            _ => continue,
        };
        let cache = if row.cache > 0 { "with" } else { "without" };
        let vary = if row.varies { "with" } else { "without" };
        let is_met = row.micros_p99 <= max && row.planned_percent >= 99.0 && row.reaction_ms_p99 <= 250.0;
        targets.push(Target {
            what: format!(
                "{} soldiers, {cache} cache, {vary} vary: p99 of a tick at most {} ms, 99 % have a plan, 250 ms to \
                 the first step (p99)",
                row.agents,
                max / 1e3
            ),
            measured: format!(
                "{:.2} ms, {:.1} %, {:.0} ms",
                row.micros_p99 / 1e3,
                row.planned_percent,
                row.reaction_ms_p99
            ),
            met: Some(is_met),
        });
    }
    targets
}
