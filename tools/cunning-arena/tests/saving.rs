//! A saved and restored run continues as if it had not been interrupted: world, minds and bodies.

use crate::support;

use cunning_arena::simulation::{RestoreError, Simulation};
use support::scenarios::{corrupt_save, project_scenario};

/// Runs a scene twice, once saving and restoring it after every tick.
fn compare(name: &str, seed: u64, set: &[&str], events: &[&str], budget: u64, ticks: u32) -> Simulation {
    let scenario = project_scenario(name, set, events);
    let mut plain = Simulation::new(&scenario, seed).unwrap();
    let mut saved = Simulation::new(&scenario, seed).unwrap();
    for tick in 0..ticks {
        plain.tick_for(100, budget);
        saved.tick_for(100, budget);
        let bytes = saved.save();
        saved = Simulation::restore(&scenario, &bytes).unwrap();
        assert_eq!(saved.hash(), plain.hash(), "{name}, seed {seed}, tick {tick}");
        assert_eq!(saved.is_stuck(), plain.is_stuck());
        assert_eq!(saved.outcome(), plain.outcome());
    }
    plain
}

#[test]
fn pirate_can_be_restored_after_every_tick() {
    for seed in 0..3 {
        let simulation = compare("pirate", seed, &[], &[], 1000, 500);
        assert!(simulation.outcome().is_some(), "the scene was decided");
    }
    // With a small budget, so that searches are in progress, and with the bottle removed.
    let simulation = compare("pirate", 4, &[], &["remove bottle @ 40"], 3, 500);
    assert!(simulation.ticks() == 500);
    compare("pirate", 5, &["lawful=false"], &[], 3, 200);
}

#[test]
fn squads_can_be_restored_after_every_tick() {
    compare("rooms", 1, &[], &[], 1000, 200);
}

#[test]
fn save_with_a_flipped_bit_is_refused() {
    let scenario = project_scenario("pirate", &[], &[]);
    let mut simulation = Simulation::new(&scenario, 1).unwrap();
    for _ in 0..50 {
        simulation.tick();
    }
    let mut bytes = simulation.save();
    for bit in 0..8 * bytes.len() {
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(Simulation::restore(&scenario, &bytes).is_err(), "bit {bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert!(Simulation::restore(&scenario, &bytes).is_ok());
}

#[test]
fn invalid_save_is_an_error() {
    let scenario = project_scenario("pirate", &[], &[]);
    let mut simulation = Simulation::new(&scenario, 1).unwrap();
    for _ in 0..50 {
        simulation.tick();
    }
    let bytes = simulation.save();
    for len in (0..bytes.len()).step_by(7) {
        assert!(Simulation::restore(&scenario, &bytes[..len]).is_err(), "cut to {len}");
    }
    corrupt_save(&scenario, &simulation, 5);
    let rooms = project_scenario("rooms", &[], &[]);
    let refused = Simulation::restore(&rooms, &bytes).err();
    assert!(matches!(&refused, Some(RestoreError::World(error)) if error.is_other_scene()), "{refused:?}");
}
