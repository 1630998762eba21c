//! Simulation of a plan.

use crate::ground::{GroundActionId, Grounding, State};
use crate::relax::with_ranges;
use crate::task::{Conjunction, Operator, Task, VarId};

/// A completed step.
#[derive(Clone, Debug)]
pub(super) struct Done<'t> {
    /// The operator by which it was done.
    pub(super) operator: &'t Operator,
    pub(super) before: Vec<u32>,
    pub(super) after: Vec<u32>,
    pub(super) cost_micros: u64,
}

impl<'t> Done<'t> {
    /// Applies a ground action to a state; `None` if it cannot be done there.
    fn new(grounding: &'t Grounding, id: GroundActionId, state: &State) -> Option<Self> {
        let before = &state.values;
        let values = |var: VarId| before.get(var.index()).copied().unwrap_or(0);
        let mut after = before.clone();
        let set = |var: VarId, value| after[var.index()] = value;
        let (operator, cost_micros) =
            grounding.task().perform(id.0, &values, |cost| state.cost(cost, id), set)?;
        Some(Self { operator, before: before.clone(), after, cost_micros })
    }

    /// Returns everything that had to hold: the declared condition, and the conditions from the ranges of its
    /// effects.
    pub(super) fn condition(&self, task: &Task) -> Conjunction {
        let effects = task
            .actions
            .get(self.operator.task_action as usize)
            .map_or(&[][..], |task_action| &task_action.effects);
        with_ranges(task, &self.operator.pre, effects).unwrap_or_else(|| self.operator.pre.clone())
    }
}

/// Applies ground actions in order, as far as they can be done.
pub(super) fn follow<'t>(grounding: &'t Grounding, ids: &[GroundActionId], start: &State) -> Vec<Done<'t>> {
    let mut state = start.clone();
    let mut all: Vec<Done<'t>> = Vec::new();
    for &id in ids {
        let Some(done) = Done::new(grounding, id, &state) else { break };
        state.values.clone_from(&done.after);
        all.push(done);
    }
    all
}
