//! Which step of its plan an agent is at.
//!
//! The index that a recorded step has is that of the plan which it was started for. When a new plan is made in mid-step and
//! begins with the same step, the step continues as the first of the new plan; otherwise it is stopped and no step of the
//! new plan is running yet. This needs the order of records within a tick, so it is found while a recording is scanned.

use cunning_trace::Event;

/// Where an agent is in its plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StepAt {
    /// The index of the running step, if a step of the plan is running.
    pub(super) current: Option<u32>,
    /// The number of steps that are done.
    pub(super) done: u32,
}

/// Where an agent was in its plan at every tick.
#[derive(Default)]
pub(super) struct PlanProgress {
    now: StepAt,
    /// The changes, each with the tick from which on it holds.
    changes: Vec<(u64, StepAt)>,
    /// The step that started last and was not told to stop: its id and the number of its text.
    running: Option<(u64, u32)>,
}

impl PlanProgress {
    /// Adds an event. `text` gives the number of a text for an action; equal actions have equal numbers.
    pub(super) fn add(
        &mut self,
        tick: u64,
        event: &Event<'_>,
        mut text: impl FnMut(cunning_trace::Term<'_>) -> u32,
    ) {
        match *event {
            Event::PlanFound { plan, .. } => {
                let first = plan.steps.iter().next().map(|step| text(step.action));
                let goes_on = first.is_some() && self.running.map(|(_, running)| running) == first;
                self.now = StepAt { current: goes_on.then_some(0), done: 0 };
            }
            Event::PlanEnded { .. } => self.now = StepAt::default(),
            Event::StepStarted { step, index, action, .. } => {
                self.running = Some((step, text(action)));
                // A fallback action is not a step of the plan.
                let current = (index != u32::MAX).then_some(index);
                self.now = StepAt { current, done: current.unwrap_or(self.now.done) };
            }
            Event::StepStopped { step, .. } if self.is_running(step) => {
                self.running = None;
                self.now.current = None;
            }
            Event::StepEnded { step, end, .. } if self.is_running(step) => {
                self.running = None;
                if let (Some(current), cunning_trace::StepEnd::Done) = (self.now.current, end) {
                    self.now.done = current + 1;
                }
                self.now.current = None;
            }
            Event::AgentRemoved { .. } => (self.running, self.now) = (None, StepAt::default()),
            _ => return,
        }
        match self.changes.last_mut() {
            Some((last, known)) if *last == tick => *known = self.now,
            Some((_, known)) if *known == self.now => {}
            _ => self.changes.push((tick, self.now)),
        }
    }

    fn is_running(&self, step: u64) -> bool {
        self.running.is_some_and(|(running, _)| running == step)
    }

    /// Where the agent is at the end of a tick.
    pub(super) fn at(&self, tick: u64) -> StepAt {
        let after = self.changes.partition_point(|(since, _)| *since <= tick);
        self.changes[..after].last().map_or_else(StepAt::default, |(_, at)| *at)
    }

    /// The number of stored changes.
    pub(super) fn len(&self) -> usize {
        self.changes.len()
    }
}

#[cfg(test)]
mod tests {
    use cunning_trace::{Event, List, Plan, PlanStep, StepEnd, Term};

    use super::*;

    fn plan(actions: &[u32]) -> Vec<PlanStep<'static>> {
        actions.iter().map(|action| PlanStep { action: Term::plain(*action), cost: 1 }).collect()
    }

    fn progress(events: &[(u64, Event<'_>)]) -> PlanProgress {
        let mut progress = PlanProgress::default();
        for (tick, event) in events {
            progress.add(*tick, event, |action| action.id);
        }
        progress
    }

    #[test]
    fn a_step_goes_on_as_the_first_of_a_new_plan_or_is_stopped() {
        let (old, same, other) = (plan(&[1, 2, 3]), plan(&[2, 4]), plan(&[5, 2]));
        let found = |steps: &'static [PlanStep<'static>]| Event::PlanFound {
            job: 1,
            plan: Plan { cost: 1, steps: List::from(steps) },
            expanded: 0,
        };
        let [old, same, other] = [old, same, other].map(|steps| found(steps.leak()));
        let start = |step, index, action| Event::StepStarted {
            step,
            index,
            action: Term::plain(action),
            is_resumed: false,
        };
        let done = |step| Event::StepEnded { step, end: StepEnd::Done, reason: 0 };
        let events = [
            (1, old),
            (1, start(7, 0, 1)),
            (3, done(7)),
            (4, start(8, 1, 2)),
            (6, same),
            (8, other),
            (8, Event::StepStopped { step: 8, reason: 0 }),
            (9, Event::StepEnded { step: 8, end: StepEnd::Stopped, reason: 0 }),
            (10, start(9, 0, 5)),
        ];
        let progress = progress(&events);
        let at = |tick| (progress.at(tick).current, progress.at(tick).done);
        assert_eq!(at(0), (None, 0));
        assert_eq!(at(1), (Some(0), 0));
        assert_eq!(at(3), (None, 1));
        assert_eq!(at(5), (Some(1), 1));
        assert_eq!(at(6), (Some(0), 0), "the step goes on in the new plan");
        assert_eq!(at(9), (None, 0), "the step is not part of the new plan");
        assert_eq!(at(12), (Some(0), 0));
    }
}
