//! Runs the examples, which assert their outcome.
#![allow(dead_code, clippy::duplicate_mod, reason = "each example has its own `main` and window")]

#[path = "../examples/04_crowd.rs"]
mod crowd;
#[path = "../examples/06_fear.rs"]
mod fear;
#[path = "../examples/01_first_agent.rs"]
mod first_agent;
#[path = "../examples/02_pirate.rs"]
mod pirate;
#[path = "../examples/07_skirmish.rs"]
mod skirmish_game;
#[path = "../examples/03_squad.rs"]
mod squad;
#[path = "../examples/05_trained_companion.rs"]
mod trained_companion;

#[test]
fn first_agent() {
    first_agent::headless().unwrap();
}

#[test]
fn pirate() {
    pirate::headless().unwrap();
}

#[test]
fn squad() {
    squad::headless().unwrap();
}

#[test]
fn crowd() {
    crowd::headless().unwrap();
}

#[test]
fn trained_companion() {
    trained_companion::headless().unwrap();
}

#[test]
fn fear() {
    fear::headless().unwrap();
}

#[test]
fn skirmish() {
    skirmish_game::headless().unwrap();
}

/// Steps once shared their elapsed time, so that each took a third of the time with three guards.
#[test]
fn steps_take_as_long_with_three_guards_as_with_one() {
    let [alone] = first_agent::play([2.0]).unwrap();
    for log in first_agent::play([2.0; 3]).unwrap() {
        assert_eq!(log, alone);
    }
}
