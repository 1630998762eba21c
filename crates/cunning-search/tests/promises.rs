//! What each engine promises, on random graphs, against an independent computation of the truth.

mod support;

use cunning_search::{Dense, Limits, Status};
use proptest::prelude::*;
use support::{
    Graph, Kind, Label, Problem, Quality, Table, graphs, is_within, kinds, qualities, remembering_kinds,
};

fn problem<'a>(graph: &'a Graph, quality: Quality, noise: &[u64], guides: usize) -> Problem<'a> {
    let guides = (0..guides).map(|guide| Table::nonsense(graph, noise, guide * 3 + 1)).collect();
    let limits = Limits { nodes_max: graph.len() as u32, ..Limits::default() };
    Problem { graph, anchor: Table::new(graph, quality, noise), guides, limits }
}

fn noise() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0..1000_u64, 8..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12_000))]

    /// The verdict is right, the path is a path, its cost is what the engine says and within the bound.
    #[test]
    fn answers_are_true_and_within_the_bound(
        graph in graphs(14, 9), quality in qualities(), noise in noise(), guides in 0..4_usize, kind in kinds(),
    ) {
        let outcome = problem(&graph, quality, &noise, guides).solve::<Dense>(kind, &[]);
        match graph.true_costs()[0] {
            None => {
                prop_assert_eq!(outcome.status, Status::Unsolvable);
                prop_assert_eq!(outcome.cost, None);
                prop_assert!(outcome.path.is_empty());
            }
            Some(best) => {
                prop_assert_eq!(outcome.status, Status::Solved);
                let cost = outcome.cost.unwrap();
                let cheapest_way_along = graph.cost_of(&outcome.path);
                prop_assert!(cheapest_way_along.is_some_and(|along| along <= cost), "{:?}", outcome.path);
                if let Some(bound) = kind.bound() {
                    prop_assert!(is_within(cost, bound, best), "{cost} against {best}");
                }
                prop_assert_eq!(*outcome.log.improved.last().unwrap(), cost);
            }
        }
    }

    /// Larger, denser graphs for the engines that remember.
    #[test]
    fn answers_stay_true_on_larger_graphs(
        graph in graphs(150, 60), quality in qualities(), noise in noise(), guides in 0..4_usize,
        kind in remembering_kinds(),
    ) {
        let outcome = problem(&graph, quality, &noise, guides).solve::<Dense>(kind, &[]);
        let best = graph.true_costs()[0];
        prop_assert_eq!(outcome.cost.is_some(), best.is_some());
        if let (Some(cost), Some(best), Some(bound)) = (outcome.cost, best, kind.bound()) {
            prop_assert!(is_within(cost, bound, best), "{cost} against {best}");
            prop_assert!(graph.cost_of(&outcome.path).is_some_and(|along| along <= cost));
        }
    }

    /// A consistent heuristic: no state is expanded twice, or twice in the multi-heuristic family, where
    /// one expansion must be the anchor's.
    #[test]
    fn expansions_per_state_are_few(
        graph in graphs(60, 20), quarters in 0..=4_u64, noise in noise(), guides in 0..4_usize,
        kind in remembering_kinds(),
    ) {
        let quality = Quality::Consistent { quarters, proves: true };
        let outcome = problem(&graph, quality, &noise, guides).solve::<Dense>(kind, &[]);
        let mut by_anchor = vec![0; graph.len()];
        let mut by_guides = vec![0; graph.len()];
        for &(node, queue) in &outcome.log.expanded {
            let counts = if queue == 0 { &mut by_anchor } else { &mut by_guides };
            counts[node as usize] += 1;
        }
        let passes = if let Kind::Ara(_, passes) = kind { passes + 1 } else { 1 };
        prop_assert!(by_anchor.iter().all(|&count| count <= passes), "{by_anchor:?}");
        prop_assert!(by_guides.iter().all(|&count| count <= u32::from(kind.is_mha())), "{by_guides:?}");
        prop_assert_eq!(outcome.counters.expanded, outcome.log.expanded.len() as u64);
    }

    /// Stopped anywhere, what a search says of the paths still to be found is true.
    #[test]
    fn lower_bounds_bound(
        graph in graphs(40, 20), quality in qualities(), noise in noise(), kind in kinds(), budget in 0..40_u64,
    ) {
        let outcome = problem(&graph, quality, &noise, 2).stop_after::<Dense>(kind, budget);
        let proves = matches!(kind, Kind::AStar | Kind::Ida | Kind::Ara(..));
        prop_assert!(proves || outcome.lower_bound.is_none());
        // Nothing bounds what does not exist.
        if let (true, Some(best), Status::Running) = (proves, graph.true_costs()[0], outcome.status) {
            prop_assert!(outcome.lower_bound.is_some_and(|bound| bound <= best), "{outcome:?} against {best}");
        }
    }

    /// Numbered by hash or by index: the same answer.
    #[test]
    fn hashed_and_dense_states_agree(
        graph in graphs(30, 9), quality in qualities(), noise in noise(), guides in 0..3_usize, kind in kinds(),
    ) {
        let problem = problem(&graph, quality, &noise, guides);
        let dense = problem.solve::<Dense>(kind, &[]);
        let hashed = problem.solve::<Label>(kind, &[]);
        prop_assert_eq!(dense.status, hashed.status);
        if kind.bound() == Some((cunning_search::Weight::ONE, cunning_search::Weight::ONE)) {
            prop_assert_eq!(dense.cost, hashed.cost);
        }
        // IDA* numbers nothing, so there even the counters must agree.
        if kind == Kind::Ida {
            prop_assert_eq!(dense.counters, hashed.counters);
        }
    }
}

proptest! {
    // Losing what waits for the next pass shows on few graphs, so these are many.
    #![proptest_config(ProptestConfig::with_cases(60_000))]

    /// ARA* publishes ever cheaper paths, and its bound is true whenever it states one.
    #[test]
    fn anytime_paths_get_cheaper_and_bounds_hold(
        graph in graphs(40, 20), quality in qualities(), noise in noise(), passes in 0..6_u32,
    ) {
        use cunning_search::{AraStar, Engine, Schedule, Search, Weight};
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
