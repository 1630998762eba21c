//! What agents do and why.

use cunning_mind::{AgentId, MindError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::Minds;
use crate::domain::args;
use crate::errors::Failure;
use crate::json;

#[pymethods]
impl Minds {
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
        for agent in self.minds.agents().map(|agent| agent.0) {
            let row = self.inspect(py, agent)?;
            let texts: Vec<String> =
                self.minds.plan(AgentId(agent)).iter().map(ToString::to_string).collect();
            row.set_item("plan", texts.join(", "))?;
            rows.append(row)?;
        }
        Ok(json::to_pandas(rows)?)
    }
}
