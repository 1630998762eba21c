//! The plan cache saves time and changes nothing else: with any size, a crowd makes the same decisions in every tick,
//! however small the budget.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{Percept, Value};
use cunning_mind::{AgentId, DomainSpec, MindConfig, MindEngine, Spawn};
use proptest::prelude::*;
use story::{said, started, tell};

const RIFLEMAN: &str = include_str!("../../../domains/rifleman.toml");
/// The facts that change.
const FACTS: [&str; 3] = ["under_fire", "wounded", "jammed"];

/// A tick: its budget, and the percepts with their agents.
type Tick = (u64, Vec<(usize, usize, bool)>);

struct Crowd {
    set: MindEngine,
    ids: Vec<AgentId>,
}

impl Crowd {
    fn new(spec: &Arc<DomainSpec>, agents: usize, config: MindConfig) -> Self {
        let mut set = MindEngine::new(spec.clone(), config);
        let spawn = |seed: usize| Spawn { seed: seed as u64 % 3, ..Spawn::default() };
        let ids = (0..agents).map(|seed| set.spawn("rifleman", spawn(seed)).unwrap()).collect();
        Self { set, ids }
    }

    /// Runs a tick and returns everything observable.
    fn tick(&mut self, (budget, events): &Tick) -> (u64, u64, Vec<String>) {
        let running = started(&self.set);
        for &(who, what, value) in events {
            tell(&mut self.set, self.ids[who % self.ids.len()], FACTS[what], &[], Value::Bool(value));
        }
        for (_, step) in running {
            self.set.receive(&Percept::Done(step));
        }
        self.set.clear_commands();
        self.set.tick(16, *budget);
        (self.set.hash(), self.set.counters().expanded, said(&self.set))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn cache_size_does_not_affect_decisions(
        agents in 1_usize..30,
        job_units_max in prop_oneof![Just(20_000_u64), 2_u64..20],
        memory_max in prop_oneof![Just(1_u64 << 30), 0_u64..1 << 17],
        ticks in prop::collection::vec(
            (0_u64..60, prop::collection::vec((0_usize..30, 0_usize..3, any::<bool>()), 0..12)),
            1..80,
        ),
    ) {
        let spec = cunning_mind::read(&Source::new("rifleman.toml", RIFLEMAN));
        let spec = Arc::new(spec.unwrap_or_else(|found| panic!("{found}")));
        let crowd = |cache| {
            let config = MindConfig { cache, job_units_max, memory_max, ..MindConfig::default() };
            Crowd::new(&spec, agents, config)
        };
        let mut plain = crowd(0);
        let mut cached: Vec<Crowd> = [1, 64, 4096].map(crowd).into();
        for (at, tick) in ticks.iter().enumerate() {
            let expected = plain.tick(tick);
            for crowd in &mut cached {
                prop_assert_eq!(&crowd.tick(tick), &expected, "tick {}", at);
            }
        }
        let (hits, _) = plain.set.cache_hits_and_misses();
        prop_assert_eq!(hits, 0);
    }
}

#[test]
fn cache_is_hit_and_missed() {
    let spec = Arc::new(cunning_mind::read(&Source::new("rifleman.toml", RIFLEMAN)).unwrap());
    let mut crowd = Crowd::new(&spec, 20, MindConfig { cache: 64, ..MindConfig::default() });
    for tick in 0..100 {
        crowd.tick(&(25, vec![(tick, tick % 3, tick % 2 == 0)]));
    }
    let (hits, misses) = crowd.set.cache_hits_and_misses();
    assert!(hits > 20 && misses > 0, "{hits} hits, {misses} misses");
    assert!(crowd.set.counters().plans_found > 50);
}
