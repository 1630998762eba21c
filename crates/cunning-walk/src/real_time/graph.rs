//! The graph of a walker: states with neighbours in a fixed order.

use std::sync::Arc;

use crate::{Direction, Directions, Grid, Octile};

/// A graph for walkers. States are numbered from 0; edges lead both ways at the same cost; the order of the neighbours
/// of a state never changes, because ties are broken by it.
pub trait Graph {
    /// The number of states; some may have no neighbours.
    fn state_count(&self) -> u32;

    /// The neighbours of a state, each once, with the cost of the edge, which is above 0. Empty for an invalid state.
    fn neighbours(&self, state: u32) -> impl Iterator<Item = (u32, u64)>;

    /// The largest number of neighbours of a state.
    fn degree_max(&self) -> usize;

    /// The number of units in a length of 1, for reports.
    fn unit(&self) -> f64;

    /// The default estimate of the cost between two states, in units; 0 if nothing is known.
    fn estimate(&self, from: u32, to: u32) -> f64 {
        let _ = (from, to);
        0.0
    }

    /// Whether a state can be removed without disconnecting its neighbours, judged by its surroundings alone. `is_there`
    /// tells which states have not been removed yet.
    fn is_expendable(&self, state: u32, is_there: impl Fn(u32) -> bool) -> bool;

    /// The neighbour with the least sum of edge cost and estimate, the first of equals.
    #[inline]
    fn choose(&self, state: u32, h: &[f64]) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        for (to, cost) in self.neighbours(state) {
            let sum = cost as f64 + h.get(to as usize).copied().unwrap_or(f64::INFINITY);
            if best.is_none_or(|best| sum < best.sum) {
                best = Some(Choice { to, cost, sum });
            }
        }
        best
    }
}

/// A candidate step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The state that the step leads to.
    pub to: u32,
    /// The cost of the step.
    pub cost: u64,
    /// The cost of the step plus the estimate of the state it leads to.
    pub sum: f64,
}

/// Pointers to a graph are graphs.
macro_rules! graph_by_reference {
    ($($reference:ty),*) => { $(
        impl<G: Graph> Graph for $reference {
            fn state_count(&self) -> u32 {
                (**self).state_count()
            }

            #[inline]
            fn neighbours(&self, state: u32) -> impl Iterator<Item = (u32, u64)> {
                (**self).neighbours(state)
            }

            fn degree_max(&self) -> usize {
                (**self).degree_max()
            }

            fn unit(&self) -> f64 {
                (**self).unit()
            }

            fn estimate(&self, from: u32, to: u32) -> f64 {
                (**self).estimate(from, to)
            }

            fn is_expendable(&self, state: u32, is_there: impl Fn(u32) -> bool) -> bool {
                (**self).is_expendable(state, is_there)
            }

            #[inline]
            fn choose(&self, state: u32, h: &[f64]) -> Option<Choice> {
                (**self).choose(state, h)
            }
        }
    )* };
}

graph_by_reference!(&G, Arc<G>);

/// The costs of the eight moves, in the order of [`Direction::ALL`].
const COSTS: [u64; 8] = {
    let mut costs = [0; 8];
    let mut index = 0;
    while index < 8 {
        costs[index] = Direction::ALL[index].cost().units();
        index += 1;
    }
    costs
};

/// Cells are states, moves are edges, in the order of [`Direction::ALL`].
impl Graph for Grid {
    fn state_count(&self) -> u32 {
        self.width() * self.height()
    }

    #[inline]
    fn neighbours(&self, state: u32) -> impl Iterator<Item = (u32, u64)> {
        let moves = self.moves(state).into_iter();
        moves.map(move |direction| (self.neighbour(state, direction), direction.cost().units()))
    }

    fn degree_max(&self) -> usize {
        8
    }

    fn unit(&self) -> f64 {
        Octile::STRAIGHT.units() as f64
    }

    /// The octile distance.
    fn estimate(&self, from: u32, to: u32) -> f64 {
        Octile::between(self.position(from), self.position(to)).units() as f64
    }

    /// A cell is expendable if the free cells of the ring around it are contiguous: paths through the cell can go along
    /// the ring instead.
    fn is_expendable(&self, state: u32, is_there: impl Fn(u32) -> bool) -> bool {
        let around = self.around(state).into_iter();
        let ring: Directions =
            around.filter(|&direction| is_there(self.neighbour(state, direction))).collect();
        let begins = |direction: &Direction| ring.contains(*direction) && !ring.contains(direction.turned(7));
        Direction::ALL.iter().filter(|direction| begins(direction)).count() <= 1
    }

    #[inline]
    fn choose(&self, state: u32, h: &[f64]) -> Option<Choice> {
        let moves = self.moves(state);
        let mut best = (f64::INFINITY, 8);
        for direction in Direction::ALL {
            if moves.contains(direction) {
                let to = self.neighbour(state, direction) as usize;
                let sum = COSTS[direction as usize] as f64 + h.get(to).copied().unwrap_or(f64::INFINITY);
                if sum < best.0 {
                    best = (sum, direction as usize);
                }
            }
        }
        // If all estimates are infinite, the first move is chosen.
        let direction = Direction::ALL.get(best.1).copied().or_else(|| moves.into_iter().next())?;
        let (to, cost) = (self.neighbour(state, direction), COSTS[direction as usize]);
        Some(Choice { to, cost, sum: best.0 })
    }
}
