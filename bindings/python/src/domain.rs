//! Domains and plans.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cunning_mind::Budget;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};

use crate::errors::Failure;
use crate::json;
use crate::value::{self, Key, value_ref};

/// Everything a domain file says: facts, actions, goals and archetypes. Immutable.
#[pyclass(frozen, module = "cunning")]
pub struct Domain(pub(crate) cunning_mind::Domain);

#[pymethods]
impl Domain {
    #[staticmethod]
    fn from_file(path: PathBuf) -> Result<Self, Failure> {
        Ok(Self(cunning_mind::Domain::from_file(&path)?))
    }

    #[staticmethod]
    #[pyo3(signature = (text, name = "domain.toml"))]
    fn from_str(text: &str, name: &str) -> Result<Self, Failure> {
        Ok(Self(cunning_mind::Domain::from_str(name, text)?))
    }

    #[staticmethod]
    fn from_sources(name: &str, sources: BTreeMap<String, String>) -> Result<Self, Failure> {
        Ok(Self(cunning_mind::Domain::from_sources(name, |name| sources.get(name).cloned())?))
    }

    /// The findings of the lints.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = serde_json::json!(self.0.warnings().report());
        json::to_python(py, report.get("warnings").unwrap_or(&serde_json::Value::Null))
    }

    #[getter]
    fn goals(&self) -> Vec<String> {
        self.0.planning().goals().as_slice().iter().map(|goal| goal.name.clone()).collect()
    }

    #[getter]
    fn actions(&self) -> Vec<String> {
        self.0.planning().actions().as_slice().iter().map(|action| action.name.clone()).collect()
    }

    #[getter]
    fn facts(&self) -> Vec<String> {
        self.0.planning().facts().as_slice().iter().map(|fact| fact.name.clone()).collect()
    }

    #[getter]
    fn archetypes(&self) -> Vec<String> {
        self.0.archetypes.iter().map(|archetype| archetype.name.clone()).collect()
    }

    #[pyo3(signature = (goal, facts = None, *, agent = None, args = None, tables = None, objects = None, checks = None, budget = None, optimal = false, within = None, **more))]
    fn plan(
        &self,
        py: Python<'_>,
        goal: &str,
        facts: Option<&Bound<'_, PyDict>>,
        agent: Option<&str>,
        args: Option<&Bound<'_, PyDict>>,
        tables: Option<&Bound<'_, PyDict>>,
        objects: Option<&Bound<'_, PyDict>>,
        checks: Option<BTreeMap<String, bool>>,
        budget: Option<u64>,
        optimal: bool,
        within: Option<f64>,
        more: Option<&Bound<'_, PyDict>>,
    ) -> Result<Plan, Failure> {
        let mut plan = self.0.plan(goal);
        for (fact, given) in facts.into_iter().chain(more).flat_map(PyDictMethods::iter) {
            plan = plan.set(Key::new(&fact)?.as_key(), value_ref(&given)?);
        }
        for (param, given) in args.into_iter().flat_map(PyDictMethods::iter) {
            plan = plan.goal_arg(&param.extract::<String>()?, value_ref(&given)?);
        }
        for (cell, number) in tables.into_iter().flat_map(PyDictMethods::iter) {
            plan = plan.table(Key::new(&cell)?.as_key(), number.extract()?);
        }
        for (ty, names) in objects.into_iter().flat_map(PyDictMethods::iter) {
            let ty: String = ty.extract()?;
            for name in names.extract::<Vec<String>>()? {
                plan = plan.object(&ty, &name);
            }
        }
        for (check, yes) in checks.into_iter().flatten() {
            plan = plan.check(&check, yes);
        }
        if let Some(agent) = agent {
            plan = plan.agent(agent);
        }
        if let Some(units) = budget {
            plan = plan.budget(Budget::work(units));
        }
        if optimal {
            plan = plan.optimal();
        }
        if let Some(factor) = within {
            plan = plan.within(factor);
        }
        Ok(Plan(py.detach(|| plan.solve())?))
    }
}

/// A plan: a sequence of steps.
#[pyclass(frozen, sequence, module = "cunning")]
pub struct Plan(cunning_mind::Plan);

#[pymethods]
impl Plan {
    #[getter]
    fn goal(&self) -> &str {
        self.0.goal()
    }

    #[getter]
    fn cost(&self) -> f64 {
        self.0.cost()
    }

    #[getter]
    fn bound(&self) -> Option<f64> {
        self.0.bound()
    }

    #[getter]
    fn optimal(&self) -> bool {
        self.0.is_optimal()
    }

    #[getter]
    fn expanded(&self) -> u64 {
        self.0.expanded()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, at: isize) -> PyResult<PlanStep> {
        let index = if at < 0 { at.checked_add(self.0.len() as isize) } else { Some(at) };
        let step = index.and_then(|index| self.0.get(usize::try_from(index).ok()?));
        step.map(|step| PlanStep(step.clone())).ok_or_else(|| PyIndexError::new_err("no such step"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let steps = self.0.iter().map(|step| Bound::new(py, PlanStep(step.clone())));
        PyList::new(py, steps.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Plan {}>", self.0)
    }

    /// The steps as dicts.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = self.0.iter().map(|step| {
            let row = PyDict::new(py);
            row.set_item("action", step.name())?;
            row.set_item("args", args(py, step.args())?)?;
            row.set_item("cost", step.cost())?;
            row.set_item("purpose", step.purpose())?;
            Ok(row)
        });
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_pandas(self.to_dicts(py)?)
    }
}

/// A step of a plan.
#[pyclass(frozen, module = "cunning")]
pub struct PlanStep(cunning_mind::PlanStep);

#[pymethods]
impl PlanStep {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("action", "args")
    }

    #[getter]
    fn action(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        args(py, self.0.args())
    }

    #[getter]
    fn cost(&self) -> f64 {
        self.0.cost()
    }

    #[getter]
    fn purpose(&self) -> &str {
        self.0.purpose()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<PlanStep {}>", self.0)
    }
}

/// Arguments as a dict, in the order of the domain file.
pub(crate) fn args<'py, 'a>(
    py: Python<'py>,
    args: impl Iterator<Item = (&'a str, &'a cunning_mind::Value)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (param, arg) in args {
        dict.set_item(param, value::to_python(py, arg)?)?;
    }
    Ok(dict)
}

/// The pairs of a dict, or of any list of pairs.
pub(crate) fn pairs<'py>(given: &Bound<'py, PyAny>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    if let Ok(dict) = given.cast::<PyDict>() {
        return Ok(dict.iter().collect());
    }
    let pairs = given.try_iter()?.map(|pair| pair?.extract());
    pairs.collect::<PyResult<_>>().map_err(|_| PyTypeError::new_err("expected a dict or a list of pairs"))
}
