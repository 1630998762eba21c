//! Limits are respected, and the reasons for not finding a path are told apart.

use crate::support;

use cunning_search::{
    AStar, Algorithm, AlgorithmParameters, AraStar, Dense, Engine, IdaLimits, IdaStar, Limit, Limits,
    Schedule, Search, Space, Status, Successor, Weight, Zero,
};
use support::{Graph, Plain, Problem, Table};

/// The graph 0 → 1 → 2 → …, with the last node as the goal.
fn chain(length: u32) -> Graph {
    let edges = (0..length).map(|n| if n + 1 < length { vec![(n + 1, 1)] } else { vec![] }).collect();
    Graph { edges, goals: (0..length).map(|n| n + 1 == length).collect() }
}

/// The natural numbers: infinitely many states and no goal.
struct Endless;

impl Space for Endless {
    type State = Number;
    type Action = ();
    type Cost = u64;
    fn successors(&mut self, state: &Number, _: Option<()>, out: &mut Vec<Successor<Self>>) {
        for next in [state.0 * 2, state.0 * 2 + 1, state.0 + 1] {
            out.push(Successor { state: Number(next), action: (), cost: 1 });
        }
    }
    fn is_goal(&mut self, _: &Number) -> bool {
        false
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Number(u64);

impl cunning_search::State for Number {
    type Table = cunning_search::HashedStates<Self>;
}

/// All algorithms of the registry, with default parameters.
fn all() -> impl Iterator<Item = Algorithm> {
    let build = |name| Algorithm::from_name(name, &AlgorithmParameters::default()).unwrap();
    Algorithm::all().map(move |info| build(info.name))
}

fn problem(graph: &Graph, nodes_max: u32) -> Problem<'_> {
    let blind = Table { values: vec![Some(0); graph.len()], consistent: true };
    Problem {
        graph,
        anchor: blind.clone(),
        guides: vec![blind],
        limits: Limits { nodes_max, ..Limits::default() },
    }
}

#[test]
fn too_many_nodes_exceed_the_limit() {
    let graph = chain(50);
    for algorithm in all().filter(|&algorithm| algorithm != Algorithm::IdaStar) {
        let outcome = problem(&graph, 49).solve::<Dense>(algorithm, &[]);
        assert_eq!(outcome.status, Status::LimitExceeded(Limit::Nodes), "{algorithm}");
        assert_eq!(problem(&graph, 50).solve::<Dense>(algorithm, &[]).status, Status::Solved, "{algorithm}");
        assert_eq!(
            problem(&graph, 0).solve::<Dense>(algorithm, &[]).status,
            Status::LimitExceeded(Limit::Nodes)
        );
    }
}

#[test]
fn memory_is_bounded_in_an_infinite_space() {
    for nodes_max in [10, 1000, 100_000] {
        let mut astar = AStar::new(Limits { nodes_max, ..Limits::default() });
        let status = astar.run(&mut Endless, &mut Zero, &Number(1));
        assert_eq!(status, Status::LimitExceeded(Limit::Nodes));
        // A record, a state, its slots and its entries: 150 bytes a node, doubled by growing vectors.
        let bytes = astar.heap_bytes();
        assert!(bytes < 300 * nodes_max as usize + 100_000, "{bytes} bytes for {nodes_max} nodes");
    }
}

#[test]
fn open_lists_stay_proportional_to_the_open_nodes() {
    // Every node is improved by every node before it, so almost all entries are outdated.
    let length = 600;
    let edges = (0..length).map(|n: u32| {
        let cost = |to: u32| u64::from((to - n) * (to - n));
        (n + 1..length).map(|to| (to, cost(to))).collect()
    });
    let graph = Graph { edges: edges.collect(), goals: (0..length).map(|n| n + 1 == length).collect() };
    for algorithm in all().filter(|&algorithm| algorithm != Algorithm::IdaStar) {
        let outcome = problem(&graph, length).solve::<Dense>(algorithm, &[]);
        assert_eq!(outcome.status, Status::Solved, "{algorithm}");
        // 600 nodes; 180,000 improvements would take megabytes in each queue.
        assert!(outcome.heap_bytes < 800_000, "{algorithm}: {} bytes", outcome.heap_bytes);
    }
}

#[test]
fn unsolvable_running_and_cancelled_are_distinct() {
    let mut graph = chain(10);
    graph.goals[9] = false;
    for algorithm in all() {
        assert_eq!(
            problem(&graph, 10).solve::<Dense>(algorithm, &[]).status,
            Status::Unsolvable,
            "{algorithm}"
        );
    }
    let mut space = Plain::<Dense>::new(&graph);
    let mut astar = AStar::new(Limits::default());
    astar.start(&mut space, &mut Zero, &Dense(0), &mut ());
    assert_eq!(astar.step(&mut space, &mut Zero, 5, &mut ()), Status::Running);
    astar.cancel();
    assert_eq!(astar.step(&mut space, &mut Zero, 5, &mut ()), Status::Cancelled);
    assert_eq!(astar.counters().expanded, 5);
}

#[test]
fn stepping_an_idle_engine_does_nothing() {
    let graph = chain(3);
    let mut space = Plain::<Dense>::new(&graph);
    let mut astar = AStar::new(Limits::default());
    assert_eq!(astar.step(&mut space, &mut Zero, 5, &mut ()), Status::Idle);
    astar.cancel();
    assert_eq!(astar.step(&mut space, &mut Zero, 5, &mut ()), Status::Idle);
}

#[test]
fn ida_respects_depth_and_cost_limits() {
    let graph = chain(10);
    let mut space = Plain::<Dense>::new(&graph);
    let mut run = |depth_max, cost_max| {
        IdaStar::new(IdaLimits { depth_max, cost_max }).run(&mut space, &mut Zero, &Dense(0))
    };
    assert_eq!(run(9, None), Status::Solved);
    assert_eq!(run(8, None), Status::LimitExceeded(Limit::Depth));
    assert_eq!(run(9, Some(9)), Status::Solved);
    assert_eq!(run(9, Some(8)), Status::LimitExceeded(Limit::Cost));
}

#[test]
fn cost_overflow_exceeds_the_limit() {
    let graph =
        Graph { edges: vec![vec![(1, u64::MAX)], vec![(2, 1)], vec![]], goals: vec![false, false, true] };
    for algorithm in all() {
        let outcome = problem(&graph, 3).solve::<Dense>(algorithm, &[]);
        assert_eq!(outcome.status, Status::LimitExceeded(Limit::Cost), "{algorithm}");
    }
}

#[test]
fn cancelled_ara_keeps_its_path() {
    let graph = Graph {
        // The expensive path has few steps, the cheap path many.
        edges: vec![vec![(3, 50), (1, 1)], vec![(2, 1)], vec![(3, 1)], vec![]],
        goals: vec![false, false, false, true],
    };
    let mut space = Plain::<Dense>::new(&graph);
    let mut heuristic = Table { values: vec![Some(3), Some(2), Some(1), Some(0)], consistent: true };
    let mut ara = AraStar::new(Schedule { first: Weight::new(100.0).unwrap(), passes: 3 }, Limits::default());
    ara.start(&mut space, &mut heuristic, &Dense(0), &mut ());
    ara.step(&mut space, &mut heuristic, 1, &mut ());
    ara.cancel();
    assert_eq!(ara.status(), Status::Cancelled);
    assert_eq!(ara.cost(), Some(50));
}
