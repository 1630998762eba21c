//! Any slicing of a search gives the same answer, the same counters and the same events.

mod support;

use cunning_search::{Dense, Limits};
use proptest::prelude::*;
use support::{Label, Problem, Table, graphs, kinds, qualities};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8000))]

    #[test]
    fn slices_change_nothing(
        graph in graphs(25, 9), quality in qualities(), kind in kinds(),
        noise in prop::collection::vec(0..1000_u64, 8..40),
        slices in prop::collection::vec(prop_oneof![Just(0_u64), 1..4_u64, 1..200_u64], 0..8),
        guides in 0..3_usize,
        nodes_max in 1..40_u32,
    ) {
        let mut slices = slices;
        slices.push(1);
        let guides = (0..guides).map(|guide| Table::nonsense(&graph, &noise, guide)).collect();
        let anchor = Table::new(&graph, quality, &noise);
        // Some limits are too small: how the limit is met must not depend on slices either.
        let problem = Problem { graph: &graph, anchor, guides, limits: Limits { nodes_max, ..Limits::default() } };
        let mut whole = problem.solve::<Label>(kind, &[]);
        let mut sliced = problem.solve::<Label>(kind, &slices);
        (whole.heap_bytes, sliced.heap_bytes) = (0, 0);
        prop_assert_eq!(&whole, &sliced);
        // And the same inputs always give the same.
        let mut again = problem.solve::<Label>(kind, &[]);
        again.heap_bytes = 0;
        prop_assert_eq!(whole, again);
        // Dense states take the same road through other code.
        let _ = problem.solve::<Dense>(kind, &slices);
    }
}
