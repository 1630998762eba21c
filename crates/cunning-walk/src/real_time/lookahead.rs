//! Methods with a local search: LSS-LRTA*, RTAA* and daLSS-LRTA*.
//!
//! A local search is A* from the current state, stopped after a number of expansions. The expanded states are the local
//! search space, the generated but unexpanded ones the frontier. The walker updates the estimates of the whole local
//! space from the frontier and then walks to the best frontier state; ties go to the one with the larger `g`.
//! Koenig and Sun 2009; Koenig and Likhachev 2006; Hernández and Baier 2012.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::general::Beliefs;
use super::walker::Estimates;
use super::{Graph, WalkError};

/// The largest number of expansions of a local search.
const EXPANSIONS_MAX: u32 = 1 << 20;

/// The parameters of a local search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lookahead {
    /// The number of expanded states, at least 1. It bounds the work of a step.
    pub expansions: u32,
    /// How the estimates of the local space are updated.
    pub teaching: Teaching,
    /// Whether to prefer frontier states whose estimates have risen least, and cost only among those (depression
    /// avoidance).
    pub avoids_depressions: bool,
    /// The weight of edges in learned estimates, above 0; for [`Teaching::Frontier`]. It does not affect the walk.
    pub cost_weight: f64,
}

/// How a local search updates the estimates of expanded states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Teaching {
    /// By the cheapest path over the frontier, as in LSS-LRTA*.
    Frontier,
    /// By the difference between the best frontier state's `f` and the state's `g`, as in RTAA*: faster but less informed.
    Best,
}

impl Lookahead {
    /// LSS-LRTA* with a number of expansions.
    pub const fn lss(expansions: u32) -> Self {
        Self { expansions, teaching: Teaching::Frontier, avoids_depressions: false, cost_weight: 1.0 }
    }

    /// RTAA* with a number of expansions.
    pub const fn rtaa(expansions: u32) -> Self {
        Self { teaching: Teaching::Best, ..Self::lss(expansions) }
    }

    /// daLSS-LRTA* with a number of expansions.
    pub const fn da_lss(expansions: u32) -> Self {
        Self { avoids_depressions: true, ..Self::lss(expansions) }
    }

    /// Returns an error if a parameter is out of range.
    pub fn check(&self) -> Result<(), WalkError> {
        let is_in = (1..=EXPANSIONS_MAX).contains(&self.expansions);
        WalkError::check("expansions", f64::from(self.expansions), "from 1 to 1048576", is_in)?;
        let is_in = self.cost_weight > 0.0 && self.cost_weight <= 1e6;
        WalkError::check("cost_weight", self.cost_weight, "above 0 and at most 1000000", is_in)
    }
}

/// A queue entry: the least key first, then the largest `g`, then the oldest.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    key: f64,
    so_far: u64,
    age: u32,
    state: u32,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    /// The greatest entry leaves the queue first.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_key = other.key.total_cmp(&self.key);
        by_key.then(self.so_far.cmp(&other.so_far)).then(other.age.cmp(&self.age))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The record of a state in a local search.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    /// The search that wrote the record; older records are invalid.
    search: u32,
    parent: u32,
    so_far: u64,
    is_expanded: bool,
}

/// The memory of local searches, and the path that the last one found.
#[derive(Clone, Debug)]
pub(crate) struct LocalSearch {
    notes: Vec<Note>,
    search: u32,
    queue: BinaryHeap<Waiting>,
    expanded: Vec<u32>,
    frontier: Vec<u32>,
    /// The rest of the path, the next state last.
    path: Vec<u32>,
}

impl LocalSearch {
    pub(crate) fn new(graph: &impl Graph, lookahead: &Lookahead) -> Self {
        let states = graph.state_count() as usize;
        let expansions = (lookahead.expansions as usize).min(states.saturating_mul(2));
        let generated = expansions.saturating_mul(graph.degree_max()).saturating_add(1);
        Self {
            notes: vec![Note::default(); states],
            search: 0,
            queue: BinaryHeap::with_capacity(generated),
            expanded: Vec::with_capacity(expansions),
            frontier: Vec::with_capacity(generated),
            path: Vec::with_capacity(expansions + 1),
        }
    }

    /// Drops the path; the next step searches again.
    pub(crate) fn clear(&mut self) {
        self.path.clear();
    }

    /// The next state of the path, after a new search if the path is used up. `None` if the walker cannot move. Calls
    /// `learn` for each estimate that rises.
    pub(crate) fn next<G: Graph>(
        &mut self,
        graph: &G,
        lookahead: &Lookahead,
        estimates: &mut Estimates,
        (state, goal): (u32, u32),
        learn: &mut impl FnMut(u32, f64, f64),
    ) -> Option<u32> {
        if self.path.is_empty() {
            let target = self.search(graph, lookahead, estimates, (state, goal))?;
            self.teach(graph, lookahead, estimates, target, learn);
            let mut at = target;
            while at != state {
                self.path.push(at);
                at = self.notes[at as usize].parent;
            }
        }
        self.path.pop()
    }

    /// Searches from `state` and returns the frontier state to go to.
    fn search<G: Graph>(
        &mut self,
        graph: &G,
        lookahead: &Lookahead,
        estimates: &Estimates,
        (state, goal): (u32, u32),
    ) -> Option<u32> {
        if self.search == u32::MAX {
            self.notes.fill(Note::default());
            self.search = 0;
        }
        self.search += 1;
        self.queue.clear();
        self.expanded.clear();
        self.frontier.clear();
        let mut age = 0;
        *self.notes.get_mut(state as usize)? =
            Note { search: self.search, parent: state, so_far: 0, is_expanded: false };
        self.queue.push(Waiting { key: estimates.now(state), so_far: 0, age, state });
        let mut left = lookahead.expansions;
        let mut is_goal_next = false;
        while left > 0
            && let Some(&Waiting { state: at, so_far, .. }) = self.queue.peek()
        {
            let note = &mut self.notes[at as usize];
            if note.is_expanded || so_far > note.so_far {
                self.queue.pop();
                continue;
            }
            if at == goal {
                is_goal_next = true;
                break;
            }
            self.queue.pop();
            note.is_expanded = true;
            self.expanded.push(at);
            left -= 1;
            for (to, cost) in graph.neighbours(at) {
                let through = so_far + cost;
                let note = &mut self.notes[to as usize];
                if note.search == self.search && note.so_far <= through {
                    continue;
                }
                *note = Note { search: self.search, parent: at, so_far: through, is_expanded: false };
                age += 1;
                let key = through as f64 + estimates.now(to);
                self.queue.push(Waiting { key, so_far: through, age, state: to });
            }
        }
        if is_goal_next {
            return Some(goal);
        }
        self.best_of_frontier(lookahead, estimates)
    }

    /// The frontier state with the least key, or with the least learned amount first.
    fn best_of_frontier(&self, lookahead: &Lookahead, estimates: &Estimates) -> Option<u32> {
        let is_current = |waiting: &&Waiting| {
            let note = &self.notes[waiting.state as usize];
            !note.is_expanded && note.so_far == waiting.so_far
        };
        let frontier = self.queue.iter().filter(is_current);
        let amount = |waiting: &Waiting| {
            if lookahead.avoids_depressions { estimates.learned(waiting.state) } else { 0.0 }
        };
        let by_amount = |one: &Waiting, two: &Waiting| amount(two).total_cmp(&amount(one));
        let best = frontier.max_by(|one, two| by_amount(one, two).then(one.cmp(two)))?;
        Some(best.state)
    }

    fn teach<G: Graph>(
        &mut self,
        graph: &G,
        lookahead: &Lookahead,
        estimates: &mut Estimates,
        target: u32,
        learn: &mut impl FnMut(u32, f64, f64),
    ) {
        match lookahead.teaching {
            Teaching::Best => {
                // The best is the state that A* would have expanded next, wherever the walker goes.
                let is_current = |waiting: &&Waiting| {
                    let note = &self.notes[waiting.state as usize];
                    !note.is_expanded && note.so_far == waiting.so_far
                };
                let next = self.queue.iter().filter(is_current).max();
                let best = next.map_or_else(|| estimates.now(target), |waiting| waiting.key);
                for &state in &self.expanded {
                    let note = &self.notes[state as usize];
                    if note.is_expanded {
                        raise(estimates, state, best - note.so_far as f64, learn);
                    }
                }
            }
            Teaching::Frontier => self.teach_from_frontier(graph, lookahead, estimates, learn),
        }
    }

    /// Dijkstra's algorithm from the frontier back over the local space.
    fn teach_from_frontier<G: Graph>(
        &mut self,
        graph: &G,
        lookahead: &Lookahead,
        estimates: &mut Estimates,
        learn: &mut impl FnMut(u32, f64, f64),
    ) {
        for waiting in &self.queue {
            let note = &self.notes[waiting.state as usize];
            if !note.is_expanded && note.so_far == waiting.so_far {
                self.frontier.push(waiting.state);
            }
        }
        self.queue.clear();
        let mut age = 0;
        for &state in &self.frontier {
            self.queue.push(Waiting { key: estimates.now(state), so_far: 0, age, state });
            age += 1;
        }
        let is_expanded = |&&state: &&u32| self.notes[state as usize].is_expanded;
        let mut untaught = self.expanded.iter().filter(is_expanded).count();
        while untaught > 0
            && let Some(Waiting { key, state, .. }) = self.queue.pop()
        {
            let note = &mut self.notes[state as usize];
            if note.search != self.search {
                continue;
            }
            // A state leaves the local space when its estimate is updated: once, by its cheapest path.
            note.search = 0;
            if note.is_expanded {
                untaught -= 1;
                raise(estimates, state, key, learn);
            }
            for (to, cost) in graph.neighbours(state) {
                let note = &self.notes[to as usize];
                if note.search == self.search && note.is_expanded {
                    age += 1;
                    let key = key + lookahead.cost_weight * cost as f64;
                    self.queue.push(Waiting { key, so_far: 0, age, state: to });
                }
            }
        }
    }
}

/// Raises an estimate; never lowers it.
fn raise(estimates: &mut Estimates, state: u32, to: f64, learn: &mut impl FnMut(u32, f64, f64)) {
    let old = estimates.now(state);
    if to > old {
        estimates.set(state, to);
        learn(state, old, to);
    }
}
