//! The parts that all versions share: the numbers of the game, and the measurement of frames.

use std::time::{Duration, Instant};

/// The number of frames before the measurement.
const WARM_UP: u32 = 200;
/// The number of measured frames of 16 ms.
pub const FRAMES: u32 = 1000;
/// The increase of thirst in a frame.
pub const THIRST_A_FRAME: f32 = 0.005;
/// The thirst at which an agent goes to drink.
pub const THIRSTY: f32 = 0.8;
/// The number of frames that walking takes.
pub const WALK_FRAMES: u32 = 10;
/// The number of frames that drinking takes.
pub const DRINK_FRAMES: u32 = 5;

/// Returns the thirst of an agent at the start. It differs, so that agents drink at different times.
pub fn first_thirst(number: u32) -> f32 {
    (number % 160) as f32 * THIRST_A_FRAME
}

/// The result of a run.
pub struct Result {
    /// The number of drinks of all agents.
    pub drinks: u64,
    /// The median time of a frame.
    pub median: Duration,
    /// The 99th percentile of the time of a frame.
    pub p99: Duration,
}

/// Measures a game: `update` runs a frame, `drinks` returns the number of drinks so far.
pub fn measure(mut update: impl FnMut(), mut drinks: impl FnMut() -> u64) -> Result {
    (0..WARM_UP).for_each(|_| update());
    let mut took: Vec<Duration> = (0..FRAMES)
        .map(|_| {
            let begin = Instant::now();
            update();
            begin.elapsed()
        })
        .collect();
    took.sort_unstable();
    Result { drinks: drinks(), median: took[took.len() / 2], p99: took[took.len() * 99 / 100] }
}
