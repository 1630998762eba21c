//! Ticks, commands and reports.

use std::time::Duration;

use cunning_plan::model::{ObjectId, Param, ParamKind, TypeId};

use super::command::{
    Check, CheckId, Command, Idle, QueryId, Report, SensorPoll, SpatialQuery, Step, StoppedStep, Subject,
};
use super::{Minds, millis};
use crate::budget::Budget;
use crate::engine::{self, Percept, QuestionId, StepId};
use crate::error::{MindError, NameKind, UnknownName};
use crate::geometry::{Geometry, SpatialAnswer, SpatialQuestion};
use crate::value::Value;

impl Minds {
    /// Runs a whole tick: [`Minds::begin`], [`Minds::ask`] and [`Minds::think`]. Then take the commands with
    /// [`Minds::next_command`].
    pub fn tick(&mut self, dt: Duration, budget: Budget) {
        self.begin(dt, budget);
        self.ask();
        self.think();
    }

    /// Begins a tick: time passes, beliefs fade, steps time out, and sensors that are due are polled with
    /// [`Command::Sense`]. Percepts that arrive before [`Minds::think`] count in the same tick.
    pub fn begin(&mut self, dt: Duration, budget: Budget) {
        let (time, dt_ms) = (self.rest + dt, self.whole_ms(dt));
        self.rest = time.saturating_sub(Duration::from_millis(dt_ms.into()));
        self.engine.pass(dt_ms, budget.units());
    }

    /// Returns the whole milliseconds that a tick of this length passes, including the remainder of the last one.
    pub(crate) fn whole_ms(&self, dt: Duration) -> u32 {
        millis(self.rest + dt)
    }

    /// Runs the queries that are due. Their questions about positions come as [`Command::Query`]; answers that arrive
    /// before [`Minds::think`] count in the same tick.
    pub fn ask(&mut self) {
        self.engine.ask(None);
    }

    /// Like [`Minds::ask`], but a geometry answers at once.
    pub fn ask_in(&mut self, geometry: &mut dyn Geometry) {
        self.engine.ask(Some(geometry));
    }

    /// Ends a tick: agents choose goals, plan within the budget, and start steps.
    pub fn think(&mut self) {
        self.engine.think_on();
    }

    /// Takes the next command, oldest first.
    pub fn next_command(&mut self) -> Option<Command> {
        loop {
            let popped = self.engine.pop_command()?;
            let (command, args) = popped;
            if let Some(command) = self.command(command, &args) {
                return Some(command);
            }
        }
    }

    /// Converts a command to names; `None` if it is about something that the domain no longer has.
    fn command(&self, command: engine::Command<'static>, args: &[cunning_trace::Value]) -> Option<Command> {
        let values = || args.iter().map(|value| self.value(*value)).collect();
        Some(match command {
            engine::Command::Start { agent, step, action, resumed, .. } => Command::Start(Step {
                id: step,
                agent,
                resumed,
                action: self.symbols.actions.get(action.index())?.clone(),
                args: values(),
                elapsed_ms: 0,
                dt_ms: 0,
                scope: None,
            }),
            engine::Command::Stop { agent, step, reason } => {
                Command::Stop(StoppedStep { id: step, agent, reason })
            }
            engine::Command::Sense { agent, sensor } => {
                let archetype = self.engine.archetype_index(agent)?;
                let sensor = self.symbols.sensors.get(archetype)?.get(sensor as usize)?.clone();
                Command::Sense(SensorPoll { agent, sensor })
            }
            engine::Command::Ask { agent, question, action, .. } => {
                let action = self.symbols.actions.get(action.index())?.clone();
                let (id, name) = (CheckId(question.0), action.check.clone()?);
                Command::Ask(Check { id, agent, name, action, args: values() })
            }
            engine::Command::Query { agent, question, asked, .. } => {
                let name = match asked {
                    SpatialQuestion::Named(named) => self.symbols.questions.get(named as usize)?.clone(),
                    asked => self.symbols.built_in(asked)?.clone(),
                };
                let subject = |value: &cunning_trace::Value| match self.value(*value) {
                    Value::Name(name) => Subject::Name(name),
                    Value::Object(object) => Subject::Object(object),
                    Value::Point(point) => Subject::Point(point),
                    _ => Subject::Agent(agent),
                };
                let subjects = args.iter().map(subject).collect();
                Command::Query(SpatialQuery {
                    id: QueryId(question.0),
                    agent,
                    question: asked,
                    name,
                    subjects,
                })
            }
            engine::Command::Idle { agent, why } => Command::Idle(Idle { agent, reason: why }),
            engine::Command::OrderReport { agent, order, goal, report } => Command::Report(Report {
                agent,
                order,
                goal: self.symbols.goals.get(goal.index())?.clone(),
                state: report,
            }),
        })
    }

    /// The arguments of a step in the engine's terms, for code that works with the domain's numbers. An object that a
    /// reload has removed since is [`Value::None`](engine::Value::None).
    pub fn engine_args(&self, step: &Step<'_>) -> Vec<engine::Value> {
        let domain = self.domain.planning();
        let action = domain.actions().get(step.action_id());
        let params = action.map_or(&[][..], |action| &action.params);
        let named = |ty: TypeId, name: &str| {
            let is_it = |id: &ObjectId| domain.objects().get(*id).is_some_and(|object| object.name == name);
            domain.objects_of(ty).find(is_it).map(|id| engine::Value::Object(id.index() as u32))
        };
        let value = |(param, arg): (&Param, &Value)| match (&param.kind, arg) {
            (ParamKind::Object(ty), Value::Name(name)) => named(*ty, name),
            (_, Value::Bool(truth)) => Some(engine::Value::Bool(*truth)),
            (_, Value::Int(number)) => Some(engine::Value::Int(*number)),
            (_, Value::Object(object)) => Some(engine::Value::Handle(object.0)),
            (_, Value::Point(point)) => point.packed().map(engine::Value::Point),
            (ParamKind::Number { .. }, Value::Name(_)) | (_, Value::None) => None,
        };
        params.iter().zip(&step.args).map(|arg| value(arg).unwrap_or(engine::Value::None)).collect()
    }

    /// Reports that a step is done. The agent believes its effects.
    pub fn done(&mut self, step: StepId) {
        self.engine.receive(&Percept::Done(step));
    }

    /// Reports that a step has failed. The agent plans again.
    pub fn failed(&mut self, step: StepId) {
        self.engine.receive(&Percept::Failed(step));
    }

    /// Reports that a step is still running. Optional.
    pub fn running(&mut self, step: StepId) {
        self.engine.receive(&Percept::Running(step));
    }

    /// Reports that a step has stopped after [`Command::Stop`].
    pub fn stopped(&mut self, step: StepId) {
        self.engine.receive(&Percept::Ended(step));
    }

    /// Answers a check.
    pub fn answer(&mut self, check: CheckId, yes: bool) {
        self.engine.receive(&Percept::Answer { question: QuestionId(check.0), yes });
    }

    /// Answers a question about positions.
    pub fn answer_query(&mut self, query: QueryId, answer: impl Into<SpatialAnswer>) {
        self.engine.receive(&Percept::QueryAnswer { question: QuestionId(query.0), answer: answer.into() });
    }

    /// Sets the polling interval of a sensor. A sensor without an interval is never polled.
    pub fn poll_sensor(&mut self, sensor: &str, interval: Duration) -> Result<(), MindError> {
        let sensors = || self.symbols.sensors.iter().flatten().map(AsRef::as_ref);
        if !sensors().any(|known| known == sensor) {
            return Err(UnknownName::new(NameKind::Sensor, sensor, sensors()).into());
        }
        self.engine.set_sensor(sensor, millis(interval));
        Ok(())
    }

    /// Returns the time that has passed for the minds.
    pub fn now(&self) -> Duration {
        Duration::from_millis(self.engine.now_ms())
    }
}
