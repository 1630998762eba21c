//! Minds: the agents of a game.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cunning_mind::{
    AgentId, Budget, GameObject, MindError, NameKind, Order, OrderId, ReloadReport, Spawn, StepId,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::commands::{self, check_id, query_id, step_id};
use crate::domain::{Domain, args, pairs};
use crate::errors::{Failure, failure, mind};
use crate::json;
use crate::value::{self, Key, answer, value_ref};

/// The living agents of a game.
#[pyclass(module = "cunning")]
pub struct Minds {
    minds: cunning_mind::Minds,
    /// Whether a tick has begun and the agents have not thought yet.
    is_begun: bool,
    /// What was recorded to memory and not drained yet.
    recording: Option<Arc<Mutex<Vec<u8>>>>,
}

/// Writes to memory that Python drains.
struct SharedBytes(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How a step went.
#[derive(Clone, Copy)]
enum StepOutcome {
    Done,
    Failed,
    Running,
    Stopped,
}

impl StepOutcome {
    fn new(word: &str) -> PyResult<Self> {
        Ok(match word {
            "done" => Self::Done,
            "failed" => Self::Failed,
            "running" => Self::Running,
            "stopped" => Self::Stopped,
            _ => {
                let text = format!("`{word}` is no outcome; use done, failed, running or stopped");
                return Err(PyValueError::new_err(text));
            }
        })
    }
}

impl Minds {
    fn new_from(minds: cunning_mind::Minds) -> Self {
        Self { minds, is_begun: false, recording: None }
    }

    fn agent(&self, agent: u64) -> Result<AgentId, Failure> {
        let agent = AgentId(agent);
        if self.minds.contains(agent) { Ok(agent) } else { Err(MindError::NoAgent(agent).into()) }
    }

    /// Fails in the middle of a tick.
    fn between_ticks(&self) -> Result<(), Failure> {
        if self.is_begun { Err(wrong_order("call think() first: a tick has begun")) } else { Ok(()) }
    }

    fn in_tick(&self) -> Result<(), Failure> {
        if self.is_begun { Ok(()) } else { Err(wrong_order("call begin() first")) }
    }

    fn not_recorded(&self) -> Result<(), Failure> {
        if self.recording.is_some() || self.minds.link().is_some() {
            return Err(failure("recording", "the minds are recorded or attached already").into());
        }
        Ok(())
    }

    fn report_one(&mut self, step: StepId, outcome: StepOutcome) {
        match outcome {
            StepOutcome::Done => self.minds.done(step),
            StepOutcome::Failed => self.minds.failed(step),
            StepOutcome::Running => self.minds.running(step),
            StepOutcome::Stopped => self.minds.stopped(step),
        }
    }

    fn commands<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut commands = Vec::new();
        while let Some(command) = self.minds.next_command() {
            commands.extend(commands::to_python(py, command)?);
        }
        PyList::new(py, commands)
    }
}

fn wrong_order(text: &str) -> Failure {
    failure("wrong-order", text).into()
}

fn duration(ms: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(ms / 1e3);
    time.map_err(|_| PyValueError::new_err(format!("{ms} ms is not a length of time")))
}

fn budget(units: Option<u64>) -> Budget {
    units.map_or_else(Budget::default, Budget::work)
}

/// An exception about a row of a batch, with the number of rows before it.
fn after(error: PyErr, done: usize) -> PyErr {
    Python::attach(|py| {
        // An exception of ours takes every attribute.
        let _set = error.value(py).setattr("done", done);
    });
    error
}

fn reload_report<'py>(py: Python<'py>, report: &ReloadReport) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("is_changed", report.is_changed)?;
    dict.set_item("notes", &report.notes)?;
    dict.set_item("removed", report.removed.iter().map(|agent| agent.0).collect::<Vec<_>>())?;
    dict.set_item("orders_lost", report.orders_lost.iter().map(|order| order.0).collect::<Vec<_>>())?;
    dict.set_item("plans_kept", report.plans_kept)?;
    dict.set_item("plans_dropped", report.plans_dropped)?;
    Ok(dict)
}

#[pymethods]
impl Minds {
    #[new]
    fn new(domain: &Domain) -> Self {
        Self::new_from(cunning_mind::Minds::new(&domain.0))
    }

    #[getter]
    fn domain(&self) -> Domain {
        Domain(self.minds.domain().clone())
    }

    /// The time since the start, in milliseconds.
    #[getter]
    fn now_ms(&self) -> u64 {
        self.minds.now().as_millis() as u64
    }

    #[pyo3(signature = (archetype, *, name = None, seed = None, commander = None, traits = None))]
    fn spawn(
        &mut self,
        archetype: &str,
        name: Option<&str>,
        seed: Option<u64>,
        commander: Option<u64>,
        traits: Option<BTreeMap<String, f64>>,
    ) -> Result<u64, Failure> {
        let mut spawn = Spawn::new();
        if let Some(name) = name {
            spawn = spawn.name(name);
        }
        if let Some(seed) = seed {
            spawn = spawn.seed(seed);
        }
        if let Some(commander) = commander {
            spawn = spawn.commander(AgentId(commander));
        }
        for (name, number) in traits.into_iter().flatten() {
            spawn = spawn.set_trait(name, number);
        }
        Ok(self.minds.spawn_with(archetype, spawn)?.0)
    }

    fn remove(&mut self, agent: u64) -> Result<(), Failure> {
        let agent = self.agent(agent)?;
        self.minds.remove(agent);
        Ok(())
    }

    fn agents(&self) -> Vec<u64> {
        self.minds.agents().map(|agent| agent.0).collect()
    }

    fn __len__(&self) -> usize {
        self.minds.agents().count()
    }

    fn __contains__(&self, agent: u64) -> bool {
        self.minds.contains(AgentId(agent))
    }

    /// The beliefs of an agent: `minds[guard]["alarm"] = True`.
    fn __getitem__(slf: Bound<'_, Self>, agent: u64) -> Result<Beliefs, Failure> {
        slf.borrow().agent(agent)?;
        Ok(Beliefs { minds: slf.unbind(), agent })
    }

    #[pyo3(signature = (agent, fact, value, confidence = 1.0))]
    fn set(
        &mut self,
        agent: u64,
        fact: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
        confidence: f64,
    ) -> Result<(), Failure> {
        let (key, agent) = (Key::new(fact)?, AgentId(agent));
        Ok(self.minds.believe(agent, key.as_key(), value_ref(value)?, confidence)?)
    }

    /// Sets the beliefs of rows `(agent, fact, value)` in order, and returns their number.
    fn set_many(&mut self, rows: &Bound<'_, PyAny>) -> Result<usize, Failure> {
        let mut read = Vec::new();
        for row in rows.try_iter()? {
            let (agent, fact, given) = row?.extract::<(u64, Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let key = Key::new(&fact)?;
            let symbol = self.minds.find_symbol(NameKind::Fact, &key.name)?;
            read.push((AgentId(agent), symbol, key, value::value(&given)?));
        }
        for (at, (agent, symbol, key, value)) in read.iter().enumerate() {
            let told = self.minds.tell_symbol(*agent, *symbol, &key.refs(), value.into(), 1.0);
            told.map_err(|error| after(mind(&error), at))?;
        }
        Ok(read.len())
    }

    /// Sets one fact for many agents: `values` is a list as long as `agents`, or one value for all.
    fn set_all(
        &mut self,
        fact: &Bound<'_, PyAny>,
        agents: Vec<u64>,
        values: &Bound<'_, PyAny>,
    ) -> Result<(), Failure> {
        let key = Key::new(fact)?;
        let symbol = self.minds.find_symbol(NameKind::Fact, &key.name)?;
        let indices = key.refs();
        let Ok(list) = values.cast::<PyList>() else {
            let value = value_ref(values)?;
            for (at, agent) in agents.into_iter().enumerate() {
                let told = self.minds.tell_symbol(AgentId(agent), symbol, &indices, value, 1.0);
                told.map_err(|error| after(mind(&error), at))?;
            }
            return Ok(());
        };
        if list.len() != agents.len() {
            let text = format!("{} values for {} agents", list.len(), agents.len());
            return Err(PyValueError::new_err(text).into());
        }
        for (at, (agent, value)) in agents.into_iter().zip(list.iter()).enumerate() {
            let told = self.minds.tell_symbol(AgentId(agent), symbol, &indices, value_ref(&value)?, 1.0);
            told.map_err(|error| after(mind(&error), at))?;
        }
        Ok(())
    }

    fn get<'py>(
        &self,
        py: Python<'py>,
        agent: u64,
        fact: &Bound<'_, PyAny>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(self.belief(py, agent, fact)?.0)
    }

    /// The value that an agent believes a fact to have, and its confidence.
    fn belief<'py>(
        &self,
        py: Python<'py>,
        agent: u64,
        fact: &Bound<'_, PyAny>,
    ) -> Result<(Bound<'py, PyAny>, f64), Failure> {
        let key = Key::new(fact)?;
        let (found, confidence) = self.minds.belief(AgentId(agent), key.as_key())?;
        Ok((value::to_python(py, &found)?, confidence))
    }

    #[pyo3(signature = (type_name, object, name = ""))]
    fn bind(&mut self, type_name: &str, object: u64, name: &str) -> Result<(), Failure> {
        Ok(self.minds.bind(type_name, GameObject(object), name)?)
    }

    fn unbind(&mut self, object: u64) -> Result<(), Failure> {
        let object = GameObject(object);
        if self.minds.unbind(object) { Ok(()) } else { Err(MindError::NotBound(object).into()) }
    }

    /// A whole tick. Returns the commands.
    #[pyo3(signature = (ms = 16.0, budget = None))]
    fn tick<'py>(
        &mut self,
        py: Python<'py>,
        ms: f64,
        budget: Option<u64>,
    ) -> Result<Bound<'py, PyList>, Failure> {
        self.between_ticks()?;
        let (dt, budget) = (duration(ms)?, self::budget(budget));
        py.detach(|| self.minds.tick(dt, budget));
        Ok(self.commands(py)?)
    }

    /// The first part of a tick: sensors are asked.
    #[pyo3(signature = (ms = 16.0, budget = None))]
    fn begin<'py>(
        &mut self,
        py: Python<'py>,
        ms: f64,
        budget: Option<u64>,
    ) -> Result<Bound<'py, PyList>, Failure> {
        self.between_ticks()?;
        self.minds.begin(duration(ms)?, self::budget(budget));
        self.is_begun = true;
        Ok(self.commands(py)?)
    }

    /// The second part of a tick: questions of queries and checks.
    fn ask<'py>(&mut self, py: Python<'py>) -> Result<Bound<'py, PyList>, Failure> {
        self.in_tick()?;
        py.detach(|| self.minds.ask());
        Ok(self.commands(py)?)
    }

    /// The last part of a tick: agents think.
    fn think<'py>(&mut self, py: Python<'py>) -> Result<Bound<'py, PyList>, Failure> {
        self.in_tick()?;
        py.detach(|| self.minds.think());
        self.is_begun = false;
        Ok(self.commands(py)?)
    }

    /// Takes the commands that wait, for example after a restore.
    fn drain<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.commands(py)
    }

    fn done(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        self.report_one(step_id(step)?, StepOutcome::Done);
        Ok(())
    }

    fn failed(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        self.report_one(step_id(step)?, StepOutcome::Failed);
        Ok(())
    }

    fn running(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        self.report_one(step_id(step)?, StepOutcome::Running);
        Ok(())
    }

    fn stopped(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        self.report_one(step_id(step)?, StepOutcome::Stopped);
        Ok(())
    }

    /// Reports many steps in one call, given as commands or as numbers.
    #[pyo3(signature = (steps, outcome = "done"))]
    fn report_many(&mut self, steps: &Bound<'_, PyAny>, outcome: &str) -> PyResult<()> {
        let outcome = StepOutcome::new(outcome)?;
        if let Ok(list) = steps.cast::<PyList>() {
            return list.iter().try_for_each(|step| {
                self.report_one(step_id(&step)?, outcome);
                Ok(())
            });
        }
        steps.try_iter()?.try_for_each(|step| {
            self.report_one(step_id(&step?)?, outcome);
            Ok(())
        })
    }

    fn answer(&mut self, check: &Bound<'_, PyAny>, yes: bool) -> PyResult<()> {
        self.minds.answer(check_id(check)?, yes);
        Ok(())
    }

    fn answer_query(&mut self, query: &Bound<'_, PyAny>, given: &Bound<'_, PyAny>) -> PyResult<()> {
        self.minds.answer_query(query_id(query)?, answer(given)?);
        Ok(())
    }

    /// Answers many questions in one call: pairs of a question and its answer.
    fn answer_queries(&mut self, answers: &Bound<'_, PyAny>) -> PyResult<()> {
        for (query, given) in pairs(answers)? {
            self.minds.answer_query(query_id(&query)?, answer(&given)?);
        }
        Ok(())
    }

    #[pyo3(signature = (agent, goal, args = None, *, bias = None, within_ms = None, rigid = false))]
    fn order(
        &mut self,
        agent: u64,
        goal: String,
        args: Option<&Bound<'_, PyDict>>,
        bias: Option<f64>,
        within_ms: Option<f64>,
        rigid: bool,
    ) -> Result<u64, Failure> {
        let mut order = Order::goal(goal);
        for (param, given) in args.into_iter().flat_map(PyDictMethods::iter) {
            order = order.arg(param.extract::<String>()?, value::value(&given)?);
        }
        if let Some(bias) = bias {
            order = order.bias(bias);
        }
        if let Some(ms) = within_ms {
            order = order.within(duration(ms)?);
        }
        if rigid {
            order = order.rigid();
        }
        Ok(self.minds.order(AgentId(agent), order)?.0)
    }

    fn withdraw(&mut self, order: u64) -> Result<(), Failure> {
        if self.minds.withdraw(OrderId(order)) {
            return Ok(());
        }
        Err(failure("no-order", "the order has ended, or never existed").into())
    }

    fn set_commander(&mut self, agent: u64, commander: Option<u64>) -> Result<(), Failure> {
        Ok(self.minds.set_commander(AgentId(agent), commander.map(AgentId))?)
    }

    fn commander(&self, agent: u64) -> Option<u64> {
        self.minds.commander(AgentId(agent)).map(|agent| agent.0)
    }

    fn subordinates(&self, agent: u64) -> Vec<u64> {
        self.minds.subordinates(AgentId(agent)).iter().map(|agent| agent.0).collect()
    }

    fn hold(&mut self, agent: u64) -> Result<(), Failure> {
        let agent = self.agent(agent)?;
        self.minds.hold(agent);
        Ok(())
    }

    fn release(&mut self, agent: u64) -> Result<(), Failure> {
        let agent = self.agent(agent)?;
        self.minds.release(agent);
        Ok(())
    }

    fn sleep(&mut self, agent: u64) -> Result<(), Failure> {
        let agent = self.agent(agent)?;
        self.minds.sleep(agent);
        Ok(())
    }

    fn wake(&mut self, agent: u64) -> Result<(), Failure> {
        let agent = self.agent(agent)?;
        self.minds.wake(agent);
        Ok(())
    }

    fn quarantine(&mut self, agent: u64, reason: &str) -> Result<(), Failure> {
        let agent = self.agent(agent)?;
        self.minds.quarantine(agent, reason);
        Ok(())
    }

    fn set_importance(&mut self, agent: u64, importance: f64) -> Result<(), Failure> {
        Ok(self.minds.set_importance(AgentId(agent), importance)?)
    }

    fn set_trait(&mut self, agent: u64, name: &str, number: f64) -> Result<(), Failure> {
        Ok(self.minds.set_trait(AgentId(agent), name, number)?)
    }

    /// Overwrites a number of a table, for one agent or, with `None`, for all.
    fn set_table(
        &mut self,
        agent: Option<u64>,
        entry: &Bound<'_, PyAny>,
        number: f64,
    ) -> Result<(), Failure> {
        let agent = agent.map(|agent| self.agent(agent)).transpose()?;
        Ok(self.minds.set_table(agent, Key::new(entry)?.as_key(), number)?)
    }

    fn poll_sensor(&mut self, sensor: &str, every_ms: f64) -> Result<(), Failure> {
        Ok(self.minds.poll_sensor(sensor, duration(every_ms)?)?)
    }

    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        self.between_ticks()?;
        Ok(PyBytes::new(py, &self.minds.save()))
    }

    /// Restores minds from a save, and returns them with a report. `ids` maps old ids of objects to new ones; objects
    /// that it leaves out no longer exist. Without `ids`, objects keep theirs.
    #[staticmethod]
    #[pyo3(signature = (data, domain, ids = None))]
    fn restore<'py>(
        py: Python<'py>,
        data: &[u8],
        domain: &Domain,
        ids: Option<BTreeMap<u64, u64>>,
    ) -> Result<(Self, Bound<'py, PyDict>), Failure> {
        let remap = |object: GameObject| match &ids {
            None => Some(object),
            Some(ids) => ids.get(&object.0).copied().map(GameObject),
        };
        let (minds, report) = cunning_mind::Minds::restore(data, &domain.0, remap)?;
        let dict = PyDict::new(py);
        dict.set_item("lost", report.lost)?;
        let reload = report.reload.as_ref().map(|report| reload_report(py, report)).transpose()?;
        dict.set_item("reload", reload)?;
        Ok((Self::new_from(minds), dict))
    }

    /// Copies the minds for a rollback, into an older snapshot if one is given.
    #[pyo3(signature = (into = None))]
    fn snapshot<'py>(
        &self,
        py: Python<'py>,
        into: Option<Bound<'py, Snapshot>>,
    ) -> Result<Bound<'py, Snapshot>, Failure> {
        self.between_ticks()?;
        let snapshot = into.map_or_else(|| Bound::new(py, Snapshot::default()), Ok)?;
        self.minds.snapshot_into(&mut snapshot.try_borrow_mut().map_err(PyErr::from)?.0);
        Ok(snapshot)
    }

    fn rollback(&mut self, snapshot: &Snapshot) -> Result<(), Failure> {
        self.between_ticks()?;
        Ok(self.minds.rollback(&snapshot.0)?)
    }

    fn reload<'py>(&mut self, py: Python<'py>, domain: &Domain) -> Result<Bound<'py, PyDict>, Failure> {
        self.between_ticks()?;
        Ok(reload_report(py, &self.minds.reload(&domain.0)?)?)
    }

    /// The hash of the state: 16 hexadecimal digits.
    fn hash(&self) -> String {
        format!("{:016x}", self.minds.hash())
    }

    /// Records everything from now on, to a file or, without a path, to memory that `drain_recording` empties.
    #[pyo3(signature = (path = None))]
    fn record(&mut self, path: Option<PathBuf>) -> Result<(), Failure> {
        self.between_ticks()?;
        self.not_recorded()?;
        let bytes = Arc::new(Mutex::new(Vec::new()));
        match path {
            Some(path) => self.minds.record(io::BufWriter::new(std::fs::File::create(path)?))?,
            None => self.minds.record(SharedBytes(bytes.clone()))?,
        }
        self.recording = Some(bytes);
        Ok(())
    }

    /// Takes what has been recorded to memory since the last call.
    fn drain_recording<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        let Some(recording) = &self.recording else { return Err(wrong_order("call record() first")) };
        let bytes = std::mem::take(&mut *recording.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(PyBytes::new(py, &bytes))
    }

    /// Ends the recording and returns what was recorded to memory and not taken yet.
    fn end_recording<'py>(&mut self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        self.between_ticks()?;
        let Some(recording) = self.recording.take() else { return Err(wrong_order("call record() first")) };
        self.minds.end_recording()?;
        let bytes = std::mem::take(&mut *recording.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(PyBytes::new(py, &bytes))
    }

    /// Opens a link for the studio and returns its address, for `cunning studio --attach`.
    fn attach(&mut self) -> Result<String, Failure> {
        self.between_ticks()?;
        self.not_recorded()?;
        Ok(self.minds.attach()?)
    }

    /// Tells the studio where an agent is.
    #[pyo3(signature = (agent, x, y, z = 0.0, yaw = 0.0))]
    fn note_position(&mut self, agent: u64, x: f32, y: f32, z: f32, yaw: f32) {
        self.minds.note_position(AgentId(agent), [x, y, z], yaw);
    }

    /// What an agent is doing, as a dict.
    fn inspect<'py>(&self, py: Python<'py>, agent: u64) -> Result<Bound<'py, PyDict>, Failure> {
        let agent = self.agent(agent)?;
        let dict = PyDict::new(py);
        let Some(seen) = self.minds.inspect(agent) else { return Err(MindError::NoAgent(agent).into()) };
        dict.set_item("agent", agent.0)?;
        dict.set_item("name", seen.name)?;
        dict.set_item("archetype", self.minds.archetype(agent))?;
        dict.set_item("goal", seen.goal)?;
        dict.set_item("score", seen.score as f64 / 1e6)?;
        let plan = PyList::empty(py);
        for step in self.minds.plan(agent) {
            let row = PyDict::new(py);
            row.set_item("action", step.name())?;
            row.set_item("args", args(py, step.args())?)?;
            row.set_item("text", step.to_string())?;
            plan.append(row)?;
        }
        dict.set_item("plan", plan)?;
        dict.set_item("is_acting", seen.is_acting)?;
        dict.set_item("is_planning", seen.is_planning)?;
        dict.set_item("commander", self.minds.commander(agent).map(|commander| commander.0))?;
        dict.set_item("quarantined", self.minds.quarantined(agent))?;
        Ok(dict)
    }

    /// Why an agent does what it does: a dict with `kind` and `text`.
    fn why<'py>(&mut self, py: Python<'py>, agent: u64) -> Result<Bound<'py, PyDict>, Failure> {
        let why = self.minds.why(AgentId(agent))?;
        let dict = PyDict::new(py);
        dict.set_item("kind", why.word())?;
        dict.set_item("text", why.to_string())?;
        Ok(dict)
    }

    /// The counters of the minds, as a dict.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = self.minds.stats();
        let dict = PyDict::new(py);
        for (name, count) in [
            ("thoughts", stats.thoughts),
            ("plans_asked", stats.plans_asked),
            ("plans_found", stats.plans_found),
            ("plans_kept", stats.plans_kept),
            ("plans_failed", stats.plans_failed),
            ("expanded", stats.expanded),
            ("steps_started", stats.steps_started),
            ("steps_ended", stats.steps_ended),
            ("percepts_ignored", stats.percepts_ignored),
            ("reports_ignored", stats.reports_ignored),
            ("queries", stats.queries),
            ("questions", stats.questions),
            ("questions_unanswered", stats.questions_unanswered),
            ("query_units", stats.query_units),
        ] {
            dict.set_item(name, count)?;
        }
        Ok(dict)
    }

    /// All agents and what they do, as a pandas table.
    fn to_pandas<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Failure> {
        let rows = PyList::empty(py);
        for agent in self.agents() {
            let row = self.inspect(py, agent)?;
            let texts: Vec<String> =
                self.minds.plan(AgentId(agent)).iter().map(ToString::to_string).collect();
            row.set_item("plan", texts.join(", "))?;
            rows.append(row)?;
        }
        Ok(json::to_pandas(rows)?)
    }

    fn __repr__(&self) -> String {
        format!("<Minds with {} agents>", self.__len__())
    }
}

/// A copy of minds for rollback.
#[pyclass(module = "cunning")]
#[derive(Default)]
pub struct Snapshot(cunning_mind::Snapshot);

/// The beliefs of one agent.
#[pyclass(frozen, module = "cunning")]
pub struct Beliefs {
    minds: Py<Minds>,
    #[pyo3(get)]
    agent: u64,
}

#[pymethods]
impl Beliefs {
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        fact: &Bound<'_, PyAny>,
    ) -> Result<Bound<'py, PyAny>, Failure> {
        self.minds.try_borrow(py).map_err(PyErr::from)?.get(py, self.agent, fact)
    }

    fn __setitem__(
        &self,
        py: Python<'_>,
        fact: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> Result<(), Failure> {
        self.minds.try_borrow_mut(py).map_err(PyErr::from)?.set(self.agent, fact, value, 1.0)
    }

    /// Sets several beliefs: a dict, or keyword arguments.
    #[pyo3(signature = (facts = None, **more))]
    fn update(
        &self,
        py: Python<'_>,
        facts: Option<&Bound<'_, PyDict>>,
        more: Option<&Bound<'_, PyDict>>,
    ) -> Result<(), Failure> {
        let mut minds = self.minds.try_borrow_mut(py).map_err(PyErr::from)?;
        for (fact, value) in facts.into_iter().chain(more).flat_map(PyDictMethods::iter) {
            minds.set(self.agent, &fact, &value, 1.0)?;
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Beliefs of agent {}>", self.agent)
    }
}
