//! Three hundred villagers eat, sleep, work and trade, by day and by night.

use crate::support;

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_arena::simulation::{Scenario, Simulation};
use cunning_arena::{Intent, ItemId, StationId, World};
use support::scenarios::project_scenario;

const SEEDS: u64 = 50;
const WORK: [&str; 7] = [
    "work at north_field",
    "work at south_field",
    "work at mill",
    "work at smithy",
    "work at market",
    "work at river",
    "work at forest",
];

/// The number of items of a kind that all actors and stations have.
fn all_of(world: &World, item: &str) -> u64 {
    let item = world.scene().item(item).unwrap();
    let carried = world.actors().iter().map(|actor| u64::from(actor.goods().count(item)));
    carried.sum::<u64>() + in_stock(world, item)
}

fn in_stock(world: &World, item: ItemId) -> u64 {
    let stations = 0..world.scene().stations().len();
    let stocks = stations.filter_map(|at| world.stock(StationId::new(at as u16)));
    stocks.map(|stock| u64::from(stock.count(item))).sum()
}

/// The values that villagers believe of a number, in ascending order.
fn sorted(simulation: &Simulation, fact: &str) -> Vec<i64> {
    let names: Vec<String> =
        simulation.world().scene().actors().iter().map(|actor| actor.name.clone()).collect();
    let value = |name: &String| simulation.believes(name, fact).and_then(|value| value.parse().ok()).unwrap();
    let mut all: Vec<i64> = names.iter().map(value).collect();
    all.sort_unstable();
    all
}

/// Describes what an actor's hands are doing.
fn body_action(world: &World, intent: Intent) -> String {
    let station = |station: StationId| world.scene().stations()[station.index()].name.clone();
    match intent {
        Intent::Work { station: at, .. } => format!("work at {}", station(at)),
        Intent::Buy { .. } => "buy".to_owned(),
        Intent::Sell { station: at, .. } => format!("sell at {}", station(at)),
        Intent::Use { .. } => "eat".to_owned(),
        Intent::Wait { time_ms } => if time_ms > 10_000 { "sleep" } else { "chat" }.to_owned(),
        _ => "else".to_owned(),
    }
}

/// Runs for some ticks, and counts what all villagers do.
fn run_for(scenario: &Arc<Scenario>, seed: u64, ticks: u64) -> (Simulation, BTreeMap<String, u32>) {
    let mut simulation = Simulation::new(scenario, seed).unwrap();
    let mut body_actions = BTreeMap::new();
    let mut last = vec![None; simulation.world().actors().len()];
    while simulation.ticks() < ticks {
        simulation.tick();
        let world = simulation.world();
        for (actor, last) in world.actors().iter().zip(&mut last) {
            if let Some((id, intent)) = actor.doing()
                && last.replace(id) != Some(id)
            {
                *body_actions.entry(body_action(world, intent)).or_default() += 1;
            }
        }
        if simulation.ticks().is_multiple_of(100) {
            let hunger = sorted(&simulation, "hunger");
            let context = format!("cunning demo village --seed {seed}, tick {}", simulation.ticks());
            let starves = |name: &&String| simulation.believes(name, "hunger").as_deref() == Some("10");
            let names: Vec<String> =
                simulation.world().scene().actors().iter().map(|actor| actor.name.clone()).collect();
            let starving: Vec<&String> = names.iter().filter(starves).collect();
            assert!(starving.is_empty(), "{starving:?} starve: {context} {:?}", &hunger[hunger.len() - 20..]);
        }
    }
    (simulation, body_actions)
}

#[test]
fn villagers_eat_and_work_is_done() {
    let scenario = project_scenario("village", &[], &[]);
    let before = World::new(scenario.scene().clone());
    assert!(before.actors().len() >= 300);
    let (mut by_day, mut by_night) = (0, 0);
    for seed in 0..SEEDS {
        let (simulation, body_actions) = run_for(&scenario, seed, 300);
        let context = format!("cunning demo village --seed {seed}: {body_actions:?}");
        let world = simulation.world();
        assert_eq!(
            all_of(world, "coin"),
            all_of(&before, "coin"),
            "money is neither made nor lost: {context}"
        );
        let body_action = |name: &str| body_actions.get(name).copied().unwrap_or(0);
        let begun = world.scene().rules().hour.unwrap();
        if (7..17).contains(&begun) {
            by_day += 1;
            assert!(body_action("eat") >= 60, "{context}");
            for work in WORK.iter().chain(&["sell at mill", "chat"]) {
                assert!(body_action(work) >= 5, "{work}: {context}");
            }
            let market = world.stock(world.scene().station("market").unwrap()).unwrap();
            let fish = market.count(world.scene().item("fish").unwrap());
            assert!(fish > 0, "fish comes to the market: {context}");
        } else if !(2..21).contains(&begun) {
            by_night += 1;
            assert!(body_action("sleep") >= 200, "at night they sleep: {context}");
            assert!(body_action("work at south_field") < 80, "{context}");
        }
    }
    assert!(by_day >= 10 && by_night >= 5, "{by_day} by day, {by_night} by night");
}

#[test]
fn economy_lasts_a_day_and_a_night() {
    let scenario = project_scenario("village", &[], &[]);
    let (simulation, body_actions) = run_for(&scenario, 5, 2400);
    let context = format!("{body_actions:?}");
    let sold = ["sell at mill", "sell at market", "sell at smithy"];
    for body_action in WORK.iter().chain(&sold).chain(&["eat", "buy", "chat", "sleep"]) {
        assert!(body_actions.get(*body_action).is_some_and(|count| *count >= 30), "{body_action}: {context}");
    }
    let world = simulation.world();
    // The caravan paid for fish; the rest of the money is unchanged.
    let before = World::new(scenario.scene().clone());
    assert_eq!(all_of(world, "coin"), all_of(&before, "coin") + 1000);
    let (coins, strength) = (sorted(&simulation, "coins"), sorted(&simulation, "strength"));
    assert!(coins[coins.len() / 4] >= 3, "{coins:?}");
    assert!(strength[strength.len() / 4] >= 3, "{strength:?}");
}
