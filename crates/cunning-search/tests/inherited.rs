//! A* with estimates that states inherit finds cheapest paths and makes fewer estimates.

use crate::support;

use cunning_search::{AStar, Dense, Engine, Heuristic, Limits, Search, Space, Status};
use proptest::prelude::*;
use support::{Graph, Plain, Quality, Table, graphs};

/// A table whose last estimate, less the cost of an edge, is inherited.
struct Inherited<'a> {
    graph: &'a Graph,
    table: Table,
    last: Option<(u32, u64)>,
    estimates: u64,
}

impl<'a> Heuristic<Plain<'a, Dense>> for Inherited<'a> {
    fn estimate(&mut self, space: &mut Plain<'a, Dense>, state: &Dense) -> Option<u64> {
        let estimate = self.table.estimate(space, state);
        self.last = Some((state.0, estimate.unwrap_or(0)));
        self.estimates += 1;
        estimate
    }

    fn is_inherited(&self) -> bool {
        true
    }

    fn inherited(&self, action: <Plain<'a, Dense> as Space>::Action) -> u64 {
        let (node, estimate) = self.last.unwrap();
        let (_, cost) = self.graph.edges[node as usize][action as usize];
        estimate.saturating_sub(cost)
    }
}

/// The status, the cost and the numbers of taken units and estimates.
fn solve(graph: &Graph, table: &Table, slice: u64) -> (Status, Option<u64>, u64, u64) {
    let mut space = Plain::<Dense>::new(graph);
    let mut heuristic = Inherited { graph, table: table.clone(), last: None, estimates: 0 };
    let mut astar = AStar::new(Limits::default());
    astar.start(&mut space, &mut heuristic, &Dense(0), &mut ());
    while astar.step(&mut space, &mut heuristic, slice, &mut ()) == Status::Running {}
    (astar.status(), astar.cost(), astar.counters().taken(), heuristic.estimates)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn paths_are_cheapest(
        graph in graphs(40, 9), noise in prop::collection::vec(0..1000_u64, 8..40), proves: bool, is_noisy: bool,
    ) {
        let quality = if is_noisy { Quality::Admissible } else { Quality::Consistent { quarters: 3, proves } };
        let table = Table::new(&graph, quality, &noise);
        let (status, cost, taken, estimates) = solve(&graph, &table, u64::MAX);
        prop_assert_eq!(cost, graph.true_costs()[0]);
        prop_assert_eq!(status == Status::Solved, cost.is_some());
        prop_assert_eq!(solve(&graph, &table, 1), (status, cost, taken, estimates));
        prop_assert_eq!(solve(&graph, &table, 7), (status, cost, taken, estimates));
    }
}

#[test]
fn states_that_are_never_expanded_are_not_estimated() {
    // Many dead ends beside a short way.
    let mut edges = vec![vec![(1, 1)], Vec::new()];
    for node in 2..50 {
        edges[0].push((node, 5));
        edges.push(vec![(1, 5)]);
    }
    let goals = (0..50).map(|node| node == 1).collect();
    let graph = Graph { edges, goals };
    let table = Table::new(&graph, Quality::Consistent { quarters: 4, proves: true }, &[0]);
    let (status, cost, _, estimates) = solve(&graph, &table, u64::MAX);
    assert_eq!((status, cost), (Status::Solved, Some(1)));
    assert!(estimates <= 2, "{estimates} estimates");
}
