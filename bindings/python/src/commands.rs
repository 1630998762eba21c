//! Commands of the minds to the game, one class for each kind.

use cunning_mind::{CheckId, Command, QueryId, StepId};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::domain::args;
use crate::value;

/// Declares the class of a command: the properties that its text shows, which of them `match` binds, and further
/// properties. The two names are those of the library's command and of the interpreter in the expressions.
macro_rules! command_class {
    (
        $(#[doc = $about:literal])*
        $class:ident($inner:ty) as ($it:ident, $py:ident), matched by ($($key:ident),+) {
            $($(#[doc = $shown_about:literal])* $shown:ident: $shown_value:expr,)+
        }
        $(and { $($(#[doc = $more_about:literal])* $more:ident: $more_value:expr,)+ })?
    ) => {
        $(#[doc = $about])*
        #[pyclass(frozen, module = "cunning")]
        pub struct $class($inner);

        #[pymethods]
        #[allow(unused_variables, reason = "not every property needs the interpreter")]
        impl $class {
            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Py<PyTuple>> {
                Ok(PyTuple::new(py, [$(stringify!($key)),+])?.unbind())
            }

            $(
                $(#[doc = $shown_about])*
                #[getter]
                fn $shown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    let ($it, $py) = (&self.0, py);
                    IntoPyObjectExt::into_bound_py_any({ $shown_value }, py)
                }
            )+

            $($(
                $(#[doc = $more_about])*
                #[getter]
                fn $more<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    let ($it, $py) = (&self.0, py);
                    IntoPyObjectExt::into_bound_py_any({ $more_value }, py)
                }
            )+)?

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let shown = [$(format!("{}={}", stringify!($shown), self.$shown(py)?.repr()?)),+];
                Ok(format!("{}({})", stringify!($class), shown.join(", ")))
            }
        }
    };
}

command_class! {
    /// Carry out a step.
    Start(cunning_mind::Step<'static>) as (step, py), matched by (action, args) {
        step: step.id.0,
        agent: step.agent.0,
        action: step.name(),
        args: args(py, step.args())?,
    } and {
        /// Whether the step was running before a save was restored or the agent woke up.
        resumed: step.resumed,
        /// Whether the step consists of orders: subordinates carry it out, and there is nothing to report.
        is_command: step.is_command(),
    }
}

command_class! {
    /// Stop a step, then report it with `Minds.stopped`.
    Stop(cunning_mind::StoppedStep) as (step, py), matched by (step, reason) {
        step: step.id.0,
        agent: step.agent.0,
        reason: step.reason.word(),
    }
}

command_class! {
    /// Poll a sensor and set what it perceives.
    Sense(cunning_mind::SensorPoll) as (poll, py), matched by (sensor, agent) {
        agent: poll.agent.0,
        sensor: &*poll.sensor,
    }
}

command_class! {
    /// Answer a check with `Minds.answer`.
    Ask(cunning_mind::Check) as (check, py), matched by (name, action, args) {
        check: check.id.0,
        agent: check.agent.0,
        name: &*check.name,
        action: check.action(),
        args: args(py, check.args())?,
    }
}

command_class! {
    /// Answer a question about positions with `Minds.answer_query`.
    Query(cunning_mind::SpatialQuery) as (query, py), matched by (name, subjects) {
        query: query.id.0,
        agent: query.agent.0,
        name: &*query.name,
        /// What the question is about: names, `Object`, `Agent` or `Point`.
        subjects: subjects(py, &query.subjects)?,
    }
}

command_class! {
    /// An agent has nothing to do.
    Idle(cunning_mind::Idle) as (idle, py), matched by (agent, reason) {
        agent: idle.agent.0,
        reason: idle.reason.word(),
    }
}

command_class! {
    /// The state of an order has changed.
    Report(cunning_mind::Report) as (report, py), matched by (order, state) {
        order: report.order.0,
        agent: report.agent.0,
        goal: &*report.goal,
        state: report.state.word(),
    }
}

fn subjects<'py>(py: Python<'py>, subjects: &[cunning_mind::Subject]) -> PyResult<Bound<'py, PyList>> {
    let subjects = subjects.iter().map(|subject| value::subject(py, subject));
    PyList::new(py, subjects.collect::<PyResult<Vec<_>>>()?)
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
