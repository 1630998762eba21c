//! What an agent knows about its own walking, and how shy that makes it.
//!
//! [`Knowledge`] holds, for one goal, what walking there has cost from some states. It may be *computed* for all states
//! from [`SelfKnowledge`], remembered from the agent's *own* walks, or *seen* in the walks of others. A walk is kept as a
//! [`Track`]. Of a track, the states that were passed more than once are remembered: where a walk turned back, it was
//! lost; what it passed once only led there. Each is remembered with what the rest of the walk cost from there on.
//!
//! [`Knowledge::heuristic`] turns knowledge into the estimates of a [`Walker`](crate::real_time::Walker):
//! `h = (1 − fear)·h0 + fear·C`. What is remembered of a state says something about those around it: its excess over the
//! plain estimate, less what it takes to walk there. A walker is therefore drawn past what it fears and not merely driven
//! from it. Nothing else changes: it goes on by its ordinary rule, without dice and without knowing any place by name.

mod bytes;
mod track;

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

use crate::real_time::{Graph, WalkError};
use crate::self_knowledge::SelfKnowledge;

pub(crate) use bytes::take;
pub use track::{STEPS_MAX, Track};

/// Where knowledge comes from. Later ones are closer to the heart: they win where a state is known from several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Computed for the whole map.
    Computed,
    /// Seen in another's walk.
    Seen,
    /// A walk of its own.
    Own,
}

/// What is known of one state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// What the way from here to the goal has cost, on average, in the graph's units.
    pub cost: f64,
    /// Over how many walks.
    pub walks: u32,
    /// How much of it is left: 1 when it is fresh, less the more it has faded.
    pub weight: f64,
    /// Where it comes from.
    pub source: Source,
}

/// How much knowledge weighs in a walker's decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FearProfile {
    /// From 0 (rational: the plain heuristic) to 1 (fully shy: knowledge alone).
    pub fear: f64,
    /// How far around a remembered state is feared too, in lengths of 1, at most.
    pub reach: u32,
}

impl FearProfile {
    /// An error if a number is out of its range.
    pub fn check(&self) -> Result<(), WalkError> {
        WalkError::check("fear", self.fear, "from 0 to 1", (0.0..=1.0).contains(&self.fear))?;
        WalkError::check("reach", f64::from(self.reach), "from 0 to 1024", self.reach <= REACH_MAX)
    }
}

impl Default for FearProfile {
    fn default() -> Self {
        Self { fear: 1.0, reach: REACH_MAX }
    }
}

/// What fear adds to the estimate of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FearPenalty {
    /// How much it adds, in the graph's units.
    pub over: f64,
    /// The remembered state that is feared there.
    pub from: u32,
}

/// Memories that have faded below this are gone.
const WEIGHT_MIN: f64 = 1.0 / 64.0;
/// The farthest that fear reaches around a remembered state.
pub const REACH_MAX: u32 = 1 << 10;

/// What an agent knows of walking to one goal.
///
/// ```
/// use cunning_walk::generate::{Kind, Maze, generate};
/// use cunning_walk::knowledge::{Knowledge, FearProfile, Source, Track};
/// use cunning_walk::real_time::{Graph, Method, Step, Walker, octile_distances};
/// use cunning_walk::{Corners, Grid};
///
/// let grid = Grid::new(&generate(Kind::Maze(Maze { braid_percent: 30 }), 21, 15, 4)?, Corners::Cut);
/// let (start, goal) = (grid.cell((1, 1)).unwrap(), grid.cell((19, 13)).unwrap());
/// let plain = octile_distances(&grid, goal);
/// let mut walker = Walker::new(&grid, Method::LRTA, plain.clone(), start, goal)?;
/// let mut track = Track::new(start);
/// while let Step::Moved { .. } = walker.step_watched(&mut track) {}
///
/// let mut knowledge = Knowledge::new(&grid, goal)?;
/// knowledge.remember(&track, Source::Own, &plain)?;
/// let shy = knowledge.heuristic(&grid, &plain, FearProfile::default())?;
/// let lost = knowledge.iter().next().unwrap();
/// assert!(shy[lost.0 as usize] > plain[lost.0 as usize]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    states: u32,
    goal: u32,
    memories: BTreeMap<u32, Memory>,
}

impl Knowledge {
    /// Nothing is known yet.
    pub fn new(graph: &impl Graph, goal: u32) -> Result<Self, WalkError> {
        let states = graph.state_count();
        if goal >= states {
            return Err(WalkError::NoSuchState { state: goal, states });
        }
        Ok(Self { states, goal, memories: BTreeMap::new() })
    }

    /// The costs of the order computed last, for all states that can reach the goal. Walks without an end are left out:
    /// nobody came back from them.
    pub fn computed<G: Graph + Sync>(knowledge: &SelfKnowledge<'_, G>) -> Self {
        let known = knowledge.reachable().iter().filter_map(|&state| {
            let cost = *knowledge.costs().get(state as usize)?;
            let memory = Memory { cost, walks: 1, weight: 1.0, source: Source::Computed };
            cost.is_finite().then_some((state, memory))
        });
        let states = knowledge.graph().state_count();
        Self { states, goal: knowledge.goal(), memories: known.collect() }
    }

    /// Remembers a walk of one's own, or one that was seen. Where it ended short of the goal (given up, or lost from
    /// sight), the rest counts as the plain heuristic has it.
    pub fn remember(&mut self, track: &Track, source: Source, plain: &[f64]) -> Result<(), WalkError> {
        self.check_length(plain)?;
        let end = track.states().last().copied().unwrap_or(self.goal);
        let rest = if end == self.goal { 0.0 } else { plain.get(end as usize).copied().unwrap_or(0.0) };
        self.remember_short(track, source, rest)
    }

    /// Remembers a walk that ended short of the goal, with an estimate of the rest.
    pub(crate) fn remember_short(
        &mut self,
        track: &Track,
        source: Source,
        rest: f64,
    ) -> Result<(), WalkError> {
        for (state, cost) in track.lost() {
            if state >= self.states {
                return Err(WalkError::NoSuchState { state, states: self.states });
            }
            let cost = cost as f64 + rest;
            // What was only computed or seen gives way to what was lived through.
            let old = self.memories.get(&state).filter(|memory| memory.source >= source);
            let (mean, walks) = old.map_or((0.0, 0), |memory| (memory.cost, memory.walks));
            let walks = walks.saturating_add(1);
            let memory = Memory {
                cost: mean + (cost - mean) / f64::from(walks),
                walks,
                weight: 1.0,
                source: old.map_or(source, |memory| memory.source),
            };
            self.memories.insert(state, memory);
        }
        Ok(())
    }

    /// Lets all memories fade by a share of what is left, 0 (nothing) to 1 (all).
    pub fn fade(&mut self, share: f64) -> Result<(), WalkError> {
        WalkError::check("share", share, "from 0 to 1", (0.0..=1.0).contains(&share))?;
        for memory in self.memories.values_mut() {
            memory.weight *= 1.0 - share;
        }
        self.memories.retain(|_, memory| memory.weight >= WEIGHT_MIN);
        Ok(())
    }

    /// The estimates of a walker that is guided by `plain` estimates and this knowledge: `(1 − fear)·plain + fear·C`.
    ///
    /// `C` of a remembered state is its cost; of a state within reach of one it exceeds the plain estimate as that one does,
    /// less the cost of the way between them (the greatest of several); of all others it is the plain estimate.
    pub fn heuristic(
        &self,
        graph: &impl Graph,
        plain: &[f64],
        fear_profile: FearProfile,
    ) -> Result<Vec<f64>, WalkError> {
        self.check_length(plain)?;
        let fear_penalty = self.fear_penalty(graph, |state| plain[state as usize], fear_profile)?;
        let mut h = plain.to_vec();
        for (state, fear_penalty) in fear_penalty {
            // Part of a finite estimate and part of another: nothing here is infinite but what was so before.
            h[state as usize] = (h[state as usize] + fear_penalty.over).max(0.0);
        }
        if let Some(goal) = h.get_mut(self.goal as usize) {
            *goal = 0.0;
        }
        Ok(h)
    }

    /// What fear adds to plain estimates, for all states within reach of what is remembered: `fear·(C − plain)`, with `C` as
    /// for [`Knowledge::heuristic`]. Nothing is feared at the goal itself.
    pub fn fear_penalty(
        &self,
        graph: &impl Graph,
        plain: impl Fn(u32) -> f64,
        fear_profile: FearProfile,
    ) -> Result<BTreeMap<u32, FearPenalty>, WalkError> {
        let FearProfile { fear, reach } = fear_profile;
        fear_profile.check()?;
        if graph.state_count() != self.states {
            return Err(WalkError::OtherGraph { found: graph.state_count(), states: self.states });
        }
        let reach = f64::from(reach) * graph.unit();
        let mut fear_penalty = BTreeMap::new();
        let mut open = BinaryHeap::new();
        for (&state, memory) in &self.memories {
            let over = memory.weight * (memory.cost - plain(state));
            fear_penalty.insert(state, FearPenalty { over: fear * over, from: state });
            open.push(Spread { over, far: 0.0, state, from: state });
        }
        let mut is_done = vec![false; self.states as usize];
        while let Some(Spread { over, far, state, from }) = open.pop() {
            if is_done.get_mut(state as usize).is_none_or(|is_done| std::mem::replace(is_done, true)) {
                continue;
            }
            // What is remembered of a state counts more there than what is feared around it.
            fear_penalty.entry(state).or_insert(FearPenalty { over: fear * over, from });
            for (to, cost) in graph.neighbours(state) {
                let (over, far) = (over - cost as f64, far + cost as f64);
                if over > 0.0 && far <= reach && !self.memories.contains_key(&to) {
                    open.push(Spread { over, far, state: to, from });
                }
            }
        }
        fear_penalty.remove(&self.goal);
        Ok(fear_penalty)
    }

    /// What is known of a state.
    pub fn get(&self, state: u32) -> Option<Memory> {
        self.memories.get(&state).copied()
    }

    /// All that is known, by state.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Memory)> {
        self.memories.iter().map(|(&state, &memory)| (state, memory))
    }

    /// How many states the graph has.
    pub(crate) fn states(&self) -> u32 {
        self.states
    }

    /// The goal it is about.
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// How many states are remembered.
    pub fn len(&self) -> usize {
        self.memories.len()
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.memories.is_empty()
    }

    fn check_length(&self, plain: &[f64]) -> Result<(), WalkError> {
        if plain.len() == self.states as usize {
            return Ok(());
        }
        Err(WalkError::HeuristicLength { found: plain.len(), states: self.states })
    }
}

/// Fear on its way to a state, the greatest first.
struct Spread {
    over: f64,
    far: f64,
    state: u32,
    from: u32,
}

impl Ord for Spread {
    fn cmp(&self, other: &Self) -> Ordering {
        let states = |spread: &Self| (Reverse(spread.state), Reverse(spread.from));
        self.over.total_cmp(&other.over).then_with(|| states(self).cmp(&states(other)))
    }
}

impl PartialOrd for Spread {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Spread {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Spread {}
