//! The guarantees of every algorithm on random graphs, compared with independently computed costs.

use crate::support;

use cunning_search::{Algorithm, Dense, Guarantee, Limits, Schedule, Status, Weight};
use proptest::prelude::*;
use support::{
    Graph, Label, Problem, Quality, Table, algorithms, exact_bound, graph_algorithms, graphs, is_within,
    qualities,
};

fn problem<'a>(graph: &'a Graph, quality: Quality, noise: &[u64], guides: usize) -> Problem<'a> {
    let guides = (0..guides).map(|guide| Table::arbitrary(graph, noise, guide * 3 + 1)).collect();
    let limits = Limits { nodes_max: graph.len() as u32, ..Limits::default() };
    Problem { graph, anchor: Table::new(graph, quality, noise), guides, limits }
}

fn noise() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0..1000_u64, 8..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12_000))]

    /// The status is right, the path is valid, and its cost is as reported and within the bound.
    #[test]
    fn solutions_are_valid_and_within_the_bound(
        graph in graphs(14, 9), quality in qualities(), noise in noise(), guides in 0..4_usize, algorithm in algorithms(),
    ) {
        let outcome = problem(&graph, quality, &noise, guides).solve::<Dense>(algorithm, &[]);
        match graph.true_costs()[0] {
            None => {
                prop_assert_eq!(outcome.status, Status::Unsolvable);
                prop_assert_eq!(outcome.cost, None);
                prop_assert!(outcome.path.is_empty());
            }
            Some(best) => {
                prop_assert_eq!(outcome.status, Status::Solved);
                let cost = outcome.cost.unwrap();
                let cheapest_along = graph.cost_of(&outcome.path);
                prop_assert!(cheapest_along.is_some_and(|along| along <= cost), "{:?}", outcome.path);
                if let Some(bound) = exact_bound(algorithm) {
                    prop_assert!(is_within(cost, bound, best), "{cost} against {best}");
                }
                prop_assert_eq!(*outcome.log.improved.last().unwrap(), cost);
            }
        }
    }

    /// The same on larger, denser graphs.
    #[test]
    fn solutions_are_within_the_bound_on_larger_graphs(
        graph in graphs(150, 60), quality in qualities(), noise in noise(), guides in 0..4_usize,
        algorithm in graph_algorithms(),
    ) {
        let outcome = problem(&graph, quality, &noise, guides).solve::<Dense>(algorithm, &[]);
        let best = graph.true_costs()[0];
        prop_assert_eq!(outcome.cost.is_some(), best.is_some());
        if let (Some(cost), Some(best), Some(bound)) = (outcome.cost, best, exact_bound(algorithm)) {
            prop_assert!(is_within(cost, bound, best), "{cost} against {best}");
            prop_assert!(graph.cost_of(&outcome.path).is_some_and(|along| along <= cost));
        }
    }

    /// With a consistent heuristic no state is expanded twice, except in multi-heuristic search, where one of two
    /// expansions must be the anchor's.
    #[test]
    fn consistent_heuristics_limit_expansions_per_state(
        graph in graphs(60, 20), quarters in 0..=4_u64, noise in noise(), guides in 0..4_usize,
        algorithm in graph_algorithms(),
    ) {
        let quality = Quality::Consistent { quarters, proves: true };
        let outcome = problem(&graph, quality, &noise, guides).solve::<Dense>(algorithm, &[]);
        let mut by_anchor = vec![0; graph.len()];
        let mut by_guides = vec![0; graph.len()];
        for &(node, queue) in &outcome.log.expanded {
            let counts = if queue == 0 { &mut by_anchor } else { &mut by_guides };
            counts[node as usize] += 1;
        }
        let passes = if let Algorithm::AraStar(Schedule { passes, .. }) = algorithm { passes + 1 } else { 1 };
        prop_assert!(by_anchor.iter().all(|&count| count <= passes), "{by_anchor:?}");
        prop_assert!(by_guides.iter().all(|&count| count <= u32::from(algorithm.info().uses_guides)), "{by_guides:?}");
        prop_assert_eq!(outcome.counters.expanded, outcome.log.expanded.len() as u64);
    }

    /// Wherever a search is stopped, its lower bound holds.
    #[test]
    fn lower_bounds_hold(
        graph in graphs(40, 20), quality in qualities(), noise in noise(), algorithm in algorithms(), budget in 0..40_u64,
    ) {
        let outcome = problem(&graph, quality, &noise, 2).stop_after::<Dense>(algorithm, budget);
        let proves = algorithm.guarantee() == Guarantee::Optimal;
        prop_assert!(proves || outcome.lower_bound.is_none());
        // Without a solution any bound holds.
        if let (true, Some(best), Status::Running) = (proves, graph.true_costs()[0], outcome.status) {
            prop_assert!(outcome.lower_bound.is_some_and(|bound| bound <= best), "{outcome:?} against {best}");
        }
    }

    /// Hashed and dense states give the same result.
    #[test]
    fn hashed_and_dense_states_agree(
        graph in graphs(30, 9), quality in qualities(), noise in noise(), guides in 0..3_usize, algorithm in algorithms(),
    ) {
        let problem = problem(&graph, quality, &noise, guides);
        let dense = problem.solve::<Dense>(algorithm, &[]);
        let hashed = problem.solve::<Label>(algorithm, &[]);
        prop_assert_eq!(dense.status, hashed.status);
        if exact_bound(algorithm) == Some((Weight::ONE, Weight::ONE)) {
            prop_assert_eq!(dense.cost, hashed.cost);
        }
        // IDA* does not number states, so even the counters agree.
        if algorithm == Algorithm::IdaStar {
            prop_assert_eq!(dense.counters, hashed.counters);
        }
    }
}

proptest! {
    // Losing inconsistent states between passes shows on few graphs, so many are needed.
    #![proptest_config(ProptestConfig::with_cases(60_000))]

    /// The paths of ARA* get cheaper, and its bound holds at any time.
    #[test]
    fn anytime_paths_get_cheaper_and_bounds_hold(
        graph in graphs(40, 20), quality in qualities(), noise in noise(), passes in 0..6_u32,
    ) {
        use cunning_search::{AraStar, Engine, Search};
        let truth = graph.true_costs()[0];
        let mut heuristic = Table::new(&graph, quality, &noise);
        let mut space = support::Plain::<Dense>::new(&graph);
        let mut ara = AraStar::new(Schedule { first: Weight::new(5.0).unwrap(), passes }, Limits::default());
        ara.start(&mut space, &mut heuristic, &Dense(0), &mut ());
        let mut last = None;
        loop {
            let status = ara.step(&mut space, &mut heuristic, 1, &mut ());
            if let Some(cost) = ara.cost() {
                prop_assert!(last.is_none_or(|last| cost <= last));
                last = Some(cost);
                if let Some(bound) = ara.bound() {
                    prop_assert!(is_within(cost, (bound, Weight::ONE), truth.unwrap()));
                }
            }
            if status != Status::Running {
                prop_assert_eq!(ara.cost(), truth);
                prop_assert_eq!(ara.bound().is_some(), truth.is_some());
                break;
            }
        }
    }
}
