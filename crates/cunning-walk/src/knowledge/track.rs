//! The record of a walk.

use std::collections::BTreeMap;

use crate::real_time::WalkObserver;

/// The largest number of steps of a track; later steps are not recorded.
pub const STEPS_MAX: usize = 1 << 22;

/// The states of a walk in order, with the cost of the walk up to each.
///
/// As an observer of a [`Walker`](crate::real_time::Walker) it records the walker's steps; [`Track::go`] records other
/// steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    states: Vec<u32>,
    /// The cost of the walk up to each state.
    costs: Vec<u64>,
}

impl Track {
    /// Starts a track at a state.
    pub fn new(start: u32) -> Self {
        Self { states: vec![start], costs: vec![0] }
    }

    /// Records a step.
    pub fn go(&mut self, to: u32, cost: u64) {
        if self.states.len() <= STEPS_MAX {
            self.states.push(to);
            self.costs.push(self.cost().saturating_add(cost));
        }
    }

    /// A track from its states and the cost up to each; `None` if it is empty, too long, or costs fall.
    pub(crate) fn of(steps: &[(u32, u64)]) -> Option<Self> {
        let (_, first) = steps.first()?;
        let is_sound =
            *first == 0 && steps.len() <= STEPS_MAX + 1 && steps.is_sorted_by_key(|(_, cost)| *cost);
        let (states, costs) = steps.iter().copied().unzip();
        is_sound.then_some(Self { states, costs })
    }

    /// The visited states with the cost of the walk up to each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        self.states.iter().copied().zip(self.costs.iter().copied())
    }

    /// The visited states, the start first.
    pub fn states(&self) -> &[u32] {
        &self.states
    }

    /// The cost of the walk.
    pub fn cost(&self) -> u64 {
        self.costs.last().copied().unwrap_or(0)
    }

    /// The states of a part of the walk, with the cost of the rest of the walk from the first visit on.
    pub(super) fn rests(&self, part: WalkPart) -> impl Iterator<Item = (u32, u64)> {
        let mut first: BTreeMap<u32, (u64, bool)> = BTreeMap::new();
        for (state, cost) in self.iter() {
            first.entry(state).and_modify(|(_, is_again)| *is_again = true).or_insert((cost, false));
        }
        let total = self.cost();
        let kept = first.into_iter().filter(move |(_, (_, is_again))| *is_again || part == WalkPart::Whole);
        kept.map(move |(state, (cost, _))| (state, total - cost))
    }
}

/// The part of a walk that is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkPart {
    /// The states that were visited more than once.
    Lost,
    /// All states.
    Whole,
}

impl WalkObserver for Track {
    fn moved(&mut self, _: u32, to: u32, cost: u64) {
        self.go(to, cost);
    }
}
