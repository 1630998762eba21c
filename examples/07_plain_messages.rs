//! This example shows an agent that is driven by plain messages: what any engine or language can do without a callback.
//!
//! Run it with `cargo run --example 07_plain_messages`.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::sync::Arc;

use cunning::diag::Source;
use cunning::mind::engine::{CERTAIN, Command, Percept, Value};
use cunning::mind::{MindConfig, MindEngine, Spawn};

const MINER: &str = r#"
[facts]
ore = { type = "int", min = 0, max = 3 }
rich = "bool"
[action.dig]
then = ["ore += 1"]
[action.sell]
when = ["ore == 3"]
then = ["rich", "ore = 0"]
[goal.get_rich]
want = ["rich"]
[agent.miner]
actions = ["dig", "sell"]
goals = { get_rich = 1.0 }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = Arc::new(cunning::mind::read(&Source::new("miner.toml", MINER))?);
    let ore = spec.planning.fact_named("ore").ok_or("no such fact")?;
    let mut agents = MindEngine::new(spec, MindConfig::default());
    let miner = agents.spawn("miner", Spawn::default())?;
    let mut log = Vec::new();
    for frame in 0..20 {
        if frame == 1 {
            // The miner received a piece of ore.
            agents.receive(&Percept::Set {
                agent: miner,
                fact: ore,
                indices: &[],
                value: Value::Int(2),
                confidence: CERTAIN,
            });
        }
        agents.tick(100, 100);
        let mut reports = Vec::new();
        for command in agents.commands().iter() {
            match command {
                Command::Start { step, action, .. } => {
                    log.push(agents.spec().planning.actions()[action].name.clone());
                    reports.push(Percept::Done(step));
                }
                Command::Stop { step, .. } => reports.push(Percept::Ended(step)),
                Command::Idle { .. } => log.push("idle".to_owned()),
                _ => {}
            }
        }
        agents.clear_commands();
        for report in &reports {
            agents.receive(report);
        }
    }
    println!("{}", log.join(", "));
    assert_eq!(log, ["dig", "dig", "sell", "idle"]);
    Ok(())
}
