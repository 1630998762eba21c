//! How much detail an agent is worth: whoever matters less is sensed for less often.

use crate::agent::Agent;
use crate::compiled_archetype::CompiledArchetype;

/// How much an agent matters of which nothing is said, in millionths.
pub(crate) const IMPORTANCE: u32 = 500_000;
/// How many times as long the intervals are of those who do not matter at all.
const STRETCH_MAX: u64 = 4;

/// How long it takes until a sensor with an interval is polled again, for an agent of an importance: the interval for all
/// who matter as much as others or more, up to four times as long for those who matter less.
pub(crate) fn interval_ms(interval_ms: u32, importance: u32) -> u64 {
    let interval_ms = u64::from(interval_ms);
    let lacking = u64::from(IMPORTANCE.saturating_sub(importance));
    interval_ms + interval_ms * (STRETCH_MAX - 1) * lacking / u64::from(IMPORTANCE)
}

impl Agent {
    /// Matters so much from now on. A sensor that would now be polled sooner is.
    pub(crate) fn set_importance(&mut self, kind: &CompiledArchetype, importance: u32, now_ms: u64) {
        self.importance = importance;
        if self.is_dormant {
            return;
        }
        for (due_ms, &interval) in self.sensors.iter_mut().zip(&kind.intervals_ms) {
            *due_ms = (*due_ms).min(now_ms + interval_ms(interval, importance));
            self.sense_ms = self.sense_ms.min(*due_ms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_grow_as_importance_falls() {
        assert_eq!(
            [1_000_000, 500_000, 250_000, 0].map(|importance| interval_ms(100, importance)),
            [100, 100, 250, 400]
        );
    }
}
