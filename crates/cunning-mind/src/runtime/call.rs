//! Calling handlers: the one place where code of the game runs.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{ActionHandler, Beliefs, Handlers, Progress, Running, Runtime};
use crate::engine::{AgentId, StepId};
use crate::geometry::{Geometry, Position, SpatialAnswer, SpatialQuestion, Spot};
use crate::host::Host;
use crate::minds::{
    Check, Deferred, Minds, QueryId, Report, Scope, SensorPoll, SpatialQuery, Step, StoppedStep, Subject,
};
use crate::value::GameObject;

/// What a panic said.
pub(crate) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panicked".to_owned())
}

/// The handlers with the world, while commands are carried out.
struct Session<'a, W> {
    handlers: &'a mut Handlers<W>,
    running: &'a mut BTreeMap<StepId, Running<W>>,
    deferred: &'a Mutex<Vec<Deferred>>,
    world: &'a mut W,
    dt_ms: u32,
    /// The names of the domain's objects, for questions about places.
    objects: Arc<[Arc<str>]>,
}

impl<W: 'static> Runtime<W> {
    /// Goes on with the steps that run; returns the length of the tick in milliseconds.
    pub(super) fn continue_steps(&mut self, world: &mut W, dt: Duration) -> u32 {
        let dt_ms = self.minds.whole_ms(dt);
        let minds = &self.minds;
        // A sleeping agent's step comes back as a resumed start. Orders end the steps that consist of them by themselves.
        self.running.retain(|id, running| {
            let is_over = running.handler.is_none() && minds.engine().action_of(*id).is_none();
            !is_over && !minds.engine().is_asleep(running.step.agent)
        });
        let steps: Vec<StepId> = self.running.keys().copied().collect();
        let (minds, mut session) = self.session(world, dt_ms);
        for step in steps {
            session.call(minds, step, |handler, world, step| handler.tick(world, step));
        }
        dt_ms
    }

    /// Carries out the commands that wait.
    pub(super) fn dispatch(&mut self, world: &mut W, dt_ms: u32) {
        let (minds, mut session) = self.session(world, dt_ms);
        minds.dispatch(&mut session);
    }

    /// Runs the queries that are due.
    pub(super) fn ask(&mut self, world: &mut W, dt_ms: u32) {
        let (minds, mut session) = self.session(world, dt_ms);
        minds.ask_host(&mut session);
        minds.dispatch(&mut session);
    }

    fn session<'a>(&'a mut self, world: &'a mut W, dt_ms: u32) -> (&'a mut Minds, Session<'a, W>) {
        let Self { minds, handlers, running, deferred, .. } = self;
        let objects = minds.object_names();
        (minds, Session { handlers, running, deferred, world, dt_ms, objects })
    }
}

impl<W> Session<'_, W> {
    /// Calls the handler of a running step and reports what it says.
    fn call(
        &mut self,
        minds: &mut Minds,
        id: StepId,
        call: impl FnOnce(&mut dyn ActionHandler<W>, &mut W, &Step<'_>) -> Progress,
    ) {
        let Some(running) = self.running.get_mut(&id) else { return };
        let agent = running.step.agent;
        running.step.elapsed_ms = minds.engine().now_ms().saturating_sub(running.started_ms);
        let Some(handler) = running.handler.as_deref_mut() else { return };
        let step = running.step.in_scope(Scope { minds, deferred: self.deferred }, self.dt_ms);
        let world = &mut *self.world;
        let progress = catch_unwind(AssertUnwindSafe(|| call(handler, world, &step)));
        match progress {
            Ok(Progress::Running) => {}
            Ok(Progress::Done) => {
                self.running.remove(&id);
                minds.done(id);
            }
            Ok(Progress::Failed) => {
                self.running.remove(&id);
                minds.failed(id);
            }
            Err(panic) => {
                self.running.remove(&id);
                minds.quarantine(agent, &panic_message(panic.as_ref()));
            }
        }
        self.run_deferred(minds);
    }

    fn run_deferred(&mut self, minds: &mut Minds) {
        let calls = std::mem::take(&mut *self.deferred.lock().unwrap_or_else(PoisonError::into_inner));
        for call in calls {
            call(minds);
        }
    }

    /// Calls a function of the game for an agent; a panic puts the agent in quarantine.
    fn guarded<T>(
        &mut self,
        minds: &mut Minds,
        agent: AgentId,
        call: impl FnOnce(&mut Self, &mut Minds) -> T,
    ) -> Option<T> {
        match catch_unwind(AssertUnwindSafe(|| call(self, minds))) {
            Ok(value) => Some(value),
            Err(panic) => {
                minds.quarantine(agent, &panic_message(panic.as_ref()));
                None
            }
        }
    }

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

    /// Answers a question about places with the handler of its name, if there is one.
    fn answer(
        &mut self,
        agent: AgentId,
        question: SpatialQuestion,
        name: &str,
        of: &[Spot],
    ) -> Option<SpatialAnswer> {
        let subjects = of.iter().map(|spot| self.subject(*spot)).collect();
        let handler = self.handlers.questions.get_mut(name)?;
        let query = SpatialQuery { id: QueryId(0), agent, question, name: name.into(), subjects };
        Some(handler(self.world, &query))
    }
}

impl<W> Host for Session<'_, W> {
    fn start(&mut self, minds: &mut Minds, step: Step<'static>) {
        let (id, agent) = (step.id, step.agent);
        let started_ms = minds.engine().now_ms();
        let mut handler = None;
        if self.handlers.actions.contains_key(step.name()) {
            let made = self.guarded(minds, agent, |session, minds| {
                let scoped = step.in_scope(Scope { minds, deferred: session.deferred }, session.dt_ms);
                session.handlers.actions.get_mut(step.name()).map(|factory| factory(&scoped))
            });
            let Some(made) = made else { return };
            handler = made;
        }
        let is_instant = handler.is_none() && !step.action.is_command;
        if is_instant {
            minds.done(id);
            return;
        }
        self.running.insert(id, Running { step, handler, started_ms });
        self.call(minds, id, |handler, world, step| handler.start(world, step));
    }

    fn stop(&mut self, minds: &mut Minds, stopped: StoppedStep) {
        self.call(minds, stopped.id, |handler, world, step| {
            handler.stop(world, step, stopped.reason);
            Progress::Running
        });
        self.running.remove(&stopped.id);
        minds.stopped(stopped.id);
    }

    fn sense(&mut self, minds: &mut Minds, poll: SensorPoll) {
        self.guarded(minds, poll.agent, |session, minds| {
            if let Some(sense) = session.handlers.sensors.get_mut(&*poll.sensor) {
                sense(session.world, poll.agent, &mut Beliefs { minds, agent: poll.agent });
            }
        });
    }

    fn ask(&mut self, minds: &mut Minds, check: Check) {
        let answer = self.guarded(minds, check.agent, |session, _| {
            session.handlers.checks.get_mut(&*check.name).map(|answer| answer(session.world, &check))
        });
        minds.answer(check.id, answer.flatten().unwrap_or(false));
    }

    fn report(&mut self, minds: &mut Minds, report: Report) {
        self.guarded(minds, report.agent, |session, _| {
            if let Some(hear) = &mut session.handlers.report {
                hear(session.world, &report);
            }
        });
    }

    fn geometry(&mut self) -> Option<&mut dyn Geometry> {
        Some(self)
    }
}

impl<W> Geometry for Session<'_, W> {
    fn answer(
        &mut self,
        agent: AgentId,
        question: SpatialQuestion,
        name: &str,
        of: &[Spot],
    ) -> SpatialAnswer {
        if let Some(answer) = self.answer(agent, question, name, of) {
            return answer;
        }
        let mut position = |spot: &Spot| -> Option<Position> {
            match self.answer(agent, SpatialQuestion::Position, SpatialQuestion::Position.name(), &[*spot])? {
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
