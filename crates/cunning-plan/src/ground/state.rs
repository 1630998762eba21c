//! States: the value of every ground fact, and the numbers of a job.

use std::sync::Arc;

use super::GroundActionId;
use crate::task::{Cost, VarId};

/// A state of a [`Grounding`](super::Grounding): the value of every ground fact, the bound objects, the numbers of
/// tables and traits that costs read, and the cost factors of ground actions.
///
/// Copies share the numbers until one of them changes.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) values: Vec<u32>,
    pub(super) given: Arc<Vec<i64>>,
    /// The factor of each ground action in millionths; empty if all are 1.
    pub(super) factors: Vec<u32>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { values: self.values.clone(), given: self.given.clone(), factors: self.factors.clone() }
    }

    /// Copies another state, reusing memory.
    fn clone_from(&mut self, other: &Self) {
        self.values.clone_from(&other.values);
        self.factors.clone_from(&other.factors);
        if !Arc::ptr_eq(&self.given, &other.given) {
            self.given = other.given.clone();
        }
    }
}

impl State {
    pub(crate) fn value(&self, var: VarId) -> u32 {
        self.values.get(var.index()).copied().unwrap_or(0)
    }

    /// Returns the numbers of tables and traits that costs read.
    pub(crate) fn given(&self) -> &[i64] {
        &self.given
    }

    pub(crate) fn factors(&self) -> &[u32] {
        &self.factors
    }

    /// Returns the cost factor of a ground action, in millionths.
    pub(crate) fn factor(&self, id: GroundActionId) -> Option<u32> {
        self.factors.get(id.0 as usize).copied()
    }

    /// Returns the value of a cost in this state; `None` if its operator cannot be used.
    pub(crate) fn cost(&self, cost: &Cost, id: GroundActionId) -> Option<u64> {
        cost.in_state(&|var| self.value(var), &self.given, self.factor(id))
    }
}
