//! This example shows a character that was lost in a dead end, and walks past it the next day; another one has watched.
//!
//! Run it with `cargo run --example 09_once_bitten --features walk`.
#![allow(clippy::print_stdout)] // An example shows what it does.

use cunning::walk::knowledge::FearProfile;
use cunning::walk::navigator::{Navigator, NavigatorConfig};
use cunning::walk::{Corners, Grid, Map};

/// From the left to the right, with a yard on the straight way that has no other side.
const YARD: [&str; 9] = [
    "...............",
    "...............",
    "....@@@@@@@....",
    "..........@....",
    "..........@....",
    "..........@....",
    "....@@@@@@@....",
    "...............",
    "...............",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = Grid::new(&Map::from_rows(&YARD)?, Corners::Strict);
    let start = grid.cell((0, 4)).ok_or("no start")?;
    let goal = grid.cell((14, 4)).ok_or("no goal")?;
    let shy = NavigatorConfig {
        fear_profile: FearProfile::default(),
        remembers: true,
        watches: true,
        ..NavigatorConfig::default()
    };
    let (mut ann, mut bob) = (Navigator::default(), Navigator::default());

    let first = walk(&grid, &shy, &mut ann, start, goal, |at| bob.watch(&grid, 1, goal, goal, at))?;
    bob.look_away(&grid, &shy, 1)?;
    // What they know is saved with them.
    let mut ann = Navigator::from_bytes(&ann.to_bytes())?;
    let second = walk(&grid, &shy, &mut ann, start, goal, |_| Ok(()))?;
    let others = walk(&grid, &shy, &mut bob, start, goal, |_| Ok(()))?;

    println!("ann's first day: {first} steps; her second: {second}; bob, who watched: {others}");
    assert!(second < first && others < first);
    Ok(())
}

/// Walks to the goal and says in how many steps; `seen` is told of each.
fn walk(
    grid: &Grid,
    config: &NavigatorConfig,
    navigator: &mut Navigator,
    start: u32,
    goal: u32,
    mut seen: impl FnMut(u32) -> Result<(), cunning::walk::real_time::WalkError>,
) -> Result<usize, Box<dyn std::error::Error>> {
    let mut at = start;
    navigator.set_out(grid, config, start, goal, goal)?;
    while at != goal {
        // In a game: once for each step of the body.
        let step = navigator.decide(grid, config, at, |_| true).ok_or("there is no way")?;
        if let Some(why) = step.avoidance {
            let (x, y) = grid.position(why.feared);
            println!("keeps away from {x},{y}: {:?}", why.memory.source);
        }
        navigator.went(step.to, step.cost);
        at = step.to;
        seen(at)?;
    }
    let track = navigator.end(grid, config)?.ok_or("it walked")?;
    Ok(track.states().len() - 1)
}
