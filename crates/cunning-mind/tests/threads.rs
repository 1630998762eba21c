//! The number of threads that search for plans does not affect results: the same hash after every tick, the same
//! recording byte by byte, the same counters.

#![cfg(feature = "parallel")]

use crate::crowd;
use crate::story;

use crowd::Crowd;
use cunning_mind::{Counters, MindConfig};
use cunning_trace::{Config, Header, Recorder};
use story::File;

/// Everything observable of a run.
#[derive(PartialEq, Eq)]
struct Life {
    hashes: Vec<u64>,
    counters: Counters,
    cache: (u64, u64),
    recording: Vec<u8>,
}

fn live(threads: usize, budget: u64, cache: usize) -> Life {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let file = File::default();
        let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
        recorder.attach(Box::new(file.clone()));
        let config = MindConfig { cache, ..MindConfig::default() };
        let mut crowd = Crowd::new(120, config, |set| set.record(recorder));
        let tick = |_| {
            crowd.tick(budget);
            crowd.minds.hash()
        };
        let hashes = (0..150).map(tick).collect();
        let (counters, cache) = (crowd.minds.stats(), crowd.minds.engine().cache_hits_and_misses());
        crowd.minds.engine_mut().take_recorder().detach().unwrap().unwrap();
        Life { hashes, counters, cache, recording: file.bytes() }
    })
}

#[test]
fn thread_count_does_not_affect_results() {
    for (budget, cache) in [(40, 0), (40, 64), (5000, 0), (5000, 4096)] {
        let one = live(1, budget, cache);
        assert!(one.counters.plans_found > 300, "{:?}", one.counters);
        for threads in [2, 8] {
            let many = live(threads, budget, cache);
            let differs = one.hashes.iter().zip(&many.hashes).position(|(one, other)| one != other);
            assert_eq!(differs, None, "{threads} threads, budget {budget}, cache {cache}");
            assert_eq!((one.counters, one.cache), (many.counters, many.cache));
            assert!(one.recording == many.recording, "the recordings differ");
        }
    }
}
