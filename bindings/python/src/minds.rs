//! Minds: the agents of a game. This file has the ticks; the other calls are in files of their own, by subject.

mod agents;
mod beliefs;
mod inspect;
mod persistence;
mod recording;
mod reports;

use std::time::Duration;

use cunning_mind::{AgentId, Budget, MindError, SharedBytes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::commands;
use crate::domain::Domain;
use crate::errors::{Failure, failure};

pub use beliefs::Beliefs;
pub use persistence::Snapshot;

/// The living agents of a game.
#[pyclass(module = "cunning")]
pub struct Minds {
    minds: cunning_mind::Minds,
    /// Whether a tick has begun and the agents have not thought yet.
    is_begun: bool,
    /// What was recorded to memory and not drained yet.
    recording: Option<SharedBytes>,
}

impl Minds {
    fn new_from(minds: cunning_mind::Minds) -> Self {
        Self { minds, is_begun: false, recording: None }
    }

    /// Returns an agent, or fails if it does not exist.
    fn agent(&self, agent: u64) -> Result<AgentId, Failure> {
        let agent = AgentId(agent);
        if self.minds.contains(agent) { Ok(agent) } else { Err(MindError::NoAgent(agent).into()) }
    }

    /// Fails in the middle of a tick.
    fn between_ticks(&self) -> Result<(), Failure> {
        if self.is_begun { Err(wrong_order("call think() first: a tick has begun")) } else { Ok(()) }
    }

    /// Fails between two ticks.
    fn in_tick(&self) -> Result<(), Failure> {
        if self.is_begun { Ok(()) } else { Err(wrong_order("call begin() first")) }
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

    fn __len__(&self) -> usize {
        self.minds.agents().count()
    }

    fn __contains__(&self, agent: u64) -> bool {
        self.minds.contains(AgentId(agent))
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

    /// The hash of the state: 16 hexadecimal digits.
    fn hash(&self) -> String {
        format!("{:016x}", self.minds.hash())
    }

    fn __repr__(&self) -> String {
        format!("<Minds with {} agents>", self.__len__())
    }
}
