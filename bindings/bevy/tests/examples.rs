//! The examples assert what they show; here they are played as they are.
#![allow(dead_code, clippy::duplicate_mod)] // Their `main` may open a window instead, of which each has one.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

#[path = "../examples/04_crowd.rs"]
mod crowd;
#[path = "../examples/06_fear.rs"]
mod fear;
#[path = "../examples/01_first_agent.rs"]
mod first_agent;
#[path = "../examples/02_pirate.rs"]
mod pirate;
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
