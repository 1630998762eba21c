//! The same small agent in `bevy_cunning`, in `big-brain` and with the planner of `bevy_dogoap`: a villager that gets
//! thirsty, walks to the well and drinks. Each version is one file, so that its lines can be counted.
//!
//! All run in one program on one thread, with the same number of agents and frames. The results are in `docs/bevy-peers.md`.

#![allow(clippy::print_stdout, reason = "it prints a table")]

mod ours;
mod planner;

use compare_game::{FRAMES, Result};

/// Counts the lines of code in a file.
fn lines(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

/// The numbers of agents of the two runs.
const AGENTS: [u32; 2] = [1000, 10_000];

/// An implementation of the agent.
struct Version {
    name: &'static str,
    text: &'static str,
    run: fn(u32) -> Result,
}

fn main() {
    let versions = [
        Version { name: "bevy_cunning", text: include_str!("ours.rs"), run: ours::run },
        Version { name: "big-brain", text: include_str!("../brain/src/lib.rs"), run: compare_brain::run },
    ];
    println!("| {FRAMES} frames | lines with code | agents | median of a frame | 99th percentile | drinks |");
    println!("|---|---|---|---|---|---|");
    for Version { name, text, run } in versions {
        for agents in AGENTS {
            let Result { drinks, median, p99 } = run(agents);
            let [median, p99] = [median, p99].map(|time| time.as_secs_f64() * 1e6);
            println!("| `{name}` | {} | {agents} | {median:.0} µs | {p99:.0} µs | {drinks} |", lines(text));
        }
    }
    println!("\n| a plan of the two steps | |\n|---|---|");
    for (name, (plans, time)) in [
        ("planner of `dogoap` 0.5", planner::dogoap(AGENTS[0])),
        ("`bevy_cunning`, with everything around it", planner::ours(AGENTS[0])),
    ] {
        println!("| {name} | {:.2} µs |", time.as_secs_f64() * 1e6 / plans as f64);
    }
}
