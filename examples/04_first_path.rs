//! This example shows the shortest way from text to a path: read a map, find a way across it, draw it.
//!
//! Run it with `cargo run --example 04_first_path --features walk`.
#![allow(clippy::print_stdout)] // An example shows what it does.

use std::sync::Arc;

use cunning::diag::Source;
use cunning::walk::{Corners, Grid, Map, PathAlgorithm, PathFinder};

const KEEP: &str = "\
type octile
height 7
width 21
map
@@@@@@@@@@@@@@@@@@@@@
@...@......@........@
@...@..@...@..@@@@..@
@......@......@..@..@
@...@..@...@..@.....@
@...@......@........@
@@@@@@@@@@@@@@@@@@@@@
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::parse(&Source::new("keep.map", KEEP))?;
    let grid = Arc::new(Grid::new(&map, Corners::Strict));
    let mut finder = PathFinder::new(grid, PathAlgorithm::Jps);

    finder.find((1, 1), (15, 3))?;
    let length = finder.length().ok_or("the keep has a way in")?;
    let path = finder.path().to_vec();

    for (y, row) in (0..).zip(KEEP.lines().skip(4)) {
        let draw = |(x, letter)| if path.contains(&(x, y)) { '*' } else { letter };
        println!("{}", (0..).zip(row.chars()).map(draw).collect::<String>());
    }
    println!("length {length}, {} expanded", finder.counters().expanded);

    // Lengths are exact: 12 straight moves and 6 diagonal ones.
    assert_eq!((length.straight(), length.diagonal()), (12, 6));
    Ok(())
}
