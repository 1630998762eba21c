//! Level of detail: the sensors of less important agents are polled less often.

use crate::agent::Agent;
use crate::compiled_archetype::CompiledArchetype;

/// The default importance of an agent, in millionths.
pub(crate) const IMPORTANCE: u32 = 500_000;
/// The factor by which the intervals of the least important agents are longer.
const STRETCH_MAX: u64 = 4;

/// Returns the time between two polls of a sensor for an agent of the given importance: the interval itself from the
/// default importance upwards, and up to four times as long below it.
pub(crate) fn interval_ms(interval_ms: u32, importance: u32) -> u64 {
    let interval_ms = u64::from(interval_ms);
    let lacking = u64::from(IMPORTANCE.saturating_sub(importance));
    interval_ms + interval_ms * (STRETCH_MAX - 1) * lacking / u64::from(IMPORTANCE)
}

impl Agent {
    /// Sets the agent's importance. A sensor that is now due earlier is rescheduled.
    pub(crate) fn set_importance(&mut self, archetype: &CompiledArchetype, importance: u32, now_ms: u64) {
        self.importance = importance;
        if self.lifecycle.is_dormant() {
            return;
        }
        for (due_ms, &interval) in self.beliefs.sensors.iter_mut().zip(&archetype.intervals_ms) {
            *due_ms = (*due_ms).min(now_ms + interval_ms(interval, importance));
            self.beliefs.sense_ms = self.beliefs.sense_ms.min(*due_ms);
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
