//! The effect of the paper in a scene: a villager who remembers both the ground and what her walk through the
//! castle cost walks farther on the second day than one who remembers the ground alone.
//!
//! `CUNNING_SEEDS=50 cargo test -p cunning-arena castle_map -- --nocapture` runs all seeds and prints the
//! tables of the guide; the default is a slice.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // A test may fail by panicking and print what it found.

use std::sync::Arc;

use cunning_arena::simulation::{Scenario, SeekerWalk, Simulation};
use cunning_arena::{DoorPolicy, Paths};

use crate::support;
use support::castle::layout;
use support::scenarios::{corrupt_save, load, project_scenario, seeds};

/// The degrees of fear under test.
const FEARS: [&str; 8] = ["0", "0.02", "0.05", "0.1", "0.2", "0.4", "0.7", "1"];
/// Layouts from this seed on were not looked at during tuning.
const FIRST_LAYOUT: u64 = 7000;
const LAYOUTS: u64 = 20;

/// Sums over second days.
#[derive(Clone, Copy, Default)]
struct SecondDays {
    count: u64,
    through: u64,
    /// The length of the walks, and of the shortest paths that they could have taken, in cells.
    walked: f64,
    shortest: f64,
}

impl SecondDays {
    fn add(&mut self, walk: &SeekerWalk, shortest: f64) {
        self.count += 1;
        self.through += u64::from(is_through(walk));
        self.walked += walk.length as f64 / 1000.0;
        self.shortest += shortest;
    }

    fn mean(&self) -> f64 {
        self.walked / self.count as f64
    }

    /// How much longer the walks were than necessary.
    fn ratio(&self) -> f64 {
        self.walked / self.shortest
    }

    fn through_percent(&self) -> f64 {
        100.0 * self.through as f64 / self.count as f64
    }
}

fn is_through(walk: &SeekerWalk) -> bool {
    walk.through.iter().any(|place| place == "castle")
}

/// Adds the second days of the shy and the fearless villager, if the shy one's first day was bad: through the
/// castle, and longer than `bad`.
fn run(scenario: &Arc<Scenario>, seed: u64, bad: impl Fn(&SeekerWalk) -> bool, days: [&mut SecondDays; 2]) {
    let mut simulation = Simulation::new(scenario, seed).unwrap();
    let morning = simulation.world().clone();
    while simulation.outcome().is_none() {
        assert!(simulation.ticks() < 60_000, "seed {seed}: the scene does not end");
        simulation.tick();
    }
    let walks: Vec<SeekerWalk> = simulation.drain_walks().collect();
    let walk = |actor: &str, number: u32| {
        let found = walks.iter().find(|walk| walk.actor == actor && walk.number == number);
        found.unwrap_or_else(|| panic!("seed {seed}: {actor} has no walk {number}"))
    };
    let first = walk("nell", 1);
    if !is_through(first) || !bad(first) {
        return;
    }
    for (villager, days) in ["nell", "hugo"].iter().zip(days) {
        let second = walk(villager, 2);
        assert!(second.has_arrived, "seed {seed}: {villager}");
        let (from, to) = (second.cells[0], *second.cells.last().unwrap());
        let shortest = Paths::default().length(&morning, from, to, DoorPolicy::Open).unwrap();
        days.add(second, shortest.as_f64());
    }
}

fn print(what: &str, fear: &str, days: &SecondDays) {
    println!(
        "{what}, fear {fear}: {} second days, {:.1} cells, {:.3} times the shortest path, {:.0} % through the castle",
        days.count,
        days.mean(),
        days.ratio(),
        days.through_percent()
    );
}

/// Checks that walks never get shorter with fear, and returns those without and with full fear.
fn ends(shy: &[SecondDays]) -> [&SecondDays; 2] {
    let ratios: Vec<f64> = shy.iter().map(SecondDays::ratio).collect();
    assert!(ratios.is_sorted(), "{ratios:?}");
    [shy.first().unwrap(), shy.last().unwrap()]
}

#[test]
fn shy_map_keeper_walks_farther_than_the_fearless_one() {
    let mut fearless = SecondDays::default();
    let mut shy = [SecondDays::default(); FEARS.len()];
    for (fear, shy) in FEARS.iter().zip(&mut shy) {
        let scenario = project_scenario("castle", &[&format!("nell.fear={fear}")], &[]);
        for seed in 0..seeds(4) {
            run(&scenario, seed, |first| first.length > 200_000, [shy, &mut fearless]);
        }
        print("castle", fear, shy);
    }
    print("castle, fearless", "0", &fearless);
    let [rational, full] = ends(&shy);
    assert_eq!((rational.through, full.through), (rational.count, 0), "the knob decides");
    assert!(fearless.ratio() < 1.1 && rational.ratio() < 1.1, "a known path is nearly the shortest");
    assert!(full.ratio() > 1.2, "{}", full.ratio());
}

#[test]
fn shy_map_keeper_walks_farther_on_unseen_layouts() {
    let mut fearless = SecondDays::default();
    let mut shy = [SecondDays::default(); FEARS.len()];
    let (mut bad, mut worse) = (0, 0);
    for seed in FIRST_LAYOUT..FIRST_LAYOUT + LAYOUTS {
        let layout = layout(seed);
        let is_bad = |first: &SeekerWalk| first.length as f64 > 1000.0 * layout.around[&first.cells[0]];
        let mut of_layout = [SecondDays::default(); 2];
        for (fear, shy) in FEARS.iter().zip(&mut shy) {
            let scenario = load(&layout.text, &[&format!("nell.fear={fear}")], &[]);
            for seed in 0..seeds(1) {
                run(&scenario, seed, is_bad, [shy, &mut fearless]);
                if *fear == "1" {
                    let [shy, fearless] = &mut of_layout;
                    run(&scenario, seed, is_bad, [shy, fearless]);
                }
            }
        }
        let [shy, fearless] = of_layout;
        bad += u64::from(shy.count > 0);
        worse += u64::from(shy.count > 0 && shy.ratio() > 1.02 * fearless.ratio());
    }
    println!("{bad} of {LAYOUTS} layouts had bad days; on {worse} of them full fear costs more than 2 %");
    for (fear, shy) in FEARS.iter().zip(&shy) {
        print("layouts", fear, shy);
    }
    print("layouts, fearless", "0", &fearless);
    let [rational, full] = ends(&shy);
    assert!(bad >= LAYOUTS / 3, "{bad}");
    assert!(full.ratio() > 1.1 * rational.ratio(), "{} {}", full.ratio(), rational.ratio());
    assert!(full.through_percent() < rational.through_percent());
}

/// A navigator with a map is saved and restored on both days, and rejects what no navigator can be.
#[test]
fn restored_map_keepers_continue_exactly() {
    let scenario = project_scenario("castle", &[], &[]);
    let mut plain = Simulation::new(&scenario, 5).unwrap();
    let mut saved = Simulation::new(&scenario, 5).unwrap();
    while plain.outcome().is_none() {
        plain.tick();
        saved.tick();
        if plain.ticks().is_multiple_of(13) && !(820..1190).contains(&plain.ticks()) {
            saved = Simulation::restore(&scenario, &saved.save()).unwrap();
        }
        assert_eq!(saved.hash(), plain.hash(), "tick {}", plain.ticks());
    }
    corrupt_save(&scenario, &saved, 97);
}
