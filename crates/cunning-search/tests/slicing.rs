//! Slicing a search changes neither its result nor its counters nor its events.

use crate::support;

use cunning_search::{Dense, Limits};
use proptest::prelude::*;
use support::{Label, Problem, Table, algorithms, graphs, qualities};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8000))]

    #[test]
    fn slicing_does_not_change_the_search(
        graph in graphs(25, 9), quality in qualities(), algorithm in algorithms(),
        noise in prop::collection::vec(0..1000_u64, 8..40),
        slices in prop::collection::vec(prop_oneof![Just(0_u64), 1..4_u64, 1..200_u64], 0..8),
        guides in 0..3_usize,
        nodes_max in 1..40_u32,
    ) {
        let mut slices = slices;
        slices.push(1);
        let guides = (0..guides).map(|guide| Table::arbitrary(&graph, &noise, guide)).collect();
        let anchor = Table::new(&graph, quality, &noise);
        // Some limits are too small: how they are reached must not depend on slices either.
        let problem = Problem { graph: &graph, anchor, guides, limits: Limits { nodes_max, ..Limits::default() } };
        let mut whole = problem.solve::<Label>(algorithm, &[]);
        let mut sliced = problem.solve::<Label>(algorithm, &slices);
        (whole.heap_bytes, sliced.heap_bytes) = (0, 0);
        prop_assert_eq!(&whole, &sliced);
        // Equal inputs give equal outcomes.
        let mut again = problem.solve::<Label>(algorithm, &[]);
        again.heap_bytes = 0;
        prop_assert_eq!(whole, again);
        // Dense states must not panic either.
        let _ = problem.solve::<Dense>(algorithm, &slices);
    }
}
