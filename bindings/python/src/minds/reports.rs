//! Reports of steps, and answers to checks and questions.

use cunning_mind::StepId;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::Minds;
use crate::commands::{check_id, query_id, step_id};
use crate::domain::pairs;
use crate::value::answer;

/// How a step went.
#[derive(Clone, Copy)]
enum StepOutcome {
    Done,
    Failed,
    Running,
    Stopped,
}

impl StepOutcome {
    fn new(word: &str) -> PyResult<Self> {
        Ok(match word {
            "done" => Self::Done,
            "failed" => Self::Failed,
            "running" => Self::Running,
            "stopped" => Self::Stopped,
            _ => {
                let text = format!("`{word}` is no outcome; use done, failed, running or stopped");
                return Err(PyValueError::new_err(text));
            }
        })
    }
}

impl Minds {
    fn report_one(&mut self, step: StepId, outcome: StepOutcome) {
        match outcome {
            StepOutcome::Done => self.minds.done(step),
            StepOutcome::Failed => self.minds.failed(step),
            StepOutcome::Running => self.minds.running(step),
            StepOutcome::Stopped => self.minds.stopped(step),
        }
    }
}

#[pymethods]
impl Minds {
    fn done(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        self.report_one(step_id(step)?, StepOutcome::Done);
        Ok(())
    }

    fn failed(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        self.report_one(step_id(step)?, StepOutcome::Failed);
        Ok(())
    }

    fn running(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        self.report_one(step_id(step)?, StepOutcome::Running);
        Ok(())
    }

    fn stopped(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        self.report_one(step_id(step)?, StepOutcome::Stopped);
        Ok(())
    }

    /// Reports many steps in one call, given as commands or as numbers.
    #[pyo3(signature = (steps, outcome = "done"))]
    fn report_many(&mut self, steps: &Bound<'_, PyAny>, outcome: &str) -> PyResult<()> {
        let outcome = StepOutcome::new(outcome)?;
        if let Ok(list) = steps.cast::<PyList>() {
            return list.iter().try_for_each(|step| {
                self.report_one(step_id(&step)?, outcome);
                Ok(())
            });
        }
        steps.try_iter()?.try_for_each(|step| {
            self.report_one(step_id(&step?)?, outcome);
            Ok(())
        })
    }

    fn answer(&mut self, check: &Bound<'_, PyAny>, yes: bool) -> PyResult<()> {
        self.minds.answer(check_id(check)?, yes);
        Ok(())
    }

    fn answer_query(&mut self, query: &Bound<'_, PyAny>, given: &Bound<'_, PyAny>) -> PyResult<()> {
        self.minds.answer_query(query_id(query)?, answer(given)?);
        Ok(())
    }

    /// Answers many questions in one call: pairs of a question and its answer.
    fn answer_queries(&mut self, answers: &Bound<'_, PyAny>) -> PyResult<()> {
        for (query, given) in pairs(answers)? {
            self.minds.answer_query(query_id(&query)?, answer(&given)?);
        }
        Ok(())
    }
}
