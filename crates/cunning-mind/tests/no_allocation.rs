//! Once a set of agents is warm, ticks in which nobody has to think take no memory, however many sensors are polled and
//! beliefs refreshed.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::{AgentId, AgentSet, CERTAIN, Command, Commands, MindConfig, Percept, Spawn, Value};

const RIFLEMAN: &str = include_str!("../../../domains/rifleman.toml");

/// A crowd that walks its rounds and knows two foes.
fn crowd(agents: u32) -> (AgentSet, Vec<AgentId>) {
    let lore = cunning_mind::read(&Source::new("rifleman.toml", RIFLEMAN));
    let mut set =
        AgentSet::new(Arc::new(lore.unwrap_or_else(|found| panic!("{found}"))), MindConfig::default());
    for (name, interval_ms) in [("eyes", 48), ("ears", 64), ("body", 100)] {
        set.set_sensor(name, interval_ms);
    }
    let ty = set.lore().domain.type_named("foe").unwrap();
    for handle in [7, 8] {
        set.receive(&Percept::Bind { ty, handle });
    }
    let spawn = |seed| Spawn { seed, ..Spawn::default() };
    let ids = (0..agents).map(|seed| set.spawn("rifleman", spawn(u64::from(seed))).unwrap()).collect();
    (set, ids)
}

/// A tick in which every sensor says that all is as it was.
fn tick(set: &mut AgentSet, commands: &mut Commands) -> usize {
    let domain = set.lore().domain.clone();
    let [seen, under_fire, wounded] =
        ["seen", "under_fire", "wounded"].map(|name| domain.fact_named(name).unwrap());
    set.pass(16, 1000);
    set.take_commands(commands);
    let mut polled = 0;
    for command in commands.iter() {
        let Command::Sense { agent, sensor } = command else { continue };
        polled += 1;
        let foe = [Value::Handle(7)];
        let (fact, indices) = match sensor {
            0 => (seen, &foe[..]),
            1 => (under_fire, &[][..]),
            _ => (wounded, &[][..]),
        };
        set.receive(&Percept::Set { agent, fact, indices, value: Value::Bool(false), confidence: CERTAIN });
    }
    set.think();
    polled
}

#[test]
fn ticks_in_which_nobody_thinks_take_no_memory() {
    let (mut set, _) = crowd(200);
    let mut commands = Commands::default();
    for _ in 0..500 {
        tick(&mut set, &mut commands);
    }
    let before = set.counters();
    let mut polled = 0;
    let taken = allocation_counter::measure(|| {
        for _ in 0..200 {
            polled += tick(&mut set, &mut commands);
        }
    });
    assert!(polled > 200 * 100, "{polled} sensors were polled");
    assert_eq!(set.counters().thoughts, before.thoughts, "nobody had a reason to think");
    assert_eq!((taken.count_total, taken.bytes_total), (0, 0));
}

#[test]
fn a_tick_in_which_somebody_thinks_is_noticed() {
    let (mut set, agents) = crowd(10);
    let mut commands = Commands::default();
    for _ in 0..200 {
        tick(&mut set, &mut commands);
    }
    let thoughts = set.counters().thoughts;
    story::tell(&mut set, agents[3], "jammed", &[], Value::Bool(true));
    let taken = allocation_counter::measure(|| {
        tick(&mut set, &mut commands);
    });
    assert_eq!(set.counters().thoughts, thoughts + 1);
    assert!(taken.count_total > 0, "the counter counts");
}
