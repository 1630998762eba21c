//! What is the same for all: the numbers of the game, and how a frame is measured.

use std::time::{Duration, Instant};

/// Frames of 16 ms that are not measured.
const WARM_UP: u32 = 200;
/// Those that are.
pub const FRAMES: u32 = 1000;
/// How much thirstier one gets in a frame.
pub const THIRST_A_FRAME: f32 = 0.005;
/// From where on one goes to drink.
pub const THIRSTY: f32 = 0.8;
/// How many frames walking takes.
pub const WALK_FRAMES: u32 = 10;
/// How many frames drinking takes.
pub const DRINK_FRAMES: u32 = 5;

/// How thirsty an agent is in the beginning: they do not all drink at the same time.
pub fn first_thirst(number: u32) -> f32 {
    (number % 160) as f32 * THIRST_A_FRAME
}

/// What a run came to.
pub struct Result {
    /// How often somebody drank.
    pub drinks: u64,
    /// What a frame took in the median.
    pub median: Duration,
    /// What 99 of 100 frames stayed below.
    pub p99: Duration,
}

/// Plays a game: `update` plays a frame, `drinks` says how often somebody drank.
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
