//! Exact costs to a goal from every state, and the initial estimates of walkers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Graph, WalkError};
use crate::Grid;

/// The cost of a cheapest path to `goal` from every state, in the graph's units; infinite if there is none. Computed by
/// Dijkstra's algorithm from the goal.
pub fn distances(graph: &impl Graph, goal: u32) -> Result<Vec<f64>, WalkError> {
    let states = graph.state_count();
    if goal >= states {
        return Err(WalkError::NoSuchState { state: goal, states });
    }
    let mut known = vec![u64::MAX; states as usize];
    let mut open = BinaryHeap::from([Reverse((0, goal))]);
    known[goal as usize] = 0;
    while let Some(Reverse((cost, state))) = open.pop() {
        if cost > known[state as usize] {
            continue;
        }
        for (to, step) in graph.neighbours(state) {
            let through = cost + step;
            if through < known[to as usize] {
                known[to as usize] = through;
                open.push(Reverse((through, to)));
            }
        }
    }
    Ok(known.into_iter().map(|cost| if cost == u64::MAX { f64::INFINITY } else { cost as f64 }).collect())
}

/// The octile distance to the cell `goal` from every cell: the usual initial estimates on grids.
pub fn octile_distances(grid: &Grid, goal: u32) -> Vec<f64> {
    (0..grid.state_count()).map(|cell| grid.estimate(cell, goal)).collect()
}
