//! What a walker walks on: states with neighbours in a fixed order.

use std::sync::Arc;

use crate::{Direction, Directions, Grid, Octile};

/// A graph for walkers. States are numbered from 0; edges lead both ways at the same cost; the order of the neighbours
/// of a state never changes, because ties are broken by it.
pub trait Graph {
    /// How many states there are; some may have no neighbours.
    fn state_count(&self) -> u32;

    /// The states one step away, each once, and what the step costs, more than 0 units. None for a number that is no
    /// state.
    fn neighbours(&self, state: u32) -> impl Iterator<Item = (u32, u64)>;

    /// The most neighbours any state has.
    fn degree_max(&self) -> usize;

    /// How many units make a length of 1; reports divide by it.
    fn unit(&self) -> f64;

    /// A guess at the cost between two states, in units, for walkers who are given no other; 0 where nothing is known.
    fn estimate(&self, from: u32, to: u32) -> f64 {
        let _ = (from, to);
        0.0
    }

    /// Whether nothing is cut off if the state is removed, judged by what is next to it alone. `is_there` tells which
    /// states have not been removed yet.
    fn is_expendable(&self, state: u32, is_there: impl Fn(u32) -> bool) -> bool;

    /// The neighbour with the least sum of step and estimate, the first of equals.
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

/// A step worth taking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Where it leads.
    pub to: u32,
    /// What it costs.
    pub cost: u64,
    /// Its cost and the estimate of where it leads.
    pub sum: f64,
}

/// Whatever leads to a graph is one.
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

/// What the eight moves cost, in the order of [`Direction::ALL`].
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

    /// A cell is expendable if the free ones among the eight around it are one run of that ring: whoever passed through
    /// it can pass along the ring.
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
        // Where all estimates are infinite the first move is as good as any.
        let direction = Direction::ALL.get(best.1).copied().or_else(|| moves.into_iter().next())?;
        let (to, cost) = (self.neighbour(state, direction), COSTS[direction as usize]);
        Some(Choice { to, cost, sum: best.0 })
    }
}
