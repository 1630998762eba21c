//! A crowd with everything going wrong that can: sensors that lie, steps that fail or never end, games that panic, agents
//! and objects that vanish, no budget, jumps in time. Checked all the time: whatever starts ends once, nothing is said for
//! the dead, queues stay short; and when the faults stop, everybody gets on with life.
//!
//! `CUNNING_SOAK_AGENTS` and `CUNNING_SOAK_TICKS` make it longer.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it did"
)]

mod camp;

use std::collections::BTreeMap;

use camp::Camp;
use cunning_mind::AgentId;

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

#[test]
fn a_crowd_survives_everything() {
    let (agents, ticks) = (number("CUNNING_SOAK_AGENTS", 300), number("CUNNING_SOAK_TICKS", 5000));
    let mut game = Camp::new(agents, 1);
    for _ in 0..ticks {
        game.tick();
    }
    let counters = game.set.counters();
    println!("{agents} agents, {ticks} ticks: {counters:?}");
    assert!(counters.steps_started > ticks && counters.plans_found > ticks / 2, "{counters:?}");
    assert_eq!(counters.steps_started, game.world.starts);
    let acting =
        game.world.agents.iter().filter(|agent| game.set.inspect(**agent).unwrap().is_acting).count() as u64;
    assert_eq!(counters.steps_started, counters.steps_ended + acting, "whatever starts ends once");
    // The faults stop: everybody who is well gets on with life.
    game.world.has_faults = false;
    let mut last: BTreeMap<AgentId, u64> = BTreeMap::new();
    let patience = 1200;
    for tick in 0..patience + 200 {
        game.tick();
        for agent in &game.world.agents.clone() {
            let inspection = game.set.inspect(*agent).unwrap();
            let is_content = game.believes(*agent, "warm") && game.believes(*agent, "fed");
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
        let mut game = Camp::new(40, seed);
        let tick = |_| {
            game.tick();
            game.set.hash()
        };
        (0..400).map(tick).collect::<Vec<u64>>()
    };
    assert_eq!(live(3), live(3));
    assert_ne!(live(3).last(), live(4).last());
}
