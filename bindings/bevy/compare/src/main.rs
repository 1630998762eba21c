//! The same small agent in `bevy_cunning`, in `big-brain` and with the planner of `bevy_dogoap`: somebody who gets thirsty,
//! walks to the well and drinks. Each version is a file of its own, so that their lines can be counted.
//!
//! All run in one program on one thread, with the same number of agents and frames; `docs/bevy-peers.md` tells the result.

#![allow(clippy::print_stdout)] // It prints a table.

mod ours;
mod planner;

use compare_game::{FRAMES, Result};

/// Lines with code in a file.
fn lines(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

fn main() {
    let agents = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1000);
    println!("{agents} agents, {FRAMES} frames");
    for (name, text, result) in [
        ("bevy_cunning", include_str!("ours.rs"), ours::run(agents)),
        ("big-brain 0.22", include_str!("../brain/src/lib.rs"), compare_brain::run(agents)),
    ] {
        let Result { drinks, median, p99 } = result;
        let [median, p99] = [median, p99].map(|time| time.as_secs_f64() * 1e6);
        println!(
            "{name:<22} {:>3} lines, {drinks} drinks, {median:>7.1} µs a frame, {p99:>7.1} µs p99",
            lines(text)
        );
    }
    let (plans, time) = planner::dogoap(agents);
    let each = time.as_secs_f64() * 1e6 / plans as f64;
    println!("dogoap 0.5 planner     {each:.2} µs a plan ({plans} plans)");
    let (plans, time) = planner::ours(agents);
    let each = time.as_secs_f64() * 1e6 / plans as f64;
    println!("ours, the same plan    {each:.2} µs a plan, with everything around it ({plans} plans)");
}
