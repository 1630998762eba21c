//! A warm engine searches without allocating.

use crate::support;

use cunning_search::{
    AStar, AraStar, Dense, Engine, FocalMha, Greedy, Heuristics, IdaLimits, IdaStar, Limits, MhaPlusPlus,
    PathStep, QueueChoice, Schedule, SharedMha, Status, UnconstrainedMha, Weight, WeightedAStar,
};
use support::{Graph, Number, Plain, Quality, Table, TestState};

/// A ladder of squares: many paths, many ties, many improvements.
fn ladder(rungs: u32) -> Graph {
    let edges = (0..2 * rungs).map(|node| {
        let (rung, side) = (node / 2, node % 2);
        let mut edges = vec![(2 * rung + (1 - side), u64::from(rung % 3))];
        if rung + 1 < rungs {
            edges.push((node + 2, u64::from(1 + (node * 7) % 5)));
            edges.push((2 * rung + 3 - side, 4));
        }
        edges
    });
    Graph { edges: edges.collect(), goals: (0..2 * rungs).map(|node| node == 2 * rungs - 1).collect() }
}

/// Runs a search twice and counts the allocations of the second run, including its path.
fn allocations<'g, T: TestState, H>(
    graph: &'g Graph,
    mut engine: impl Engine<Plain<'g, T>, H>,
    heuristic: &mut H,
) -> u64 {
    let mut space = Plain::new(graph);
    let start = T::of(0);
    let mut path: Vec<PathStep<Plain<'g, T>>> = Vec::new();
    engine.run(&mut space, heuristic, &start);
    engine.path_into(&mut path);
    let mut status = Status::Idle;
    let counted = allocation_counter::measure(|| {
        status = engine.run(&mut space, heuristic, &start);
        engine.path_into(&mut path);
    });
    assert_eq!(status, Status::Solved);
    assert!(path.len() > 10);
    counted.count_total
}

/// All engines on one graph.
fn allocations_of_all<T: TestState>(graph: &Graph) -> Vec<(&'static str, u64)> {
    let (limits, turns) = (Limits::default(), QueueChoice::RoundRobin);
    let two = Weight::new(2.0).unwrap();
    let noise: Vec<u64> = (0..50).map(|n| n * 37 % 101).collect();
    let one = &mut Table::new(graph, Quality::Consistent { quarters: 2, proves: true }, &noise);
    let all = &mut Heuristics {
        anchor: one.clone(),
        guides: (0..3).map(|guide| Table::arbitrary(graph, &noise, guide)).collect::<Vec<_>>(),
    };
    let admissible = &mut Table::new(graph, Quality::Admissible, &noise);
    let ara = || AraStar::new(Schedule { first: two, passes: 3 }, limits);
    let draws = QueueChoice::Thompson { seed: 1 };
    vec![
        ("A*", allocations::<T, _>(graph, AStar::new(limits), one)),
        ("A*, reopening", allocations::<T, _>(graph, AStar::new(limits), admissible)),
        ("weighted A*", allocations::<T, _>(graph, WeightedAStar::new(two, limits), one)),
        ("greedy", allocations::<T, _>(graph, Greedy::new(limits), one)),
        ("ARA*", allocations::<T, _>(graph, ara(), one)),
        ("ARA*, reopening", allocations::<T, _>(graph, ara(), admissible)),
        ("shared MHA*", allocations::<T, _>(graph, SharedMha::new(two, two, turns, limits), all)),
        ("focal MHA*", allocations::<T, _>(graph, FocalMha::new(two, draws, limits), all)),
        ("MHA*++", allocations::<T, _>(graph, MhaPlusPlus::new(two, turns, limits), all)),
        ("unconstrained MHA*", allocations::<T, _>(graph, UnconstrainedMha::new(two, turns, limits), all)),
    ]
}

#[test]
fn warm_engine_does_not_allocate() {
    let graph = ladder(5000);
    let counts = [allocations_of_all::<Dense>(&graph), allocations_of_all::<Number>(&graph)].concat();
    assert!(counts.iter().all(|&(_, count)| count == 0), "{counts:?}");
    // IDA* tries every path, so its ladder is short.
    let graph = ladder(12);
    let perfect = &mut Table::new(&graph, Quality::Consistent { quarters: 4, proves: true }, &[0]);
    assert_eq!(allocations::<Number, _>(&graph, IdaStar::new(IdaLimits::default()), perfect), 0);
}

/// Checks that the counter counts, without which the test above would prove nothing.
#[test]
fn cold_engine_allocates() {
    let graph = ladder(100);
    let counted = allocation_counter::measure(|| {
        let mut heuristic = cunning_search::Zero;
        AStar::new(Limits::default()).run(&mut Plain::<Dense>::new(&graph), &mut heuristic, &Dense(0));
    });
    assert!(counted.count_total > 0);
}
