//! The result of a study does not depend on the number of threads.
#![cfg(feature = "parallel")]

use cunning_lab::fear::{StudySettings, candidates, sample_rule, study};
use cunning_walk::generate::{Caves, Kind, generate};
use cunning_walk::real_time::Method;
use cunning_walk::{Corners, Grid};

#[test]
fn studies_do_not_depend_on_the_number_of_threads() {
    let map = generate(Kind::Caves(Caves::default()), 48, 32, 5).unwrap();
    let grid = Grid::new(&map, Corners::Cut);
    let goals = candidates(&grid, 3);
    for method in [Method::LRTA, sample_rule(1, 0), sample_rule(1, 1)] {
        let settings =
            StudySettings { method, orders_max: 6, beta1: 0.0..=f64::INFINITY, kept: vec![0, 1, 2] };
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| study(&grid, goals[0], &settings, &|| 0, &|| true).unwrap())
        };
        let one = run(1);
        assert!(one.orders.len() > 1);
        for threads in [2, 3, 8] {
            assert_eq!(one, run(threads), "{method} on {threads} threads");
        }
    }
}
