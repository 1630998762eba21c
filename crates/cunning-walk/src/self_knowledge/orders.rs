//! Computes orders of self-knowledge.

use super::runs::{RunSpec, Runners};
use crate::real_time::{Graph, Method, Rule, Seen, WalkError, distances, first_step};

/// The largest suboptimality: a walk that would cost more than this many times the shortest is stopped and counted with
/// that cost.
pub const SUBOPTIMALITY_MAX: u32 = 1000;

/// The largest integer up to which all integers are exact in an `f64`.
const EXACT_MAX: f64 = 9_007_199_254_740_992.0;

/// The end of a chain of first steps: a root or the goal.
const END: u32 = u32::MAX;

/// The results of one order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Order {
    /// The number of the order, from 1.
    pub index: u32,
    /// The mean suboptimality over all states that can reach the goal, where the goal counts as 1. An endless walk
    /// counts as [`SUBOPTIMALITY_MAX`].
    pub beta: f64,
    /// The number of simulated walks.
    pub roots: u32,
    /// The number of walks that were stopped at the largest suboptimality.
    pub capped: u32,
    /// The number of endless walks, which occur with hill climbing in a local minimum.
    pub endless: u32,
    /// Whether the costs equal those of the order before.
    pub is_fixpoint: bool,
}

/// Computes one order of self-knowledge after the other.
///
/// ```
/// use cunning_walk::real_time::{Method, octile_distances};
/// use cunning_walk::self_knowledge::SelfKnowledge;
/// use cunning_walk::{Corners, Grid, Map};
///
/// // Self-knowledge makes LRTA* worse here before it becomes perfect.
/// let map = Map::from_rows(&[".....", "@@@@.", "@@..@"])?;
/// let grid = Grid::new(&map, Corners::Cut);
/// let goal = grid.cell((2, 2)).unwrap();
/// let mut knowledge = SelfKnowledge::new(&grid, goal, Method::LRTA, octile_distances(&grid, goal))?;
/// let betas: Vec<String> = (0..3).map(|_| format!("{:.3}", knowledge.next_order().beta)).collect();
/// assert_eq!(betas, ["1.253", "1.394", "1.000"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SelfKnowledge<'g, G> {
    graph: &'g G,
    goal: u32,
    method: Method,
    /// The states that can reach the goal, in order; the goal is one of them.
    reachable: Vec<u32>,
    optimal: Vec<f64>,
    costs: Vec<f64>,
    index: u32,
    /// The roots of the last order.
    roots: Vec<u32>,
    runners: Runners<'g, G>,
    chains: Chains,
}

/// The first steps of all states, and the order in which costs are propagated along them.
#[derive(Default)]
struct Chains {
    next: Vec<u32>,
    step: Vec<f64>,
    /// Each state after the one that its first step leads to.
    along: Vec<u32>,
    /// The demands of the states upstream of each state, including itself.
    upstream: Vec<Upstream>,
    seen: Vec<Seen>,
}

/// What the states upstream of a state need to know about a walk from it.
#[derive(Clone, Copy, Default)]
struct Upstream {
    /// The largest cost that matters to any of them.
    needed: f64,
    /// The growth of the sum of suboptimalities with each unit of cost.
    weight: f64,
    /// The least cost at which one of them reaches the largest suboptimality.
    cap_min: f64,
}

/// The number of walks between two checks of their sum.
const BATCH: usize = 256;

impl<'g, G: Graph + Sync> SelfKnowledge<'g, G> {
    /// Order 0: the heuristic itself, one estimate per state in the graph's units.
    pub fn new(graph: &'g G, goal: u32, method: Method, mut heuristic: Vec<f64>) -> Result<Self, WalkError> {
        let optimal = distances(graph, goal)?;
        let states = graph.state_count();
        let reachable: Vec<u32> = (0..states).filter(|&state| optimal[state as usize].is_finite()).collect();
        let farthest = reachable.iter().map(|&state| optimal[state as usize]).fold(0.0, f64::max);
        if farthest * f64::from(SUBOPTIMALITY_MAX) > EXACT_MAX {
            return Err(WalkError::TooFar);
        }
        let runners = Runners::new(graph, method, &heuristic, goal)?;
        heuristic[goal as usize] = 0.0;
        let (all, chains) = (states as usize, reachable.len());
        let chains = Chains {
            next: vec![END; all],
            step: vec![0.0; all],
            along: Vec::with_capacity(chains),
            upstream: vec![Upstream::default(); all],
            seen: Vec::with_capacity(graph.degree_max()),
        };
        Ok(Self {
            graph,
            goal,
            method,
            reachable,
            optimal,
            costs: heuristic,
            index: 0,
            roots: Vec::new(),
            runners,
            chains,
        })
    }

    /// Computes the next order, simulating as few walks as possible.
    pub fn next_order(&mut self) -> Order {
        // Nothing is above infinity, so the default is never used.
        self.next_order_within(f64::INFINITY).unwrap_or_else(|| self.next_order_by_runs())
    }

    /// Computes the next order if its mean suboptimality is at most `beta_max`, and stops as soon as it must be above:
    /// usually long before the worst walks have ended. Then it returns `None` and changes nothing.
    pub fn next_order_within(&mut self, beta_max: f64) -> Option<Order> {
        let Method::Rule(rule) = self.method else {
            let before = self.costs.clone();
            let order = self.next_order_by_runs();
            if order.beta <= beta_max {
                return Some(order);
            }
            (self.costs, self.index) = (before, self.index - 1);
            return None;
        };
        let costs = self.follow(&rule, beta_max)?;
        let before = std::mem::take(&mut self.costs);
        let order = self.finish(&before, costs);
        if order.beta <= beta_max {
            return Some(order);
        }
        (self.costs, self.index) = (before, self.index - 1);
        None
    }

    /// Computes the next order by walking from every state: slow, and the reference for [`SelfKnowledge::next_order`],
    /// which gives the same result. (Hill climbing never leaves a local minimum, so its walks are stopped like all others.)
    pub fn next_order_by_runs(&mut self) -> Order {
        let runs: Vec<RunSpec> =
            self.reachable.iter().map(|&from| RunSpec { from, limit: self.cap(from) }).collect();
        let found = self.runners.run(&runs, self.index + 1, &self.costs);
        let mut costs = self.costs.clone();
        for (run_spec, cost) in runs.iter().zip(found) {
            costs[run_spec.from as usize] = cost.min(run_spec.limit);
        }
        self.roots.clone_from(&self.reachable);
        let before = std::mem::take(&mut self.costs);
        self.finish(&before, costs)
    }

    /// The costs of the last computed order, in the graph's units; the heuristic before the first order. States that
    /// cannot reach the goal keep their estimates.
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// The cheapest costs; infinite for states that cannot reach the goal.
    pub fn optimal(&self) -> &[f64] {
        &self.optimal
    }

    /// The states that can reach the goal, the goal included.
    pub fn reachable(&self) -> &[u32] {
        &self.reachable
    }

    /// The states from which walks were simulated for the last computed order, in rising order.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The goal.
    pub fn goal(&self) -> u32 {
        self.goal
    }

    /// The graph.
    pub fn graph(&self) -> &'g G {
        self.graph
    }

    fn cap(&self, state: u32) -> f64 {
        self.optimal[state as usize] * f64::from(SUBOPTIMALITY_MAX)
    }

    /// Walks from the roots and propagates their costs. `None` if the mean must be above `beta_max`.
    fn follow(&mut self, rule: &Rule, beta_max: f64) -> Option<Vec<f64>> {
        let mut chains = std::mem::take(&mut self.chains);
        let roots = chains.link(self.graph, rule, &self.costs, &self.reachable, self.goal);
        chains.gather(&self.reachable, &self.optimal);
        let sum_max = beta_max * self.reachable.len() as f64;
        let mut runs: Vec<RunSpec> =
            roots.iter().map(|&from| RunSpec { from, limit: chains.limit(from, sum_max) }).collect();
        if beta_max.is_finite() {
            // Start with the walks that affect the sum most.
            runs.sort_by(|one, two| chains.weight(two.from).total_cmp(&chains.weight(one.from)));
        }
        let mut found = Vec::with_capacity(runs.len());
        let mut sum = 0.0;
        for batch in runs.chunks(BATCH) {
            let walked = self.runners.run(batch, self.index + 1, &self.costs);
            for (run_spec, &cost) in batch.iter().zip(&walked) {
                sum += chains.at_least(run_spec.from, cost.min(run_spec.limit));
            }
            if sum > sum_max {
                self.chains = chains;
                return None;
            }
            found.extend(walked);
        }

        // A walk is endless until its state is known to lead to the goal.
        let mut costs = self.costs.clone();
        for &state in &self.reachable {
            costs[state as usize] = f64::INFINITY;
        }
        costs[self.goal as usize] = 0.0;
        for (run_spec, cost) in runs.iter().zip(found) {
            costs[run_spec.from as usize] = cost;
        }
        for &state in &chains.along {
            let next = chains.next[state as usize];
            if next != END {
                costs[state as usize] = chains.step[state as usize] + costs[next as usize];
            }
        }
        if rule.learns() {
            for &state in &self.reachable {
                costs[state as usize] = costs[state as usize].min(self.cap(state));
            }
        }
        (self.chains, self.roots) = (chains, roots);
        Some(costs)
    }

    fn finish(&mut self, before: &[f64], costs: Vec<f64>) -> Order {
        self.index += 1;
        let (mut sum, mut capped, mut endless) = (0.0, 0, 0);
        for &state in &self.reachable {
            let (cost, optimal) = (costs[state as usize], self.optimal[state as usize]);
            if cost.is_infinite() {
                endless += 1;
                sum += f64::from(SUBOPTIMALITY_MAX);
            } else if state == self.goal {
                sum += 1.0;
            } else {
                capped += u32::from(cost >= self.cap(state));
                sum += cost / optimal;
            }
        }
        let beta = sum / self.reachable.len().max(1) as f64;
        let is_fixpoint = costs == before;
        self.costs = costs;
        let roots = self.roots.len() as u32;
        Order { index: self.index, beta, roots, capped, endless, is_fixpoint }
    }
}

impl Chains {
    /// Collects the demands of the states upstream of each state.
    fn gather(&mut self, reachable: &[u32], optimal: &[f64]) {
        for &state in reachable {
            let best = optimal[state as usize];
            let cap = best * f64::from(SUBOPTIMALITY_MAX);
            let weight = if best > 0.0 { 1.0 / best } else { 0.0 };
            self.upstream[state as usize] = Upstream { needed: cap, weight, cap_min: cap };
        }
        for &state in self.along.iter().rev() {
            let next = self.next[state as usize];
            if next != END {
                let Upstream { needed, weight, cap_min } = self.upstream[state as usize];
                let below = &mut self.upstream[next as usize];
                below.needed = below.needed.max(needed - self.step[state as usize]);
                below.weight += weight;
                below.cap_min = below.cap_min.min(cap_min);
            }
        }
    }

    fn weight(&self, root: u32) -> f64 {
        self.upstream[root as usize].weight
    }

    /// A lower bound on what a walk of this cost from a root adds to the sum of suboptimalities: steps to the root are
    /// not counted.
    fn at_least(&self, root: u32, cost: f64) -> f64 {
        let Upstream { weight, cap_min, .. } = self.upstream[root as usize];
        cost.min(cap_min) * weight
    }

    /// The cost up to which a walk from a root must be simulated: as far as it matters upstream, and no farther than
    /// needed to exceed the allowed sum.
    fn limit(&self, root: u32, sum_max: f64) -> f64 {
        let Upstream { needed, weight, cap_min } = self.upstream[root as usize];
        let telling = (sum_max / weight).ceil() + 1.0;
        if telling < cap_min { needed.min(telling) } else { needed }
    }

    /// Finds the first step of every state and the order in which costs are propagated: back from the goal and from the
    /// roots, which are returned. States whose first steps go in circles are left out.
    fn link<G: Graph>(
        &mut self,
        graph: &G,
        rule: &Rule,
        h: &[f64],
        reachable: &[u32],
        goal: u32,
    ) -> Vec<u32> {
        let mut roots = Vec::new();
        for &state in reachable {
            let (next, step) = (&mut self.next[state as usize], &mut self.step[state as usize]);
            *next = END;
            if state == goal {
                continue;
            }
            match first_step(graph, rule, h, state, &mut self.seen) {
                Some((choice, teaches)) if !teaches => {
                    (*next, *step) = (choice.to, choice.cost as f64);
                }
                _ => roots.push(state),
            }
        }
        self.along.clear();
        self.along.push(goal);
        self.along.extend(&roots);
        let mut at = 0;
        while let Some(&state) = self.along.get(at) {
            at += 1;
            for (before, _) in graph.neighbours(state) {
                if self.next[before as usize] == state {
                    self.along.push(before);
                }
            }
        }
        roots
    }
}
