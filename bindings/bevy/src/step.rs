//! The step that an agent is at: a component that is always there, so that nothing moves between archetypes when steps
//! begin and end.

use std::sync::Arc;

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;
use cunning_mind::StepId;

/// What an action's parameter stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// Nothing.
    None,
    /// A truth.
    Bool(bool),
    /// A number.
    Int(i64),
    /// An object of the domain file, by its name.
    Name(Arc<str>),
    /// An object of the game.
    Entity(Entity),
    /// A point that a query made up, in the game's units.
    Point([f64; 3]),
}

/// A step to be carried out.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(opaque, Clone, Debug, PartialEq))]
pub struct Step {
    pub(crate) id: StepId,
    /// The action.
    pub action: Arc<str>,
    /// Its parameters by name.
    pub args: Arc<[(Arc<str>, Arg)]>,
}

impl Step {
    /// What a parameter stands for; nothing if there is no such parameter.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(known, _)| &**known == name).map(|(_, arg)| arg)
    }

    /// The entity that a parameter stands for.
    pub fn entity(&self, name: &str) -> Option<Entity> {
        match self.arg(name) {
            Some(Arg::Entity(entity)) => Some(*entity),
            _ => None,
        }
    }

    /// The object of the domain file that a parameter stands for.
    pub fn name(&self, name: &str) -> Option<&str> {
        match self.arg(name) {
            Some(Arg::Name(object)) => Some(object),
            _ => None,
        }
    }

    /// The number that a parameter stands for.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.arg(name) {
            Some(Arg::Int(number)) => Some(*number),
            _ => None,
        }
    }
}

/// The step that an agent is at. A system of the game looks for its action, does the work, and says [`done`] or
/// [`failed`]; the agent's mind hears of it before it thinks next.
///
/// A step that the mind stops is simply gone: whoever forgets to look for that has forgotten nothing. See
/// [`WindsDown`] for steps that take a while to stop.
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
    /// Whether it consists of orders: then others carry it out, and the game has nothing to report.
    is_command: bool,
    /// How often the game said that it goes on.
    words: u32,
}

/// The last that was heard of a step.
pub(crate) type Word = (StepId, u32);

/// What the game says about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    Done,
    Failed,
    Running,
    Ended,
}

/// A component for agents whose steps take a while to stop: an attack that has to be carried through, a jump. The step
/// stays in [`CurrentStep`] as [`stopping`](CurrentStep::stopping) until the game says [`ended`](CurrentStep::ended), and
/// the next one waits for that, but not for longer than the mind's own limit.
#[derive(Component, Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug))]
pub struct WindsDown;

impl CurrentStep {
    /// The step to be worked at; nothing once it was reported or stopped.
    pub fn running(&self) -> Option<&Step> {
        let is_over = self.is_stopping || matches!(self.report, Some(Report::Done | Report::Failed));
        self.step.as_ref().filter(|_| !is_over)
    }

    /// The step that has to stop; see [`WindsDown`].
    pub fn stopping(&self) -> Option<&Step> {
        self.step.as_ref().filter(|_| self.is_stopping && self.report != Some(Report::Ended))
    }

    /// Whether an action is to be worked at.
    pub fn is(&self, action: &str) -> bool {
        self.running().is_some_and(|step| &*step.action == action)
    }

    /// The step was carried out. A step that consists of orders is carried out by others: nothing is to be said about it.
    pub fn done(&mut self) {
        self.say(Report::Done);
    }

    /// The step cannot be carried out.
    pub fn failed(&mut self) {
        self.say(Report::Failed);
    }

    /// The step takes long, and is being worked at: patience begins anew.
    pub fn progressed(&mut self) {
        self.words = self.words.wrapping_add(1);
        self.say(Report::Running);
    }

    /// The step that had to stop has stopped.
    pub fn ended(&mut self) {
        if self.is_stopping {
            self.report = Some(Report::Ended);
        }
    }

    fn say(&mut self, report: Report) {
        if self.running().is_some() && !self.is_command {
            self.report = Some(report);
        }
    }

    /// Whether there is something to hear.
    pub(crate) fn has_report(&self) -> bool {
        self.report.is_some()
    }

    /// What the game said, once. A step that is over is taken out.
    pub(crate) fn take_report(&mut self) -> Option<(Step, Report)> {
        let report = self.report.take()?;
        let step = self.step.clone()?;
        if report != Report::Running {
            (self.step, self.is_stopping) = (None, false);
        }
        Some((step, report))
    }

    pub(crate) fn begin(&mut self, step: Step, is_command: bool) {
        *self = Self { step: Some(step), is_command, ..Self::default() };
    }

    /// Takes a step out, or leaves it to wind down; the step, if it was this one.
    pub(crate) fn stop(&mut self, id: StepId, winds_down: bool) -> Option<Step> {
        let step = self.step.clone().filter(|step| step.id == id)?;
        if winds_down {
            (self.is_stopping, self.report) = (true, None);
        } else {
            *self = Self::default();
        }
        Some(step)
    }

    /// The last that was heard of a step under way, if the game has to say something about it.
    pub(crate) fn last_word(&self) -> Option<Word> {
        self.running().filter(|_| !self.is_command).map(|step| (step.id, self.words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(id: u64) -> Step {
        Step { id: StepId(id), action: "dig".into(), args: Arc::new([]) }
    }

    #[test]
    fn a_step_is_reported_once_and_only_while_it_runs() {
        let mut current = CurrentStep::default();
        current.done();
        assert!(!current.has_report(), "there is nothing to be done");
        current.begin(step(1), false);
        assert!(current.is("dig"));
        current.done();
        current.failed();
        assert!(!current.is("dig"), "whoever looks again finds nothing to do");
        assert_eq!(current.take_report(), Some((step(1), Report::Done)));
        assert_eq!(current.take_report(), None);
    }

    #[test]
    fn a_stopped_step_is_gone_unless_it_winds_down() {
        let mut current = CurrentStep::default();
        current.begin(step(1), false);
        assert_eq!(current.stop(StepId(2), false), None, "that was another one");
        assert!(current.stop(StepId(1), true).is_some() && current.running().is_none());
        current.done();
        assert!(current.stopping().is_some(), "it is too late to be done");
        current.ended();
        assert_eq!(current.take_report(), Some((step(1), Report::Ended)));
    }
}
