//! Values: `None`, `bool`, `int` and `str` as they are, objects of the game and points as small immutable classes.

use cunning_mind::{FactKey, GameObject, Position, SpatialAnswer, Subject, Value, ValueRef};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString, PyTuple};
use smallvec::SmallVec;

/// An object of the game, by an id that the game chooses.
#[pyclass(frozen, eq, ord, hash, module = "cunning")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object {
    #[pyo3(get)]
    id: u64,
}

#[pymethods]
impl Object {
    #[new]
    fn new(id: u64) -> Self {
        Self { id }
    }

    fn __repr__(&self) -> String {
        format!("Object({})", self.id)
    }
}

/// An agent that a question is about.
#[pyclass(frozen, eq, ord, hash, module = "cunning")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Agent {
    #[pyo3(get)]
    id: u64,
}

#[pymethods]
impl Agent {
    #[new]
    fn new(id: u64) -> Self {
        Self { id }
    }

    fn __repr__(&self) -> String {
        format!("Agent({})", self.id)
    }
}

/// A point of the world. Coordinates have six decimals.
#[pyclass(frozen, eq, hash, module = "cunning")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    #[pyo3(get)]
    micros: (i64, i64, i64),
}

/// The unit of coordinates.
const MICRO: f64 = 1e6;

impl From<Position> for Point {
    fn from(Position { x, y, z }: Position) -> Self {
        Self { micros: (x, y, z) }
    }
}

impl From<Point> for Position {
    fn from(Point { micros: (x, y, z) }: Point) -> Self {
        Self { x, y, z }
    }
}

#[pymethods]
impl Point {
    #[new]
    #[pyo3(signature = (x, y, z = 0.0))]
    fn new(x: f64, y: f64, z: f64) -> PyResult<Self> {
        let micros = |part: f64| {
            let micros = (part * MICRO).round();
            if micros.abs() < 9e18 {
                Ok(micros as i64)
            } else {
                Err(PyValueError::new_err(format!("{part} is not a coordinate")))
            }
        };
        Ok(Self { micros: (micros(x)?, micros(y)?, micros(z)?) })
    }

    #[staticmethod]
    fn from_micros(x: i64, y: i64, z: i64) -> Self {
        Self { micros: (x, y, z) }
    }

    #[getter]
    fn x(&self) -> f64 {
        self.micros.0 as f64 / MICRO
    }

    #[getter]
    fn y(&self) -> f64 {
        self.micros.1 as f64 / MICRO
    }

    #[getter]
    fn z(&self) -> f64 {
        self.micros.2 as f64 / MICRO
    }

    fn __repr__(&self) -> String {
        format!("Point({}, {}, {})", self.x(), self.y(), self.z())
    }
}

/// A value that borrows from a Python object.
pub(crate) fn value_ref<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<ValueRef<'a>> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(ValueRef::Bool(truth.is_true()));
    }
    if value.cast::<PyInt>().is_ok() {
        return Ok(ValueRef::Int(value.extract()?));
    }
    if let Ok(name) = value.cast::<PyString>() {
        return Ok(ValueRef::Name(name.to_str()?));
    }
    if value.is_none() {
        return Ok(ValueRef::None);
    }
    if let Ok(object) = value.cast::<Object>() {
        return Ok(ValueRef::Object(GameObject(object.get().id)));
    }
    if let Ok(point) = value.cast::<Point>() {
        return Ok(ValueRef::Point((*point.get()).into()));
    }
    // NumPy's integers and truth values.
    match value.extract::<bool>() {
        Ok(truth) => Ok(ValueRef::Bool(truth)),
        Err(_) => value.extract::<i64>().map(ValueRef::Int).map_err(|_| {
            let given = value.get_type();
            PyTypeError::new_err(format!("expected None, bool, int, str, Object or Point, but got {given}"))
        }),
    }
}

pub(crate) fn value(given: &Bound<'_, PyAny>) -> PyResult<Value> {
    Ok(value_ref(given)?.to_owned())
}

/// Converts a value to Python.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::Int(number) => number.into_bound_py_any(py),
        Value::Name(name) => name.into_bound_py_any(py),
        Value::Object(object) => Object { id: object.0 }.into_bound_py_any(py),
        Value::Point(point) => Point::from(*point).into_bound_py_any(py),
        _ => Ok(py.None().into_bound(py)),
    }
}

/// Converts what a question is about to Python.
pub(crate) fn subject<'py>(py: Python<'py>, subject: &Subject) -> PyResult<Bound<'py, PyAny>> {
    match subject {
        Subject::Agent(agent) => Agent { id: agent.0 }.into_bound_py_any(py),
        Subject::Name(name) => name.into_bound_py_any(py),
        Subject::Object(object) => Object { id: object.0 }.into_bound_py_any(py),
        Subject::Point(point) => Point::from(*point).into_bound_py_any(py),
        _ => Ok(py.None().into_bound(py)),
    }
}

/// The answer to a question: `None` is unknown.
pub(crate) fn answer(given: &Bound<'_, PyAny>) -> PyResult<SpatialAnswer> {
    if given.is_none() {
        return Ok(SpatialAnswer::Unknown);
    }
    if let Ok(truth) = given.cast::<PyBool>() {
        return Ok(truth.is_true().into());
    }
    if let Ok(point) = given.cast::<Point>() {
        return Ok(Position::from(*point.get()).into());
    }
    if given.cast::<PyFloat>().is_ok() || given.cast::<PyInt>().is_ok() {
        return Ok(given.extract::<f64>()?.into());
    }
    given.extract::<f64>().map(Into::into).map_err(|_| {
        PyTypeError::new_err(format!("expected None, bool, a number or Point, but got {}", given.get_type()))
    })
}

/// A fact or a table entry: a name, or a tuple of a name and indices.
pub(crate) struct Key {
    pub(crate) name: String,
    indices: SmallVec<[Value; 3]>,
}

impl Key {
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(name) = given.cast::<PyString>() {
            return Ok(Self { name: name.to_str()?.to_owned(), indices: SmallVec::new() });
        }
        let wrong = || PyTypeError::new_err("expected a name, or a tuple of a name and indices");
        let parts = given.cast::<PyTuple>().map_err(|_| wrong())?;
        let mut parts = parts.iter();
        let name = parts.next().ok_or_else(wrong)?.extract::<String>().map_err(|_| wrong())?;
        let indices = parts.map(|part| value(&part)).collect::<PyResult<_>>()?;
        Ok(Self { name, indices })
    }

    pub(crate) fn as_key(&self) -> FactKey<'_> {
        FactKey { name: &self.name, indices: self.refs() }
    }

    pub(crate) fn refs(&self) -> SmallVec<[ValueRef<'_>; 3]> {
        self.indices.iter().map(ValueRef::from).collect()
    }
}
