//! No tick makes more expansions than its budget, whatever happens, and no agent starves: with any budget, every
//! agent has a plan in the end.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{Percept, Value};
use cunning_mind::{AgentId, MindConfig, MindEngine, Spawn};
use proptest::prelude::*;
use story::{started, tell};

const RIFLEMAN: &str = include_str!("../../../domains/rifleman.toml");
/// The facts that change.
const FACTS: [&str; 3] = ["under_fire", "wounded", "jammed"];

/// An event in a tick: the agent and the fact.
type Event = (usize, usize, bool);

fn crowd(agents: usize, cache: usize) -> (MindEngine, Vec<AgentId>) {
    let spec = cunning_mind::read(&Source::new("rifleman.toml", RIFLEMAN));
    let spec = Arc::new(spec.unwrap_or_else(|found| panic!("{found}")));
    let mut set = MindEngine::new(spec, MindConfig { cache, ..MindConfig::default() });
    let spawn = |seed: usize| Spawn { seed: seed as u64, ..Spawn::default() };
    let agents = (0..agents).map(|seed| set.spawn("rifleman", spawn(seed)).unwrap()).collect();
    (set, agents)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn expansions_stay_within_any_budget(
        agents in 1_usize..30,
        cache in prop_oneof![Just(0_usize), 1_usize..50],
        ticks in prop::collection::vec((0_u64..40, prop::collection::vec((0_usize..30, 0_usize..3, any::<bool>()), 0..12)), 1..60),
    ) {
        let (mut set, ids) = crowd(agents, cache);
        let mut running = Vec::new();
        for (budget, events) in &ticks {
            let events: &Vec<Event> = events;
            for &(who, what, value) in events {
                tell(&mut set, ids[who % agents], FACTS[what], &[], Value::Bool(value));
            }
            for step in running.drain(..) {
                set.receive(&Percept::Done(step));
            }
            let before = set.counters().expanded;
            set.clear_commands();
            set.tick(16, *budget);
            let spent = set.counters().expanded - before;
            prop_assert!(spent <= *budget, "{spent} expansions with a budget of {budget}");
            running.extend(started(&set).into_iter().map(|(_, step)| step));
        }
        // However small the budget, every agent gets its turn before any step times out.
        for _ in 0..5000 {
            set.tick(1, 1);
        }
        for id in ids {
            let about = set.inspect(id).unwrap();
            prop_assert!(about.is_acting && !about.is_planning, "{about:?}");
        }
    }
}
