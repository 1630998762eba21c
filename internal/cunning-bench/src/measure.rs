//! Times and allocations of a piece of work.
//!
//! Times are processor times of the thread, which do not grow when others keep the machine busy; what several threads do
//! together is measured by the clock on the wall.

use std::hint::black_box;
use std::time::Instant;

use cpu_time::ThreadTime;

/// What one run of a piece of work took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) seconds: f64,
    /// By the clock on the wall, in which other threads may have helped and others may have been in the way.
    pub(crate) wall_seconds: f64,
    pub(crate) expanded: u64,
    pub(crate) allocations: u64,
}

/// Runs `work`, which returns how many states it expanded.
pub(crate) fn sample(work: impl FnOnce() -> u64) -> Sample {
    let mut expanded = 0;
    let (mut seconds, mut wall_seconds) = (0.0, 0.0);
    let info = allocation_counter::measure(|| {
        let (begin, wall) = (ThreadTime::now(), Instant::now());
        expanded = work();
        seconds = begin.elapsed().as_secs_f64();
        wall_seconds = wall.elapsed().as_secs_f64();
    });
    Sample { seconds, wall_seconds, expanded, allocations: info.count_total }
}

/// Milliseconds of processor time for a loop that never changes.
pub(crate) fn calibrate() -> f64 {
    let begin = ThreadTime::now();
    let mut number = 1_u64;
    for _ in 0..20_000_000 {
        number = (number ^ (number >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    }
    black_box(number);
    begin.elapsed().as_secs_f64() * 1e3
}

/// The middle of a list of numbers, and the distance between its quartiles.
pub(crate) fn median_and_spread(mut numbers: Vec<f64>) -> (f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let at = |part: f64| numbers.get((part * (numbers.len().saturating_sub(1)) as f64).round() as usize);
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|part| at(part).copied().unwrap_or(f64::NAN));
    (middle, high - low)
}
