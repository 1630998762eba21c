//! A play that is saved and restored goes on as if nothing had happened: world, minds and bodies.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test may fail by panicking.

mod support;

use cunning_arena::simulation::{RestoreError, Simulation};
use support::play::{break_save, play_of};

/// Plays a scene twice, once with a save and a restoration after every tick.
fn compare(name: &str, seed: u64, set: &[&str], events: &[&str], budget: u64, ticks: u32) -> Simulation {
    let play = play_of(name, set, events);
    let mut plain = Simulation::new(&play, seed).unwrap();
    let mut saved = Simulation::new(&play, seed).unwrap();
    for tick in 0..ticks {
        plain.tick_for(100, budget);
        saved.tick_for(100, budget);
        let bytes = saved.save();
        saved = Simulation::restore(&play, &bytes).unwrap();
        assert_eq!(saved.hash(), plain.hash(), "{name}, seed {seed}, tick {tick}");
        assert_eq!(saved.is_stuck(), plain.is_stuck());
        assert_eq!(saved.outcome(), plain.outcome());
    }
    plain
}

#[test]
fn the_pirate_goes_on_after_every_tick() {
    for seed in 0..3 {
        let simulation = compare("pirate", seed, &[], &[], 1000, 500);
        assert!(simulation.outcome().is_some(), "his story came to its end");
    }
    // With hardly any budget, while searches are in flight, and when the bottle is gone.
    let simulation = compare("pirate", 4, &[], &["remove bottle @ 40"], 3, 500);
    assert!(simulation.ticks() == 500);
    compare("pirate", 5, &["lawful=false"], &[], 3, 200);
}

#[test]
fn squads_go_on_after_every_tick() {
    compare("rooms", 1, &[], &[], 1000, 200);
}

#[test]
fn what_is_no_save_of_the_scene_is_an_error() {
    let play = play_of("pirate", &[], &[]);
    let mut simulation = Simulation::new(&play, 1).unwrap();
    for _ in 0..50 {
        simulation.tick();
    }
    let bytes = simulation.save();
    for len in (0..bytes.len()).step_by(7) {
        assert!(Simulation::restore(&play, &bytes[..len]).is_err(), "cut to {len}");
    }
    break_save(&play, &simulation, 5);
    let rooms = play_of("rooms", &[], &[]);
    let refused = Simulation::restore(&rooms, &bytes).err();
    assert!(matches!(refused, Some(RestoreError::Broken(_))), "{refused:?}");
}
