//! Commands of the minds to the game, one class for each kind.

use cunning_mind::{CheckId, Command, QueryId, StepId};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::domain::args;
use crate::value;

/// Carry out a step.
#[pyclass(frozen, module = "cunning")]
pub struct Start(cunning_mind::Step<'static>);

#[pymethods]
impl Start {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("action", "args")
    }

    #[getter]
    fn step(&self) -> u64 {
        self.0.id.0
    }

    #[getter]
    fn agent(&self) -> u64 {
        self.0.agent.0
    }

    #[getter]
    fn action(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        args(py, self.0.args())
    }

    /// Whether the step was running before a save was restored or the agent woke up.
    #[getter]
    fn resumed(&self) -> bool {
        self.0.resumed
    }

    /// Whether the step consists of orders: subordinates carry it out, and there is nothing to report.
    #[getter]
    fn is_command(&self) -> bool {
        self.0.is_command()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let args = self.args(py)?.repr()?;
        let Self(step) = self;
        Ok(format!(
            "Start(step={}, agent={}, action='{}', args={args})",
            step.id.0,
            step.agent.0,
            step.name()
        ))
    }
}

/// Stop a step, then report it with `Minds.stopped`.
#[pyclass(frozen, module = "cunning")]
pub struct Stop(cunning_mind::StoppedStep);

#[pymethods]
impl Stop {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("step", "reason")
    }

    #[getter]
    fn step(&self) -> u64 {
        self.0.id.0
    }

    #[getter]
    fn agent(&self) -> u64 {
        self.0.agent.0
    }

    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.word()
    }

    fn __repr__(&self) -> String {
        format!("Stop(step={}, agent={}, reason='{}')", self.step(), self.agent(), self.reason())
    }
}

/// Poll a sensor and set what it perceives.
#[pyclass(frozen, module = "cunning")]
pub struct Sense(cunning_mind::SensorPoll);

#[pymethods]
impl Sense {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("sensor", "agent")
    }

    #[getter]
    fn agent(&self) -> u64 {
        self.0.agent.0
    }

    #[getter]
    fn sensor(&self) -> &str {
        &self.0.sensor
    }

    fn __repr__(&self) -> String {
        format!("Sense(agent={}, sensor='{}')", self.agent(), self.sensor())
    }
}

/// Answer a check with `Minds.answer`.
#[pyclass(frozen, module = "cunning")]
pub struct Ask(cunning_mind::Check);

#[pymethods]
impl Ask {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("name", "action", "args")
    }

    #[getter]
    fn check(&self) -> u64 {
        self.0.id.0
    }

    #[getter]
    fn agent(&self) -> u64 {
        self.0.agent.0
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    #[getter]
    fn action(&self) -> &str {
        self.0.action()
    }

    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        args(py, self.0.args())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (args, check, agent) = (self.args(py)?.repr()?, self.check(), self.agent());
        let (name, action) = (self.name(), self.action());
        Ok(format!("Ask(check={check}, agent={agent}, name='{name}', action='{action}', args={args})"))
    }
}

/// Answer a question about positions with `Minds.answer_query`.
#[pyclass(frozen, module = "cunning")]
pub struct Query(cunning_mind::SpatialQuery);

#[pymethods]
impl Query {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("name", "subjects")
    }

    #[getter]
    fn query(&self) -> u64 {
        self.0.id.0
    }

    #[getter]
    fn agent(&self) -> u64 {
        self.0.agent.0
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// What the question is about: names, `Object`, `Agent` or `Point`.
    #[getter]
    fn subjects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let subjects = self.0.subjects.iter().map(|subject| value::subject(py, subject));
        PyList::new(py, subjects.collect::<PyResult<Vec<_>>>()?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let subjects = self.subjects(py)?.repr()?;
        let (query, agent, name) = (self.query(), self.agent(), self.name());
        Ok(format!("Query(query={query}, agent={agent}, name='{name}', subjects={subjects})"))
    }
}

/// An agent has nothing to do.
#[pyclass(frozen, module = "cunning")]
pub struct Idle(cunning_mind::Idle);

#[pymethods]
impl Idle {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("agent", "reason")
    }

    #[getter]
    fn agent(&self) -> u64 {
        self.0.agent.0
    }

    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.word()
    }

    fn __repr__(&self) -> String {
        format!("Idle(agent={}, reason='{}')", self.agent(), self.reason())
    }
}

/// The state of an order has changed.
#[pyclass(frozen, module = "cunning")]
pub struct Report(cunning_mind::Report);

#[pymethods]
impl Report {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("order", "state")
    }

    #[getter]
    fn order(&self) -> u64 {
        self.0.order.0
    }

    #[getter]
    fn agent(&self) -> u64 {
        self.0.agent.0
    }

    #[getter]
    fn goal(&self) -> &str {
        &self.0.goal
    }

    #[getter]
    fn state(&self) -> &'static str {
        self.0.state.word()
    }

    fn __repr__(&self) -> String {
        let (order, agent, goal, state) = (self.order(), self.agent(), self.goal(), self.state());
        format!("Report(order={order}, agent={agent}, goal='{goal}', state='{state}')")
    }
}

/// Converts a command; none if this version of the package has no class for it.
pub(crate) fn to_python(py: Python<'_>, command: Command) -> PyResult<Option<Bound<'_, PyAny>>> {
    Ok(Some(match command {
        Command::Start(step) => Bound::new(py, Start(step))?.into_any(),
        Command::Stop(step) => Bound::new(py, Stop(step))?.into_any(),
        Command::Sense(poll) => Bound::new(py, Sense(poll))?.into_any(),
        Command::Ask(check) => Bound::new(py, Ask(check))?.into_any(),
        Command::Query(query) => Bound::new(py, Query(query))?.into_any(),
        Command::Idle(idle) => Bound::new(py, Idle(idle))?.into_any(),
        Command::Report(report) => Bound::new(py, Report(report))?.into_any(),
        _ => return Ok(None),
    }))
}

/// The id of a step, given as a command or as a number.
pub(crate) fn step_id(given: &Bound<'_, PyAny>) -> PyResult<StepId> {
    if let Ok(start) = given.cast::<Start>() {
        return Ok(start.get().0.id);
    }
    if let Ok(stop) = given.cast::<Stop>() {
        return Ok(stop.get().0.id);
    }
    Ok(StepId(given.extract()?))
}

/// The id of a check, given as a command or as a number.
pub(crate) fn check_id(given: &Bound<'_, PyAny>) -> PyResult<CheckId> {
    given.cast::<Ask>().map_or_else(|_| given.extract().map(CheckId), |ask| Ok(ask.get().0.id))
}

/// The id of a question, given as a command or as a number.
pub(crate) fn query_id(given: &Bound<'_, PyAny>) -> PyResult<QueryId> {
    given.cast::<Query>().map_or_else(|_| given.extract().map(QueryId), |query| Ok(query.get().0.id))
}
