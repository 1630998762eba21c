//! A crowd of riflemen with random events, deterministic for a seed.

use std::sync::Arc;
use std::time::Duration;

use cunning_diag::Source;
use cunning_mind::engine::{CERTAIN, Percept, Value};
use cunning_mind::{
    AgentId, Budget, Check, DomainSpec, Host, MindConfig, MindEngine, Minds, Spawn, Step, StepId,
    StoppedStep, dispatch,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

const RIFLEMAN: &str = include_str!("../../../../domains/rifleman.toml");

pub struct Crowd {
    pub minds: Minds,
    pub agents: Vec<AgentId>,
    random: Pcg32,
    running: Vec<(StepId, u32)>,
}

pub fn spec() -> Arc<DomainSpec> {
    let spec = cunning_mind::read(&Source::new("rifleman.toml", RIFLEMAN));
    Arc::new(spec.unwrap_or_else(|found| panic!("{found}")))
}

impl Crowd {
    /// A crowd; `prepare` sees the engine before agents are spawned.
    pub fn new(agents: u64, config: MindConfig, prepare: impl FnOnce(&mut MindEngine)) -> Self {
        let mut minds = Minds::with_config(&spec().into(), config);
        let engine = minds.engine_mut();
        prepare(engine);
        let ty = engine.spec().planning.type_named("foe").unwrap();
        for handle in 0..8 {
            engine.receive(&Percept::Bind { ty, handle, name: "" });
        }
        let agents = (0..agents)
            .map(|seed| engine.spawn("rifleman", Spawn { seed, ..Spawn::default() }).unwrap())
            .collect();
        Self { minds, agents, random: Pcg32::seed_from_u64(7), running: Vec::new() }
    }

    fn tell(&mut self, agent: AgentId, fact: &str, indices: &[Value], value: bool) {
        let fact = self.minds.domain().planning.fact_named(fact).unwrap();
        let value = Value::Bool(value);
        self.minds.engine_mut().receive(&Percept::Set { agent, fact, indices, value, confidence: CERTAIN });
    }

    /// Runs a tick in which one agent in ten perceives something and steps end after a while.
    pub fn tick(&mut self, budget: u64) {
        for _ in 0..self.agents.len().div_ceil(10) {
            let agent = self.agents[self.random.random_range(0..self.agents.len())];
            let value = self.random.random_range(0..2) == 1;
            match self.random.random_range(0..4) {
                0 => self.tell(agent, "under_fire", &[], value),
                1 => self.tell(agent, "wounded", &[], value),
                2 => self.tell(agent, "jammed", &[], value),
                _ => {
                    let foe = Value::Handle(u64::from(self.random.random_range(0..8_u32)));
                    self.tell(agent, "seen", &[foe], value);
                }
            }
        }
        let mut ended = Vec::new();
        self.running.retain_mut(|(step, left)| {
            *left -= 1;
            if *left == 0 {
                ended.push(*step);
            }
            *left > 0
        });
        for step in ended {
            let fails = self.random.random_range(0..20) == 0;
            self.minds.engine_mut().receive(&if fails { Percept::Failed(step) } else { Percept::Done(step) });
        }
        self.minds.engine_mut().clear_commands();
        self.minds.tick(Duration::from_millis(50), Budget::work(budget));
        dispatch(self);
    }
}

impl Host for Crowd {
    fn minds(&mut self) -> &mut Minds {
        &mut self.minds
    }

    fn start(&mut self, step: Step<'static>) {
        self.running.push((step.id, 1 + (step.id.0 >> 24) as u32 % 9));
    }

    fn stop(&mut self, stopped: StoppedStep) {
        self.running.retain(|(step, _)| *step != stopped.id);
        self.minds.stopped(stopped.id);
    }

    /// Checks stay without an answer, which counts as *no* after a while.
    fn check(&mut self, _: Check) {}
}
