//! Recordings: what agents believed, decided and did at any tick.

use std::path::PathBuf;

use cunning_mind::Position;
use cunning_trace::{AgentId, Ending, NameTable, Reader, Subject, Term, Value, View};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{Failure, failure};
use crate::json;
use crate::value;

/// A recording of minds or of a scene.
#[pyclass(frozen, module = "cunning")]
pub struct Recording(Reader<Vec<u8>>);

impl Recording {
    fn open(bytes: Vec<u8>) -> Result<Self, Failure> {
        Ok(Self(Reader::open(bytes).map_err(|error| failure("bad-recording", error))?))
    }

    fn views(&self, tick: Option<u64>) -> Result<Vec<View>, Failure> {
        let tick = tick.unwrap_or_else(|| self.0.last_tick());
        Ok(self.0.views(tick).map_err(|damage| failure("bad-recording", damage))?)
    }

    fn value<'py>(&self, py: Python<'py>, given: Value, tick: u64) -> PyResult<Bound<'py, PyAny>> {
        match given {
            Value::None => Ok(py.None().into_bound(py)),
            Value::Bool(truth) => truth.into_bound_py_any(py),
            Value::Int(number) => number.into_bound_py_any(py),
            Value::Object(object) => self.0.name(NameTable::Object, object, tick).into_bound_py_any(py),
            Value::Handle(id) => {
                value::to_python(py, &cunning_mind::Value::Object(cunning_mind::GameObject(id)))
            }
            Value::Point(packed) => {
                value::to_python(py, &cunning_mind::Value::Point(Position::unpacked(packed)))
            }
        }
    }

    /// A fact, goal or action with its arguments, as a text: `go(bell)`.
    fn call(&self, py: Python<'_>, table: NameTable, term: Term<'_>, tick: u64) -> PyResult<String> {
        let name = self.0.name(table, term.id, tick).unwrap_or("?");
        let args = term.args.iter().map(|arg| Ok(self.value(py, arg, tick)?.str()?.to_string()));
        let args = args.collect::<PyResult<Vec<_>>>()?;
        Ok(if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) })
    }

    fn row<'py>(&self, py: Python<'py>, view: &View) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Subject::Agent(agent) = view.subject() else { return Ok(None) };
        if !view.exists() {
            return Ok(None);
        }
        let tick = view.tick();
        let row = PyDict::new(py);
        row.set_item("tick", tick)?;
        row.set_item("agent", agent.0)?;
        row.set_item("name", view.identity().map(|(_, name)| name))?;
        let goal = view.goal().map(|(_, goal)| self.call(py, NameTable::Goal, goal, tick)).transpose()?;
        row.set_item("goal", goal)?;
        let steps = view.plan().map(|(_, plan)| plan.steps);
        let steps =
            steps.into_iter().flatten().map(|step| self.call(py, NameTable::Action, step.action, tick));
        row.set_item("plan", steps.collect::<PyResult<Vec<_>>>()?)?;
        let step = view.step().map(|step| self.call(py, NameTable::Action, step.action, tick)).transpose()?;
        row.set_item("step", step)?;
        row.set_item("place", view.place().map(|[x, y, z, _]| (x, y, z)))?;
        let beliefs = PyDict::new(py);
        for belief in view.beliefs() {
            let fact = self.call(py, NameTable::Fact, belief.fact, tick)?;
            beliefs.set_item(fact, self.value(py, belief.value, tick)?)?;
        }
        row.set_item("beliefs", beliefs)?;
        Ok(Some(row))
    }
}

#[pymethods]
impl Recording {
    #[new]
    fn new(path: PathBuf) -> Result<Self, Failure> {
        Self::open(std::fs::read(path)?)
    }

    #[staticmethod]
    fn from_bytes(data: Vec<u8>) -> Result<Self, Failure> {
        Self::open(data)
    }

    #[getter]
    fn first_tick(&self) -> u64 {
        self.0.first_tick()
    }

    #[getter]
    fn last_tick(&self) -> u64 {
        self.0.last_tick()
    }

    /// Whether the recording was ended, and not cut off.
    #[getter]
    fn is_complete(&self) -> bool {
        matches!(self.0.ending(), Ending::Closed { .. })
    }

    /// What all agents believed and did at the end of a tick, by default the last one.
    #[pyo3(signature = (tick = None))]
    fn agents<'py>(&self, py: Python<'py>, tick: Option<u64>) -> Result<Bound<'py, PyList>, Failure> {
        let list = PyList::empty(py);
        for view in self.views(tick)? {
            if let Some(row) = self.row(py, &view)? {
                list.append(row)?;
            }
        }
        Ok(list)
    }

    /// What an agent believed and did at the end of a tick, or `None` if it did not exist.
    fn agent<'py>(
        &self,
        py: Python<'py>,
        agent: u64,
        tick: u64,
    ) -> Result<Option<Bound<'py, PyDict>>, Failure> {
        let view = self.0.view(AgentId(agent), tick);
        Ok(self.row(py, &view.map_err(|damage| failure("bad-recording", damage))?)?)
    }

    /// All events, or those of one agent, in order: dicts with `tick`, `agent`, `kind`, `is_input` and `text`.
    #[pyo3(signature = (agent = None))]
    fn events<'py>(&self, py: Python<'py>, agent: Option<u64>) -> Result<Bound<'py, PyList>, Failure> {
        let list = PyList::empty(py);
        for record in self.0.records() {
            let record = record.map_err(|damage| failure("bad-recording", damage))?;
            let of = match record.subject {
                Subject::Agent(agent) => Some(agent.0),
                Subject::World => None,
            };
            if agent.is_some() && agent != of {
                continue;
            }
            let row = PyDict::new(py);
            row.set_item("tick", record.tick)?;
            row.set_item("agent", of)?;
            row.set_item("kind", record.event.kind().map(cunning_trace::Kind::name))?;
            row.set_item("is_input", record.origin == cunning_trace::Origin::Input)?;
            row.set_item("text", format!("{:?}", record.event))?;
            list.append(row)?;
        }
        Ok(list)
    }

    /// The events as a pandas table.
    fn to_pandas<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Failure> {
        Ok(json::to_pandas(self.events(py, None)?)?)
    }
}
