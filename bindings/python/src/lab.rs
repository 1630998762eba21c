//! The experiments of the lab, with rows as dicts.

use cunning_diag::Source;
use cunning_lab::fear::{StudySettings, candidates, study};
use cunning_lab::quest::{Bench, CONFIGURATIONS, LabError, placements};
use cunning_walk::real_time::Method;
use cunning_walk::{Corners, Grid, Map};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{Failure, failure};

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        failure("lab", error).into()
    }
}

/// Training by demonstration: every configuration in the paper's quest and in `count` random placements of it.
#[pyfunction]
#[pyo3(signature = (count = 0, seed = 1))]
pub fn lab_quest(py: Python<'_>, count: u32, seed: u64) -> Result<Bound<'_, PyList>, Failure> {
    let rows = py.detach(|| {
        let mut benches = vec![Bench::new()?];
        let first = &benches[0];
        let moved = placements(first.quest(), count, seed, &mut |_| ())?;
        let moved = moved.into_iter().zip(0..).map(|(quest, at)| first.moved(quest, at));
        let moved = moved.collect::<Result<Vec<_>, _>>()?;
        benches.extend(moved);
        let mut rows = Vec::new();
        for bench in &mut benches {
            for configuration in &CONFIGURATIONS {
                rows.push(bench.run(configuration, 0, &mut || 0.0)?);
            }
        }
        Ok::<_, LabError>(rows)
    })?;
    let list = PyList::empty(py);
    for row in rows {
        let dict = PyDict::new(py);
        dict.set_item("label", row.label)?;
        dict.set_item("planner", row.planner)?;
        dict.set_item("placement", row.placement)?;
        dict.set_item("bound", row.bound)?;
        dict.set_item("cost", row.cost)?;
        dict.set_item("optimal", row.optimal)?;
        dict.set_item("expanded", row.expanded)?;
        dict.set_item("generated", row.generated)?;
        list.append(dict)?;
    }
    Ok(list)
}

/// Self-knowledge in real-time search: the orders of some goals of a map, given as its file's text.
#[pyfunction]
#[pyo3(signature = (map, goals = 1, orders_max = 99, seed = 1))]
pub fn lab_fear<'py>(
    py: Python<'py>,
    map: &str,
    goals: usize,
    orders_max: u32,
    seed: u64,
) -> Result<Bound<'py, PyList>, Failure> {
    let map = Map::parse(&Source::new("map", map))?;
    let grid = Grid::new(&map, Corners::Cut);
    let settings =
        StudySettings { method: Method::LRTA, orders_max, beta1: 0.0..=f64::INFINITY, kept: Vec::new() };
    let studies = py.detach(|| {
        let chosen = candidates(&grid, seed).into_iter().take(goals);
        chosen.map(|goal| study(&grid, goal, &settings, &|| 0, &|| true)).collect::<Result<Vec<_>, _>>()
    });
    let list = PyList::empty(py);
    for study in studies.map_err(|error| failure("lab", error))? {
        for row in &study.orders {
            let dict = PyDict::new(py);
            dict.set_item("goal", study.goal)?;
            dict.set_item("states", study.states)?;
            dict.set_item("order", row.order)?;
            dict.set_item("beta", row.beta)?;
            dict.set_item("roots", row.roots)?;
            dict.set_item("endless", row.endless)?;
            list.append(dict)?;
        }
    }
    Ok(list)
}
