//! A walk in progress: its destination, learned estimates, known ground and fear.

use std::collections::{BTreeMap, BTreeSet};

use super::known_ground::RestOfWalk;
use crate::knowledge::{FearPenalty, Knowledge, Track};
use crate::real_time::{Beliefs, Choice, Graph, Rule, look};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ActiveWalk {
    pub(super) goal: u32,
    pub(super) aim: u32,
    pub(super) track: Track,
    /// The learned estimates.
    pub(super) learned: BTreeMap<u32, f64>,
    /// The states that the rule has removed.
    pub(super) removed: BTreeSet<u32>,
    /// Whether the effect of fear on this walk was reported.
    pub(super) is_told: bool,
    /// The amounts that fear adds to estimates. Derived from knowledge.
    pub(super) fear_penalty: BTreeMap<u32, FearPenalty>,
    /// What the rest of the walk costs from known ground. Derived from knowledge.
    pub(super) rest_of_walk: BTreeMap<u32, RestOfWalk>,
}

/// Whether fear is taken into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// With fear.
    Shy,
    /// Without.
    Plain,
}

/// The estimates of a character on its walk.
struct View<'a, G, O> {
    active_walk: &'a ActiveWalk,
    graph: &'a G,
    is_open: &'a O,
    look: Look,
    /// Whether only known ground is considered.
    keeps_to_known_ground: bool,
}

impl<'a, G: Graph, O: Fn(u32) -> bool> View<'a, G, O> {
    /// The view from a state. The character keeps to known ground as long as a step on it leads to the goal at the cost
    /// that it believes in.
    fn new(active_walk: &'a ActiveWalk, graph: &'a G, is_open: &'a O, look: Look, at: u32) -> Self {
        let view = Self { active_walk, graph, is_open, look, keeps_to_known_ground: true };
        let is_as_believed = |(to, cost)| view.is_there(to) && view.now(to) + cost as f64 <= view.now(at);
        let keeps_to_known_ground =
            active_walk.rest_of_walk.contains_key(&at) && graph.neighbours(at).any(is_as_believed);
        Self { keeps_to_known_ground, ..view }
    }

    /// The initial estimate of a state.
    fn given(&self, state: u32) -> f64 {
        if state == self.active_walk.aim {
            return 0.0;
        }
        if let Some(rest) = self.active_walk.rest_of_walk.get(&state) {
            return match self.look {
                Look::Shy => rest.believed,
                Look::Plain => rest.shortest,
            };
        }
        let over = match self.look {
            Look::Shy => {
                self.active_walk.fear_penalty.get(&state).map_or(0.0, |fear_penalty| fear_penalty.over)
            }
            Look::Plain => 0.0,
        };
        (self.graph.estimate(state, self.active_walk.aim) + over).max(0.0)
    }
}

impl<G: Graph, O: Fn(u32) -> bool> Beliefs for View<'_, G, O> {
    fn now(&self, state: u32) -> f64 {
        let given = self.given(state);
        // Fear may change during a walk; a learned estimate is never below the initial one.
        self.active_walk.learned.get(&state).map_or(given, |learned| learned.max(given))
    }

    fn learned(&self, state: u32) -> f64 {
        self.now(state) - self.given(state)
    }

    fn is_there(&self, state: u32) -> bool {
        let is_considered = !self.keeps_to_known_ground || self.active_walk.rest_of_walk.contains_key(&state);
        is_considered && (self.is_open)(state) && !self.active_walk.removed.contains(&state)
    }
}

impl ActiveWalk {
    pub(super) fn new(from: u32, goal: u32, aim: u32) -> Self {
        Self {
            goal,
            aim,
            track: Track::new(from),
            learned: BTreeMap::new(),
            removed: BTreeSet::new(),
            is_told: false,
            fear_penalty: BTreeMap::new(),
            rest_of_walk: BTreeMap::new(),
        }
    }

    /// The best step from a state, and the estimate that the rule would learn.
    pub(super) fn look<G: Graph>(
        &self,
        graph: &G,
        rule: &Rule,
        at: u32,
        is_open: &impl Fn(u32) -> bool,
        eyes: Look,
    ) -> Option<(Choice, f64)> {
        let view = View::new(self, graph, is_open, eyes, at);
        let mut seen = Vec::with_capacity(graph.degree_max());
        look(graph, rule, &view, at, &mut seen)
    }

    /// Chooses the best step from a state and learns.
    pub(super) fn learn<G: Graph>(
        &mut self,
        graph: &G,
        rule: &Rule,
        at: u32,
        is_open: &impl Fn(u32) -> bool,
    ) -> Option<Choice> {
        let (choice, learned) = self.look(graph, rule, at, is_open, Look::Shy)?;
        let before = View::new(self, graph, is_open, Look::Shy, at).now(at);
        if learned > before {
            self.learned.insert(at, learned);
            let is_there = |state| is_open(state) && !self.removed.contains(&state);
            if rule.removes_expendable && graph.is_expendable(at, is_there) {
                self.removed.insert(at);
            }
        }
        Some(choice)
    }

    /// The neighbour that a walker without fear would have gone to, and what is feared there. `None` if fear made no
    /// difference or was already reported.
    pub(super) fn avoided<G: Graph>(
        &self,
        graph: &G,
        rule: &Rule,
        at: u32,
        is_open: &impl Fn(u32) -> bool,
        to: u32,
    ) -> Option<(u32, FearPenalty)> {
        if self.is_told || self.fear_penalty.is_empty() {
            return None;
        }
        let (plain, _) = self.look(graph, rule, at, is_open, Look::Plain)?;
        let fear_penalty = *self.fear_penalty.get(&plain.to).filter(|_| plain.to != to)?;
        let feared_less = self.fear_penalty.get(&to).is_none_or(|other| other.over < fear_penalty.over);
        feared_less.then_some((plain.to, fear_penalty))
    }

    /// On the shortest known path from a state, the last one whose remembered cost exceeds the path by at least half of
    /// the largest excess: there the walk went wrong. `None` without a map or memories of the path.
    pub(super) fn worst_on_path(&self, graph: &impl Graph, knowledge: &Knowledge, from: u32) -> Option<u32> {
        let shortest = |state: &u32| self.rest_of_walk.get(state).map(|rest| rest.shortest);
        let next = |state: &u32| {
            let left = shortest(state)?;
            let is_next =
                |&(to, cost): &(u32, u64)| shortest(&to).is_some_and(|rest| rest + cost as f64 <= left);
            graph.neighbours(*state).find(is_next).map(|(to, _)| to)
        };
        let path = std::iter::successors(shortest(&from).map(|_| from), next);
        let excess = |state: u32| Some((state, knowledge.get(state)?.cost - shortest(&state)?));
        let remembered: Vec<(u32, f64)> = path.filter_map(excess).collect();
        let most = remembered.iter().map(|(_, excess)| *excess).fold(0.0, f64::max);
        remembered.iter().rfind(|(_, excess)| *excess > 0.0 && 2.0 * excess >= most).map(|(state, _)| *state)
    }
}
