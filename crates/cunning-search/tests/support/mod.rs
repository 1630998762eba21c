//! Random graphs, an independent computation of cheapest costs, and a runner for every algorithm.

use cunning_search::{
    Algorithm, AnyEngine, Counters, Dense, Engine, Expanded, Fate, Generated, Guarantee, HashedStates,
    Heuristic, Heuristics, Limits, Observer, PathStep, QueueChoice, Schedule, Search, Space, State, Status,
    Successor, Weight,
};
use proptest::prelude::*;

/// A directed multigraph with self-loops, zero costs and any number of goals.
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<Vec<(u32, u64)>>,
    pub goals: Vec<bool>,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// The cost from every node to its nearest goal, by relaxing all edges until nothing changes.
    pub fn true_costs(&self) -> Vec<Option<u64>> {
        let mut costs: Vec<Option<u64>> = self.goals.iter().map(|&goal| goal.then_some(0)).collect();
        loop {
            let mut changed = false;
            for (node, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    if let Some(through) = costs[to as usize].map(|rest| rest + cost)
                        && costs[node].is_none_or(|known| through < known)
                    {
                        costs[node] = Some(through);
                        changed = true;
                    }
                }
            }
            if !changed {
                return costs;
            }
        }
    }

    /// The cost of a path, or `None` if it does not lead from node 0 to a goal. Of parallel edges the cheapest counts.
    pub fn cost_of(&self, path: &[u32]) -> Option<u64> {
        let goal = *path.last()?;
        if path[0] != 0 || !self.goals[goal as usize] {
            return None;
        }
        path.windows(2)
            .map(|pair| {
                let edges = &self.edges[pair[0] as usize];
                edges.iter().filter(|edge| edge.0 == pair[1]).map(|edge| edge.1).min()
            })
            .sum()
    }
}

pub fn graphs(nodes_max: usize, cost_max: u64) -> impl Strategy<Value = Graph> {
    (1..=nodes_max, 0..=3_usize).prop_flat_map(move |(nodes, density)| {
        let edges = prop::collection::vec((0..nodes as u32, 0..=cost_max), 0..=2 + density);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), nodes);
        (prop::collection::vec(edges, nodes), goals).prop_map(|(edges, goals)| Graph { edges, goals })
    })
}

/// The quality of a test heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// A fixed share of the true cost: consistent, and proves dead ends if `proves` is set.
    Consistent { quarters: u64, proves: bool },
    /// Any number up to the true cost, state by state: admissible but not consistent.
    Admissible,
}

pub fn qualities() -> impl Strategy<Value = Quality> {
    prop_oneof![
        3 => (0..=4_u64, any::<bool>()).prop_map(|(quarters, proves)| Quality::Consistent { quarters, proves }),
        1 => Just(Quality::Admissible),
    ]
}

/// A heuristic given by a table.
#[derive(Clone, Debug)]
pub struct Table {
    pub values: Vec<Option<u64>>,
    pub consistent: bool,
}

impl Table {
    /// A heuristic of the given quality. `noise` is any list of numbers.
    pub fn new(graph: &Graph, quality: Quality, noise: &[u64]) -> Self {
        let truth = graph.true_costs();
        let beyond = truth.iter().flatten().max().map_or(0, |most| most + 7);
        let values = truth.iter().enumerate().map(|(node, cost)| match (quality, cost) {
            (Quality::Consistent { quarters, .. }, Some(cost)) => Some(cost * quarters / 4),
            (Quality::Consistent { proves: true, .. }, None) => None,
            (Quality::Consistent { proves: false, .. }, None) => Some(beyond),
            (Quality::Admissible, Some(cost)) => Some(noise[node % noise.len()] % (cost + 1)),
            (Quality::Admissible, None) => Some(noise[node % noise.len()]),
        });
        Self { values: values.collect(), consistent: quality != Quality::Admissible }
    }

    /// A guide with arbitrary estimates.
    pub fn arbitrary(graph: &Graph, noise: &[u64], shift: usize) -> Self {
        let value = |node: usize| noise[(node * 7 + shift) % noise.len()];
        let values = (0..graph.len()).map(|node| (value(node) % 11 != 0).then(|| value(node) % 97)).collect();
        Self { values, consistent: false }
    }
}

pub trait TestState: State {
    fn of(node: u32) -> Self;
    fn node(&self) -> u32;
}

impl TestState for Dense {
    fn of(node: u32) -> Self {
        Self(node)
    }
    fn node(&self) -> u32 {
        self.0
    }
}

/// A hashed state that owns memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label(String);

impl State for Label {
    type Table = HashedStates<Self>;
}

impl TestState for Label {
    fn of(node: u32) -> Self {
        Self(format!("node {node}"))
    }
    fn node(&self) -> u32 {
        self.0["node ".len()..].parse().unwrap()
    }
}

/// A hashed state that owns no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number(u32);

impl State for Number {
    type Table = HashedStates<Self>;
}

impl TestState for Number {
    fn of(node: u32) -> Self {
        Self(node)
    }
    fn node(&self) -> u32 {
        self.0
    }
}

impl<S: TestSpace> Heuristic<S> for Table
where
    S::State: TestState,
{
    fn estimate(&mut self, _: &mut S, state: &S::State) -> Option<S::Cost> {
        self.values[state.node() as usize].map(S::cost)
    }
    fn is_consistent(&self) -> bool {
        self.consistent
    }
}

/// A space over a [`Graph`].
pub trait TestSpace: Space {
    fn cost(cost: u64) -> Self::Cost;
}

pub struct Plain<'a, T>(pub &'a Graph, std::marker::PhantomData<T>);

impl<'a, T> Plain<'a, T> {
    pub fn new(graph: &'a Graph) -> Self {
        Self(graph, std::marker::PhantomData)
    }
}

impl<T: TestState> Space for Plain<'_, T> {
    type State = T;
    type Action = u32;
    type Cost = u64;
    fn successors(&mut self, state: &T, _: Option<u32>, out: &mut Vec<Successor<Self>>) {
        for (action, &(to, cost)) in self.0.edges[state.node() as usize].iter().enumerate() {
            out.push(Successor { state: T::of(to), action: action as u32, cost });
        }
    }
    fn is_goal(&mut self, state: &T) -> bool {
        self.0.goals[state.node() as usize]
    }
}

impl<T: TestState> TestSpace for Plain<'_, T> {
    fn cost(cost: u64) -> u64 {
        cost
    }
}

/// The bound that an algorithm guarantees, as exact factors; `None` for no guarantee.
pub fn exact_bound(algorithm: Algorithm) -> Option<(Weight, Weight)> {
    let given = algorithm.parameters();
    let first = given.weight.or(given.w1).unwrap_or(Weight::ONE);
    match algorithm.guarantee() {
        Guarantee::Optimal => Some((Weight::ONE, Weight::ONE)),
        Guarantee::Bounded(_) => Some((first, given.w2.unwrap_or(Weight::ONE))),
        Guarantee::None => None,
    }
}

pub fn choices() -> impl Strategy<Value = QueueChoice> {
    prop_oneof![Just(QueueChoice::RoundRobin), any::<u64>().prop_map(|seed| QueueChoice::Thompson { seed }),]
}

fn weights() -> impl Strategy<Value = Weight> {
    let weight = |weight| Just(Weight::new(weight).unwrap());
    prop_oneof![weight(1.0), weight(1.1), weight(1.5), weight(2.0), weight(7.3), weight(1000.0)]
}

pub fn algorithms() -> impl Strategy<Value = Algorithm> {
    prop_oneof![1 => Just(Algorithm::IdaStar), 8 => graph_algorithms()]
}

/// The algorithms that store states, and so can handle larger graphs.
pub fn graph_algorithms() -> impl Strategy<Value = Algorithm> {
    prop_oneof![
        Just(Algorithm::AStar),
        weights().prop_map(Algorithm::WeightedAStar),
        Just(Algorithm::Greedy),
        (weights(), 0..6_u32).prop_map(|(first, passes)| Algorithm::AraStar(Schedule { first, passes })),
        (weights(), weights(), choices()).prop_map(|(w1, w2, choice)| Algorithm::SharedMha(w1, w2, choice)),
        (weights(), choices()).prop_map(|(w, choice)| Algorithm::FocalMha(w, choice)),
        (weights(), choices()).prop_map(|(w, choice)| Algorithm::MhaPlusPlus(w, choice)),
        (weights(), choices()).prop_map(|(w, choice)| Algorithm::UnconstrainedMha(w, choice)),
    ]
}

/// The result of a search and a log of its events.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub status: Status,
    pub cost: Option<u64>,
    pub path: Vec<u32>,
    pub counters: Counters,
    pub log: Log,
    pub heap_bytes: usize,
    pub lower_bound: Option<u64>,
}

/// Every event, in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// (node, queue)
    pub expanded: Vec<(u32, usize)>,
    /// (node, g, fate)
    pub generated: Vec<(u32, u64, Fate)>,
    pub queues: Vec<usize>,
    pub improved: Vec<u64>,
}

impl<S: Space<Cost = u64>> Observer<S> for Log
where
    S::State: TestState,
{
    fn expanded(&mut self, event: Expanded<'_, S>) {
        self.expanded.push((event.state.node(), event.queue));
    }
    fn generated(&mut self, event: Generated<'_, S>) {
        self.generated.push((event.state.node(), event.g, event.fate));
    }
    fn queue_chosen(&mut self, queue: usize) {
        self.queues.push(queue);
    }
    fn improved(&mut self, cost: u64) {
        self.improved.push(cost);
    }
}

/// A problem for any algorithm.
pub struct Problem<'a> {
    pub graph: &'a Graph,
    pub anchor: Table,
    pub guides: Vec<Table>,
    pub limits: Limits,
}

impl Problem<'_> {
    /// Solves with slices of the given sizes in turn; an empty list means all at once.
    pub fn solve<T: TestState>(&self, algorithm: Algorithm, slices: &[u64]) -> Outcome {
        self.search::<T>(algorithm, &mut slices_of(slices))
    }

    /// Searches for at most `budget` expansions.
    pub fn stop_after<T: TestState>(&self, algorithm: Algorithm, budget: u64) -> Outcome {
        self.search::<T>(algorithm, &mut std::iter::once(budget))
    }

    fn search<T: TestState>(&self, algorithm: Algorithm, slices: &mut dyn Iterator<Item = u64>) -> Outcome {
        let mut engine = AnyEngine::new(algorithm, self.limits);
        let mut heuristics = Heuristics { anchor: self.anchor.clone(), guides: self.guides.clone() };
        let mut space = Plain::new(self.graph);
        let mut log = Log::default();
        engine.start(&mut space, &mut heuristics, &T::of(0), &mut log);
        while engine.status() == Status::Running
            && let Some(budget) = slices.next()
        {
            engine.step(&mut space, &mut heuristics, budget, &mut log);
        }
        let mut path: Vec<PathStep<Plain<'_, T>>> = Vec::new();
        let found = engine.path_into(&mut path);
        assert_eq!(found, engine.cost().is_some());
        assert_eq!(path.last().map(|step| step.g), engine.cost());
        Outcome {
            status: engine.status(),
            cost: engine.cost(),
            path: path.iter().map(|step| step.state.node()).collect(),
            counters: engine.counters(),
            log,
            heap_bytes: engine.heap_bytes(),
            lower_bound: engine.lower_bound(),
        }
    }
}

/// An endless series of budgets. At least one must not be zero.
fn slices_of(slices: &[u64]) -> Box<dyn Iterator<Item = u64> + '_> {
    if slices.is_empty() {
        Box::new(std::iter::repeat(u64::MAX))
    } else {
        Box::new(slices.iter().copied().cycle())
    }
}

/// Whether `cost ≤ w1·w2·best`, computed exactly.
pub fn is_within(cost: u64, (w1, w2): (Weight, Weight), best: u64) -> bool {
    let ((n1, d1), (n2, d2)) = (w1.as_fraction(), w2.as_fraction());
    let scaled = |cost: u64, one: u32, two: u32| u128::from(cost) * u128::from(one) * u128::from(two);
    scaled(cost, d1, d2) <= scaled(best, n1, n2)
}
