//! This example shows agents in a game loop of your own: tell them what they see, and carry out what they want.
//!
//! Run it with `cargo run --example 02_first_agent`.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::collections::BTreeMap;
use std::time::Duration;

use cunning::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let domain = Domain::from_str("guard.toml", include_str!("guard.toml"))?;
    let mut minds = Minds::new(&domain);
    let mut guards = Vec::new();
    for name in ["Ann", "Bo", "Cid"] {
        guards.push(minds.spawn_with("guard", Spawn::new().name(name))?);
    }
    let mut log: BTreeMap<AgentId, Vec<String>> = BTreeMap::new();
    for frame in 0..40 {
        if frame == 10 {
            minds.set(guards[0], "sees_thief", true)?; // A typo would be an error with a suggestion.
        }
        minds.tick(Duration::from_millis(16), Budget::default());
        while let Some(command) = minds.next_command() {
            match command {
                Command::Start(step) => {
                    log.entry(step.agent).or_default().push(step.to_string());
                    minds.done(step.id); // A real game plays an animation first.
                }
                Command::Stop(step) => minds.stopped(step.id),
                Command::Ask(check) => minds.answer(check.id, true),
                Command::Query(question) => minds.answer_query(question.id, SpatialAnswer::Unknown),
                Command::Idle(idle) => log.entry(idle.agent).or_default().push("idle".to_owned()),
                _ => {}
            }
        }
    }
    for (guard, steps) in &log {
        println!("{}: {}", minds.inspect(*guard).map_or(String::new(), |it| it.name), steps.join(", "));
    }
    let watch = ["go(yard)", "patrol", "patrol", "patrol", "idle"];
    assert_eq!(log[&guards[1]], watch);
    assert_eq!(log[&guards[2]], watch);
    assert_eq!(log[&guards[0]], [&watch[..], &["go(bell)", "ring", "idle"]].concat());
    Ok(())
}
