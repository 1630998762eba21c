//! Saved games, rollback and reloads.

use std::collections::BTreeMap;

use cunning_mind::{GameObject, ReloadReport};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::Minds;
use crate::domain::Domain;
use crate::errors::Failure;

/// A copy of minds for rollback.
#[pyclass(module = "cunning")]
#[derive(Default)]
pub struct Snapshot(cunning_mind::Snapshot);

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
}
