//! Quality counters of a run: those of the minds, and those that only the world can tell.
//!
//! They describe the ticks that this value has run. They are neither saved nor hashed.

use cunning_mind::engine::Value;
use cunning_mind::{AgentId, MindEngine, Quality, StopReason};

use super::Simulation;
use super::names::actor_of;
use crate::{Actor, Heading, Intent, Point};

/// The time after an abandoned walk in which a walk back counts as a reversal.
const REVERSAL_MS: u64 = 2000;
/// The smallest angle of a reversal: 135 degrees, in 256ths of a turn.
const REVERSAL_ANGLE: u8 = 96;
/// The distance over which the direction of a walk is measured, in thousandths of a cell.
const MEASURED: i64 = 1000;

/// Signs of indecision in a run, with the time that its agents lived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunQuality {
    /// The counters of the minds. `absent_objects` includes started steps whose action or goal has an argument that is
    /// dead in the world.
    pub minds: Quality,
    /// The number of times an agent abandoned a walk for another plan or an order, and within two seconds began
    /// another walk that led back by more than 135 degrees.
    pub direction_reversals: u64,
}

impl RunQuality {
    /// Adds the counters of another run.
    pub fn add(&mut self, other: &Self) {
        self.minds.add(&other.minds);
        self.direction_reversals += other.direction_reversals;
    }
}

/// What the simulation counts itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    absent_objects: u64,
    direction_reversals: u64,
}

/// The walk of an agent's body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WalkTracker {
    /// Where the direction of the current walk was last measured; `None` if the body does not walk.
    from: Option<Point>,
    /// The direction of the last measured part of the current walk.
    heading: Option<Heading>,
    /// The direction of the walk that was abandoned last, and when.
    abandoned: Option<(Heading, u64)>,
    /// The direction that the current walk is compared with, until it is measured.
    before: Option<(Heading, u64)>,
}

impl WalkTracker {
    fn begin(&mut self, from: Point, now_ms: u64) {
        let before = self.abandoned.take().filter(|(_, ms)| now_ms <= ms + REVERSAL_MS);
        *self = Self { from: Some(from), before, ..Self::default() };
    }

    /// Measures the direction of the walk. Returns whether it is a reversal.
    fn measure(&mut self, at: Point) -> bool {
        let Some(from) = self.from else { return false };
        let (dx, dy) = (at.x - from.x, at.y - from.y);
        if i64::from(dx).pow(2) + i64::from(dy).pow(2) < MEASURED.pow(2) {
            return false;
        }
        (self.from, self.heading) = (Some(at), Heading::of((dx, dy)));
        let before = self.before.take().zip(self.heading);
        before.is_some_and(|((before, _), now)| before.apart(now) > REVERSAL_ANGLE)
    }

    /// Ends the walk. A walk that was stopped before it was measured leaves the one before it to be compared with.
    fn end(&mut self, is_abandoned: bool, now_ms: u64) {
        let abandoned = self.heading.map(|heading| (heading, now_ms)).or(self.before);
        *self = Self { abandoned: abandoned.filter(|_| is_abandoned), ..Self::default() };
    }
}

impl Simulation {
    /// Returns the quality counters of the ticks that this simulation has run.
    pub fn quality(&self) -> RunQuality {
        let mut quality =
            RunQuality { direction_reversals: self.counted.direction_reversals, ..RunQuality::default() };
        for domain in &self.domains {
            quality.minds.add(&domain.minds.quality());
        }
        quality.minds.absent_objects += self.counted.absent_objects;
        quality
    }

    /// Counts a started step if it is about an actor that is dead.
    pub(super) fn count_start(&mut self, instance: usize, args: &[Value]) {
        let agent = self.instances[instance].agent;
        let goal = goal_args(self.engine(instance), agent);
        let is_dead = |value: &Value| {
            let Value::Handle(handle) = value else { return false };
            actor_of(*handle).and_then(|actor| self.world.actor(actor)).is_none_or(|actor| !actor.is_alive())
        };
        let is_absent = args.iter().chain(&goal).any(is_dead);
        self.counted.absent_objects += u64::from(is_absent);
    }

    /// Notes that a body began something.
    pub(super) fn track_intent(&mut self, instance: usize, intent: &Intent) {
        let now_ms = self.world.time_ms();
        let at = self.actor(instance).and_then(|actor| self.world.actor(actor)).map(Actor::point);
        if let (true, Some(at)) = (matches!(intent, Intent::Walk { .. } | Intent::Seek { .. }), at) {
            self.instances[instance].walk.begin(at, now_ms);
        }
    }

    /// Notes that a body ended something, or was stopped for a reason.
    pub(super) fn track_end(&mut self, instance: usize, stopped: Option<StopReason>) {
        let now_ms = self.world.time_ms();
        let is_abandoned = matches!(stopped, Some(StopReason::Replanned | StopReason::Ordered));
        let walk = &mut self.instances[instance].walk;
        if walk.from.is_some() {
            walk.end(is_abandoned, now_ms);
        }
    }

    /// Measures all walks after a tick.
    pub(super) fn track_walks(&mut self) {
        for (instance, spec) in self.instances.iter_mut().zip(&self.scenario.agent_specs) {
            let at = spec.actor.and_then(|actor| self.world.actor(actor)).map(Actor::point);
            if let Some(at) = at.filter(|_| instance.walk.from.is_some()) {
                self.counted.direction_reversals += u64::from(instance.walk.measure(at));
            }
        }
    }
}

fn goal_args(engine: &MindEngine, agent: AgentId) -> Vec<Value> {
    engine.goal_of(agent).map_or_else(Vec::new, |(_, args)| args.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(tracker: &mut WalkTracker, from: (i32, i32), to: (i32, i32), at_ms: u64) -> bool {
        let point = |(x, y): (i32, i32)| Point { x: x * 1000, y: y * 1000 };
        tracker.begin(point(from), at_ms);
        tracker.measure(point(to))
    }

    #[test]
    fn a_walk_back_soon_after_an_abandoned_walk_is_a_reversal() {
        let mut tracker = WalkTracker::default();
        assert!(!walked(&mut tracker, (0, 0), (3, 0), 0));
        tracker.end(true, 1000);
        assert!(walked(&mut tracker, (3, 0), (1, 0), 2000));
    }

    #[test]
    fn finished_walks_turns_and_late_returns_are_no_reversals() {
        for (is_abandoned, to, at_ms) in [(false, (1, 0), 1000), (true, (3, 2), 1000), (true, (1, 0), 3001)] {
            let mut tracker = WalkTracker::default();
            walked(&mut tracker, (0, 0), (3, 0), 0);
            tracker.end(is_abandoned, 1000);
            assert!(!walked(&mut tracker, (3, 0), to, at_ms), "{is_abandoned} {to:?} {at_ms}");
        }
    }

    #[test]
    fn a_walk_stopped_at_once_does_not_hide_a_reversal() {
        let mut tracker = WalkTracker::default();
        walked(&mut tracker, (0, 0), (3, 0), 0);
        tracker.end(true, 1000);
        tracker.begin(Point { x: 3000, y: 0 }, 1000);
        tracker.end(true, 1100);
        assert!(walked(&mut tracker, (3, 0), (1, 0), 1100));
    }
}
