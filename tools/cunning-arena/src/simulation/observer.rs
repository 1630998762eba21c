//! The observer of a scene: agents near it matter most. They get plans first and sense often; those far away do so later
//! and less often, where the observer does not see it.

use super::Simulation;
use crate::scene::{ObserverPlace, ObserverSpec};
use crate::{Actor, Cell};

/// The time between two updates. A body walks a few cells in it.
const EVERY_MS: u64 = 1000;
/// Importance is set in steps, so that most agents keep theirs.
const STEPS: u64 = 10;

impl Simulation {
    /// Sets the importance of all agents with a body by their distance to the observer, at the start and once a second.
    pub(super) fn observe(&mut self, tick_ms: u16) {
        let Some(observer) = self.scenario.scene.observer().copied() else { return };
        if self.world.time_ms() % EVERY_MS >= u64::from(tick_ms.max(1)) {
            return;
        }
        let place = match observer.at {
            ObserverPlace::Cell(cell) => Some(cell),
            ObserverPlace::Actor(actor) => self.world.actor(actor).map(Actor::cell),
        };
        let Some(place) = place else { return };
        for instance in 0..self.instances.len() {
            let actor = self.actor(instance).and_then(|actor| self.world.actor(actor));
            let Some(cell) = actor.filter(|actor| actor.is_alive()).map(Actor::cell) else { continue };
            let importance = importance(&observer, place, cell);
            if self.instances[instance].importance != Some(importance) {
                self.instances[instance].importance = Some(importance);
                let agent = self.instances[instance].agent;
                self.engine(instance).set_importance(agent, 1000 * u32::from(importance));
            }
        }
    }
}

/// The importance of an agent, in thousandths.
fn importance(observer: &ObserverSpec, place: Cell, cell: Cell) -> u16 {
    let [near, far] = [observer.near, observer.far].map(|cells| 1000 * u64::from(cells));
    let left = far.saturating_sub(u64::from(place.distance(cell)).max(near));
    let steps = (STEPS * left / far.saturating_sub(near).max(1)) as u16;
    let least = observer.least;
    least + (1000 - least) / STEPS as u16 * steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn importance_falls_from_near_to_far() {
        let at = Cell::new(5, 5);
        let observer = ObserverSpec { at: ObserverPlace::Cell(at), near: 10, far: 20, least: 200 };
        let seen = [5, 15, 16, 20, 25, 90].map(|x| importance(&observer, at, Cell::new(x, 5)));
        assert_eq!(seen, [1000, 1000, 920, 600, 200, 200]);
    }
}
