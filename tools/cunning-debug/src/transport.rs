//! How a scene runs: paused, by single ticks, or at a speed.

use std::time::Duration;

/// Real time, in thousandths.
const REAL_TIME: u32 = 1000;
/// The lowest and the highest speed, in thousandths.
const SPEEDS: (u32, u32) = (50, 64_000);

/// When the next tick of a scene is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Not before a page resumes the scene.
    Paused,
    /// At once.
    Now,
    /// This long after the tick before it.
    Every(Duration),
}

/// The commands of pages to the scene.
pub(crate) struct Transport {
    pub(crate) is_playing: bool,
    /// Single ticks to run while paused.
    pub(crate) steps: u32,
    /// The speed in thousandths of real time.
    pub(crate) speed: u32,
}

impl Default for Transport {
    fn default() -> Self {
        Self { is_playing: false, steps: 0, speed: REAL_TIME }
    }
}

impl Transport {
    pub(crate) fn set_speed(&mut self, thousandths: u32) {
        self.speed = thousandths.clamp(SPEEDS.0, SPEEDS.1);
    }

    /// When the next tick is due, if a tick takes `tick_ms`.
    pub(crate) fn pace(&self, tick_ms: u32, is_over: bool) -> Pace {
        if self.steps > 0 {
            Pace::Now
        } else if self.is_playing && !is_over {
            Pace::Every(Duration::from_micros(u64::from(tick_ms) * 1_000_000 / u64::from(self.speed.max(1))))
        } else {
            Pace::Paused
        }
    }
}
