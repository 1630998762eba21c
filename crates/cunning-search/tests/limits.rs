//! Limits are honoured, and the different ways of not finding a path stay different.

mod support;

use cunning_search::{
    AStar, AraStar, Dense, Engine, IdaLimits, IdaStar, Limit, Limits, Schedule, Search, Space, Status,
    Successor, Weight, Zero,
};
use support::{Graph, Kind, Plain, Problem, Table};

/// 0 → 1 → 2 → …, the last one the goal.
fn chain(length: u32) -> Graph {
    let edges = (0..length).map(|n| if n + 1 < length { vec![(n + 1, 1)] } else { vec![] }).collect();
    Graph { edges, goals: (0..length).map(|n| n + 1 == length).collect() }
}

/// The whole numbers: infinitely many states, no goal.
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

const ALL: [Kind; 9] = {
    use cunning_search::QueueChoice::{RoundRobin, Thompson};
    [
        Kind::AStar,
        Kind::Weighted(2.0),
        Kind::Greedy,
        Kind::Ida,
        Kind::Ara(3.0, 2),
        Kind::Shared(2.0, 2.0, RoundRobin),
        Kind::Focal(2.0, Thompson { seed: 1 }),
        Kind::PlusPlus(2.0, RoundRobin),
        Kind::Unconstrained(2.0, RoundRobin),
    ]
};

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
fn a_search_that_needs_more_nodes_than_allowed_says_so() {
    let graph = chain(50);
    for kind in ALL.into_iter().filter(|&kind| kind != Kind::Ida) {
        let refused = problem(&graph, 49).solve::<Dense>(kind, &[]);
        assert_eq!(refused.status, Status::LimitExceeded(Limit::Nodes), "{kind:?}");
        assert_eq!(problem(&graph, 50).solve::<Dense>(kind, &[]).status, Status::Solved, "{kind:?}");
        assert_eq!(problem(&graph, 0).solve::<Dense>(kind, &[]).status, Status::LimitExceeded(Limit::Nodes));
    }
}

#[test]
fn memory_stays_under_the_cap_in_an_endless_space() {
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
    // Every node is improved by every node before it, so outdated entries are almost all there is.
    let length = 600;
    let edges = (0..length).map(|n: u32| {
        let cost = |to: u32| u64::from((to - n) * (to - n));
        (n + 1..length).map(|to| (to, cost(to))).collect()
    });
    let graph = Graph { edges: edges.collect(), goals: (0..length).map(|n| n + 1 == length).collect() };
    for kind in ALL.into_iter().filter(|&kind| kind != Kind::Ida) {
        let outcome = problem(&graph, length).solve::<Dense>(kind, &[]);
        assert_eq!(outcome.status, Status::Solved, "{kind:?}");
        // 600 nodes; 180,000 improvements would take megabytes in each queue.
        assert!(outcome.heap_bytes < 800_000, "{kind:?}: {} bytes", outcome.heap_bytes);
    }
}

#[test]
fn no_path_no_time_and_no_room_are_different_answers() {
    let mut graph = chain(10);
    graph.goals[9] = false;
    for kind in ALL {
        assert_eq!(problem(&graph, 10).solve::<Dense>(kind, &[]).status, Status::Unsolvable, "{kind:?}");
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
fn an_idle_engine_does_nothing() {
    let graph = chain(3);
    let mut space = Plain::<Dense>::new(&graph);
    let mut astar = AStar::new(Limits::default());
    assert_eq!(astar.step(&mut space, &mut Zero, 5, &mut ()), Status::Idle);
    astar.cancel();
    assert_eq!(astar.step(&mut space, &mut Zero, 5, &mut ()), Status::Idle);
}

#[test]
fn ida_keeps_its_depth_and_cost_limits() {
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
fn costs_that_do_not_fit_are_a_limit_not_a_wrong_answer() {
    let graph =
        Graph { edges: vec![vec![(1, u64::MAX)], vec![(2, 1)], vec![]], goals: vec![false, false, true] };
    for kind in ALL {
        let outcome = problem(&graph, 3).solve::<Dense>(kind, &[]);
        assert_eq!(outcome.status, Status::LimitExceeded(Limit::Cost), "{kind:?}");
    }
}

#[test]
fn cancelling_an_anytime_search_keeps_its_path() {
    let graph = Graph {
        // The dear way is short in steps, the cheap way long.
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
