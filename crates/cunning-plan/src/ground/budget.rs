//! How much grounding may do and hold. Both are counted and neither is timed or measured, so that what is refused on one
//! machine is refused on all.
//!
//! A few lines of text can ask for more ground actions, or for larger ones, than any machine has memory or time for.
//! Whatever grounding makes is paid for here first.

use std::cell::Cell;

use super::GroundingError;
use crate::limits::{GROUND_BYTES_MAX, GROUND_SCRATCH_BYTES_MAX, GROUND_STEPS_MAX};
use crate::model::SourceSpan;

/// So many bytes are made in about the time of one step.
const STEP_BYTES: usize = 64;

const SCRATCH: &str = "bytes to put a ground action or goal together";

/// What was spent so far.
#[derive(Debug, Default)]
pub(super) struct Budget {
    steps: Cell<usize>,
    /// What the ground action or goal at hand was put together from.
    scratch_bytes: Cell<usize>,
    /// What stays.
    kept_bytes: Cell<usize>,
}

impl Budget {
    /// Looks at so many things.
    pub(super) fn step(&self, count: usize, span: SourceSpan) -> Result<(), GroundingError> {
        spend(&self.steps, count, "steps to ground the domain", GROUND_STEPS_MAX, span)
    }

    /// Turns to the next ground action or goal; what the last one was put together from is gone.
    pub(super) fn next(&self) {
        self.scratch_bytes.set(0);
    }

    /// Makes something to put a ground action or goal together from.
    pub(super) fn make(&self, bytes: usize, span: SourceSpan) -> Result<(), GroundingError> {
        self.step(1 + bytes / STEP_BYTES, span)?;
        spend(&self.scratch_bytes, bytes, SCRATCH, GROUND_SCRATCH_BYTES_MAX, span)
    }

    /// Sees to it that so much could be made, if it comes to that.
    pub(super) fn may_make(&self, bytes: usize, span: SourceSpan) -> Result<(), GroundingError> {
        spend(&self.scratch_bytes.clone(), bytes, SCRATCH, GROUND_SCRATCH_BYTES_MAX, span)
    }

    /// Keeps something for good.
    pub(super) fn keep(&self, bytes: usize, span: SourceSpan) -> Result<(), GroundingError> {
        spend(&self.kept_bytes, bytes, "bytes of ground actions and goals", GROUND_BYTES_MAX, span)
    }
}

fn spend(
    spent: &Cell<usize>,
    more: usize,
    what: &'static str,
    max: usize,
    span: SourceSpan,
) -> Result<(), GroundingError> {
    let sum = spent.get().saturating_add(more);
    spent.set(sum);
    if sum > max { Err(GroundingError::LimitExceeded { what, max, span }) } else { Ok(()) }
}
