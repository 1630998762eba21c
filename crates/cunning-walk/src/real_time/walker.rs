//! The walker: its state, its estimates and its next step.

use super::general::{self, Beliefs, Seen};
use super::lookahead::LocalSearch;
use super::{Graph, Method, Rule, WalkError};

/// The result of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The walker moved to a neighbour.
    Moved {
        /// The state that the walker is in now.
        to: u32,
        /// The cost of the step, in the graph's units.
        cost: u64,
    },
    /// The walker is at its goal and stays there.
    Arrived,
    /// The walker has no neighbour to move to.
    Stuck,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// The walker reached the goal at this cost, in the graph's units.
    Arrived(u64),
    /// The cost reached the limit before the goal.
    OverLimit,
    /// The walker is in a state without neighbours.
    Stuck,
}

/// Receives the events of a walk. All methods do nothing by default.
pub trait WalkObserver {
    /// The walker moved along an edge.
    fn moved(&mut self, from: u32, to: u32, cost: u64) {
        let _ = (from, to, cost);
    }

    /// An estimate rose.
    fn learned(&mut self, state: u32, from: f64, to: f64) {
        let _ = (state, from, to);
    }

    /// A state was removed from the graph.
    fn removed(&mut self, state: u32) {
        let _ = state;
    }
}

impl WalkObserver for () {}

/// The initial and the current estimates of a walker. They only rise.
#[derive(Clone, Debug)]
pub(crate) struct Estimates {
    given: Vec<f64>,
    now: Vec<f64>,
    /// The states whose estimates changed, each once.
    changed: Vec<u32>,
    /// Which states were removed; empty unless the rule removes states.
    removed: Vec<bool>,
}

impl Estimates {
    fn new(given: Vec<f64>, removes: bool) -> Self {
        let removed = if removes { vec![false; given.len()] } else { Vec::new() };
        Self { now: given.clone(), changed: Vec::with_capacity(given.len()), removed, given }
    }

    /// Raises an estimate.
    #[inline]
    pub(crate) fn set(&mut self, state: u32, to: f64) {
        let index = state as usize;
        if let (Some(given), Some(now)) = (self.given.get(index), self.now.get_mut(index)) {
            if given.to_bits() == now.to_bits() {
                self.changed.push(state);
            }
            *now = to;
        }
    }

    fn remove(&mut self, state: u32) {
        if let Some(removed) = self.removed.get_mut(state as usize) {
            *removed = true;
        }
    }

    fn forget(&mut self) {
        for state in self.changed.drain(..) {
            let index = state as usize;
            if let (Some(given), Some(now)) = (self.given.get(index), self.now.get_mut(index)) {
                *now = *given;
            }
            // Only states whose estimates rose are ever removed.
            if let Some(removed) = self.removed.get_mut(index) {
                *removed = false;
            }
        }
    }
}

impl Beliefs for Estimates {
    #[inline]
    fn now(&self, state: u32) -> f64 {
        self.now.get(state as usize).copied().unwrap_or(f64::INFINITY)
    }

    fn learned(&self, state: u32) -> f64 {
        let (given, now) = (self.given.get(state as usize), self.now.get(state as usize));
        // An estimate that was infinite from the start has not risen.
        given.zip(now).filter(|(given, now)| given < now).map_or(0.0, |(given, now)| now - given)
    }

    #[inline]
    fn is_there(&self, state: u32) -> bool {
        !self.removed.get(state as usize).copied().unwrap_or(false)
    }
}

/// The memory of a method besides estimates.
#[derive(Clone, Debug)]
enum Mind {
    /// LRTA*, or hill climbing.
    Plain {
        learns: bool,
    },
    General(Rule, Vec<Seen>),
    Lookahead(super::Lookahead, Box<LocalSearch>),
}

/// An agent that walks to its goal by real-time search.
///
/// The graph may be owned, borrowed or shared (`&Grid`, `Arc<Grid>`). Steps allocate nothing.
///
/// ```
/// use cunning_walk::real_time::{Graph, Method, Step, Walker, octile_distances};
/// use cunning_walk::{Corners, Grid, Map, Octile};
///
/// let map = Map::from_rows(&["..@..", ".@@..", "....."])?;
/// let grid = Grid::new(&map, Corners::Strict);
/// let (start, goal) = (grid.cell((0, 0)).unwrap(), grid.cell((4, 0)).unwrap());
/// let mut walker = Walker::new(&grid, Method::LRTA, octile_distances(&grid, goal), start, goal)?;
/// while let Step::Moved { .. } = walker.step() {}
/// assert_eq!(walker.state(), goal);
/// // It went to the wall first: 8.49 where 7.41 is the shortest length.
/// let walked = walker.cost() as f64 / grid.unit();
/// assert!(walked > 7.42 && walked < 20.0, "{walked}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walker<G> {
    graph: G,
    estimates: Estimates,
    mind: Mind,
    state: u32,
    goal: u32,
    cost: u64,
    steps: u64,
}

impl<G: Graph> Walker<G> {
    /// Makes a walker from `start` to `goal`, guided by one estimate per state, in the graph's units. The estimate of the
    /// goal is set to 0.
    pub fn new(
        graph: G,
        method: Method,
        mut heuristic: Vec<f64>,
        start: u32,
        goal: u32,
    ) -> Result<Self, WalkError> {
        method.check()?;
        let states = graph.state_count();
        for state in [start, goal] {
            if state >= states {
                return Err(WalkError::NoSuchState { state, states });
            }
        }
        check_heuristic(&graph, &heuristic)?;
        heuristic[goal as usize] = 0.0;
        let mind = match method {
            Method::Rule(rule) if rule.is_plain() => Mind::Plain { learns: rule.learns() },
            Method::Rule(rule) => Mind::General(rule, Vec::with_capacity(graph.degree_max())),
            Method::Lookahead(lookahead) => {
                Mind::Lookahead(lookahead, Box::new(LocalSearch::new(&graph, &lookahead)))
            }
        };
        let removes = matches!(mind, Mind::General(rule, _) if rule.removes_expendable);
        let estimates = Estimates::new(heuristic, removes);
        Ok(Self { graph, estimates, mind, state: start, goal, cost: 0, steps: 0 })
    }

    /// Takes one step.
    pub fn step(&mut self) -> Step {
        self.step_watched(&mut ())
    }

    /// Takes one step and reports its events to `observer`.
    #[inline]
    pub fn step_watched(&mut self, observer: &mut impl WalkObserver) -> Step {
        if self.state == self.goal {
            return Step::Arrived;
        }
        let from = self.state;
        let step = match &mut self.mind {
            Mind::Plain { learns } => {
                let choice = self.graph.choose(from, &self.estimates.now);
                if let (true, Some(choice)) = (*learns, choice) {
                    let old = self.estimates.now(from);
                    if choice.sum > old {
                        self.estimates.set(from, choice.sum);
                        observer.learned(from, old, choice.sum);
                    }
                }
                choice.map(|choice| (choice.to, choice.cost))
            }
            Mind::General(rule, seen) => {
                let looked = general::look(&self.graph, rule, &self.estimates, from, seen);
                if let Some((_, learned)) = looked {
                    let old = self.estimates.now(from);
                    if learned > old {
                        self.estimates.set(from, learned);
                        observer.learned(from, old, learned);
                        if rule.removes_expendable
                            && self.graph.is_expendable(from, |state| self.estimates.is_there(state))
                        {
                            self.estimates.remove(from);
                            observer.removed(from);
                        }
                    }
                }
                looked.map(|(choice, _)| (choice.to, choice.cost))
            }
            Mind::Lookahead(lookahead, search) => {
                let mut learn = |state, old, new| observer.learned(state, old, new);
                let ends = (from, self.goal);
                let next = search.next(&self.graph, lookahead, &mut self.estimates, ends, &mut learn);
                next.and_then(|next| self.graph.neighbours(from).find(|&(to, _)| to == next))
            }
        };
        let Some((to, cost)) = step else { return Step::Stuck };
        self.state = to;
        self.cost += cost;
        self.steps += 1;
        observer.moved(from, to, cost);
        Step::Moved { to, cost }
    }

    /// Walks to the goal or a dead end, or until the cost of the walk reaches `limit`.
    pub fn run(&mut self, limit: u64) -> Run {
        while self.cost < limit {
            match self.step_watched(&mut ()) {
                Step::Moved { .. } => {}
                Step::Arrived => return Run::Arrived(self.cost),
                Step::Stuck => return Run::Stuck,
            }
        }
        if self.state == self.goal && self.cost <= limit { Run::Arrived(self.cost) } else { Run::OverLimit }
    }

    /// The current state.
    pub fn state(&self) -> u32 {
        self.state
    }

    /// The goal.
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// The cost of this walk so far, in the graph's units.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// The number of steps of this walk so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// The estimates of all states, in the graph's units.
    pub fn estimates(&self) -> &[f64] {
        &self.estimates.now
    }

    /// Starts a new walk at another state and keeps the learned estimates.
    pub fn place(&mut self, start: u32) -> Result<(), WalkError> {
        let states = self.graph.state_count();
        if start >= states {
            return Err(WalkError::NoSuchState { state: start, states });
        }
        (self.state, self.cost, self.steps) = (start, 0, 0);
        if let Mind::Lookahead(_, search) = &mut self.mind {
            search.clear();
        }
        Ok(())
    }

    /// Resets all estimates to the initial ones, in time proportional to the number of changed estimates.
    pub fn forget(&mut self) {
        self.estimates.forget();
        if let Mind::Lookahead(_, search) = &mut self.mind {
            search.clear();
        }
    }

    /// Replaces the initial estimates and forgets the learned ones.
    pub fn set_heuristic(&mut self, heuristic: &[f64]) -> Result<(), WalkError> {
        check_heuristic(&self.graph, heuristic)?;
        self.forget();
        let Estimates { given, now, .. } = &mut self.estimates;
        given.copy_from_slice(heuristic);
        given[self.goal as usize] = 0.0;
        now.copy_from_slice(given);
        Ok(())
    }
}

/// Returns an error unless there is one non-negative estimate for each state.
pub(crate) fn check_heuristic(graph: &impl Graph, heuristic: &[f64]) -> Result<(), WalkError> {
    let states = graph.state_count();
    if heuristic.len() != states as usize {
        return Err(WalkError::HeuristicLength { found: heuristic.len(), states });
    }
    match (0..states).zip(heuristic).find(|(_, estimate)| estimate.is_nan() || **estimate < 0.0) {
        Some((state, &found)) => Err(WalkError::Estimate { state, found }),
        None => Ok(()),
    }
}
