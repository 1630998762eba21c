//! A crowd of riflemen to whom things happen, decided by a seed alone.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{CERTAIN, Command, Percept, Value};
use cunning_mind::{AgentId, DomainSpec, MindConfig, MindEngine, Spawn, StepId};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;

const RIFLEMAN: &str = include_str!("../../../../domains/rifleman.toml");

pub struct Crowd {
    pub set: MindEngine,
    pub agents: Vec<AgentId>,
    random: Pcg32,
    running: Vec<(StepId, u32)>,
}

pub fn spec() -> Arc<DomainSpec> {
    let spec = cunning_mind::read(&Source::new("rifleman.toml", RIFLEMAN));
    Arc::new(spec.unwrap_or_else(|found| panic!("{found}")))
}

impl Crowd {
    /// A crowd; `prepare` sees the set before anybody is in it.
    pub fn new(agents: u64, config: MindConfig, prepare: impl FnOnce(&mut MindEngine)) -> Self {
        let mut set = MindEngine::new(spec(), config);
        prepare(&mut set);
        let ty = set.spec().planning.type_named("foe").unwrap();
        for handle in 0..8 {
            set.receive(&Percept::Bind { ty, handle, name: "" });
        }
        let agents = (0..agents)
            .map(|seed| set.spawn("rifleman", Spawn { seed, ..Spawn::default() }).unwrap())
            .collect();
        Self { set, agents, random: Pcg32::seed_from_u64(7), running: Vec::new() }
    }

    fn tell(&mut self, agent: AgentId, fact: &str, indices: &[Value], value: bool) {
        let fact = self.set.spec().planning.fact_named(fact).unwrap();
        let value = Value::Bool(value);
        self.set.receive(&Percept::Set { agent, fact, indices, value, confidence: CERTAIN });
    }

    /// A tick in which something happens to one in ten, and steps end after a while.
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
            self.set.receive(&if fails { Percept::Failed(step) } else { Percept::Done(step) });
        }
        self.set.clear_commands();
        self.set.tick(50, budget);
        let mut stopped = Vec::new();
        for command in self.set.commands().iter() {
            match command {
                Command::Start { step, .. } => {
                    self.running.push((step, 1 + (step.0 >> 24) as u32 % 9));
                }
                Command::Stop { step, .. } => stopped.push(step),
                _ => {}
            }
        }
        self.running.retain(|(step, _)| !stopped.contains(step));
        for step in stopped {
            self.set.receive(&Percept::Ended(step));
        }
    }
}
