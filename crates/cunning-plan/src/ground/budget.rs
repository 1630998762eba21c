//! Limits on the work and memory of grounding. Both are counted, not timed or measured, so that a domain is rejected
//! on all machines or on none.
//!
//! A few lines of text can require more ground actions, or larger ones, than any machine can handle. Everything that
//! grounding creates is counted here first.

use std::cell::Cell;

use super::GroundingError;
use crate::limits::{GROUND_BYTES_MAX, GROUND_SCRATCH_BYTES_MAX, GROUND_STEPS_MAX};
use crate::model::SourceSpan;

/// The number of bytes that are created in about the time of one step.
const STEP_BYTES: usize = 64;

const SCRATCH: &str = "bytes to put a ground action or goal together";

/// The work and memory used so far.
#[derive(Debug, Default)]
pub(super) struct Budget {
    steps: Cell<usize>,
    /// The bytes of the ground action or goal under construction.
    scratch_bytes: Cell<usize>,
    /// The bytes that are kept.
    kept_bytes: Cell<usize>,
}

impl Budget {
    /// Counts steps of grounding, and fails once there are too many.
    pub(super) fn step(&self, count: usize, span: SourceSpan) -> Result<(), GroundingError> {
        spend(&self.steps, count, "steps to ground the domain", GROUND_STEPS_MAX, span)
    }

    /// Starts the next ground action or goal; the temporary bytes of the last one are released.
    pub(super) fn next(&self) {
        self.scratch_bytes.set(0);
    }

    /// Counts temporary bytes of the ground action or goal under construction.
    pub(super) fn make(&self, bytes: usize, span: SourceSpan) -> Result<(), GroundingError> {
        self.step(1 + bytes / STEP_BYTES, span)?;
        spend(&self.scratch_bytes, bytes, SCRATCH, GROUND_SCRATCH_BYTES_MAX, span)
    }

    /// Checks that this many temporary bytes could be used, without counting them.
    pub(super) fn may_make(&self, bytes: usize, span: SourceSpan) -> Result<(), GroundingError> {
        spend(&self.scratch_bytes.clone(), bytes, SCRATCH, GROUND_SCRATCH_BYTES_MAX, span)
    }

    /// Counts bytes that are kept.
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
