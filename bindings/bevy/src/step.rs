//! The current step of an agent: a component that is always present, so that entities do not move between archetypes when
//! steps start and end.

use std::sync::Arc;

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_mind::{StepId, UnknownName};

use crate::object::Objects;
use crate::value::{Args, Value};

/// One running action of a plan. Cloning it is cheap.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(opaque, Clone, Debug, PartialEq))]
pub struct Step {
    pub(crate) id: StepId,
    /// The name of the action.
    pub action: Arc<str>,
    /// The arguments of the action.
    pub args: Args,
}

impl Step {
    pub(crate) fn new(step: &cunning_mind::Step<'_>, objects: &Objects) -> Self {
        Self { id: step.id, action: step.name().into(), args: objects.args(step.args()) }
    }

    /// Returns whether the step is of the named action.
    pub fn is(&self, action: &str) -> bool {
        *self.action == *action
    }

    /// Returns the argument of a parameter; a mistyped name is an error with a suggestion.
    pub fn arg(&self, param: &str) -> Result<&Value, UnknownName> {
        self.args.get(param)
    }

    /// Returns the entity that a parameter is bound to, if it is an entity.
    pub fn entity(&self, param: &str) -> Option<Entity> {
        self.arg(param).ok()?.as_entity()
    }

    /// Returns the name of the listed object that a parameter is bound to, if it is one.
    pub fn object_name(&self, param: &str) -> Option<&str> {
        self.arg(param).ok()?.as_name()
    }
}

/// The step that an agent performs. A system of the game looks for its action, does the work, and calls [`done`] or
/// [`failed`]; the mind receives the report before it thinks next.
///
/// A step that the mind stops is removed at once and needs no report. See [`WindsDown`] for steps that take time to stop.
///
/// [`done`]: CurrentStep::done
/// [`failed`]: CurrentStep::failed
#[derive(Component, Clone, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, from_reflect = false))]
pub struct CurrentStep {
    step: Option<Step>,
    #[cfg_attr(feature = "reflect", reflect(ignore))]
    report: Option<Report>,
    is_stopping: bool,
    /// Whether the step consists of orders. Then subordinates carry it out, and the game has nothing to report.
    is_command: bool,
    /// How often the game has reported progress.
    progress_count: u32,
}

/// A step with the number of its progress reports: it changes whenever the game reports something.
pub(crate) type ProgressMark = (StepId, u32);

/// What the game reports about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    Done,
    Failed,
    Running,
    Stopped,
}

/// A component for agents whose steps take time to stop, such as a jump. A stopped step stays in [`CurrentStep`] as
/// [`stopping`](CurrentStep::stopping) until the game calls [`stopped`](CurrentStep::stopped). The next step waits for
/// that call, or for the time limit of the mind.
#[derive(Component, Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug))]
pub struct WindsDown;

impl CurrentStep {
    /// Returns the step to work on; `None` once it was reported or stopped.
    pub fn running(&self) -> Option<&Step> {
        let is_over = self.is_stopping || matches!(self.report, Some(Report::Done | Report::Failed));
        self.step.as_ref().filter(|_| !is_over)
    }

    /// Returns the step that has to stop; see [`WindsDown`].
    pub fn stopping(&self) -> Option<&Step> {
        self.step.as_ref().filter(|_| self.is_stopping && self.report != Some(Report::Stopped))
    }

    /// Returns whether the running step is of the named action.
    pub fn is(&self, action: &str) -> bool {
        self.running().is_some_and(|step| step.is(action))
    }

    /// Reports that the step is done. The agent believes its effects. Steps that consist of orders need no report.
    pub fn done(&mut self) {
        self.set_report(Report::Done);
    }

    /// Reports that the step cannot be carried out. The agent plans again.
    pub fn failed(&mut self) {
        self.set_report(Report::Failed);
    }

    /// Reports that the step goes on. Restarts the time of [`StepTimeout`](crate::StepTimeout).
    pub fn progressed(&mut self) {
        self.progress_count = self.progress_count.wrapping_add(1);
        self.set_report(Report::Running);
    }

    /// Reports that the step that had to stop has stopped; see [`WindsDown`].
    pub fn stopped(&mut self) {
        if self.is_stopping {
            self.report = Some(Report::Stopped);
        }
    }

    fn set_report(&mut self, report: Report) {
        if self.running().is_some() && !self.is_command {
            self.report = Some(report);
        }
    }

    pub(crate) fn has_report(&self) -> bool {
        self.report.is_some()
    }

    /// Takes the report, and the step too if it is over.
    pub(crate) fn take_report(&mut self) -> Option<(Step, Report)> {
        let report = self.report.take()?;
        let step = self.step.clone()?;
        if report != Report::Running {
            (self.step, self.is_stopping) = (None, false);
        }
        Some((step, report))
    }

    pub(crate) fn start(&mut self, step: Step, is_command: bool) {
        *self = Self { step: Some(step), is_command, ..Self::default() };
    }

    /// Removes a step, or marks it as stopping if it winds down. Returns `None` if another step is current.
    pub(crate) fn stop(&mut self, id: StepId, winds_down: bool) -> Option<Step> {
        let step = self.step.clone().filter(|step| step.id == id)?;
        if winds_down {
            (self.is_stopping, self.report) = (true, None);
        } else {
            *self = Self::default();
        }
        Some(step)
    }

    /// Returns the progress of a step that the game has to report.
    pub(crate) fn progress_mark(&self) -> Option<ProgressMark> {
        self.running().filter(|_| !self.is_command).map(|step| (step.id, self.progress_count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(id: u64) -> Step {
        Step { id: StepId(id), action: "dig".into(), args: Args(Arc::new([])) }
    }

    #[test]
    fn step_is_reported_once_and_only_while_it_runs() {
        let mut current = CurrentStep::default();
        current.done();
        assert!(!current.has_report(), "no step is running");
        current.start(step(1), false);
        assert!(current.is("dig"));
        current.done();
        current.failed();
        assert!(!current.is("dig"), "a reported step is not worked on again");
        assert_eq!(current.take_report(), Some((step(1), Report::Done)));
        assert_eq!(current.take_report(), None);
    }

    #[test]
    fn stopped_step_is_removed_unless_it_winds_down() {
        let mut current = CurrentStep::default();
        current.start(step(1), false);
        assert_eq!(current.stop(StepId(2), false), None, "another step");
        assert!(current.stop(StepId(1), true).is_some() && current.running().is_none());
        current.done();
        assert!(current.stopping().is_some(), "a stopping step cannot be done");
        current.stopped();
        assert_eq!(current.take_report(), Some((step(1), Report::Stopped)));
    }
}
