//! Random graphs, an independent referee, and one way to run every engine on them.
#![allow(dead_code)] // Each test file uses its own part.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

use cunning_search::{
    AStar, AraStar, Counters, Dense, Engine, Expanded, Fate, FocalMha, Generated, Greedy, HashedStates,
    Heuristic, Heuristics, IdaLimits, IdaStar, Limits, MhaPlusPlus, Observer, PathStep, QueueChoice,
    Schedule, SharedMha, Space, State, Status, Successor, UnconstrainedMha, Weight, WeightedAStar,
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

    /// What a path costs, or `None` if it is not one from node 0 to a goal. Parallel edges: the
    /// cheapest counts, as an engine may claim no less.
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

/// The kinds of heuristics the tests search with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// A fixed share of the truth: consistent, and proves dead ends if `proves` is set.
    Consistent { quarters: u64, proves: bool },
    /// Any number up to the truth, state by state: admissible but not consistent.
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

    /// A guide that knows nothing: any number, or none.
    pub fn nonsense(graph: &Graph, noise: &[u64], shift: usize) -> Self {
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

/// A state that must be hashed to be numbered.
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

/// A state that is hashed but owns nothing.
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

/// A space over a [`Graph`], with costs of some type made from the graph's.
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

/// All the engines, by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    AStar,
    Weighted(f64),
    Greedy,
    Ida,
    Ara(f64, u32),
    Shared(f64, f64, QueueChoice),
    Focal(f64, QueueChoice),
    PlusPlus(f64, QueueChoice),
    Unconstrained(f64, QueueChoice),
}

impl Kind {
    /// How far from the cheapest the answer may be; `None` for no promise.
    pub fn bound(self) -> Option<(Weight, Weight)> {
        let w = |weight: f64| Weight::new(weight).unwrap();
        match self {
            Self::AStar | Self::Ida | Self::Ara(..) => Some((Weight::ONE, Weight::ONE)),
            Self::Greedy => None,
            Self::Shared(w1, w2, _) => Some((w(w1), w(w2))),
            Self::Weighted(weight)
            | Self::Focal(weight, _)
            | Self::PlusPlus(weight, _)
            | Self::Unconstrained(weight, _) => Some((w(weight), Weight::ONE)),
        }
    }

    pub fn is_mha(self) -> bool {
        matches!(self, Self::Shared(..) | Self::Focal(..) | Self::PlusPlus(..) | Self::Unconstrained(..))
    }
}

pub fn choices() -> impl Strategy<Value = QueueChoice> {
    prop_oneof![Just(QueueChoice::RoundRobin), any::<u64>().prop_map(|seed| QueueChoice::Thompson { seed }),]
}

fn weights() -> impl Strategy<Value = f64> {
    prop_oneof![Just(1.0), Just(1.1), Just(1.5), Just(2.0), Just(7.3), Just(1000.0)]
}

pub fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![1 => Just(Kind::Ida), 8 => remembering_kinds()]
}

/// The engines that remember states, and so can be let loose on larger graphs.
pub fn remembering_kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::AStar),
        weights().prop_map(Kind::Weighted),
        Just(Kind::Greedy),
        (weights(), 0..6_u32).prop_map(|(w, passes)| Kind::Ara(w, passes)),
        (weights(), weights(), choices()).prop_map(|(w1, w2, choice)| Kind::Shared(w1, w2, choice)),
        (weights(), choices()).prop_map(|(w, choice)| Kind::Focal(w, choice)),
        (weights(), choices()).prop_map(|(w, choice)| Kind::PlusPlus(w, choice)),
        (weights(), choices()).prop_map(|(w, choice)| Kind::Unconstrained(w, choice)),
    ]
}

/// What a search came to, and a log of everything it did.
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

/// A problem ready to be solved by any engine.
pub struct Problem<'a> {
    pub graph: &'a Graph,
    pub anchor: Table,
    pub guides: Vec<Table>,
    pub limits: Limits,
}

impl Problem<'_> {
    /// Solves with slices of the given sizes in turn; an empty list means all at once.
    pub fn solve<T: TestState>(&self, kind: Kind, slices: &[u64]) -> Outcome {
        self.search::<T>(kind, &mut slices_of(slices))
    }

    /// Searches for some expansions and no more.
    pub fn stop_after<T: TestState>(&self, kind: Kind, budget: u64) -> Outcome {
        self.search::<T>(kind, &mut std::iter::once(budget))
    }

    fn search<T: TestState>(&self, kind: Kind, slices: &mut dyn Iterator<Item = u64>) -> Outcome {
        let w = |weight: f64| Weight::new(weight).unwrap();
        let limits = self.limits;
        let mut one = self.anchor.clone();
        let mut all = Heuristics { anchor: self.anchor.clone(), guides: self.guides.clone() };
        match kind {
            Kind::AStar => self.drive::<T, _, _>(AStar::new(limits), &mut one, slices),
            Kind::Weighted(weight) => {
                self.drive::<T, _, _>(WeightedAStar::new(w(weight), limits), &mut one, slices)
            }
            Kind::Greedy => self.drive::<T, _, _>(Greedy::new(limits), &mut one, slices),
            Kind::Ida => self.drive::<T, _, _>(IdaStar::new(IdaLimits::default()), &mut one, slices),
            Kind::Ara(weight, passes) => {
                let schedule = Schedule { first: w(weight), passes };
                self.drive::<T, _, _>(AraStar::new(schedule, limits), &mut one, slices)
            }
            Kind::Shared(w1, w2, choice) => {
                self.drive::<T, _, _>(SharedMha::new(w(w1), w(w2), choice, limits), &mut all, slices)
            }
            Kind::Focal(weight, choice) => {
                self.drive::<T, _, _>(FocalMha::new(w(weight), choice, limits), &mut all, slices)
            }
            Kind::PlusPlus(weight, choice) => {
                self.drive::<T, _, _>(MhaPlusPlus::new(w(weight), choice, limits), &mut all, slices)
            }
            Kind::Unconstrained(weight, choice) => {
                self.drive::<T, _, _>(UnconstrainedMha::new(w(weight), choice, limits), &mut all, slices)
            }
        }
    }

    fn drive<'s, T: TestState, H, E: Engine<Plain<'s, T>, H>>(
        &'s self,
        mut engine: E,
        heuristic: &mut H,
        slices: &mut dyn Iterator<Item = u64>,
    ) -> Outcome {
        let mut space = Plain::new(self.graph);
        let mut log = Log::default();
        engine.start(&mut space, heuristic, &T::of(0), &mut log);
        while engine.status() == Status::Running
            && let Some(budget) = slices.next()
        {
            engine.step(&mut space, heuristic, budget, &mut log);
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

/// Budgets without end. Zero budgets are allowed but end nothing, so they must not be all there is.
fn slices_of(slices: &[u64]) -> Box<dyn Iterator<Item = u64> + '_> {
    if slices.is_empty() {
        Box::new(std::iter::repeat(u64::MAX))
    } else {
        Box::new(slices.iter().copied().cycle())
    }
}

/// Is `cost ≤ w1·w2·best`? Exactly.
pub fn is_within(cost: u64, (w1, w2): (Weight, Weight), best: u64) -> bool {
    let ((n1, d1), (n2, d2)) = (w1.as_fraction(), w2.as_fraction());
    let scaled = |cost: u64, one: u32, two: u32| u128::from(cost) * u128::from(one) * u128::from(two);
    scaled(cost, d1, d2) <= scaled(best, n1, n2)
}
