//! The ground that a character knows, and what it believes the rest of a walk on it to cost.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use crate::real_time::Graph;

/// The states that a character has been at, and those around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownGround {
    pub(super) states: BTreeSet<u32>,
}

/// What the rest of the walk from a known state costs on known ground, in the graph's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RestOfWalk {
    /// The length of the shortest known path.
    pub(super) shortest: f64,
    /// The cost that the character believes in: more than the shortest path where that follows a feared walk.
    pub(super) believed: f64,
}

impl KnownGround {
    /// Adds a state and all states within a number of steps.
    pub(super) fn add(&mut self, graph: &impl Graph, state: u32, steps: u32) {
        let mut seen = BTreeSet::from([state]);
        let mut frontier = vec![state];
        for _ in 0..steps {
            let mut next = Vec::new();
            for state in frontier {
                next.extend(graph.neighbours(state).map(|(to, _)| to).filter(|&to| seen.insert(to)));
            }
            frontier = next;
        }
        self.states.append(&mut seen);
    }

    /// The costs of walking to `aim` from all states that a known path connects with it; empty if `aim` is unknown.
    /// `toll` gets a state and the length of its shortest path, and returns the cost that is remembered of it, if any.
    pub(super) fn rest_of_walk(
        &self,
        graph: &impl Graph,
        aim: u32,
        toll: impl Fn(u32, f64) -> Option<f64>,
    ) -> BTreeMap<u32, RestOfWalk> {
        let shortest = self.costs(graph, aim, |_| None);
        let believed = self.costs(graph, aim, |state| toll(state, *shortest.get(&state)?));
        let both = shortest.iter().zip(believed.values());
        both.map(|((&state, &shortest), &believed)| (state, RestOfWalk { shortest, believed })).collect()
    }

    /// The cost of each state: that of its best neighbour and the step there. A step between two states with tolls
    /// follows a remembered walk, so going on by it costs at least the toll. A step that leaves the walk has no toll:
    /// from a fork on a feared path the other branch is as good as ever.
    fn costs(&self, graph: &impl Graph, aim: u32, toll: impl Fn(u32) -> Option<f64>) -> BTreeMap<u32, f64> {
        let mut costs = BTreeMap::new();
        let mut open = BinaryHeap::new();
        if self.states.contains(&aim) {
            open.push(Reverse(Entry { cost: 0.0, state: aim }));
        }
        while let Some(Reverse(Entry { cost, state })) = open.pop() {
            if costs.contains_key(&state) {
                continue;
            }
            costs.insert(state, cost);
            let is_remembered = toll(state).is_some();
            for (from, step) in graph.neighbours(state) {
                if self.states.contains(&from) && !costs.contains_key(&from) {
                    let least = toll(from).filter(|_| is_remembered).unwrap_or(0.0);
                    open.push(Reverse(Entry { cost: least.max(cost + step as f64), state: from }));
                }
            }
        }
        costs
    }
}

/// An entry of the queue, least cost first.
struct Entry {
    cost: f64,
    state: u32,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.cost.total_cmp(&other.cost).then_with(|| self.state.cmp(&other.state))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == std::cmp::Ordering::Equal
    }
}

impl Eq for Entry {}
