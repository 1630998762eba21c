//! Calls of handlers: the only place where code of the game runs.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use super::{ActionHandler, Beliefs, Handlers, Progress, QuestionFn, Running, Runtime};
use crate::engine::{AgentId, StepId};
use crate::geometry::{Geometry, Position, SpatialAnswer, SpatialQuestion, Spot};
use crate::host::Host;
use crate::minds::{
    Check, Deferred, Minds, QueryId, Report, Scope, SensorPoll, SpatialQuery, Step, StoppedStep, Subject,
};
use crate::value::GameObject;

/// Returns the message of a panic.
pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panicked".to_owned())
}

/// The minds, the handlers and the world, while commands are carried out.
pub(super) struct Session<'a, W> {
    minds: &'a mut Minds,
    handlers: &'a mut Handlers<W>,
    running: &'a mut BTreeMap<StepId, Running<W>>,
    deferred: &'a Mutex<Vec<Deferred>>,
    world: &'a mut W,
    dt_ms: u32,
}

impl<W: 'static> Runtime<W> {
    /// Removes running steps that ended without a command.
    pub(super) fn forget_ended(&mut self) {
        let engine = self.minds.engine();
        // A sleeping agent's step comes back as a resumed start. Steps that subordinates carry out end by themselves.
        self.running.retain(|id, running| {
            let is_over = running.handler.is_none() && engine.action_of(*id).is_none();
            !is_over && !engine.is_asleep(running.step.agent)
        });
    }

    pub(super) fn session<'a>(&'a mut self, world: &'a mut W, dt_ms: u32) -> Session<'a, W> {
        let Self { minds, handlers, running, deferred, .. } = self;
        Session { minds, handlers, running, deferred, world, dt_ms }
    }
}

impl<W> Session<'_, W> {
    /// Continues the running steps.
    pub(super) fn continue_steps(&mut self) {
        let steps: Vec<StepId> = self.running.keys().copied().collect();
        for step in steps {
            self.call(step, |handler, world, step| handler.tick(world, step));
        }
    }

    /// Calls the handler of a running step and reports the result.
    fn call(
        &mut self,
        id: StepId,
        call: impl FnOnce(&mut dyn ActionHandler<W>, &mut W, &Step<'_>) -> Progress,
    ) {
        let Some(running) = self.running.get_mut(&id) else { return };
        let agent = running.step.agent;
        running.step.elapsed_ms = self.minds.engine().now_ms().saturating_sub(running.started_ms);
        let Some(handler) = running.handler.as_deref_mut() else { return };
        let step = running.step.in_scope(Scope { minds: self.minds, deferred: self.deferred }, self.dt_ms);
        let world = &mut *self.world;
        let progress = catch_unwind(AssertUnwindSafe(|| call(handler, world, &step)));
        if !matches!(progress, Ok(Progress::Running)) {
            self.running.remove(&id);
        }
        match progress {
            Ok(Progress::Running) => {}
            Ok(Progress::Done) => self.minds.done(id),
            Ok(Progress::Failed) => self.minds.failed(id),
            Err(panic) => self.minds.quarantine(agent, &panic_message(panic.as_ref())),
        }
        let calls = std::mem::take(&mut *self.deferred.lock().unwrap_or_else(PoisonError::into_inner));
        for call in calls {
            call(self.minds);
        }
    }

    /// Calls code of the game for an agent. A panic puts the agent in quarantine.
    fn guarded<T>(&mut self, agent: AgentId, call: impl FnOnce(&mut Self) -> T) -> Option<T> {
        match catch_unwind(AssertUnwindSafe(|| call(self))) {
            Ok(value) => Some(value),
            Err(panic) => {
                self.minds.quarantine(agent, &panic_message(panic.as_ref()));
                None
            }
        }
    }
}

impl<W> Host for Session<'_, W> {
    fn minds(&mut self) -> &mut Minds {
        self.minds
    }

    fn start(&mut self, step: Step<'static>) {
        let (id, started_ms) = (step.id, self.minds.engine().now_ms());
        let made = self.guarded(step.agent, |session| {
            let Session { minds, handlers, deferred, dt_ms, .. } = session;
            let factory = handlers.actions.get_mut(step.name())?;
            Some(factory(&step.in_scope(Scope { minds, deferred }, *dt_ms)))
        });
        let Some(handler) = made else { return };
        if handler.is_none() && !step.action.is_command {
            // The action was registered as instant.
            self.minds.done(id);
            return;
        }
        self.running.insert(id, Running { step, handler, started_ms });
        self.call(id, |handler, world, step| handler.start(world, step));
    }

    fn stop(&mut self, stopped: StoppedStep) {
        self.call(stopped.id, |handler, world, step| {
            handler.stop(world, step, stopped.reason);
            Progress::Running
        });
        self.running.remove(&stopped.id);
        self.minds.stopped(stopped.id);
    }

    fn sense(&mut self, poll: SensorPoll) {
        self.guarded(poll.agent, |Session { minds, handlers, world, .. }| {
            if let Some(sense) = handlers.sensors.get_mut(&*poll.sensor) {
                sense(world, poll.agent, &mut Beliefs { minds, agent: poll.agent });
            }
        });
    }

    fn check(&mut self, check: Check) {
        let answer = self.guarded(check.agent, |Session { handlers, world, .. }| {
            handlers.checks.get_mut(&*check.name).map(|answer| answer(world, &check))
        });
        self.minds.answer(check.id, answer.flatten().unwrap_or(false));
    }

    fn report(&mut self, report: Report) {
        self.guarded(report.agent, |Session { handlers, world, .. }| {
            if let Some(handler) = &mut handlers.report {
                handler(world, &report);
            }
        });
    }

    fn run_queries(&mut self) {
        let objects = self.minds.object_names();
        let Session { minds, handlers, world, .. } = self;
        minds.ask_in(&mut Questions { handlers: &mut handlers.questions, world: &mut **world, objects });
    }
}

/// The handlers of questions about positions, as a geometry.
struct Questions<'a, W> {
    handlers: &'a mut BTreeMap<String, QuestionFn<W>>,
    world: &'a mut W,
    /// The names of the domain's objects, by number.
    objects: Arc<[Arc<str>]>,
}

impl<W> Questions<'_, W> {
    fn subject(&self, spot: Spot) -> Subject {
        match spot {
            Spot::Agent(agent) => Subject::Agent(agent),
            Spot::Object(object) => Subject::Object(GameObject(object)),
            Spot::Point(point) => Subject::Point(point),
            Spot::Named(object) => {
                Subject::Name(self.objects.get(object as usize).cloned().unwrap_or_else(|| "".into()))
            }
        }
    }

    /// Returns the answer of the handler of this name, if there is one.
    fn ask(
        &mut self,
        agent: AgentId,
        question: SpatialQuestion,
        name: &str,
        of: &[Spot],
    ) -> Option<SpatialAnswer> {
        let subjects = of.iter().map(|spot| self.subject(*spot)).collect();
        let handler = self.handlers.get_mut(name)?;
        let query = SpatialQuery { id: QueryId(0), agent, question, name: name.into(), subjects };
        Some(handler(self.world, &query))
    }
}

impl<W> Geometry for Questions<'_, W> {
    fn answer(
        &mut self,
        agent: AgentId,
        question: SpatialQuestion,
        name: &str,
        of: &[Spot],
    ) -> SpatialAnswer {
        if let Some(answer) = self.ask(agent, question, name, of) {
            return answer;
        }
        let mut position = |spot: &Spot| -> Option<Position> {
            let asked = SpatialQuestion::Position;
            match self.ask(agent, asked, asked.name(), &[*spot])? {
                SpatialAnswer::Position(position) => Some(position),
                _ => None,
            }
        };
        match (question, of) {
            (SpatialQuestion::Distance, [a, b]) => {
                let distance = position(a).zip(position(b)).and_then(|(a, b)| a.distance(b));
                distance.map_or(SpatialAnswer::Unknown, SpatialAnswer::Number)
            }
            (SpatialQuestion::Position, [Spot::Point(point)]) => SpatialAnswer::Position(*point),
            _ => SpatialAnswer::Unknown,
        }
    }
}
