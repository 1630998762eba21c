//! The game's side of minds: one method for each command.
//!
//! [`Minds::dispatch`](crate::Minds::dispatch) is the one loop that interprets commands. A [`Runtime`](crate::Runtime), an
//! engine plugin or a test harness implements `Host` and is driven by it.

use crate::geometry::{Geometry, SpatialAnswer};
use crate::minds::{Check, Idle, Minds, Report, SensorPoll, SpatialQuery, Step, StoppedStep};

/// Carries out the commands of minds. Each method may answer at once or keep the command and answer later.
pub trait Host {
    /// Starts a step.
    fn start(&mut self, minds: &mut Minds, step: Step<'static>);

    /// Stops a step. By default it stops at once.
    fn stop(&mut self, minds: &mut Minds, step: StoppedStep) {
        minds.stopped(step.id);
    }

    /// Polls a sensor. By default it senses nothing.
    fn sense(&mut self, minds: &mut Minds, poll: SensorPoll) {
        let _ = (minds, poll);
    }

    /// Answers a check. By default the answer is *no*.
    fn ask(&mut self, minds: &mut Minds, check: Check) {
        minds.answer(check.id, false);
    }

    /// Answers a question about places. By default the answer is unknown.
    fn query(&mut self, minds: &mut Minds, query: SpatialQuery) {
        minds.answer_query(query.id, SpatialAnswer::Unknown);
    }

    /// Hears that an agent has nothing to do.
    fn idle(&mut self, minds: &mut Minds, idle: Idle) {
        let _ = (minds, idle);
    }

    /// Hears how an order goes that the game gave.
    fn report(&mut self, minds: &mut Minds, report: Report) {
        let _ = (minds, report);
    }

    /// The geometry that answers questions about places at once. Without one they come through [`Host::query`].
    fn geometry(&mut self) -> Option<&mut dyn Geometry> {
        None
    }
}
