//! The game around the crowd: it carries out steps, answers sensors, and makes things happen to agents.

use std::sync::Arc;

use cunning_mind::engine::{CERTAIN, Percept, Value};
use cunning_mind::{
    AgentId, DomainSpec, Host, MindConfig, MindEngine, Minds, SensorPoll, Spawn, Step, StepId, StoppedStep,
    dispatch,
};
use cunning_plan::model::FactId;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

use super::TICK_MS;

/// The number of foes; each agent knows two of them.
const FOES: u64 = 64;
/// How often each sensor is polled, in milliseconds.
pub(super) const SENSORS: [(&str, u32); 3] = [("eyes", 200), ("ears", 250), ("body", 500)];
/// The duration of a step in ticks: half a second to two seconds.
const STEP_TICKS: std::ops::RangeInclusive<usize> = 30..=120;
/// In a tick, one agent in this many perceives something significant.
const ONE_IN: u32 = 100;

/// Percepts and reports that are sent in one batch.
#[derive(Default)]
pub(super) struct Percepts {
    facts: Vec<(AgentId, FactId, Option<Value>, Value)>,
    reports: Vec<Percept<'static>>,
}

impl Percepts {
    pub(super) fn send(&self, engine: &mut MindEngine) {
        let facts = self.facts.iter().map(|(agent, fact, index, value)| Percept::Set {
            agent: *agent,
            fact: *fact,
            indices: index.as_slice(),
            value: *value,
            confidence: CERTAIN,
        });
        engine.receive_all(self.reports.iter().copied().chain(facts));
    }

    fn clear(&mut self) {
        self.facts.clear();
        self.reports.clear();
    }
}

/// The facts that the game reports.
pub(super) struct Facts {
    pub(super) at: FactId,
    pub(super) under_fire: FactId,
    pub(super) wounded: FactId,
    pub(super) jammed: FactId,
    pub(super) seen: FactId,
    pub(super) down: FactId,
}

pub(super) struct Game {
    pub(super) agents: Vec<AgentId>,
    pub(super) facts: Facts,
    random: Pcg32,
    tick: usize,
    /// The step that each agent carries out.
    running: Vec<Option<StepId>>,
    /// The steps that end in each of the next ticks.
    calendar: Vec<Vec<(usize, StepId)>>,
    /// Steps that were ordered to stop.
    stopped: Vec<StepId>,
    pub(super) percepts: Percepts,
    /// The agents that perceive something significant in this tick, or whose plan ends.
    pub(super) busy: Vec<usize>,
}

impl Game {
    pub(super) fn new(
        spec: &Arc<DomainSpec>,
        config: MindConfig,
        agents: u32,
        seed: u64,
    ) -> Result<(Minds, Self), String> {
        let mut minds = Minds::with_config(&spec.clone().into(), config);
        let engine = minds.engine_mut();
        for (name, interval_ms) in SENSORS {
            engine.set_sensor(name, interval_ms);
        }
        let fact = |name: &str| spec.planning.fact_named(name).ok_or_else(|| format!("no fact `{name}`"));
        let facts = Facts {
            at: fact("at")?,
            under_fire: fact("under_fire")?,
            wounded: fact("wounded")?,
            jammed: fact("jammed")?,
            seen: fact("seen")?,
            down: fact("down")?,
        };
        let foe = spec.planning.type_named("foe").ok_or("no type `foe`")?;
        for handle in 0..FOES {
            engine.receive(&Percept::Bind { ty: foe, handle, name: "" });
        }
        let mut spawned = Vec::with_capacity(agents as usize);
        for number in 0..agents {
            let spawn = Spawn { seed: u64::from(number), ..Spawn::default() };
            spawned.push(engine.spawn("rifleman", spawn).map_err(|error| error.to_string())?);
        }
        let mut game = Self {
            running: vec![None; spawned.len()],
            agents: spawned,
            facts,
            random: Pcg32::seed_from_u64(seed),
            tick: 0,
            calendar: vec![Vec::new(); STEP_TICKS.end() + 1],
            stopped: Vec::new(),
            percepts: Percepts::default(),
            busy: Vec::new(),
        };
        // Every agent stands somewhere and knows two foes, in this order.
        for place in 0..game.agents.len() {
            let (agent, spot) = (game.agents[place], game.random.random_range(0..4));
            game.percepts.facts.push((agent, game.facts.at, None, Value::Object(spot)));
            for which in 0..2 {
                let foe = Value::Handle(foe_of(place, which));
                game.percepts.facts.push((agent, game.facts.seen, Some(foe), Value::Bool(false)));
            }
        }
        game.percepts.send(engine);
        Ok((minds, game))
    }

    /// Returns an agent's belief about a fact.
    pub(super) fn belief(
        &self,
        engine: &MindEngine,
        place: usize,
        fact: FactId,
        foe: Option<usize>,
    ) -> Value {
        let index = foe.map(|which| Value::Handle(foe_of(place, which)));
        engine.belief(self.agents[place], fact, index.as_slice()).map_or(Value::None, |(value, _)| value)
    }

    fn is_believed(&self, engine: &MindEngine, place: usize, fact: FactId, foe: Option<usize>) -> bool {
        self.belief(engine, place, fact, foe) == Value::Bool(true)
    }

    /// Collects the percepts before a tick: steps that ended, and events for one agent in a hundred.
    pub(super) fn before_tick(&mut self, engine: &MindEngine, is_eventful: bool) {
        self.percepts.clear();
        self.busy.clear();
        self.percepts.reports.extend(self.stopped.drain(..).map(Percept::Ended));
        if !is_eventful {
            return;
        }
        let due = self.tick % self.calendar.len();
        for (place, step) in std::mem::take(&mut self.calendar[due]) {
            // Some were stopped meanwhile.
            if self.running[place] == Some(step) {
                self.running[place] = None;
                self.percepts.reports.push(Percept::Done(step));
                if engine.inspect(self.agents[place]).is_some_and(|about| about.plan.len() == 1) {
                    self.busy.push(place);
                }
            }
        }
        for hundred in 0..self.agents.len() as u32 / ONE_IN {
            let place = (hundred * ONE_IN + self.random.random_range(0..ONE_IN)) as usize;
            self.surprise(engine, place);
            self.busy.push(place);
        }
        self.busy.sort_unstable();
        self.busy.dedup();
    }

    /// Gives an agent a percept that contradicts its beliefs, so that it has to replan.
    fn surprise(&mut self, engine: &MindEngine, place: usize) {
        let agent = self.agents[place];
        let simple = match self.random.random_range(0..6) {
            0 => self.facts.under_fire,
            1 => self.facts.wounded,
            2 => self.facts.jammed,
            3 => {
                let Value::Object(at) = self.belief(engine, place, self.facts.at, None) else { return };
                let elsewhere = Value::Object((at + self.random.random_range(1..4)) % 4);
                self.percepts.facts.push((agent, self.facts.at, None, elsewhere));
                return;
            }
            which => {
                let which = which - 4;
                let foe = Some(Value::Handle(foe_of(place, which)));
                // A foe that was shot is replaced.
                if self.is_believed(engine, place, self.facts.down, Some(which)) {
                    self.percepts.facts.push((agent, self.facts.down, foe, Value::Bool(false)));
                }
                let is_seen = self.is_believed(engine, place, self.facts.seen, Some(which));
                self.percepts.facts.push((agent, self.facts.seen, foe, Value::Bool(!is_seen)));
                return;
            }
        };
        let is_so = self.is_believed(engine, place, simple, None);
        self.percepts.facts.push((agent, simple, None, Value::Bool(!is_so)));
    }

    /// Answers the sensors that are due.
    pub(super) fn sense(&mut self, minds: &mut Minds) {
        self.percepts.clear();
        dispatch(&mut GameHost { game: self, minds });
    }

    /// Starts and stops steps as ordered.
    pub(super) fn after_tick(&mut self, minds: &mut Minds) {
        dispatch(&mut GameHost { game: self, minds });
        self.tick += 1;
    }

    /// The number of agents that carry out a step.
    pub(super) fn running(&self) -> usize {
        self.running.iter().flatten().count()
    }
}

/// The game as the host of its minds. Steps are reported in the next tick, together with the percepts.
struct GameHost<'g> {
    game: &'g mut Game,
    minds: &'g mut Minds,
}

impl Host for GameHost<'_> {
    fn minds(&mut self) -> &mut Minds {
        self.minds
    }

    fn start(&mut self, step: Step<'static>) {
        let place = place_of(step.agent);
        self.game.running[place] = Some(step.id);
        let due = (self.game.tick + self.game.random.random_range(STEP_TICKS)) % self.game.calendar.len();
        self.game.calendar[due].push((place, step.id));
    }

    fn stop(&mut self, step: StoppedStep) {
        self.game.running[place_of(step.agent)] = None;
        self.game.stopped.push(step.id);
    }

    /// Senses what the agent already believes. Only the first foe stays in sight; beliefs about the other one, and about
    /// fire that is not heard again, fade.
    fn sense(&mut self, poll: SensorPoll) {
        let (game, place) = (&mut *self.game, place_of(poll.agent));
        let (fact, foe) = match &*poll.sensor {
            "eyes" => (game.facts.seen, Some(0)),
            "ears" => (game.facts.under_fire, None),
            _ => (game.facts.wounded, None),
        };
        let value = game.belief(self.minds.engine(), place, fact, foe);
        if fact != game.facts.under_fire || value == Value::Bool(false) {
            let index = foe.map(|which| Value::Handle(foe_of(place, which)));
            game.percepts.facts.push((poll.agent, fact, index, value));
        }
    }
}

/// Agents are spawned once and never removed, so they are numbered in order.
fn place_of(agent: AgentId) -> usize {
    (agent.0 & u64::from(u32::MAX)) as usize
}

/// The handle of one of the two foes of an agent.
fn foe_of(place: usize, which: usize) -> u64 {
    (place as u64 * 2 + which as u64) % FOES
}

/// The average number of sensor polls per tick.
pub(super) fn polls(agents: u32) -> f64 {
    let each = |(_, interval_ms): (&str, u32)| f64::from(TICK_MS) / f64::from(interval_ms);
    SENSORS.into_iter().map(each).sum::<f64>() * f64::from(agents)
}
