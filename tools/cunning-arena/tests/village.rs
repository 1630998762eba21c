//! The village lasts: goods and money circulate for weeks, people eat, sleep and work at their own hours, and stocks
//! recover from losses.
//!
//! `CUNNING_SEEDS=20 cargo test -p cunning-arena --all-features --test all village:: --release` runs villages of 100, 300
//! and 1,000 with twenty seeds each; by default a slice of it is run.

use crate::support;

use std::collections::BTreeSet;
use std::sync::Arc;

use cunning_arena::simulation::{Day, LineKind, Neighbours, Scenario, Simulation, replay};
use cunning_arena::{EventKind, World};
use cunning_trace::{Event, Reader};
use support::scenarios::load;
use support::{File, text_of};

const DAYS: u64 = 60;
const HUNGER_P95_MAX: i64 = 7;

/// The village with another number of people.
fn village(crowd: u32, events: &[&str]) -> Arc<Scenario> {
    load(&text_of("village").replace("crowd = 300", &format!("crowd = {crowd}")), &[], events)
}

/// The villages and seeds to run: a slice, or all.
fn runs() -> Vec<(u32, u64)> {
    let seeds = std::env::var("CUNNING_SEEDS").ok().and_then(|seeds| seeds.parse::<u64>().ok());
    match seeds {
        Some(seeds) => {
            [100, 300, 1000].into_iter().flat_map(|crowd| (0..seeds).map(move |seed| (crowd, seed))).collect()
        }
        None => vec![(100, 5)],
    }
}

fn day_ms(world: &World) -> u64 {
    world.scene().rules().day_ms.unwrap()
}

/// The mean number of items of a kind in the village over some days, from the first to the last.
fn mean(days: &[Day], item: &str, first: u64, last: u64) -> f64 {
    let days: Vec<&Day> = days.iter().filter(|day| (first..=last).contains(&day.day)).collect();
    let total = |day: &Day| day.goods.iter().find(|goods| goods.item == item).unwrap().total();
    days.iter().map(|day| total(day) as f64).sum::<f64>() / days.len() as f64
}

#[test]
fn village_holds_for_sixty_days() {
    for (crowd, seed) in runs() {
        let mut simulation =
            Simulation::new(&village(crowd, &[]), seed).unwrap().with_ledger("hunger", "home");
        let hour_ms = day_ms(simulation.world()) / 24;
        while simulation.world().time_ms() < DAYS * 24 * hour_ms {
            simulation.tick();
        }
        let (days, summary) = (simulation.days(), simulation.days_summary().unwrap());
        let context = format!("cunning run village --days {DAYS} --crowd {crowd} --seed {seed}");
        for day in days {
            for goods in &day.goods {
                let context = format!("{context}: {} on day {}", goods.item, day.day);
                assert_eq!(goods.other, 0, "sources and sinks do not explain the change: {context}");
            }
        }
        let p95 = summary.p95_most.unwrap();
        assert!(p95 <= HUNGER_P95_MAX, "hunger p95 is {p95}: {context}");
        assert!(summary.idle_most_ms <= hour_ms, "{} ms without a step: {context}", summary.idle_most_ms);
        for item in ["coin", "bread", "fish_meal", "grain", "wood", "fish"] {
            let drift = summary.goods.iter().find(|drift| drift.item == item).unwrap();
            assert!(drift.percent().abs() <= 20.0, "{drift:?}: {context}");
        }
        for item in ["bread", "fish_meal", "grain", "wood", "fish"] {
            let made: u64 = days
                .iter()
                .flat_map(|day| &day.goods)
                .filter(|goods| goods.item == item)
                .map(|goods| goods.made)
                .sum();
            assert!(made > DAYS * u64::from(crowd) / 20, "{made} {item} were made: {context}");
        }
        let Neighbours { pairs, together } = summary.neighbours;
        assert!(pairs >= crowd as usize, "{pairs} pairs: {context}");
        assert!(20 * together <= pairs, "{together} of {pairs} pairs leave home at the same time: {context}");
    }
}

#[test]
fn stocks_recover_from_a_lost_harvest_and_prices_respond() {
    // All grain of the mill, more than a third of what the village has, is lost at the end of the twelfth day.
    let scenario = village(100, &["remove grain from mill @ 48 min"]);
    let mut simulation = Simulation::new(&scenario, 3).unwrap().with_ledger("hunger", "home");
    let scene = simulation.world().scene().clone();
    let (mill, grain) = (scene.station("mill").unwrap(), scene.item("grain").unwrap());
    let mut paid = Vec::new();
    while simulation.world().time_ms() < 22 * day_ms(simulation.world()) {
        simulation.tick();
        let (now_ms, day_ms) = (simulation.world().time_ms(), day_ms(simulation.world()));
        if now_ms == 12 * day_ms - 1000 || now_ms == 12 * day_ms {
            paid.push(simulation.world().pays(mill, grain));
        }
    }
    let days = simulation.days();
    let lost = days[11].goods.iter().find(|goods| goods.item == "grain").unwrap();
    assert!(
        lost.other < 0 && 10 * lost.other.unsigned_abs() >= 3 * (lost.total() + lost.other.unsigned_abs()),
        "{lost:?}"
    );
    assert!(paid[1] > paid[0], "grain is worth more when there is none: {paid:?}");
    for item in ["grain", "bread"] {
        let (before, after) = (mean(days, item, 8, 11), mean(days, item, 20, 22));
        assert!(after >= 0.8 * before, "{item}: {before:.0} before, {after:.0} ten days later");
    }
    assert!(days.iter().all(|day| day.percentile(95).unwrap() <= HUNGER_P95_MAX));
}

#[test]
fn villagers_put_out_a_fire() {
    let scenario = village(100, &["add 6 fire to square @ 2 min"]);
    for seed in 0..3 {
        let mut simulation = Simulation::new(&scenario, seed).unwrap().narrated();
        let scene = simulation.world().scene().clone();
        let fire = scene.item("fire").unwrap();
        let (mut helpers, mut out_ms) = (BTreeSet::new(), None);
        while simulation.world().time_ms() < 2 * day_ms(simulation.world()) && out_ms.is_none() {
            simulation.tick();
            let douses =
                |line: &cunning_arena::simulation::Line| line.kind == LineKind::Step && line.text == "douse";
            helpers.extend(simulation.drain_lines().filter(|line| douses(line)).map(|line| line.agent));
            let is_burning = simulation.world().piles().iter().any(|pile| pile.item == fire);
            let has_begun = simulation.world().time_ms() > 120_000;
            out_ms = (has_begun && !is_burning).then(|| simulation.world().time_ms());
        }
        assert!(out_ms.is_some(), "seed {seed}: it still burns after a day and a half");
        assert!(helpers.len() >= 3, "seed {seed}: {helpers:?}");
    }
}

#[test]
fn rogue_plans_and_robs_the_cellar_at_night() {
    let scenario = village(100, &[]);
    for seed in 0..3 {
        let mut simulation = Simulation::new(&scenario, seed).unwrap().narrated();
        let (mut steps, mut hours) = (Vec::new(), Vec::new());
        while simulation.world().time_ms() < 2 * day_ms(simulation.world()) {
            simulation.tick();
            let hour = simulation.world().hour().unwrap();
            for line in
                simulation.drain_lines().filter(|line| line.agent == "jack" && line.kind == LineKind::Step)
            {
                if ["steal_key", "unlock_cellar", "rob"].contains(&line.text.as_str()) {
                    steps.push(line.text);
                    hours.push(hour);
                }
            }
        }
        assert_eq!(steps, ["steal_key", "unlock_cellar", "rob"], "seed {seed}");
        assert!(hours.iter().all(|hour| *hour >= 23 || *hour < 5), "seed {seed}: {hours:?}");
        let world = simulation.world();
        let (jack, cheese) = (world.scene().actor("jack").unwrap(), world.scene().item("cheese").unwrap());
        assert!(world.actor(jack).unwrap().goods().count(cheese) > 0, "seed {seed}");
    }
}

/// Whoever watches from the square sees villagers near it react first. A replay gives the same importance again.
#[test]
fn villagers_near_the_observer_matter_most() {
    let file = File::default();
    let mut simulation = Simulation::recorded(&village(100, &[]), 2, |_| Some(file.boxed())).unwrap();
    let square = simulation.world().scene().spot("square").unwrap();
    let square = simulation.world().scene().spots()[square.index()].centre;
    let cells: Vec<u32> =
        simulation.world().actors().iter().map(|actor| actor.cell().distance(square)).collect();
    for _ in 0..200 {
        simulation.tick();
    }
    simulation.end_recording().unwrap();
    let bytes = file.bytes();
    assert_eq!(replay(&bytes).unwrap().diverged, None);
    let mut set = Vec::new();
    for record in Reader::open(&bytes).unwrap().records() {
        let record = record.unwrap();
        if let Event::ImportanceSet { importance } = record.event {
            set.push(importance);
        }
    }
    // At the start each has the importance of its distance, and later those who walk have others.
    let (start, later) = set.split_at(cells.len());
    for (distance, importance) in cells.into_iter().zip(start) {
        match distance {
            0..20_000 => assert_eq!(*importance, 1_000_000),
            20_000..60_000 => assert!((200_000..=1_000_000).contains(importance), "{distance}: {importance}"),
            _ => assert_eq!(*importance, 200_000),
        }
    }
    assert!(start.contains(&1_000_000) && start.iter().any(|importance| *importance < 700_000), "{start:?}");
    assert!(later.len() > 20, "{} changes in 20 s", later.len());
}

#[test]
fn money_is_neither_made_nor_lost_and_all_trades_are_done() {
    let mut simulation = Simulation::new(&village(100, &[]), 1).unwrap();
    let scene = simulation.world().scene().clone();
    let mut jobs = BTreeSet::new();
    let coin = scene.item("coin").unwrap();
    let all = |world: &World| -> u64 {
        let stations = (0..scene.stations().len())
            .filter_map(|at| world.stock(cunning_arena::StationId::new(at as u16)));
        let stock: u64 = stations.map(|stock| u64::from(stock.count(coin))).sum();
        stock + world.actors().iter().map(|actor| u64::from(actor.goods().count(coin))).sum::<u64>()
    };
    let before = all(simulation.world());
    while simulation.world().time_ms() < day_ms(simulation.world()) {
        simulation.tick();
        for actor in simulation.world().actors() {
            if let Some((_, cunning_arena::Intent::Work { station, job })) = actor.doing() {
                jobs.insert((station, job));
            }
        }
        assert_eq!(all(simulation.world()), before, "tick {}", simulation.ticks());
    }
    let offered: usize = scene.stations().iter().map(|station| station.jobs.len()).sum();
    assert_eq!(jobs.len(), offered, "every job of the scene is done on the first day: {jobs:?}");
    assert!(!simulation.world().events().iter().any(|event| matches!(event.kind, EventKind::Died { .. })));
}
