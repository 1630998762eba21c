//! Beliefs of agents, one at a time and for crowds, and the objects of the game that they are about.

use cunning_mind::{AgentId, GameObject, MindError, NameKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::Minds;
use crate::errors::{Failure, mind};
use crate::value::{self, Key, value_ref};

/// An exception about a row of a batch, with the number of rows before it.
fn after(error: PyErr, done: usize) -> PyErr {
    Python::attach(|py| {
        // An exception of ours takes every attribute.
        let _set = error.value(py).setattr("done", done);
    });
    error
}

#[pymethods]
impl Minds {
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
}

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
