//! A scene runs the same, tick by tick, on any number of search threads.
#![cfg(feature = "parallel")]

use crate::support;

use cunning_arena::simulation::Simulation;
use support::scenarios::project_scenario;

/// Returns the hash after every tick.
fn hashes(scene: &str, threads: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut simulation = Simulation::new(&project_scenario(scene, &[], &[]), 5).unwrap();
        let mut hashes = Vec::new();
        while simulation.outcome().is_none() && simulation.ticks() < 1500 {
            simulation.tick();
            hashes.push(simulation.hash());
        }
        hashes
    })
}

#[test]
fn thread_count_does_not_change_the_run() {
    for scene in ["pirate", "rooms"] {
        let one = hashes(scene, 1);
        assert!(one.len() > 100, "{scene}");
        for threads in [2, 8] {
            assert!(hashes(scene, threads) == one, "{scene} on {threads} threads");
        }
    }
}
