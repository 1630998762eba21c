//! What an agent has learned from walks to a goal, and the fear that results.
//!
//! [`Knowledge`] stores, for one goal, what walking there has cost from some states. It is *computed* for all states from
//! [`SelfKnowledge`], remembered from the agent's *own* walks, or *seen* in the walks of others. A walk is a [`Track`].
//! Of a track, the states that were visited more than once are remembered, each with the cost of the rest of the walk:
//! a walk that returns to a state has wasted the cost in between.
//!
//! [`Knowledge::heuristic`] turns knowledge into the estimates of a [`Walker`](crate::real_time::Walker):
//! `h = (1 − fear)·h0 + fear·C`. A memory also affects the states around it: they get its excess over the plain
//! estimate, reduced by the cost of the walk between them. So the walker avoids the surroundings of a feared state, not
//! only the state. The walker's rule does not change.

mod bytes;
mod track;

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

use crate::real_time::{Graph, WalkError};
use crate::self_knowledge::SelfKnowledge;

pub(crate) use track::WalkPart;
pub use track::{STEPS_MAX, Track};

/// The source of a memory. Where a state is known from several sources, the later variant wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The cost was computed for the whole map.
    Computed,
    /// The walk of another agent was watched.
    Seen,
    /// The agent walked there itself.
    Own,
}

/// What an agent remembers about one state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The mean cost of walks from this state to the goal, in the graph's units.
    pub cost: f64,
    /// The number of walks that the mean was taken over.
    pub walks: u32,
    /// How vivid the memory is: 1 when it is fresh, less as it fades.
    pub weight: f64,
    /// The source of the memory.
    pub source: Source,
}

/// How strongly fear affects a walker's decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FearProfile {
    /// The share of knowledge in estimates, from 0 (rational: the plain heuristic) to 1 (knowledge alone).
    pub fear: f64,
    /// The largest distance at which a remembered state is feared, in straight moves.
    pub reach: u32,
}

impl FearProfile {
    /// Returns an error if a number is out of range.
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

/// The amount that fear adds to the estimate of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FearPenalty {
    /// The added amount, in the graph's units.
    pub over: f64,
    /// The remembered state that is feared.
    pub from: u32,
}

/// Memories that fade below this are forgotten.
const WEIGHT_MIN: f64 = 1.0 / 64.0;
/// The largest [`FearProfile::reach`].
pub const REACH_MAX: u32 = 1 << 10;

/// What an agent has learned about walking to one goal.
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
    /// Makes empty knowledge about walking to `goal`.
    pub fn new(graph: &impl Graph, goal: u32) -> Result<Self, WalkError> {
        let states = graph.state_count();
        if goal >= states {
            return Err(WalkError::NoSuchState { state: goal, states });
        }
        Ok(Self { states, goal, memories: BTreeMap::new() })
    }

    /// Takes the costs of the last computed order, for all states that can reach the goal. Endless walks are left out.
    pub fn computed<G: Graph + Sync>(knowledge: &SelfKnowledge<'_, G>) -> Self {
        let known = knowledge.reachable().iter().filter_map(|&state| {
            let cost = *knowledge.costs().get(state as usize)?;
            let memory = Memory { cost, walks: 1, weight: 1.0, source: Source::Computed };
            cost.is_finite().then_some((state, memory))
        });
        let states = knowledge.graph().state_count();
        Self { states, goal: knowledge.goal(), memories: known.collect() }
    }

    /// Remembers a walk of the agent or one that it watched. If the walk ended before the goal, the rest counts with the
    /// plain estimate.
    pub fn remember(&mut self, track: &Track, source: Source, plain: &[f64]) -> Result<(), WalkError> {
        self.check_length(plain)?;
        let end = track.states().last().copied().unwrap_or(self.goal);
        let rest = if end == self.goal { 0.0 } else { plain.get(end as usize).copied().unwrap_or(0.0) };
        self.remember_short(track, WalkPart::Lost, source, rest)
    }

    /// Remembers a part of a walk that ended before the goal, with an estimate of the rest.
    pub(crate) fn remember_short(
        &mut self,
        track: &Track,
        part: WalkPart,
        source: Source,
        rest: f64,
    ) -> Result<(), WalkError> {
        for (state, cost) in track.rests(part) {
            if state >= self.states {
                return Err(WalkError::NoSuchState { state, states: self.states });
            }
            let cost = cost as f64 + rest;
            // Experience replaces what was only computed or seen.
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

    /// Lets all memories fade by a share, from 0 (no change) to 1 (forgets everything).
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
    /// `C` of a remembered state is its cost. Within reach of remembered states, `C` exceeds the plain estimate by the
    /// excess of the remembered state less the cost of the path between them, the largest of several. Elsewhere it is the
    /// plain estimate.
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
            // The mean of two finite estimates: only estimates that were infinite before stay infinite.
            h[state as usize] = (h[state as usize] + fear_penalty.over).max(0.0);
        }
        if let Some(goal) = h.get_mut(self.goal as usize) {
            *goal = 0.0;
        }
        Ok(h)
    }

    /// The amount that fear adds to plain estimates, for all states within reach of remembered ones: `fear·(C − plain)`,
    /// with `C` as in [`Knowledge::heuristic`]. The goal itself is never feared.
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
            // The memory of a state takes precedence over the fear of states nearby.
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

    /// The cost of walking from a remembered state as a character with this fear believes it: `(1 − fear)·plain + fear·C`,
    /// where a memory that has faded weighs less.
    pub(crate) fn believed(&self, state: u32, plain: f64, fear: f64) -> Option<f64> {
        self.get(state).map(|memory| plain + fear * memory.weight * (memory.cost - plain))
    }

    /// The memory of a state.
    pub fn get(&self, state: u32) -> Option<Memory> {
        self.memories.get(&state).copied()
    }

    /// All memories, ordered by state.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Memory)> {
        self.memories.iter().map(|(&state, &memory)| (state, memory))
    }

    /// The number of states of the graph.
    pub(crate) fn states(&self) -> u32 {
        self.states
    }

    /// The goal.
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// The number of remembered states.
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

/// An entry of the queue that spreads fear, largest first.
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
