//! A graph given by its edges, such as the waypoints of a game.

use super::{Graph, WalkError};

/// The largest number of states of a road map.
pub const STATES_MAX: u32 = 1 << 24;
/// The largest number of edges of a road map.
pub const ROADS_MAX: usize = 1 << 26;
/// The largest cost of an edge. It keeps the sum over a path that visits each state once exact.
const COST_MAX: u64 = 1 << 28;

/// A graph of states and the edges between them. The neighbours of a state are in the order in which its edges were
/// given.
///
/// ```
/// use cunning_walk::real_time::{Graph, RoadMap};
///
/// let roads = RoadMap::new(3, &[(0, 1, 5), (1, 2, 7)])?;
/// assert_eq!(roads.neighbours(1).collect::<Vec<_>>(), [(0, 5), (2, 7)]);
/// # Ok::<(), cunning_walk::real_time::WalkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RoadMap {
    /// The index of the first neighbour of each state, followed by the total number.
    begins: Vec<u32>,
    ends: Vec<(u32, u64)>,
    degree_max: usize,
}

impl RoadMap {
    /// Makes a graph of `states` states with undirected edges `(one end, other end, cost)`.
    pub fn new(states: u32, roads: &[(u32, u32, u64)]) -> Result<Self, WalkError> {
        if states > STATES_MAX || roads.len() > ROADS_MAX {
            return Err(WalkError::GraphTooLarge);
        }
        let mut degrees = vec![0_u32; states as usize];
        for &(from, to, cost) in roads {
            for state in [from, to] {
                let degree = degrees.get_mut(state as usize);
                *degree.ok_or(WalkError::NoSuchState { state, states })? += 1;
            }
            if from == to || !(1..=COST_MAX).contains(&cost) {
                return Err(WalkError::Edge { from, to });
            }
        }
        let mut begins = Vec::with_capacity(states as usize + 1);
        let mut total = 0;
        begins.push(0);
        for &degree in &degrees {
            total += degree;
            begins.push(total);
        }
        let mut free = begins.clone();
        let mut ends = vec![(0, 0); total as usize];
        for &(from, to, cost) in roads {
            for (at, other) in [(from, to), (to, from)] {
                ends[free[at as usize] as usize] = (other, cost);
                free[at as usize] += 1;
            }
        }
        let degree_max = degrees.into_iter().max().unwrap_or(0) as usize;
        let map = Self { begins, ends, degree_max };
        map.reject_duplicate_edges(states)?;
        Ok(map)
    }

    /// Returns an error if two states are joined twice.
    fn reject_duplicate_edges(&self, states: u32) -> Result<(), WalkError> {
        let mut met_from = vec![STATES_MAX; states as usize];
        for from in 0..states {
            for &(to, _) in self.roads(from) {
                if std::mem::replace(&mut met_from[to as usize], from) == from {
                    return Err(WalkError::Edge { from, to });
                }
            }
        }
        Ok(())
    }

    fn roads(&self, state: u32) -> &[(u32, u64)] {
        let begin = self.begins.get(state as usize).copied().unwrap_or(0) as usize;
        let end = self.begins.get(state as usize + 1).copied().unwrap_or(0) as usize;
        self.ends.get(begin..end).unwrap_or(&[])
    }
}

impl Graph for RoadMap {
    fn state_count(&self) -> u32 {
        self.begins.len() as u32 - 1
    }

    #[inline]
    fn neighbours(&self, state: u32) -> impl Iterator<Item = (u32, u64)> {
        self.roads(state).iter().copied()
    }

    fn degree_max(&self) -> usize {
        self.degree_max
    }

    fn unit(&self) -> f64 {
        1.0
    }

    /// A state is expendable if each of its remaining neighbours is adjacent to the first one.
    fn is_expendable(&self, state: u32, is_there: impl Fn(u32) -> bool) -> bool {
        let mut left = self.roads(state).iter().map(|&(to, _)| to).filter(|&to| is_there(to));
        let Some(hub) = left.next() else { return true };
        left.all(|other| other == hub || self.roads(other).iter().any(|&(to, _)| to == hub))
    }
}
