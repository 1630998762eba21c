//! The squad: coordination wins, and nothing but coordination. Three soldiers under an officer beat three who are their
//! equals but for him, wherever they begin; without the officer it is a fair fight.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;

use cunning_arena::TeamId;
use cunning_arena::simulation::{Scenario, Settings, Simulation, Tally, replay};
use cunning_diag::Source;
use support::play::file;
use support::text_of;

const RED: TeamId = TeamId::new(0);

fn play(settings: Settings) -> Arc<Scenario> {
    let source = Source::new("squad.toml", text_of("squad"));
    Arc::new(Scenario::load(&source, &file, settings).unwrap_or_else(|found| panic!("{found}")))
}

/// How many seeds are played; more by `CUNNING_SEEDS`.
fn seeds(usually: u64) -> u64 {
    std::env::var("CUNNING_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usually)
}

fn fought(settings: Settings, seeds: u64) -> Tally {
    let play = play(settings);
    let mut tally = Tally::new(2);
    for seed in 0..seeds {
        let mut simulation = Simulation::new(&play, seed).unwrap();
        while simulation.outcome().is_none() {
            simulation.tick();
        }
        tally.add(simulation.outcome());
    }
    tally
}

#[test]
fn coordination_wins() {
    let tally = fought(Settings::default(), seeds(500));
    let (_, low, _) = tally.rate(RED);
    assert!(low > 0.55, "at least {low:.3}: {tally:?}");
}

#[test]
fn it_wins_from_the_other_side_too() {
    let tally = fought(Settings { is_swapped: true, ..Settings::default() }, seeds(500));
    let (_, low, _) = tally.rate(RED);
    assert!(low > 0.55, "at least {low:.3}: {tally:?}");
}

#[test]
fn without_orders_it_is_a_fair_fight() {
    let tally = fought(Settings { has_orders: false, ..Settings::default() }, seeds(500));
    let (_, low, high) = tally.rate(RED);
    assert!(low < 0.5 && 0.5 < high, "{low:.3} to {high:.3}: {tally:?}");
}

#[test]
fn fights_against_a_state_machine_come_to_an_end() {
    let tally = fought(Settings { machine: Some("blue".to_owned()), ..Settings::default() }, seeds(50));
    assert!(tally.won.iter().all(|won| *won > 0), "each wins sometimes: {tally:?}");
    assert!(tally.undecided * 10 <= tally.plays(), "{tally:?}");
}

#[test]
fn all_bodies_are_alike() {
    let play = play(Settings::default());
    let scene = play.scene();
    let first = &scene.actors()[0];
    for actor in scene.actors() {
        let same = |one: &str, other: &str| assert_eq!(one, other, "{}", actor.name);
        same(&actor.archetype, &first.archetype);
        same(&actor.domain, &first.domain);
        assert_eq!((actor.body, actor.weapon, actor.goods), (first.body, first.weapon, first.goods));
    }
    assert_eq!(scene.commanders().len(), 1, "the officer of red is the difference");
}

#[test]
fn the_same_seed_is_the_same_fight_and_others_are_others() {
    let play = play(Settings::default());
    let fought = |seed: u64| {
        let mut simulation = Simulation::new(&play, seed).unwrap();
        let start: Vec<_> = simulation.world().actors().iter().map(cunning_arena::Actor::cell).collect();
        for _ in 0..150 {
            simulation.tick();
        }
        (start, simulation.hash())
    };
    assert_eq!(fought(4), fought(4));
    assert_ne!(fought(4).0, fought(5).0, "they begin elsewhere");
    assert_ne!(fought(4).1, fought(5).1);
}

#[test]
fn a_recorded_fight_replays_whatever_the_settings() {
    let machine = Some("blue".to_owned());
    let all = [
        Settings::default(),
        Settings { is_swapped: true, machine, ..Settings::default() },
        Settings { has_orders: false, ..Settings::default() },
    ];
    for settings in all {
        let file = support::File::default();
        let mut simulation =
            Simulation::recorded(&play(settings.clone()), 3, |_| Some(file.boxed())).unwrap();
        for _ in 0..200 {
            simulation.tick();
        }
        simulation.end_recording().unwrap();
        let replayed = replay(file.bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((replayed.diverged, replayed.compared), (None, 200), "{settings:?}");
    }
}
