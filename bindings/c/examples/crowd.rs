//! This example is `crowd.c` in Rust, with typed handles: `cargo xtask bindings --overhead` compares the two.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::time::Duration;

use cpu_time::ProcessTime;
use cunning_mind::{Budget, Command, Domain, Minds};

const AGENTS: usize = 10_000;
const WARM: usize = 5;
const TICKS: usize = 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: crowd DOMAIN")?;
    let domain = Domain::from_str("crowd.toml", &std::fs::read_to_string(path)?)?;
    let mut minds = Minds::new(&domain);
    let (lit, oil, windy) =
        (minds.fact::<bool>("lit")?, minds.fact::<i64>("oil")?, minds.fact::<bool>("windy")?);
    let agents = (0..AGENTS).map(|_| minds.spawn("keeper")).collect::<Result<Vec<_>, _>>()?;
    let mut steps = Vec::with_capacity(AGENTS);
    let mut begun = ProcessTime::now();
    let mut started = 0;
    for tick in 0..WARM + TICKS {
        if tick == WARM {
            (begun, started) = (ProcessTime::now(), 0);
        }
        for (at, &agent) in agents.iter().enumerate() {
            minds.tell(agent, lit, false)?;
            minds.tell(agent, oil, 1 + ((tick + at) % 4) as i64)?;
            minds.tell(agent, windy, (tick + at).is_multiple_of(8))?;
        }
        minds.tick(Duration::from_millis(16), Budget::work(10_000_000));
        while let Some(command) = minds.next_command() {
            if let Command::Start(step) = command {
                steps.push(step.id);
            }
        }
        started += steps.len();
        steps.drain(..).for_each(|step| minds.done(step));
    }
    let spent_ms = begun.elapsed().as_secs_f64() * 1e3;
    println!(
        "{:.4} ms per tick, {:.2} commands per agent and tick, hash {:016x}",
        spent_ms / TICKS as f64,
        started as f64 / TICKS as f64 / AGENTS as f64,
        minds.hash()
    );
    Ok(())
}
