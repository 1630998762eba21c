//! The exceptions of the package, and how errors of the library become one. Each has a `code`, such as `unknown-name`.

use cunning_diag::{Diagnostics, Style};
use cunning_mind::{MindError, PlanError, RecordingError, RestoreError};
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    cunning,
    CunningError,
    PyException,
    "An error of Cunning. `code` is a short word for programs."
);
create_exception!(
    cunning,
    DomainError,
    CunningError,
    "A text has mistakes. `diagnostics` lists them, each with file, line, column, message and hint."
);
create_exception!(
    cunning,
    NoPlan,
    CunningError,
    "There is no plan, or none was found; the text explains why."
);
create_exception!(
    cunning,
    UnknownName,
    CunningError,
    "A name does not exist; the text may have a suggestion."
);
create_exception!(cunning, InvalidValue, CunningError, "A value has the wrong type or is out of range.");

/// An error of the library as an exception.
pub(crate) struct Failure(PyErr);

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        failure.0
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

pub(crate) fn with_code(error: PyErr, code: &str) -> PyErr {
    Python::attach(|py| {
        // An exception of ours takes every attribute.
        let _set = error.value(py).setattr("code", code);
    });
    error
}

/// Makes an exception of the base class.
pub(crate) fn failure(code: &str, text: impl ToString) -> PyErr {
    with_code(CunningError::new_err(text.to_string()), code)
}

pub(crate) fn mind(error: &MindError) -> PyErr {
    let text = error.to_string();
    let raised = match error {
        MindError::UnknownName(_) => UnknownName::new_err(text),
        MindError::WrongType { .. } | MindError::OutOfRange { .. } | MindError::BadNumber(_) => {
            InvalidValue::new_err(text)
        }
        _ => CunningError::new_err(text),
    };
    with_code(raised, error.code())
}

impl From<MindError> for Failure {
    fn from(error: MindError) -> Self {
        Self(mind(&error))
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self(match error {
            PlanError::NoPlan(none) => with_code(NoPlan::new_err(none.to_string()), "no-plan"),
            PlanError::UnknownName(unknown) => mind(&unknown.into()),
            PlanError::Invalid(error) => mind(&error),
            error => failure("grounding", error),
        })
    }
}

impl From<RestoreError> for Failure {
    fn from(error: RestoreError) -> Self {
        Self(match &error {
            RestoreError::Setup(inner) => with_code(CunningError::new_err(error.to_string()), inner.code()),
            _ => failure("bad-save", error),
        })
    }
}

impl From<RecordingError> for Failure {
    fn from(error: RecordingError) -> Self {
        Self(failure("io", error))
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self(error.into())
    }
}

impl From<cunning_mind::DomainError> for Failure {
    fn from(error: cunning_mind::DomainError) -> Self {
        match error {
            cunning_mind::DomainError::Invalid(found) => found.into(),
            cunning_mind::DomainError::Io { path, error } => {
                let text = format!("cannot read {}: {error}", path.display());
                Self(std::io::Error::new(error.kind(), text).into())
            }
            error => Self(failure("bad-domain", error)),
        }
    }
}

impl From<Diagnostics> for Failure {
    fn from(found: Diagnostics) -> Self {
        let error = with_code(DomainError::new_err(found.render(Style::Plain)), "bad-domain");
        let report = serde_json::json!(found.report());
        Python::attach(|py| {
            let list = crate::json::to_python(py, report.get("errors").unwrap_or(&serde_json::Value::Null))?;
            error.value(py).setattr("diagnostics", list)
        })
        .map_or_else(Self, |()| Self(error))
    }
}
