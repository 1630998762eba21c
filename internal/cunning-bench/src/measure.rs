//! Measures the time and allocations of a piece of work.
//!
//! Times are processor times of the thread, which do not grow when the machine is busy. The work of several
//! threads is measured in wall-clock time.

use std::time::Instant;

use cpu_time::ThreadTime;

/// The measurements of one run of a piece of work.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) seconds: f64,
    /// The wall-clock time, which other threads may shorten or lengthen.
    pub(crate) wall_seconds: f64,
    pub(crate) expanded: u64,
    pub(crate) allocations: u64,
}

/// Runs `work`, which returns the number of expanded states.
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

/// Returns the processor time of a fixed loop in milliseconds.
pub(crate) fn calibrate() -> f64 {
    let begin = ThreadTime::now();
    cunning_lab::calibrate(&mut || begin.elapsed().as_secs_f64())
}

/// Returns the median of some numbers, and the distance between the quartiles.
pub(crate) fn median_and_spread(mut numbers: Vec<f64>) -> (f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let at = |part: f64| numbers.get((part * (numbers.len().saturating_sub(1)) as f64).round() as usize);
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|part| at(part).copied().unwrap_or(f64::NAN));
    (middle, high - low)
}
