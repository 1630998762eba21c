//! This example shows how to search a little every frame: any slicing finds the same path.
//!
//! Run it with `cargo run --example 05_inside_the_frame --features walk`.
#![allow(clippy::print_stdout)] // An example shows what it does.

use std::sync::Arc;

use cunning::search::Status;
use cunning::walk::generate::{Caves, Kind, generate};
use cunning::walk::{Algorithm, Corners, Grid, PathFinder};

/// What the game grants path-finding in one frame, in expansions: the same on every machine.
const BUDGET: u64 = 500;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let caves = Kind::Caves(Caves::default());
    let map = generate(caves, 200, 120, 7)?;
    let grid = Arc::new(Grid::new(&map, Corners::Strict));
    let free = || (0..120).flat_map(|y| (0..200).map(move |x| (x, y))).filter(|&(x, y)| map.is_free(x, y));
    let (from, to) = (free().next().ok_or("no cave")?, free().next_back().ok_or("no cave")?);

    let mut finder = PathFinder::new(grid.clone(), Algorithm::AStar);
    finder.start(from, to)?;
    let mut frames = 1;
    while finder.step(BUDGET) == Status::Running {
        frames += 1; // The game draws a frame, and asks again in the next one.
    }
    println!("found after {frames} frames of {BUDGET} expansions");

    let mut at_once = PathFinder::new(grid, Algorithm::AStar);
    at_once.find(from, to)?;
    assert!(frames > 1);
    assert_eq!(finder.counters(), at_once.counters());
    assert_eq!(finder.path(), at_once.path());
    Ok(())
}
